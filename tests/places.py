"""Where the project's files lie, for tests that read them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).resolve().parents[1]
SAMPLES: Final = PROJECT / "samples"
DOCS: Final = PROJECT / "docs"
VECTORS: Final = PROJECT / "tests" / "vectors"
