"""``--watch``: what is saved is looked at again, what is broken is said, and an interrupt ends it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
HEAD = "% derive: dimension N; vectors a, b : N; scalar s, t\n"
#: Seconds within which an answer comes, on a machine that does much else.
PATIENCE = 60.0


class Watching:
    """A run of ``derive check --watch``, and what it said up to now."""

    def __init__(self, folder: Path, *targets: str) -> None:
        env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)]), "DERIVE_CACHE": ""}
        self.log = folder / "log.txt"
        with self.log.open("wb") as out:
            command = [sys.executable, "-m", "derive", "check", "--watch", *targets]
            # a shell starts what it puts in the background with interrupts ignored, and so all that this starts
            heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL) if os.name == "posix" else None
            self.process = subprocess.Popen(
                command, stdout=out, stderr=subprocess.STDOUT, cwd=folder, env=env, preexec_fn=heard
            )
        self.seen = 0

    def look(self) -> str:
        """What the next look says."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            said = self.log.read_text("utf-8")[self.seen :]
            if "Ctrl-C ends\n" in said:
                self.seen += said.index("Ctrl-C ends\n") + len("Ctrl-C ends\n")
                return said[: said.index("Ctrl-C ends\n")]
            assert self.process.poll() is None, said
            time.sleep(0.02)
        raise AssertionError(self.log.read_text("utf-8"))


@pytest.fixture
def watching(tmp_path: Path) -> Iterator[Any]:
    """Starts watches in the folder of the test, and ends them."""
    started: list[Watching] = []

    def start(*targets: str) -> Watching:
        started.append(Watching(tmp_path, *targets))
        return started[-1]

    yield start
    for each in started:
        each.process.kill()
        each.process.wait()


def test_a_paper(watching: Any, tmp_path: Path) -> None:
    """Mended, broken, gone and back; with a file that it inputs and the settings of its project; then interrupted."""
    paper, part = tmp_path / "p.tex", tmp_path / "part.tex"
    paper.write_text(f"{HEAD}\\[ s + s = 2 s \\]\n\\[ s = 2 s \\]\n\\input{{part}}\n", "utf-8")
    part.write_text("\\[ a \\cdot b = b \\cdot a \\]\n", "utf-8")
    watch = watching("p.tex")
    first = watch.look()
    assert "3 relations (2 proved; 1 refuted): 1 NOT as expected" in first
    paper.write_text(f"{HEAD}\n\\[ s + s = 2 s \\]\n\\[ s = 1 s \\]\n\\input{{part}}\n", "utf-8")
    mended = watch.look()
    assert "p.tex saved" in mended
    assert "proved       4:6" in mended
    assert "3:6" not in mended  # as it was
    assert "3 relations (3 proved): all as expected" in mended
    part.write_text("\\[ a \\cdot b = 2 b \\cdot a \\]\n", "utf-8")
    assert "refuted      part.tex:1:14" in watch.look()
    paper.write_bytes(b"\xff\xfe\x00")
    assert "derive: error: p.tex: byte 0 is not UTF-8" in watch.look()
    (tmp_path / "new.tex").write_text(f"{HEAD}\\[ s = q \\]\n\\[ s = s \\]\n", "utf-8")
    (tmp_path / "new.tex").replace(paper)  # as editors save
    assert "unknown name q" in watch.look()
    (tmp_path / "pyproject.toml").write_text("[tool.derive]\nunread = 'ignore'\n", "utf-8")
    assert "all as expected, BUT 1 relation NOT READ" in watch.look()
    watch.process.send_signal(signal.SIGINT)
    assert watch.process.wait(PATIENCE) == 130


def test_a_python_file(watching: Any, tmp_path: Path) -> None:
    """It is run again, with the modules that it imports from its folder."""
    (tmp_path / "other.py").write_text("FACTOR = 2\n", "utf-8")
    (tmp_path / "mine.py").write_text(
        "import derive\nfrom other import FACTOR\ns = derive.scalar('s')\nclaim = derive.prove(s + s, FACTOR * s)\n",
        "utf-8",
    )
    watch = watching("mine.py")
    assert "all as expected" in watch.look()
    (tmp_path / "other.py").write_text("FACTOR = 31\n", "utf-8")
    said = watch.look()
    assert "other.py saved" in said
    assert "FAILED" in said
    (tmp_path / "mine.py").write_text("import derive\n1 +\n", "utf-8")
    assert "mine.py:2: invalid syntax" in watch.look()
    (tmp_path / "mine.py").write_text("import derive\ns = derive.scalar('s')\nclaim = derive.prove(s, s)\n", "utf-8")
    assert "all as expected" in watch.look()


def test_a_folder(watching: Any, tmp_path: Path) -> None:
    """A paper that comes to it, and one that goes."""
    (tmp_path / "p.tex").write_text(f"{HEAD}\\[ s = s \\]\n", "utf-8")
    watch = watching(".")
    assert "1 relation (1 proved)" in watch.look()
    (tmp_path / "q.tex").write_text(f"{HEAD}\\[ t = t \\]\n", "utf-8")
    assert "2 relations (2 proved)" in watch.look()
    (tmp_path / "p.tex").unlink()
    assert "1 relation (1 proved)" in watch.look()


def test_usage(run: Any, tmp_path: Path) -> None:
    """What does not go with it is said, and so is a target that there is not."""
    for more in (("--json",), ("--fix",), ("-j", "2"), ("--init",), ("--kernel", "rocq")):
        assert "--watch" in run("check", "--watch", *more, code=2).stderr
    assert "needs a TARGET" in run("check", "--watch", code=2).stderr
    assert "no such file" in run("check", "--watch", str(tmp_path / "no.tex"), code=2).stderr
