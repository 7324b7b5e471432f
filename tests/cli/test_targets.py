"""What a command is given: theories, labels, files, modules, papers, notebooks, folders; and the nearest names."""

from __future__ import annotations

import json
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from derive.errors import NameError_
from derive.targets import Target, theorem_labelled, theory_named
from derive.theories import registry


@pytest.mark.parametrize("label", ["layernorm.eq6", "eq6"])
def test_a_label_with_or_without_its_theory(label: str) -> None:
    """Both name the same theorem."""
    assert theorem_labelled(label).label == "layernorm.eq6"


@pytest.mark.usefixtures("structured")
@pytest.mark.parametrize("label", ["structured.nullity", "nullity"])
def test_structures_have_labels_too(label: str) -> None:
    """A theorem that is no equation is found as any other, and is near to what is misspelled."""
    assert theorem_labelled(label).label == "structured.nullity"
    with pytest.raises(NameError_) as caught:
        theorem_labelled("structured.nulity")
    assert "structured.nullity" in caught.value.hint


@pytest.mark.parametrize(
    ("label", "message", "hint"),
    [
        ("layernorm.eq7", "no theorem has the label 'layernorm.eq7'", "layernorm.eq6"),
        ("eq7", "no theorem has the label 'eq7'", "layernorm.eq6"),
        ("layernrm.eq6", "there is no theory 'layernrm'", "did you mean layernorm?"),
        ("layernorm.", "no theorem has the label 'layernorm.'", "did you mean layernorm."),
        ("layernorm.zzzzzzzzzzzzzzzzzzzz", "no theorem has the label", "labels: derive list layernorm"),
        ("", "no theorem has the label ''", "derive list"),
    ],
)
def test_unknown_labels(label: str, message: str, hint: str) -> None:
    """The message names what was asked for, the hint the nearest labels."""
    with pytest.raises(NameError_) as caught:
        theorem_labelled(label)
    assert message in caught.value.message
    assert hint in caught.value.hint


def test_unknown_theories() -> None:
    """A name near to none gets the way to the list."""
    with pytest.raises(NameError_) as caught:
        theory_named("zzz")
    assert "derive list" in caught.value.hint


MINE = '''
"""Twice a vector."""
import derive

N = derive.dimension("N")
x, y = derive.vector("x", N), derive.vector("y", N)
theory = derive.Theory("mine", "Twice", "What adds up.", ("me",))
theory.declare(N, x, y)

@theory.theorem("twice", "me")
@derive.near_miss("thrice", 3 * x)
def twice():
    """x + x = 2x."""
    return x + x, 2 * x
'''
PAPER = r"""
% derive: dimension N; vectors u, v : N
\begin{equation} u + v = v + u \label{eq:sum} \end{equation}
\begin{align} u + u &= 2u \\ &= 3u - u \label{eq:two} \end{align}
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a theory, a paper and a notebook, in which one is."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    (tmp_path / "loose.py").write_text(
        MINE.partition("theory =")[0] + "claim = derive.prove(x + y, y + x)\n", encoding="utf-8"
    )
    (tmp_path / "paper.tex").write_text(PAPER, encoding="utf-8")
    said = ["<!-- derive: dimension N; vectors u, v : N -->\n", "$$ u + v = v - u $$"]
    cells = [{"cell_type": "code", "source": ["1 / 0"]}, {"cell_type": "markdown", "source": said}]
    (tmp_path / "note.ipynb").write_text(json.dumps({"cells": cells, "nbformat": 4}), encoding="utf-8")
    return tmp_path


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(
    ("target", "labels"),
    [
        ("mine.py", ["mine.twice"]),
        ("mine", ["mine.twice"]),
        ("mine:twice", ["mine.twice"]),
        ("mine.py:mine.twice", ["mine.twice"]),
        ("loose.py", ["loose.claim"]),
        ("paper.tex", ["paper.eq:sum", "paper.4:22", "paper.eq:two"]),
        ("paper.tex:eq:two", ["paper.eq:two"]),
        ("paper.tex:4:22", ["paper.4:22"]),
        ("note.ipynb", ["note.cell 2:2:10"]),
        ("layernorm.eq6", ["layernorm.eq6"]),
    ],
)
def test_what_targets_name(target: str, labels: list[str], run: Any) -> None:
    """Theories, files, modules, papers, notebooks, and what is in them; `list` and `export` take the same."""
    assert [theorem.label for theorem in Target.of(target).theorems] == labels
    if target != "layernorm.eq6":
        listed = run("list", Target.of(target).source).stdout
        assert all(label in listed for label in labels)


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("show", "mine.py:twice"), 0, "proved for all N ≥ 1"),
        (("show", "paper.tex:eq:sum"), 0, "proved for all N ≥ 1"),
        (("show", "note.ipynb:cell 2:2:10"), 1, "refuted"),
        (("show", "mine.py"), 2, "is a whole theory, with 1 theorems"),
        (("show", "mine.py:thrice"), 2, "did you mean mine.twice?"),
        (("show", "paper.tex:eq:sun"), 2, "did you mean eq:sum"),
        (("latex", "mine.py:twice"), 0, r"\vec x + \vec x"),
        (("check", "paper.tex:eq:two"), 0, "1 relation (1 proved)"),
        (("check", "paper.tex:eq:sun"), 2, "did you mean eq:sum"),
        (("check", "mine.py:twice"), 0, "1 theorem, 2 obligations"),
        (("check", "mine:twice"), 0, "1 theorem, 2 obligations"),
        (("check", "note.ipynb"), 1, "note.ipynb cell 2:2:10"),
        (("report", "mine.py", "--to", "md", "--out", "out"), 0, "wrote out/mine.md"),
        (("report", "paper.tex", "--to", "md", "--out", "out"), 0, "wrote out/paper.md"),
        (("export", "paper.tex", "--out", "out"), 0, "wrote 3 files"),
        (("prove", "--theory", "mine.py", "x + y = y + x"), 0, "proved"),
        (("list", "nosuch"), 2, "there is no theory 'nosuch'"),
        (("check", "nosuch.py"), 2, "No such file"),
    ],
)
def test_commands_take_every_target(arguments: tuple[str, ...], code: int, said: str, run: Any) -> None:
    """One theorem or a whole source, by path or by module."""
    result = run(*arguments, code=code)
    assert said in " ".join((result.stdout + result.stderr).split())


def test_a_folder(project: Path, run: Any) -> None:
    """All that speaks to derive, in any depth; nothing that is hidden, a test, or in a virtual environment."""
    (project / "note.ipynb").unlink()
    for name in (".hidden", "venv", "node_modules", "deep/deeper"):
        (project / name).mkdir(parents=True)
        (project / name / "false.tex").write_text(PAPER.replace("3u", "4u"), encoding="utf-8")
    (project / "venv" / "pyvenv.cfg").touch()
    (project / "test_mine.py").write_text(MINE.replace("2 * x", "4 * x"), encoding="utf-8")
    (project / "plot.py").write_text("import derive\n", encoding="utf-8")
    (project / "other.md").write_text("$$ a = b $$\n", encoding="utf-8")
    shown = run("check", ".", code=1).stdout
    assert [name for name in ("deep/deeper/false.tex", "venv", "hidden", "test_mine", "other.md") if name in shown] == [
        "deep/deeper/false.tex"
    ]
    assert "1 Python file with nothing to check passed over: plot.py" in shown
    (project / "empty").mkdir()
    assert "nothing to check in 'empty', a folder" in run("check", ".", "empty", code=2).stderr


def test_theories_of_the_project(project: Path, run: Any) -> None:
    """Named in its settings they are as those of the program: in papers, pastes, statements and without a target."""
    settings = project / "pyproject.toml"
    settings.write_text('[tool.derive.theories]\nmine = "mine.py"\n', encoding="utf-8")
    assert "mine: Twice (1 theorem)" in run("list").stdout
    assert "1 theorem, 2 obligations" in run("check").stdout
    pasted = run("latex", "mine.twice").stdout
    (project / "pasted.tex").write_text(pasted, encoding="utf-8")
    assert "as expected" in run("check", "pasted.tex").stdout
    (project / "pasted.tex").write_text(pasted.replace("2", "3"), encoding="utf-8")
    run("check", "pasted.tex", code=1)
    (project / "used.tex").write_text("% derive: use mine\n\\[ x + y = y + x \\]\n", encoding="utf-8")
    assert "1 relation (1 proved)" in run("check", "used.tex").stdout
    changed = MINE.replace("2 * x", "4 * x")
    (project / "mine.py").write_text(changed, encoding="utf-8")
    run("check", code=1)
    settings.write_text('[tool.derive.theories]\nother = "mine.py"\n', encoding="utf-8")
    assert "the theory other calls itself 'mine'" in run("check", code=2).stderr


def test_no_paper_has_a_file_run(project: Path, run: Any) -> None:
    """What a text names is a theory with a name: never a file or a module."""
    (project / "evil.py").write_text("raise SystemExit(3)\n", encoding="utf-8")
    for named in ("theorem evil.py:claim", "theorem evil.claim", "use evil.py", "use evil"):
        (project / "text.tex").write_text(f"% derive: {named}\n\\[ x = x \\]\n", encoding="utf-8")
        shown = run("check", "text.tex", code=1).stdout
        assert "raised" not in shown
        assert "ends the program" not in shown


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("[tool.derive]\ntheory = 1", "did you mean theories?"),
        ("[tool.derive]\nzzz = 1", "keys: theories, notation"),
        ("[tool.derive.theories]\nmine = 3", "has mine = 3"),
        ("[tool.derive]\ntheories = 3", "[tool.derive.theories] is 3"),
        ("[tool.derive.theories]\nlayernorm = 'mine.py'", "a second theory 'layernorm'"),
        ("[tool.derive", "see the TOML language"),
    ],
)
def test_settings_that_are_none(table: str, said: str, project: Path, run: Any) -> None:
    """The file, what is wrong, and a way on."""
    (project / "pyproject.toml").write_text(table, encoding="utf-8")
    assert said in " ".join(run("list", code=2).stderr.split())


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"cells": 3}', '{"cells": [{}]}', '{"cells": [3]}', "[" * 100_000]
)  # fmt: skip
def test_notebooks_that_are_none(text: str, tmp_path: Path, run: Any) -> None:
    """A message, whatever is in the file."""
    path = tmp_path / "n.ipynb"
    path.write_text(text, encoding="utf-8")
    assert "hint" in run("check", str(path), code=2).stderr


def test_theories_of_packages(monkeypatch: pytest.MonkeyPatch, project: Path, run: Any) -> None:
    """Offered by an entry point; what offers none, or takes a name that there is, is refused."""
    monkeypatch.syspath_prepend(project)

    def offered(*points: tuple[str, str]) -> None:
        made = [EntryPoint(name, value, registry.GROUP) for name, value in points]
        monkeypatch.setattr(registry, "entry_points", lambda group: made)
        registry._offered.cache_clear()
        registry._of_package.cache_clear()

    offered(("mine", "mine:theory"))
    assert "1 theorem, 2 obligations" in run("check", "mine").stdout
    offered(("mine", "mine:N"))
    assert "is no derive.Theory" in run("check", "mine", code=2).stderr
    offered(("mine", "absent:theory"))
    assert "raised ModuleNotFoundError" in run("check", "mine", code=2).stderr
    offered(("layernorm", "mine:theory"))
    assert "a second theory 'layernorm'" in run("check", "mine.py", code=2).stderr
    monkeypatch.undo()
    registry._offered.cache_clear()
    registry._of_package.cache_clear()
