"""``pytest --derive``: relations of papers and theorems of modules as items."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.forking import Pytest

PAPER = r"""% derive: dimension N; vectors a, b : N
\begin{align}
  a \cdot b &= b \cdot a \label{eq:one} \\
  a \cdot b &= a \cdot a
\end{align}
"""
MODULE = """import derive

N = derive.dimension("N")
a = derive.vector("a", N)
good = derive.bound(derive.dot(a, a), ">=", 0)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A paper, a module of derivations, a page without mathematics to check, and a test file."""
    (tmp_path / "paper.tex").write_text(PAPER, encoding="utf-8")
    (tmp_path / "proofs.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "README.md").write_text("$$ e = mc^2 $$\n", encoding="utf-8")
    (tmp_path / "other.py").write_text("raise SystemExit\n", encoding="utf-8")
    (tmp_path / "test_it.py").write_text("import derive\n\ndef test_it():\n    assert derive\n", encoding="utf-8")
    return tmp_path


def started(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Pytest in a folder, in a process that begins anew: it looks for plugins, and finds ours among them."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", *arguments]
    env = {**os.environ, **environment}
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False, env=env)


@pytest.fixture
def run(other_pytest: Pytest) -> Pytest:
    """``run(folder, *arguments)``: pytest in a folder, in a process of its own that is told of our plugin alone."""
    return lambda folder, *arguments: other_pytest(folder, "-q", *arguments)


@pytest.mark.parametrize("alone", [True, False])
def test_each_relation_is_an_item(folder: Path, run: Pytest, alone: bool) -> None:
    """Two relations, one of them false, a theorem and a test; the failure shows place, both sides and counterexample."""
    done = (started if alone else run)(folder, "--derive", "--junitxml=found.xml")
    assert done.returncode == 1, done.stdout
    assert "1 failed, 3 passed" in done.stdout
    assert "paper.tex:4:14: refuted, expected to be proved" in done.stdout
    assert "a · b = a · a" in done.stdout
    assert "right side:" in done.stdout
    cases = ElementTree.parse(folder / "found.xml").iter("testcase")
    assert sorted(case.attrib["name"] for case in cases) == ["3:14 eq:one", "4:14", "proofs.good", "test_it"]


def test_nothing_without_the_option(folder: Path, run: Pytest) -> None:
    """Papers and modules are left alone."""
    done = run(folder)
    assert done.returncode == 0
    assert "1 passed" in done.stdout


def test_with_xdist(folder: Path) -> None:
    """Items are shared among processes."""
    pytest.importorskip("xdist")
    plugins = ("-p", "xdist", "-p", "derive.pytest_plugin")
    done = started(folder, *plugins, "--derive", "-n", "2", PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    assert "1 failed, 3 passed" in done.stdout, done.stdout + done.stderr


def test_one_item(folder: Path, run: Pytest) -> None:
    """An item is chosen by its place."""
    done = run(folder, "--derive", "paper.tex::3:14 eq:one")
    assert "1 passed" in done.stdout, done.stdout


def test_a_module_that_cannot_be_imported(folder: Path, run: Pytest) -> None:
    """It is an error of collection, with its line."""
    (folder / "broken.py").write_text("import derive\n\nderive.vector(1, 2)\n", encoding="utf-8")
    done = run(folder, "--derive", "broken.py")
    assert done.returncode == 2
    assert "broken.py:3" in done.stdout


CLAIMS = """import derive

N = derive.dimension("N")
x, y = derive.vector("x", N), derive.vector("y", N)
good = derive.prove(x + x, 2 * x)
marked = derive.expect(derive.prove(x, y), "refuted")
many = [derive.chain(x, x), derive.prove(x, 2 * x)]
"""


def test_verdicts_of_a_module_are_items(folder: Path, run: Pytest) -> None:
    """The same ones as for `derive check`, also in lists; what is marked must come out so."""
    (folder / "proofs.py").write_text(CLAIMS, encoding="utf-8")
    done = run(folder, "--derive", "proofs.py", "--junitxml=found.xml")
    assert done.returncode == 1
    assert "1 failed, 3 passed" in done.stdout, done.stdout
    cases = ElementTree.parse(folder / "found.xml").iter("testcase")
    names = [case.attrib["name"] for case in cases]
    assert names == ["proofs.good", "proofs.marked", "proofs.many[0]", "proofs.many[1]"]


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("use.py", "import derive\nx = derive.scalar('x')\n", 5),  # it uses the package for something else
        ("use.py", "import derive\nx = derive.scalar('x')\ndef f(y):\n    return derive.expect(y, 'refuted')\n", 2),
        ("a.tex", "% derive: scalar s, t\n% derive: skip\n\\[ s = t \\]\n", 2),
        ("a.tex", "% derive: scalar s, t\n", 5),  # names for another paper
        ("a.tex", "% derive the formula\n\\[ s = t \\]\n", 1),  # it is named
        ("a.md", "Words.\n", 2),
        (".", "", 1),  # README.md declares nothing, and is left alone
        ("a.tex", "% Derive: scalar s\n\\[ s = s \\]\n", 1),
        ("a.tex", "\\input{b}\n\\[ s = s \\]\n", 0),
    ],
)
def test_nothing_to_check_is_an_error_of_collection(folder: Path, run: Pytest, name: str, text: str, code: int) -> None:
    """Where something is declared or expected, or a paper is named; what declares nothing is left alone."""
    if text:
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "b.tex").write_text("% derive: scalar s\n", encoding="utf-8")
    done = run(folder, "--derive", name)
    assert done.returncode == code, done.stdout
    assert name != "." or "README" not in done.stdout
    assert name != "a.md" or "a.md: nothing to check" in done.stdout


OPEN = """import derive
from derive.statements.undefined import UndefinedSomewhere

open_ = UndefinedSomewhere(1 / derive.scalar("t"))
"""


@pytest.mark.parametrize(("option", "code"), [("--derive", 0), ("--derive-strict", 1)])
def test_what_is_not_certified_is_told(tmp_path: Path, run: Pytest, option: str, code: int) -> None:
    """It passes, and the summary counts it; where all has to be certified it fails, with the reason."""
    (tmp_path / "proofs.py").write_text(OPEN, encoding="utf-8")
    done = run(tmp_path, option)
    assert done.returncode == code, done.stdout
    assert ("derive: 1 passed proved, not certified" in done.stdout) == (code == 0)
    assert ("not certified: the format has no place for the kind undefined" in done.stdout) == (code == 1)
