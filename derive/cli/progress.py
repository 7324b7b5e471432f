"""What is told while a command works: one line that is written over on a terminal, elsewhere a plain line now and then.

On a terminal the line is there after a second, changes every second, makes room for what else is printed, and is gone at
the end.  Elsewhere, in a log or a pipe, a line comes after `FIRST` seconds and then every `EVERY`.  A command that is done
by then says nothing.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from threading import Event, Lock, Thread
from time import monotonic
from typing import TextIO, TypeVar

_T = TypeVar("_T")

#: Seconds until the first plain line, between two of them, and until each change of the line on a terminal.
FIRST, EVERY, TERMINAL = 2.0, 2.0, 1.0
#: Columns of the line on a terminal.
WIDTH = 78


class Watch:
    """How far the work is: called with the label at hand, its number, and how many there are."""

    def __init__(self, name: str, things: str, stream: TextIO | None) -> None:
        self.name = name
        self.things = things
        self.stream = stream
        self.terminal = stream is not None and stream.isatty()
        self.label, self.number, self.total = "", 0, 0
        self.since = monotonic()
        self._shown = False
        self._lock = Lock()

    def __call__(self, label: str, number: int, total: int) -> None:
        self.label, self.number, self.total = label, number, total

    def over(self, things: Sequence[_T], label: Callable[[_T], str]) -> Iterator[_T]:
        """The things one after the other, each told by its label while it is at work."""
        for number, thing in enumerate(things, start=1):
            self(label(thing), number, len(things))
            yield thing

    def __str__(self) -> str:
        """``layernorm: 84 of 168 theorems, 35 s``; the theorem at hand is not counted as done."""
        seconds = f"{monotonic() - self.since:.0f} s"
        if not self.total:
            return f"{self.name}: {seconds}"
        return f"{self.name}: {self.number - 1} of {self.total} {self.things}, {seconds}"

    @contextlib.contextmanager
    def aside(self) -> Iterator[None]:
        """Nothing is told in the block, and the line of a terminal is out of the way of what is printed there."""
        with self._lock:
            self._clear()
            yield

    def tell(self, done: Event) -> None:
        pause = TERMINAL if self.terminal else FIRST
        with contextlib.suppress(OSError, ValueError):  # nobody reads, or the stream is closed: the work goes on
            while not done.wait(pause):
                with self._lock:
                    self._show()
                pause = TERMINAL if self.terminal else EVERY
            with self._lock:
                self._clear()

    def _show(self) -> None:
        if not self.terminal:
            print(self, file=self.stream, flush=True)
            return
        line = f"{self} ({self.label})"[:WIDTH] if self.label else str(self)
        print(f"\r{line:<{WIDTH}}\r", end="", file=self.stream, flush=True)
        self._shown = True

    def _clear(self) -> None:
        if self._shown:
            print(f"\r{'':<{WIDTH}}\r", end="", file=self.stream, flush=True)
            self._shown = False


@contextlib.contextmanager
def watched(name: str, things: str) -> Iterator[Watch]:
    """A watch whose state is told on stderr until the block ends."""
    watch, done = Watch(name, things, sys.stderr), Event()
    if watch.stream is None:  # started without one
        yield watch
        return
    teller = Thread(target=watch.tell, args=(done,), daemon=True)
    teller.start()
    try:
        yield watch
    finally:
        done.set()
        teller.join()
