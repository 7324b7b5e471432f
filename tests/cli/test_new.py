"""``derive new``: what it writes passes at once, a false line in it is told where it stands, and nothing is overwritten."""

from __future__ import annotations

import json
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml

from derive.report.project import FILES, FORMS, project, requirement, write_project
from derive.targets import Target
from derive.theories import registry
from tests.forking import Pytest


@pytest.fixture
def demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a new project, in which one is."""
    write_project("demo", tmp_path)
    monkeypatch.chdir(tmp_path / "demo")
    return tmp_path / "demo"


def hook(demo: Path) -> list[str]:
    """What pre-commit would run."""
    (repo,) = yaml.safe_load((demo / ".pre-commit-config.yaml").read_text("utf-8"))["repos"]
    (found,) = repo["hooks"]
    assert found["pass_filenames"] is False
    program, *arguments = found["entry"].split()
    assert program == "derive"
    return arguments


def in_ci(demo: Path) -> list[list[str]]:
    """The commands of derive in the workflow."""
    steps = yaml.safe_load((demo / ".github/workflows/derive.yml").read_text("utf-8"))["jobs"]["check"]["steps"]
    lines = [step["run"].split() for step in steps if "run" in step]
    assert ["pytest"] in lines
    return [line[1:] for line in lines if line[0] == "derive"]


def test_it_passes_at_once(demo: Path, run: Any, other_pytest: Pytest) -> None:
    """By pytest, by the hook, and by each command of the workflow; the paper expects a refutation."""
    done = other_pytest(demo, "-q")
    assert (done.returncode, "5 passed" in done.stdout) == (0, True), done.stdout
    for arguments in (hook(demo), *in_ci(demo)):
        run(*arguments, code=0)
    assert {path.name for path in (demo / "output").iterdir()} >= {"demo.md", "demo.html"}
    found = json.loads(run("check", "demo.py", "paper.tex", "--strict", "--json", code=0).output)["summary"]
    assert (found["proved"] > 9, found["refuted"]) == (True, 4)


@pytest.mark.parametrize("form", ["latex", "markdown"])
def test_a_theory_as_a_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Any, form: str) -> None:
    """It is the theory of the project as that in Python is, and states the same."""
    monkeypatch.chdir(tmp_path)
    file = f"demo.{FORMS[form]}"
    write_project("demo", tmp_path / "other")
    assert f"wrote demo/{file}" in run("new", "demo", "--as", form, code=0).stdout
    monkeypatch.chdir(tmp_path / "demo")
    for arguments in (hook(tmp_path / "demo"), *in_ci(tmp_path / "demo")):
        run(*arguments, code=0)
    assert file in Path("README.md").read_text("utf-8")
    assert "demo.py" not in Path("pyproject.toml").read_text("utf-8") + Path("README.md").read_text("utf-8")
    text = Path(file).read_text("utf-8")
    own, wanted = Target.of(file).theory, Target.of(str(tmp_path / "other" / "demo" / "demo.py")).theory
    assert [(each.label, each.title) for each in own] == [(each.label, each.title) for each in wanted]
    assert [each.statement for each in own] == [each.statement for each in wanted]
    lines = [
        [line.justification for line in each.derivation.lines]
        for each in (own.stated[0], wanted.stated[0])
        if each.derivation
    ]
    assert lines[0] == lines[1]
    Path(file).write_text(text.replace("- m N ", "- 2 m N "), "utf-8")
    assert "line 4 [the ones have N components]: does not follow" in run("check", file, code=1).stdout


#: Slips that can be told apart in one run: where each is made, and the lines that it is told at.
SLIPS = {
    "a rule that is none, and the line that uses it": (("demo.py", "p - p, 0)", "p - p, 1)", ("24", "33")),),
    "a line that does not follow": (("demo.py", ".by(count).by(total)", ".by(total).by(count)", ("33",)),),
    "what is true or false otherwise than it should be": (
        ("demo.py", 'near_miss("their sum is the mean", m)', 'near_miss("their sum is zero", 0 * m)', ("30",)),
        ("paper.tex", "- N m^2", "- 2 N m^2", ("8",)),
        ("paper.tex", "% derive: expect refuted\n", "", ("12",)),
    ),
}


@pytest.mark.parametrize("name", SLIPS)
def test_a_false_line_is_told_where_it_stands(demo: Path, run: Any, other_pytest: Pytest, name: str) -> None:
    """By pytest, for GitHub, and by the hook."""
    for file, true, false, _ in SLIPS[name]:
        text = (demo / file).read_text("utf-8")
        assert text.count(true) == 1
        (demo / file).write_text(text.replace(true, false), encoding="utf-8")
    workflow = in_ci(demo)[0]
    assert "github" in workflow
    for_github, own = run(*workflow, code=1).stdout, run("check", "--format", "github", code=1).stdout
    by_hook, done = run(*hook(demo), code=1).stdout, other_pytest(demo, "-q")
    assert done.returncode == 1
    for file, line in ((file, line) for file, _, _, lines in SLIPS[name] for line in lines):
        place = f"::error file={file},line={line}"
        assert place in for_github
        if file == "demo.py" and line != "24":  # by name a theory is its theorems; rules are of the file
            assert place in own
        assert (f"({file}:{line}" if file == "demo.py" else f"\n  refuted      {line}:") in by_hook
        assert f"{file}:{line}" in done.stdout, done.stdout


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("1a", "is to be one of Python"),
        ("weight-norm", "is to be one of Python"),
        ("../up", "is to be one of Python"),
        ("_a", "is to be one of Python"),
        ("größe", "is to be one of Python"),
        ("", "is to be one of Python"),
        ("class", "is to be one of Python"),
        ("layernorm", "there is a theory"),
        ("LayerNorm", "there is a theory"),
        ("json", "there is a Python module"),
        ("sympy", "there is a Python module"),
        ("paper", "beside paper.tex"),
        ("test_a", "beside paper.tex and tests"),
        ("demo", "there is a theory"),  # of the project that one is in
    ],
)
def test_names_that_cannot_be(demo: Path, run: Any, name: str, said: str) -> None:
    """A message, exit code 2, and nothing is written."""
    before = sorted(demo.rglob("*"))
    result = run("new", name, code=2)
    assert said in " ".join(result.stderr.split())
    assert "hint:" in result.stderr
    assert sorted(demo.rglob("*")) == before


@pytest.mark.parametrize("file", ["{name}.py", *FILES.values()])
def test_no_file_is_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Any, file: str) -> None:
    """Any file of it that is there, and none is written then; other files may be."""
    monkeypatch.chdir(tmp_path)
    there = tmp_path / "demo" / file.format(name="demo")
    there.parent.mkdir(parents=True)
    there.write_text("mine", encoding="utf-8")
    assert f"there is a file already: {there.relative_to(tmp_path)}" in " ".join(
        run("new", "demo", code=2).stderr.split()
    )
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [there]
    there.rename(there.parent / "notes.txt")
    assert "wrote demo/demo.py" in run("new", "demo", code=0).stdout


def test_a_file_in_the_place_of_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Any) -> None:
    """Is an error, and stays."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "demo").write_text("mine", encoding="utf-8")
    assert "derive: error:" in run("new", "demo", code=2).stderr
    assert (tmp_path / "demo").read_text("utf-8") == "mine"


def test_placeholders_say_that_they_are(demo: Path, run: Any) -> None:
    """Sources, which reports print, and the repository that nobody has named."""
    assert "PLACEHOLDER" in run("show", "demo.centred").stdout
    assert "OWNER" in "".join(project("demo", requirement()).values())
    named = "derive-proofs @ git+https://example.org/ours/derive@0123abc"
    made = project("demo", named)
    assert named in made[".github/workflows/derive.yml"]
    assert "OWNER" not in "".join(made.values())


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"url": "https://example.org/a/derive", "vcs_info": {"vcs": "git", "commit_id": "0a1"}}, "a/derive@0a1"),
        ({"url": "https://me:secret@example.org/a/derive", "vcs_info": {"commit_id": "0a1"}}, "OWNER/derive@v7"),
        ({"url": "file:///home/me/derive", "dir_info": {}}, "OWNER/derive@v7"),
        (None, "OWNER/derive@v7"),
    ],
)
def test_where_it_was_installed_from(monkeypatch: pytest.MonkeyPatch, told: dict[str, Any] | None, said: str) -> None:
    """A repository is named in the workflow; never a folder, or an address with a password."""
    text = None if told is None else json.dumps(told)
    own = SimpleNamespace(name="derive-proofs", version="7", read_text=lambda _: text)
    monkeypatch.setattr("derive.report.project.distribution", lambda _: own)
    assert requirement().endswith(said)
    assert requirement().startswith("derive-proofs @ git+https://")
    assert "secret" not in requirement()


@pytest.mark.parametrize(("owner", "code"), [("demo", 0), ("Demo", 0), ("another", 2)])
def test_installed_it_is_the_project_still(
    demo: Path, monkeypatch: pytest.MonkeyPatch, run: Any, owner: str, code: int
) -> None:
    """Within the project its files count; a theory of this name from another package is a second one."""
    point = EntryPoint("demo", "demo:theory", registry.GROUP)
    vars(point)["dist"] = SimpleNamespace(name=owner)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])
    registry._offered.cache_clear()
    try:
        result = run("check", "demo", code=code)
        assert ("2 theorems" in result.stdout) == (code == 0)
        assert ("a second theory 'demo'" in result.stderr) == (code == 2)
        monkeypatch.chdir(demo.parent)
        assert Target.of("demo").is_theory
    finally:
        registry._offered.cache_clear()
