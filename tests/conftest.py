"""What all tests share: the data folder, a fixed profile for random tests, and that a file's tests run in one process."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from derive.cli.app import COLLECTED_AFTER
from tests.forking import Pytest, forking

if TYPE_CHECKING:
    from derive.authoring.theory import Theorem

# Random tests are the same on every machine and have no clock: a slow machine must not fail them.
settings.register_profile("derive", derandomize=True, deadline=None)
settings.load_profile("derive")
gc.set_threshold(COLLECTED_AFTER)


def pytest_collection_finish() -> None:
    """Thousands of tests stay until the end: no search for garbage goes through them again."""
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """The tests of a file stay in one process: what they share is made once, and what the program remembers serves them.

    So do all files that ask `tests.theorems`: no theorem is decided for them in two processes.  The tests of a file with the
    mark ``apart`` share nothing, and take long: each goes to the process that is free.
    """
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):  # type: ignore[misc]  # xdist has no types
        def _split_scope(self, nodeid: str) -> str:
            file = nodeid.partition("::")[0]
            if says(file, "pytest.mark.apart"):
                return nodeid
            return "tests.theorems" if says(file, "from tests.theorems import") else super()._split_scope(nodeid)

    config.option.loadscopereorder = False  # in the order of the files, of which the last ones are short
    return Scheduling(config, log)


@cache
def says(file: str, words: str) -> bool:
    """Has a file of tests these words?"""
    return words in (Path(__file__).parents[1] / file).read_text("utf-8")


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test finds out for itself; one about what is kept names a folder of its own."""
    monkeypatch.setenv("DERIVE_CACHE", "")


@pytest.fixture(scope="session")
def other_pytest() -> Iterator[Pytest]:
    """``other_pytest(folder, *arguments)``: pytest in a process of its own."""
    yield from forking()


@pytest.fixture(scope="session")
def derive_data() -> Path:
    """The folder of real data, named by ``DERIVE_DATA``; a test that needs it skips, saying so, when there is none."""
    named = os.environ.get("DERIVE_DATA", "")
    if not named or not Path(named).is_dir():
        pytest.skip("DERIVE_DATA does not name a folder: the real gains and probes are not part of the repository")
    return Path(named)


@pytest.fixture(scope="session")
def theorems() -> list[Theorem]:
    """Every theorem that the format has a place for."""
    from derive.certificates.write import statements_of
    from derive.theories.registry import THEORIES, load_theory

    every = [each for name in THEORIES for each in load_theory(name).theorems]
    placed = statements_of(every)["statements"]
    return [each for each in every if each.label in placed]
