"""What is told while a command works: never later than two seconds on a terminal, now and then in a log."""

from __future__ import annotations

import io
import sys
import time
from itertools import pairwise
from threading import Event
from typing import Any

import pytest

from derive.cli import console
from derive.cli.targets import subject


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_on_a_terminal_one_line_is_written_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """It names the theorem at hand, and is gone at the end."""
    monkeypatch.setattr(console, "TERMINAL", 0.05)
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    with console.watched("layernorm", "theorems") as watch:
        watch("layernorm.eq6", 1, 168)
        time.sleep(0.3)
    told = stream.getvalue()
    assert "\n" not in told
    assert "\rlayernorm: 0 of 168 theorems, 0 s (layernorm.eq6) " in told
    assert told.endswith(f"\r{'':<{console.WIDTH}}\r")


def test_a_closed_stream_does_not_stop_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody reads: nothing is told, and nothing fails."""
    monkeypatch.setattr(console, "FIRST", 0.01)
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    with console.watched("layernorm", "theorems"):
        stream.close()
        time.sleep(0.05)
    monkeypatch.setattr(sys, "stderr", None)
    with console.watched("layernorm", "theorems") as watch:
        watch("layernorm.eq6", 1, 168)


class Clock(Event):
    """Waiting takes no time: it moves the clock on, and the work ends after ``length`` seconds."""

    def __init__(self, length: float) -> None:
        super().__init__()
        self.now, self.length = 0.0, length
        self.told_at: list[float] = []

    def wait(self, timeout: float | None = None) -> bool:
        assert timeout is not None
        self.now += timeout
        return self.now >= self.length


class Told(io.StringIO):
    """A stream that remembers when it was written to."""

    def __init__(self, clock: Clock, terminal: bool) -> None:
        super().__init__()
        self.clock, self.terminal = clock, terminal
        self.lines: list[tuple[float, str]] = []

    def isatty(self) -> bool:
        return self.terminal

    def write(self, text: str) -> int:
        if text.strip():
            self.lines.append((self.clock.now, text.strip()))
        return len(text)


@pytest.mark.parametrize(("total", "told"), [(168, "2 of 168 theorems"), (0, "2 theorems")])
@pytest.mark.parametrize(("terminal", "most"), [(True, 2.0), (False, 2.0)])
def test_it_never_stands_still(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, most: float, total: int, told: str
) -> None:
    """A single step of a minute: what is told differs each time, and comes in time; also where no end is known."""
    clock = Clock(60)
    monkeypatch.setattr(console, "monotonic", lambda: clock.now)
    stream = Told(clock, terminal)
    watch = console.Watch("layernorm", "theorems", stream)
    watch("layernorm.eq6", 3, total)
    watch.tell(clock)
    times = [0.0, *(at for at, _ in stream.lines), 60.0]
    assert all(later - earlier <= most for earlier, later in pairwise(times))
    assert len({line for _, line in stream.lines}) == len(stream.lines)
    assert all(line.startswith(f"layernorm: {told}, ") for _, line in stream.lines)


def test_what_is_printed_stands_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line is gone before, and comes back after."""
    stream = Terminal()
    monkeypatch.setattr(console, "TERMINAL", 0.01)
    monkeypatch.setattr(sys, "stderr", stream)
    with console.watched("verify", "certificates") as watch:
        while "verify" not in stream.getvalue():
            time.sleep(0.01)
        with watch.aside():
            assert stream.getvalue().endswith(f"\r{'':<{console.WIDTH}}\r")
            before = stream.getvalue()
            time.sleep(0.1)
            assert stream.getvalue() == before
        while stream.getvalue() == before:
            time.sleep(0.01)


@pytest.mark.parametrize(
    ("arguments", "slow"),
    [
        (("check", "layernorm.eq6"), "derive.authoring.theory.check_theorem"),
        (("claims", "R-59"), "derive.claims.claim.check_claim"),
        (("export", "layernorm.eq6", "--out", "-"), "derive.certificates.write.certificate_of"),
        (("verify", "output/certificates/layernorm.eq6.json"), "derive.verifier.verify"),
    ],
)
def test_every_long_command_tells(
    run: Any, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], slow: str
) -> None:
    """How far it is, on stderr, while one step lasts."""
    module, _, name = slow.rpartition(".")
    work = getattr(__import__(module, fromlist=[name]), name)

    def slowly(*args: Any) -> Any:
        time.sleep(0.3)
        return work(*args)

    quick = run(*arguments)
    subject.cache_clear()
    monkeypatch.setattr(slow, slowly)
    monkeypatch.setattr(console, "FIRST", 0.05)
    monkeypatch.setattr(console, "EVERY", 0.05)
    result = run(*arguments)
    assert f"{arguments[0]}: 0 of 1 " in result.stderr
    assert (result.stdout, result.exit_code) == (quick.stdout, 0)
