"""What this system opens pages and mails with."""

from __future__ import annotations

import shutil
import webbrowser


def opens_pages() -> bool:
    """Whether a file or a page that pbem hands to the system is shown to anybody."""
    if shutil.which("xdg-open") is not None:
        return True
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
