"""What is installed is this distribution: no line takes the package of another author that has the same import name.

On PyPI ``derive`` is somebody else's.  Every line in the repository that installs something is read here: it installs a
folder, this distribution by its name from where it is kept, or a program of others that is known.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
NAME = "derive-proofs"
#: Where lines that install are looked for, besides the sources.
FILES = (
    "README.md",
    "CHANGELOG.md",
    "docs/editor.md",
    "docs/theories.md",
    "docs/tutorial.md",
    ".pre-commit-hooks.yaml",
    ".pre-commit-config.yaml",
    ".ci/run",
    "pyproject.toml",
)
#: What a new project is made of.
PROJECTS = ROOT / "templates" / "project"
#: What is installed by its name from an index: dependencies that are optional, and what they need.
OTHERS = frozenset(
    {"pytest", "sympy", "torch", "pygls", "dask", "pyarrow", "filelock", "fsspec", "networkx", "typing-extensions"}
)
INSTALLS = re.compile(
    r"(?:\bpip3?|/pip\"?|\buv(?: pip| tool)?|\bpipx) (?:install|run|download)\b(?P<what>[^\n`|;]*)|\buvx(?P<tool> [^\n`|;]*)"
)
#: Options that have a value after them.
VALUED = frozenset(
    {"-r", "-c", "-i", "--retries", "--index-url", "--extra-index-url", "-f", "--find-links", "-t", "--target"}
)
UNREACHABLE = re.compile(
    r"Temporary failure|ConnectionError|NameResolutionError|timed out|Network is unreachable|Name or service not known"
    r"|Failed to establish"
)


def requirements(line: str) -> Iterator[str]:
    """What a line installs: its arguments up to the end of the command, without options and what belongs to them."""
    for found in INSTALLS.finditer(line):
        command = re.split(r"&&| #|, or leave|\",| \\$", found["what"] or found["tool"])[0]
        words = iter([word.strip("'\"") for word in re.findall(r"'[^']*'|\"[^\"]*\"|[^\s'\"]+", command)])
        for word in words:
            if word in VALUED:
                next(words, None)
            elif not word.startswith("-"):
                yield word.rstrip(",:")


def installed() -> Iterator[tuple[str, str]]:
    """Every file with what its lines install."""
    for path in [*(ROOT / name for name in FILES), *(ROOT / "derive").rglob("*.py"), *PROJECTS.iterdir()]:
        for line in path.read_text("utf-8").splitlines():
            for word in requirements(line):
                yield str(path.relative_to(ROOT)), word


def wrong(word: str) -> str:
    """Why a requirement may not be installed; empty if it may."""
    if re.match(r"[.~/$]|\"?\$", word) or word.endswith(".whl"):
        return ""  # a folder, or a wheel that was built from one
    if word == "<<requirement>>":
        return ""  # of the template of a new project: see tests/cli/test_new.py
    name, at, where = word.partition("@")
    name = re.split(r"[\[<>=!~ ]", name.strip())[0]
    if name in OTHERS:
        return ""
    if name != NAME:
        return f"{name} is not {NAME}"
    return (
        ""
        if at and where.strip().startswith(("git+https://", "file:", "."))
        else f"{NAME} from an index, where it is not"
    )


def test_the_distribution_has_a_name_of_its_own() -> None:
    """And asks for its extras by that name; the import, the command and the plugin are called derive."""
    assert PROJECT["name"] == NAME
    for extra in PROJECT["optional-dependencies"].values():
        for requirement in extra:
            name = re.split(r"[\[<>=!~ ]", requirement)[0]
            assert name == NAME or not name.startswith("derive")
    assert PROJECT["scripts"] == {"derive": "derive.cli:main"}
    assert PROJECT["entry-points"]["pytest11"] == {"derive": "derive.pytest_plugin"}


def test_no_line_installs_the_package_of_another_author() -> None:
    """In the README, the hooks, the CI, and what the program says."""
    found = list(installed())
    assert {file for file, _ in found} >= {"README.md", ".ci/run"}
    assert [(file, word, wrong(word)) for file, word in found if wrong(word)] == []
    assert any(word.startswith(f"{NAME} @ git+https://") for file, word in found if file == "README.md")


@pytest.mark.parametrize(
    ("line", "good"),
    [
        ("pip install derive", False),
        ("    - run: pip install -q derive==0.1.0", False),
        (".venv/bin/pip install 'derive[test]'", False),
        ("uv pip install derive", False),
        ("pipx run derive check", False),
        ("uvx derive check", False),
        ("pip install derive-proofs", False),
        ("pip install 'derive @ git+https://github.com/OWNER/derive'", False),
        ('pip install "derive-proofs @ git+https://github.com/OWNER/derive@v0.1.0" # a tag', True),
        ("python3 -m venv .venv && .venv/bin/pip install -q -e '.[test]' && .venv/bin/pytest", True),
        ('"$tmp/tools/bin/pip" install -q -e "$checkout[dev]"', True),
        ("pip install ./derive", True),
    ],
)
def test_the_lines_are_read_as_pip_does(line: str, good: bool) -> None:
    """The reader of lines finds each of these, and says which are wrong."""
    found = list(requirements(line))
    assert found
    assert all(not wrong(word) for word in found) == good


def test_the_hook_is_of_the_checkout() -> None:
    """pre-commit installs the repository that it has cloned, and nothing by name."""
    text = (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")
    assert "language: python" in text
    assert "additional_dependencies" not in text


@dataclass(frozen=True)
class Installed:
    """An environment in which the program was installed from a copy of the checkout, and nothing else is."""

    programs: Path
    environment: dict[str, str]

    def run(self, *command: str, folder: Path) -> subprocess.CompletedProcess[str]:
        """A program of it, in a folder."""
        program = [str(self.programs / command[0]), *command[1:]]
        return subprocess.run(program, cwd=folder, env=self.environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Made by the first command of the README, up to the report."""
    if os.environ.get("PIP_NO_INDEX", "") not in ("", "0"):
        pytest.skip("PIP_NO_INDEX: no index of packages")
    text = (ROOT / "README.md").read_text("utf-8")
    (command,) = re.findall(r"^(python3 -m venv .*?pip install -q \.) &&", text, re.MULTILINE)
    copy = tmp_path_factory.mktemp("fresh") / "checkout"
    left_out = shutil.ignore_patterns(
        ".*_cache", ".git", ".venv", ".hypothesis", "__pycache__", "tests", "dist", "build"
    )
    shutil.copytree(ROOT, copy, ignore=left_out)
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    environment |= {"PIP_RETRIES": "1", "PIP_NO_COMPILE": "no"}  # which says so: what is started once needs no bytecode
    script = command.replace("python3", shlex.quote(sys.executable))
    made = subprocess.run(
        ["bash", "-c", script], cwd=copy, env=environment, capture_output=True, text=True, check=False
    )
    skip_without_index(made)
    assert made.returncode == 0, made.stderr
    return Installed(copy / ".venv" / "bin", environment)


def skip_without_index(done: subprocess.CompletedProcess[str]) -> None:
    if done.returncode and UNREACHABLE.search(done.stderr):
        pytest.skip(f"no index of packages can be reached: {done.stderr.strip().splitlines()[-1]}")


def test_the_readme_installs_a_command_that_works(fresh: Installed, tmp_path: Path) -> None:
    """From a copy of the checkout, in a folder outside of it."""
    shown = fresh.run("derive", "--version", folder=tmp_path)
    assert shown.stdout == f"derive {PROJECT['version']}\n"
    named = f"from importlib.metadata import version; print(version({NAME!r}))"
    assert fresh.run("python", "-c", named, folder=tmp_path).stdout == f"{PROJECT['version']}\n"


def test_a_new_project_passes_and_can_be_installed(fresh: Installed, tmp_path: Path) -> None:
    """With what was installed and pytest alone; installed, its theory has its name in every folder, and in its own still."""
    got = fresh.run("pip", "install", "-q", "pytest", folder=tmp_path)
    skip_without_index(got)
    assert got.returncode == 0, got.stderr
    demo = tmp_path / "demo"
    commands = [
        (tmp_path, "derive new demo"),
        (demo, "pytest -q --derive"),
        (demo, "derive check ."),
        (demo, "derive report demo --to md,tex,html"),
        (demo, "pip install -q ."),
        (tmp_path, "derive show demo.centred"),
        (demo, "derive check demo paper.tex"),
    ]
    for folder, command in commands:
        done = fresh.run(*command.split(), folder=folder)
        assert done.returncode == 0, (command, done.stdout, done.stderr)
    assert (demo / "output" / "demo.html").is_file()
    (demo / "demo.py").write_text("import derive\n", encoding="utf-8")
    assert "nothing at its top level" in fresh.run("derive", "check", "demo", folder=demo).stderr
    assert fresh.run("derive", "check", "demo", folder=tmp_path).returncode == 0
