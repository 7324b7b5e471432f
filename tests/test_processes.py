"""Work shared among processes: the results, the errors and the end are those of one process."""

from __future__ import annotations

import os
import time
from multiprocessing import active_children, parent_process

import pytest

from derive.errors import DerivationError
from derive.processes import Workers, jobs_for


def _double(number: int) -> tuple[int, int]:
    return 2 * number, os.getpid()


def _fail(number: int) -> int:
    raise DerivationError(number, "a rule", "it does not apply")


def _slowly(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def _killed(number: int) -> int:
    if parent_process() is not None:
        os._exit(9)
    return number


def _interrupted() -> None:
    with Workers(2) as workers:
        for _ in range(2):
            workers.begin(time.sleep, 60)
        raise KeyboardInterrupt


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_are_given_as_they_are_asked_for(jobs: int) -> None:
    """Each call has its own result, made here by one job, elsewhere too by two."""
    with Workers(jobs) as workers:
        made = [workers.begin(_double, number) for number in range(5)]
        found = [result() for result in made]
    assert [number for number, _ in found] == [0, 2, 4, 6, 8]
    assert any(process != os.getpid() for _, process in found) is (jobs == 2)


def test_what_none_has_begun_is_done_here() -> None:
    """While the other process is at the first, the last is done here, once, and an error in it is raised in its turn."""
    with Workers(2) as workers:
        slow = workers.begin(_slowly, 1)
        others = [workers.begin(_double, number) for number in range(6)]
        fails = workers.begin(_fail, 3)
        assert slow() == 1
        assert os.getpid() in {result()[1] for result in others}
        with pytest.raises(DerivationError):
            fails()


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_is_that_of_one_process(jobs: int) -> None:
    """Also of a kind that takes other arguments than its message; what comes after it has its result."""
    with Workers(jobs) as workers:
        fails, works = workers.begin(_fail, 3), workers.begin(_double, 4)
        with pytest.raises(DerivationError) as error:
            fails()
        assert works()[0] == 8
    assert str(error.value) == str(DerivationError(3, "a rule", "it does not apply"))


def test_what_comes_to_nothing_elsewhere_is_done_here() -> None:
    """A function that cannot be sent; a process that is killed, and what is begun after that."""
    with Workers(2) as workers:
        assert workers.begin(lambda: "here")() == "here"
        assert workers.begin(_killed, 5)() == 5
        assert workers.begin(_double, 6)() == (12, os.getpid())


@pytest.mark.parametrize("pause", [0, 0.2, 0.5])
def test_the_end_of_a_process_that_came_later_is_seen(pause: float) -> None:
    """Also where the pool waits for one that began before it."""
    with Workers(2) as workers:
        first = workers.begin(_double, 4)
        time.sleep(pause)
        assert workers.begin(_killed, 5)() == 5
        assert first()[0] == 8


def test_an_interrupt_ends_the_processes() -> None:
    """What they are at is not waited for."""
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        _interrupted()
    assert time.monotonic() - begin < 30
    assert not active_children()


def test_processes_are_as_many_as_are_worth_their_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """At most one for a dozen things, and one for each core."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(4)), raising=False)
    assert [jobs_for(things) for things in (0, 11, 23, 24, 48, 1000)] == [1, 1, 1, 2, 4, 4]
