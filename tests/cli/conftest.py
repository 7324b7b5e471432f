"""Running `derive`: inside this process for messages and exit codes, in its own for streams and imports."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner, Result

from derive.authoring.theory import Theory
from derive.cli import console, main
from derive.cli.targets import subject
from derive.theories.registry import THEORIES, theory_of_program
from tests.structures import structured_theory

ROOT = Path(__file__).parents[2]
Run = Callable[..., Result]
Process = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """``run("prove", "Pi*Pi = Pi", code=0)``: the result, at 80 columns, with that exit code where one is given.

    On a slow machine, too, nothing is told of its progress.
    """
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(console, "FIRST", 3600.0)
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)

    def invoke(*args: str, code: int | None = None) -> Result:
        result = CliRunner().invoke(main, args, prog_name="derive")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert code in (None, result.exit_code), result.output
        return result

    return invoke


@pytest.fixture
def entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of what is kept, for one test."""
    monkeypatch.setenv("DERIVE_CACHE", str(tmp_path / "entries"))
    subject.cache_clear()
    return tmp_path / "entries"


@pytest.fixture
def own(entries: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache for one test, which stands in the folder of its papers."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def structured(monkeypatch: pytest.MonkeyPatch) -> Iterator[Theory]:
    """A theory of the registry, for one test, with theorems that are no equations."""
    module = ModuleType("tests.structured_theory")
    module.__file__ = str(ROOT / "tests" / "structures.py")
    theory = structured_theory()
    module.__dict__["THEORY"] = theory
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(THEORIES, "structured", module.__name__)
    yield theory
    theory_of_program.cache_clear()
    subject.cache_clear()


@pytest.fixture
def process() -> Process:
    """``process("list", PYTHONIOENCODING="ascii")``: a finished process of its own."""

    def start(*args: str, code: str = "", **environment: str) -> subprocess.CompletedProcess[bytes]:
        program = code or "from derive.cli import main; main(prog_name='derive')"
        env = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80", **environment}
        return subprocess.run([sys.executable, "-c", program, *args], capture_output=True, env=env, timeout=120)

    return start


#: Runs each list of arguments that stdin has, and says in JSON what came out of it.
IN_TURN = """
import contextlib, io, json, sys
{before}
from derive.cli import main
found = []
for args in json.load(sys.stdin):
    out, err, code = io.StringIO(), io.StringIO(), 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main(args, prog_name="derive")
        except SystemExit as end:
            code = end.code or 0
        {after}
    found.append(dict(code=code, stdout=out.getvalue(), stderr=err.getvalue()))
print(json.dumps(found))
"""


@pytest.fixture
def in_turn() -> Callable[..., list[dict[str, Any]]]:
    """``in_turn([("list",), …], before="…", after="…")``: what comes of each in one new process; Python before and after."""

    def start(
        each: Sequence[Sequence[str]], before: str = "", after: str = "", **environment: str
    ) -> list[dict[str, Any]]:
        env = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80", **environment}
        program = [sys.executable, "-c", IN_TURN.format(before=before, after=after)]
        done = subprocess.run(program, input=json.dumps(each).encode(), capture_output=True, env=env, timeout=240)
        assert done.returncode == 0, done.stderr.decode()
        found: list[dict[str, Any]] = json.loads(done.stdout)
        assert len(found) == len(each)
        return found

    return start
