"""Only the test module is collected: the peers import what may not be installed, and none of them has doctests."""

from __future__ import annotations

from pathlib import Path

collect_ignore = [path.name for path in Path(__file__).parent.glob("*.py") if not path.name.startswith("test_")]
