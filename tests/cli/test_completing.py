"""What the shell offers: theories, files and labels, wherever a command takes a target; and that nothing is run for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import BashComplete, ShellComplete
from click.testing import CliRunner

from derive.cli import main
from derive.cli.completing import TargetType
from derive.theories.registry import THEORIES

MINE = """
import derive
raise SystemExit("run")
x = y = 1
claim = derive.prove(x, x)
theory = derive.Theory("mine", "Mine")

@theory.theorem("One", "me")
def first(): ...

@theory.figure("Two", "me", columns=1)
def drawn(): ...

@derive.near_miss("no title", x)
def other(): ...
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project in which one is: a theory that says if it is run, a paper, other files."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text('[tool.derive.theories]\nmine = "mine.py"\n', encoding="utf-8")
    paper = "% derive: use mine\n% derive: label second\n\\[ x = y \\label{eq:one} \\]\n"
    (tmp_path / "paper.tex").write_text(paper, encoding="utf-8")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "note.md").write_text("$$ x = x $$", encoding="utf-8")
    (tmp_path / ".hidden.md").touch()
    (tmp_path / "data.csv").touch()
    return tmp_path


def offered(*typed: str) -> list[str]:
    """What is offered for the last word."""
    *before, last = typed
    return [item.value for item in ShellComplete(main, {}, "derive", "_DERIVE_COMPLETE").get_completions(before, last)]


FILES = ["mine.py", "paper.tex", "sub/"]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("typed", "found"),
    [
        (("sh",), ["show"]),
        (("show", ""), [*THEORIES, "mine", *FILES]),
        (("check", "layernorm", ""), [*THEORIES, "mine", *FILES]),
        (("report", "cl"), ["claims"]),
        (("show", "mine"), ["mine", "mine.py"]),
        (("show", "mine."), ["mine.first", "mine.py"]),
        (("show", "mine.py"), ["mine.py", "mine.py:claim", "mine.py:theory", "mine.py:first"]),
        (("latex", "mine.py:f"), ["mine.py:first"]),
        (("figure", "mine.d"), ["mine.drawn"]),
        (("figure", "mine.py:"), ["mine.py:drawn"]),
        (("figure", "layernorm.geo"), ["layernorm.geometry"]),
        (("check", "pap"), ["paper.tex", "paper.tex:second", "paper.tex:eq:one"]),
        (("check", "paper.tex:eq:"), ["paper.tex:eq:one"]),
        (("export", "su"), ["sub/", "sub/note.md"]),
        (("export", "sub/n"), ["sub/note.md"]),
        (("show", ".h"), [".hidden.md"]),
        (("show", "layernorm.eq6"), ["layernorm.eq6"]),
        (("show", "eq6"), ["eq6"]),
        (("list", "rms"), ["rmsnorm"]),
        (("prove", "--theory", "mi"), ["mine", "mine.py"]),
        (("figure", "--theory", "group"), ["groupnorm"]),
        (("show", "nosuch.tex:"), []),
        (("show", "nothing begins so"), []),
    ],
)
def test_what_is_offered(typed: tuple[str, ...], found: list[str]) -> None:
    """Names where nothing is typed, labels where one source is left."""
    assert offered(*typed) == found


def test_every_target_is_completed() -> None:
    """Each argument of a command that is a target, a label, or a theory has the type."""
    commands = {name: later.load() for name, later in main.commands.items()}  # type: ignore[attr-defined]
    completed = {
        name for name, command in commands.items() if any(isinstance(p.type, TargetType) for p in command.params)
    }
    assert completed == {"check", "corpus", "export", "figure", "latex", "list", "prove", "report", "show"}


@pytest.mark.parametrize("settings", ["[tool.derive", "[tool.derive.theories]\nlayernorm = 'mine.py'\n"])
def test_settings_that_cannot_be_read(folder: Path, settings: str) -> None:
    """Nothing is offered, and nothing said between what is typed."""
    (folder / "pyproject.toml").write_text(settings, encoding="utf-8")
    assert offered("show", "m") == []


@pytest.mark.usefixtures("folder")
def test_in_a_shell_it_is_fast() -> None:
    """With nothing typed no theory is read, nor what terms need."""
    code = "import sys\nfrom derive.cli import main\ntry:\n    main(prog_name='derive')\nfinally:\n    print([*sys.modules])"
    environment = {"PYTHONPATH": str(Path(__file__).parents[2]), "_DERIVE_COMPLETE": "bash_complete"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**environment, "COMP_WORDS": "derive show ", "COMP_CWORD": "2"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.startswith("plain,layernorm\n")
    for module in ("derive.theories.layernorm", "derive.kernel", "sympy", "rich"):
        assert f"'{module}'" not in done.stdout


def test_how_it_is_switched_on() -> None:
    """As the help says; the script for bash calls the command back."""
    assert 'eval "$(_DERIVE_COMPLETE=bash_source derive)"' in CliRunner().invoke(main, ["--help"]).output
    assert "_DERIVE_COMPLETE=bash_complete" in BashComplete(main, {}, "derive", "_DERIVE_COMPLETE").source()
