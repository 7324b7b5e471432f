"""What is told while a command works: one line that is written over on a terminal, elsewhere a plain line now and then.

On a terminal the line is there after `FIRST` seconds, changes every second, and is gone at the end.  Elsewhere, in a log or
a pipe, a line comes after `FIRST` seconds and then every `EVERY`.  A command that is done by then says nothing.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from threading import Event, Thread
from time import monotonic
from typing import TextIO

#: Seconds until the first line, between two plain ones, and between two on a terminal.
FIRST, EVERY, TERMINAL = 2.0, 10.0, 1.0
#: Columns of the line on a terminal.
WIDTH = 78


class Watch:
    """How far the work is: called with the label at hand, its number, and how many there are."""

    def __init__(self, name: str, things: str) -> None:
        self.name = name
        self.things = things
        self.label, self.number, self.total = "", 0, 0
        self.since = monotonic()

    def __call__(self, label: str, number: int, total: int) -> None:
        self.label, self.number, self.total = label, number, total

    def __str__(self) -> str:
        """``layernorm: 84 of 168 theorems, 35 s``; the theorem at hand is not counted as done."""
        seconds = f"{monotonic() - self.since:.0f} s"
        if not self.total:
            return f"{self.name}: {seconds}"
        return f"{self.name}: {self.number - 1} of {self.total} {self.things}, {seconds}"


@contextlib.contextmanager
def watched(name: str, things: str) -> Iterator[Watch]:
    """A watch whose state is told on stderr until the block ends."""
    watch, done = Watch(name, things), Event()
    stream = sys.stderr
    if stream is None:  # started without one
        yield watch
        return
    teller = Thread(target=_tell, args=(watch, done, stream), daemon=True)
    teller.start()
    try:
        yield watch
    finally:
        done.set()
        teller.join()


def _tell(watch: Watch, done: Event, stream: TextIO) -> None:
    terminal = stream.isatty()
    pause, told = FIRST, False
    with contextlib.suppress(OSError, ValueError):  # nobody reads, or the stream is closed: the work goes on
        while not done.wait(pause):
            line = f"{watch} ({watch.label})"[:WIDTH] if terminal and watch.label else str(watch)
            print(f"\r{line:<{WIDTH}}\r" if terminal else line, end="" if terminal else "\n", file=stream, flush=True)
            pause, told = TERMINAL if terminal else EVERY, True
        if terminal and told:
            print(f"\r{'':<{WIDTH}}\r", end="", file=stream, flush=True)
