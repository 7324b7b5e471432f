"""Pytest in a folder, in a process of its own that need not load pytest and the package first: children of one that has."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Protocol

#: For each line, which has a folder, an environment and arguments, a child of this process runs pytest there.
_FORKING = """
import json, os, sys, tempfile
import pytest
import derive.answers.bounds, derive.certificates.certificate, derive.cli.papers, derive.cli.targets, derive.reading.paper
for line in sys.stdin:
    folder, environment, arguments = json.loads(line)
    with tempfile.TemporaryFile() as said:
        if (child := os.fork()) == 0:
            os.environ.clear()
            os.environ.update(environment)
            os.chdir(folder)
            sys.path.insert(0, "")
            os.dup2(said.fileno(), 1)
            os.dup2(said.fileno(), 2)
            code = pytest.main(arguments)
            sys.stdout.flush()
            os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        said.seek(0)
        print(json.dumps([code, said.read().decode()]), flush=True)
"""
#: It does not look for plugins, which takes most of a second.
_ALONE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


class Pytest(Protocol):
    """``other_pytest(folder, *arguments)``: the exit code, and what was printed."""

    def __call__(self, folder: Path, *arguments: str) -> SimpleNamespace: ...


def forking() -> Iterator[Pytest]:
    """The function that runs it, with the plugin of the package and no other."""
    command = [sys.executable, "-c", _FORKING]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", env=os.environ | _ALONE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        stdin, stdout = process.stdin, process.stdout

        def ask(folder: Path, *arguments: str) -> SimpleNamespace:
            asked = ["-p", "no:cacheprovider", "-p", "derive.pytest_plugin", *arguments]
            print(json.dumps([str(folder), os.environ | _ALONE, asked]), file=stdin, flush=True)
            code, said = json.loads(stdout.readline())
            return SimpleNamespace(returncode=code, stdout=said)

        yield ask
        stdin.close()
