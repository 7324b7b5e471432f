"""What `derive` remembers of earlier questions, forgotten: around the replacement of a part by a dummy, and before a
measurement."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from derive.cli import remembered

#: The rooms in which verdicts, and what they rest on, are remembered.
ROOMS = ("derive.language", "derive.kernel", "derive.evaluate", "derive.statements", "derive.derivation")


def forget(rooms: tuple[str, ...] = ROOMS) -> None:
    """Empty every memory of these rooms, or modules, and that of verdicts."""
    remembered.forget()
    for name, module in list(sys.modules.items()):
        if name.startswith(rooms):
            for value in list(vars(module).values()):
                clear = getattr(value, "cache_clear", None)
                if clear is not None and not isinstance(value, type):
                    clear()


@contextmanager
def replaced(place: str, dummy: Any) -> Iterator[None]:
    """``dummy`` in the place of something of `derive`; nothing of that is remembered afterwards."""
    forget()
    try:
        with patch(place, dummy):
            yield
    finally:
        forget()
