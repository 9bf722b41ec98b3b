"""The system's clipboard, where there is one: read only, and only when the person asks for it."""

from __future__ import annotations

from importlib import import_module

from pbem.errors import Problem


def pasted(limit: int) -> bytes:
    """The text in the clipboard as UTF-8. limit: bytes.

    Raises Problem NO_CLIPBOARD where there is none that could be read, CLIPBOARD_EMPTY, FILE_TOO_LARGE.
    """
    text = _text()
    if not text.strip():
        raise Problem("CLIPBOARD_EMPTY", "there is no text in the clipboard", "copy the whole mail, then try again")
    data = text.encode("utf-8", "replace")
    if len(data) > limit:
        raise Problem("FILE_TOO_LARGE", f"the clipboard holds more than the {limit} bytes allowed here")
    return data


def why_not() -> str:
    """Why the clipboard cannot be read; "" where there is a way to it. What lies in it is not looked at."""
    try:
        # Chooses the way into the system that pasting would take; that of a session without any is false.
        _, paste = import_module("pyperclip").determine_clipboard()
    except ImportError:
        return _NOT_INSTALLED
    except (RuntimeError, OSError, ValueError):
        return _NO_WAY
    return "" if paste else _NO_WAY


_NOT_INSTALLED = "the package pyperclip is not installed"
_NO_WAY = "this session has no clipboard that a program could read"


def _text() -> str:
    try:
        return str(import_module("pyperclip").paste())
    except ImportError:
        what, mend = _NOT_INSTALLED, "install it: pip install pyperclip"
    except (RuntimeError, OSError, ValueError):
        # What its way into the system raises: there is no such way, or the program behind it failed.
        what = _NO_WAY
        mend = "on Linux install wl-clipboard, xclip or xsel; else save the mail, or paste it into: pbem receive -"
    raise Problem("NO_CLIPBOARD", what, mend)
