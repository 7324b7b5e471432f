"""Terminals: streams that never crash on a letter, colours only where they are wanted, the folding of long formulas.

While a command works, one line tells how far it is.  On a terminal it is there after a second, changes every second, makes
room for what else is printed, and is gone at the end.  Elsewhere, in a log or a pipe, a plain line comes after `FIRST`
seconds and then every `EVERY`.  A command that is done by then says nothing.
"""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

if TYPE_CHECKING:
    from rich.console import Console


#: Signs in ASCII; Greek letters go by their Unicode names, raised and lowered signs by what they are made of.
_ASCII = {
    "≥": ">=", "≤": "<=", "≠": "!=", "·": "*", "⊙": "(*)", "√": "sqrt ", "−": "-", "–": "-", "—": "-", "…": "...",
    "×": "x", "→": "->", "∂": "d", "Σ": "sum", "∏": "prod", "′": "'", "ᵀ": "^T", "“": '"', "”": '"', "’": "'",
    "±": "+-", "⟨": "<", "⟩": ">", "§": "sec. ", "\u0302": "^", "\u0304": "-", "\u0303": "~", "⁺": "^+", "⁻": "^-",
}  # fmt: skip
_ERRORS = "derive-ascii"

#: Colour of each verdict.
STYLES = {
    "proved": "green",
    "not certified": "yellow",
    "refuted": "red",
    "unsupported": "yellow",
    "error": "red",
    "FAILED": "bold red",
}

#: Columns below which nothing is laid out; a narrower terminal folds the lines itself.
NARROWEST = 40


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    """Stand-ins for letters that a stream cannot write: ``sigma^2 + epsilon``."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object
    found = ""
    for at in range(error.start, error.end):
        word = _stand_in(text[at])
        # Names of letters are words: N epsilon, Pi a.
        if word.isalpha() and (found or text[at - 1 : at])[-1:].isalnum():
            found += " "
        found += word + (
            " " if word.isalpha() and text[at + 1 : at + 2].isascii() and text[at + 1 : at + 2].isalnum() else ""
        )
    return found, error.end


def _stand_in(letter: str) -> str:
    if letter in _ASCII:
        return _ASCII[letter]
    kind, _, folded = unicodedata.decomposition(letter).partition(" ")
    if kind in ("<super>", "<sub>") and folded:
        base = chr(int(folded.split()[0], 16))
        return ("^" if kind == "<super>" else "_") + (base if base.isascii() else _stand_in(base))
    words = unicodedata.name(letter, "").split()
    if words[:1] == ["GREEK"] and len(words) >= 4:
        return words[3].lower() if words[1] == "SMALL" else words[3].capitalize()
    return "?"


codecs.register_error(_ERRORS, _in_ascii)


def prepare_streams() -> None:
    """Let stdout and stderr spell out what their encoding lacks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_ERRORS)


def complain(message: str, code: int, hint: str = "") -> int:
    """Write ``derive: error: …`` to stderr; gives the exit code back."""
    print(f"derive: error: {message}" + (f"\n  hint: {hint}" if hint else ""), file=sys.stderr)
    return code


#: What has been said since `taped` began: JSON, or lines with their style and indent; None when nobody listens.
_tape: list[Any] | None = None


@contextmanager
def taped() -> Iterator[list[Any]]:
    """The list of what is said in the block, to be kept and `said_again`; it is printed as well."""
    global _tape
    before, _tape = _tape, []
    try:
        yield _tape
    finally:
        _tape = before


def said_again(tape: Sequence[Any]) -> None:
    """Say what a tape has."""
    for part in tape:
        if isinstance(part, dict):
            say_json(part)
        else:
            lines, style, indent = part
            say(*lines, style=style, indent=indent)


def say_json(data: dict[str, Any]) -> None:
    """Print JSON; in ASCII, so that every locale and reader takes it."""
    import json

    if _tape is not None:
        _tape.append(data)
    print(json.dumps(data, indent=2))


def console() -> Console:
    """A console of now: the streams of now, plain when NO_COLOR is set or nobody looks."""
    from rich.console import Console

    colours = None if os.environ.get("NO_COLOR") else "auto"

    class Quiet(Console):
        """Leaves a closed pipe to `derive.cli.app`, which gives its exit code."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    # A missing stream (closed by the caller) takes nothing.
    found = Quiet(
        file=sys.stdout or io.StringIO(), color_system=colours, highlight=False, markup=False, emoji=False  # type: ignore[arg-type]  # rich's names of colour systems
    )  # fmt: skip
    if found.width < NARROWEST:  # a wrong COLUMNS, or a sliver of a window
        found.width = NARROWEST
    return found


def say(*lines: str, style: str = "", indent: int = 0) -> None:
    """Print lines; long ones are folded at the console's width, with deeper continuations."""
    from rich.text import Text

    if _tape is not None:
        _tape.append((lines, style, indent))
    out = console()
    for line in lines:
        for row in fold(line, out.width - indent):
            out.print(Text(" " * indent + row, style=style), soft_wrap=True)


def say_prose(text: str, indent: int = 0) -> None:
    """Print words, in lines that are not too long to read."""
    width = min(console().width, 100) - indent
    say(*textwrap.wrap(" ".join(text.split()), max(width, 20)), indent=indent)


def many(count: int, word: str) -> str:
    """``1 theorem``, ``2 theorems``, ``3 near misses``."""
    return f"{count} {word}{'' if count == 1 else 'es' if word.endswith('s') else 's'}"


def width_of(text: str) -> int:
    """How many columns a text takes."""
    from rich.cells import cell_len

    return cell_len(text)


#: How gladly a row begins with a sign.
_BREAKS = {"=": 0, "+": 1, "-": 1}


def fold(text: str, width: int, hanging: int = 4) -> list[str]:
    """The text in rows of at most ``width`` columns, where blanks allow it; continuations hang.

    Of the blanks within reach it breaks at one inside the fewest brackets, there after a comma or before an equals sign,
    there before a plus or minus, there at the last.

    >>> fold("√N diag(g) (Πa / √(|Πa|² + Nε)) + b", 33)
    ['√N diag(g) (Πa / √(|Πa|² + Nε))', '    + b']
    """
    from rich.cells import get_character_cell_size

    rows: list[str] = []
    start = len(text) - len(text.lstrip(" "))
    lead = text[:start]
    while True:
        room = width - len(lead)
        best: tuple[bool, int, int, int] | None = None
        column = depth = 0
        for at in range(start, len(text)):
            letter = text[at]
            if letter == " " and at > start and (best is None or column <= room):
                # A break near the beginning of the row would leave most of it empty.
                early = column < room // 3
                key = (early, depth, 0 if text[at - 1] == "," else _BREAKS.get(text[at + 1 : at + 2], 2), -at)
                if best is None or key < best:
                    best = key
            depth += (letter in "([") - (letter in ")]")
            column += get_character_cell_size(letter)
            if column > room and best is not None:
                break
        if column <= room or best is None:
            return [*rows, lead + text[start:]]
        end = -best[3]
        rows.append(lead + text[start:end])
        start = end + 1
        lead = " " * min(hanging, max(width // 4, 0))


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
        """``layernorm: 84 of 168 theorems, 35 s``; the theorem at hand is not counted as done.

        Of what goes on without a known end, ``corpus: 84 papers, 35 s``.
        """
        seconds = f"{monotonic() - self.since:.0f} s"
        if not self.number:
            return f"{self.name}: {seconds}"
        done = f"{self.number - 1} of {self.total}" if self.total else f"{self.number - 1}"
        return f"{self.name}: {done} {self.things}, {seconds}"

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
