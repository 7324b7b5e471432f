"""Running `derive`: inside this process for messages and exit codes, in its own for streams and imports."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from derive.cli import main

ROOT = Path(__file__).parents[2]
Run = Callable[..., Result]
Process = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """``run("prove", "Pi*Pi = Pi")``: the result, at 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)

    def invoke(*args: str) -> Result:
        result = CliRunner().invoke(main, args, prog_name="derive")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return invoke


@pytest.fixture
def process() -> Process:
    """``process("list", PYTHONIOENCODING="ascii")``: a finished process of its own."""

    def start(*args: str, code: str = "", **environment: str) -> subprocess.CompletedProcess[bytes]:
        program = code or "from derive.cli import main; main(prog_name='derive')"
        env = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80", **environment}
        return subprocess.run([sys.executable, "-c", program, *args], capture_output=True, env=env, timeout=120)

    return start
