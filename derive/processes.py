"""Work shared among processes: the same results, in the same order, for any number of them.

A process is started anew, which works on every system, and is sent functions of modules with what they are given.  What
none brings back (it raises an error, cannot be sent, or its process was killed) is done here in its turn: so what is raised
is what one process alone would raise.  A process ends with the block that it works for, and with the one that started it.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import active_children, current_process, get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Thread, local
from types import TracebackType
from typing import Any, ParamSpec, Self, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")

#: Things for which one process more is worth its start.
DOZEN = 12
#: Seconds after which the processes are looked at again, and an interrupt is seen on systems where waiting hides it.
_PAUSE = 1.0


def jobs_for(things: int) -> int:
    """How many processes are worth their start: as many as there are cores, at most one for a dozen things."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores, things // DOZEN))


@dataclass
class _Begun:
    """Something that is done in another process, or here: then ``made`` has it, or nothing where it raised an error."""

    found: Future[Sequence[Any]]
    here: Callable[[], Any]
    made: Sequence[Any] | None = None


class Workers:
    """So many processes while a block runs, this one among them; with one job there is no other.

    Work is begun in the order in which it is given.  While a result is waited for that another process is at, the last
    thing that none has begun is done here.  Work has to depend on nothing but what it is given, and be quick to send: a
    function of a module, and data.
    """

    def __init__(self, jobs: int = 1) -> None:
        self._pool: ProcessPoolExecutor | None = None
        if jobs > 1:
            self._pool = ProcessPoolExecutor(jobs - 1, get_context("spawn"), _started, gc.get_threshold())
        self._others = set(active_children())
        self._begun: list[_Begun] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, where: TracebackType | None) -> None:
        if self._pool is None:
            return
        if kind is not None:  # what is at work is not waited for
            for process in set(active_children()) - self._others:
                process.terminate()
        self._pool.shutdown(cancel_futures=True)

    def begin(self, work: Callable[_P, _T], *given: _P.args, **named: _P.kwargs) -> Callable[[], _T]:
        """Have something done; what is returned gives the result, or raises what the work raises."""
        here = partial(work, *given, **named)
        if self._pool is None:
            return here
        try:
            begun = _Begun(self._pool.submit(_tried, here), here)
        except BrokenExecutor:
            return here
        self._begun.append(begun)
        return partial(self._result, self._pool, begun)

    def _result(self, pool: ProcessPoolExecutor, begun: _Begun) -> Any:
        """What a process brings, or what is made here instead.

        A pool does not see the end of a process that it started while it waited for others; new work makes it look again.
        """
        while not begun.found.done():
            if self._one_here() or wait([begun.found], _PAUSE).done:
                continue
            with suppress(RuntimeError):  # the pool is broken, or at its end: then so is what is waited for
                pool.submit(int)
        if begun.made is None:
            try:
                begun.made = begun.found.result()
            except Exception:  # cannot be sent, or its process was killed
                begun.made = ()
        return begun.made[0] if begun.made else begun.here()

    def _one_here(self) -> bool:
        """Do the last thing that no process has begun; False if there is none."""
        while self._begun:
            last = self._begun.pop()
            if last.found.cancel():
                last.made = _tried(last.here)
                return True
        return False


class Aside:
    """One process that does one thing at a time, and is ended where that takes too long; the next thing begins a new one.

    ``begin`` is called first in each; it and the work are functions of modules, and what they take and give is data.
    """

    def __init__(self, begin: Callable[..., None], *given: object) -> None:
        self._begin = partial(begin, *given)
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def ask(self, work: Callable[..., Any], *given: object, seconds: float) -> Any:
        """The result of some work, which raises nothing.

        Raises `TimeoutError` after so many seconds, `EOFError` where the process ended before.
        """
        if self._process is None or self._pipe is None or not self._process.is_alive():
            self._start()
        pipe = self._pipe
        assert pipe is not None
        try:
            pipe.send((work, given))
            if pipe.poll(seconds):
                return pipe.recv()
        except OSError:
            self.end()
            raise EOFError from None
        except EOFError:
            self.end()
            raise
        self.end()
        raise TimeoutError

    def end(self) -> None:
        """End the process; who waits for it gets an `EOFError`."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.join()

    def _start(self) -> None:
        context = get_context("spawn")
        current_process().daemon = False  # such a one may have no processes, lest they outlive it; ours do not
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, self._begin), daemon=True)
        self._process.start()
        theirs.close()


class Asides:
    """A process aside for each thread that asks, each begun in the same way."""

    def __init__(self, begin: Callable[..., None], *given: object) -> None:
        self._begin = partial(begin, *given)
        self._mine = local()
        self._all: list[Aside] = []
        self._ended = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """End them; who asks from then on gets an `EOFError`."""
        self._ended = True
        for aside in self._all:
            aside.end()

    def ask(self, work: Callable[..., Any], *given: object, seconds: float) -> Any:
        """As `Aside.ask`, by the process of this thread."""
        if not hasattr(self._mine, "aside"):
            self._mine.aside = Aside(self._begin)
            self._all.append(self._mine.aside)
        if self._ended:
            raise EOFError
        return self._mine.aside.ask(work, *given, seconds=seconds)


def _serve(pipe: Connection, begin: Callable[[], None]) -> None:
    """Do what is asked for, one thing after the other, until nobody asks."""
    _started(*gc.get_threshold())
    begin()
    with suppress(EOFError, OSError):
        while True:
            work, given = pipe.recv()
            pipe.send(work(*given))


def _tried(work: Callable[[], Any]) -> Sequence[Any]:
    """The result; nothing where there is an error, as not every error can be sent."""
    try:
        return (work(),)
    except Exception:
        return ()


def _started(*collected_after: int) -> None:
    """In a process that begins: an interrupt is the business of the one that started it, whose end is its own.

    Garbage is looked for as often as there, and not once more at the end.
    """
    gc.set_threshold(*collected_after)
    atexit.register(gc.freeze)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
