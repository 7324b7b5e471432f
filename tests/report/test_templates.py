"""Templates of a user: they take the places of the program's, are documented by what they get, and fail with their place."""

from __future__ import annotations

import re
from collections.abc import Callable
from inspect import getsource
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from derive.cli import main
from derive.errors import InputError
from derive.report import agreement, documents, volatile, write
from derive.report.claims import Catalogue, ClaimsReport, render_claims
from derive.report.files import Document
from derive.report.model import Report
from derive.report.note import build_note, note_of
from derive.report.note_parts import BuiltNote
from derive.report.note_writer import NoteWriter, render_note
from derive.report.render import Writer, render
from derive.report.sentences import SentenceWriter
from derive.report.targets import Target
from derive.report.templates import STYLE, Templates, folder
from derive.report.write import write_report
from tests.report.conftest import HOSTILE, small_theory
from tests.test_documents import ROOT

Own = Callable[..., Templates]


@pytest.fixture
def own(tmp_path: Path) -> Own:
    """``own(note_md="…")``: templates in a folder of the user, with this text in ``note.md.jinja``."""

    def write_files(**files: str) -> Templates:
        home = tmp_path / "own"
        home.mkdir(exist_ok=True)
        for name, text in files.items():
            (home / f"{name.replace('_', '.')}.jinja").write_text(text, encoding="utf-8")
        return Templates(home).checked()

    return write_files


@pytest.fixture(scope="module")
def note() -> BuiltNote:
    """A note of a small theory."""
    theory = small_theory()
    return build_note(theory, note_of(theory, ()), "small")


# --- in the place of the program's ------------------------------------------------------------------------------


def test_a_template_takes_a_place(own: Own, small: Report, note: BuiltNote) -> None:
    """The one with its name, and no other."""
    mine = own(note_md="{{ n.title }}, {{ n.parts | length }} parts\n")
    assert render_note(note, "md", "c", templates=mine) == f"{note.title}, {len(note.parts)} parts\n"
    assert render_note(note, "html", "c", templates=mine) == render_note(note, "html", "c")
    assert render(small, "md", templates=mine) == render(small, "md")


@pytest.mark.parametrize("target", ["md", "tex", "html"])
@pytest.mark.parametrize("name", ["note", "report", "claims"])
def test_blocks_can_be_replaced(own: Own, small: Report, note: BuiltNote, name: str, target: str) -> None:
    """Of the program's template, by extending it: the rest stays as it is, byte for byte."""
    statement, end = (r"\BLOCK{", "}") if target == "tex" else ("{% ", " %}")
    source = f'{statement}extends "builtin/{name}.{target}.jinja"{end}'
    empty = ClaimsReport(())
    renders: dict[str, Callable[[Templates], str]] = {
        "note": lambda templates: render_note(note, target, "c", templates=templates),
        "report": lambda templates: render(small, target, templates=templates),
        "claims": lambda templates: render_claims(empty, target, templates=templates),
    }
    plain = renders[name](Templates())
    assert renders[name](own(**{f"{name}_{target}": source})) == plain
    titled = source + f"{statement}block title{end}Mine{statement}endblock{end}"
    found = renders[name](own(**{f"{name}_{target}": titled}))
    assert found != plain
    assert "Mine" in found
    bare = source + f"{statement}block content{end}nothing{statement}endblock{end}"
    assert len(renders[name](own(**{f"{name}_{target}": bare}))) < len(plain)


@pytest.mark.parametrize("target", ["md", "tex", "html"])
def test_a_block_can_be_added_to(own: Own, note: BuiltNote, target: str) -> None:
    """What it was before stands in it unchanged."""
    source = '{% extends "builtin/note.T.jinja" %}{% block content %}first {{ t.raw(super()) }}{% endblock %}'
    if target == "tex":
        source = source.replace("{%", r"\BLOCK{").replace("%}", "}").replace("{{", r"\VAR{").replace("}}", "}")
    found = render_note(note, target, "c", templates=own(**{f"note_{target}": source.replace(".T.", f".{target}.")}))
    assert found.replace("first ", "") == render_note(note, target, "c").replace("first ", "")
    assert found != render_note(note, target, "c")


def test_a_part_takes_a_place_everywhere(own: Own, small: Report) -> None:
    """What the program's templates include is looked for in the folder first."""
    page = render(small, "html", templates=own(style_html="<style>p { color: teal }</style>\n"))
    assert "teal" in page
    assert "teal" not in render(small, "html")


def test_the_package_of_latex_takes_a_place(own: Own, note: BuiltNote) -> None:
    """It is no template, but stands among them."""
    mine = own(note_md="x")
    assert mine.style() == Templates().style()
    assert mine.own is not None
    (mine.own / STYLE).write_text("% mine\n")
    assert documents.note_document(note, ("tex",), "c", templates=mine).texts[STYLE] == "% mine\n"


def test_evidence_and_measured_numbers_too(own: Own) -> None:
    """All templates of the folder are looked for there."""
    mine = own(evidence_md="mine {{ size }}", measured_md="mine {{ numpy }}")
    assert agreement.render_agreement(mine).text.startswith("mine ")
    assert volatile.render_measured(mine).startswith("mine ")


# --- escaped, and in a sandbox ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("target", "danger"), [("md", "<script>"), ("tex", r"\input{"), ("html", "<script>")])
def test_escaping_stays_on(own: Own, target: str, danger: str) -> None:
    """What is put out is escaped by the target, whoever wrote the template; also through a filter, or between words."""
    begin, end = (r"\VAR{", "}") if target == "tex" else ("{{ ", " }}")
    source = "".join(f"{begin}{value}{end} " for value in ("n", "n | upper | lower", "'a' ~ n", "[n]"))
    text = own(**{f"note_{target}": source}).filled(f"note.{target}.jinja", target, _target(target), n=HOSTILE)
    assert danger not in text
    assert "alert" in text


def _target(name: str) -> Target:
    from derive.report.targets import TARGETS

    return TARGETS[name]()


@pytest.mark.parametrize("source", ["{{ n.__class__.__mro__ }}", "{{ t.line.__globals__ }}", "{{ n.rows.append(1) }}"])
def test_templates_are_in_a_sandbox(own: Own, source: str) -> None:
    """A template of a project that one looks at reaches nothing of Python, and changes nothing."""
    with pytest.raises(InputError, match=r"note\.md\.jinja:1"):
        own(note_md=source).filled("note.md.jinja", "md", _target("md"), n={"rows": []})


# --- what fails -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "line", "said"),
    [
        ("one\n{{ titel }}\n", 2, "'titel' is undefined"),
        ("one\ntwo\n{{ n.titel }}", 3, "no attribute 'titel'"),
        ("{% for x in n.parts %}\n", 1, "Unexpected end of template"),
        ("\n{{ n.title + 1 }}", 2, "TypeError"),
        ("\n\n{{ w.sizes() }}", 3, "TypeError"),
        ("\n{% include 'no.jinja' %}", 2, "there is no template 'no.jinja'"),
        ("\n{{ n.title | nofilter }}", 2, "nofilter"),
        (
            "{% extends 'builtin/note.md.jinja' %}\n{% block title %}{{ titel }}{% endblock %}",
            2,
            "'titel' is undefined",
        ),
    ],
)
def test_a_template_that_fails(own: Own, note: BuiltNote, source: str, line: int, said: str) -> None:
    """File and line, what is wrong, and what there is."""
    mine = own(note_md=source)
    with pytest.raises(InputError) as caught:
        render_note(note, "md", "c", templates=mine)
    assert caught.value.message.startswith(f"{mine.own}/note.md.jinja:{line}: ")
    assert said in caught.value.message
    assert "t, n, w, command, footer" in caught.value.hint


def test_an_error_of_the_program_stays_one(own: Own, monkeypatch: pytest.MonkeyPatch, note: BuiltNote) -> None:
    """Where no template of the user is at work, nothing is put down to it."""
    monkeypatch.setattr(NoteWriter, "prose", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        render_note(note, "md", "c", templates=own(report_md="x"))


def test_folders_that_are_none(tmp_path: Path) -> None:
    """A folder that is not there, and one in which nothing has the name of a template."""
    with pytest.raises(InputError, match="no such folder"):
        write_report("layernorm", out=tmp_path, templates=tmp_path / "none")
    (tmp_path / "nota.md.jinja").write_text("x")
    with pytest.raises(InputError, match="has the name of a template") as caught:
        write_report("layernorm", out=tmp_path, templates=tmp_path)
    assert "note.md.jinja" in caught.value.hint


def test_by_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The report is written with it; one that fails ends with exit code 2 and writes nothing."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own").mkdir()
    mine = tmp_path / "own" / "note.md.jinja"
    arguments = ["report", "layernorm.projector_idempotent", "--to", "md", "--out", "out", "--templates", "own"]
    mine.write_text("{{ n.titel }}")
    failed = CliRunner().invoke(main, arguments)
    assert (failed.exit_code, list((tmp_path / "out").glob("*"))) == (2, [])
    assert f"{mine}:1: " in failed.stderr
    mine.write_text("# Mine: {{ n.title }}\n")
    assert CliRunner().invoke(main, arguments).exit_code == 0
    assert (tmp_path / "out" / "layernorm.projector_idempotent.md").read_text().startswith("# Mine: ")


# --- kept apart -------------------------------------------------------------------------------------------------


def test_what_is_kept_is_kept_apart(own: Own, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The question has the names and contents of the templates in it: other ones are another question."""
    questions: list[str] = []

    def remember(question: str, make: Callable[[], Any]) -> Any:
        questions.append(question)
        return Document("x", {}).__dict__

    monkeypatch.setattr(write, "write_document", lambda *_: None)
    home = own(note_md="one").own
    assert home is not None
    for change in (
        lambda: None,
        lambda: None,
        lambda: (home / "note.md.jinja").write_text("two"),
        lambda: (home / "note.md.jinja").rename(home / "report.md.jinja"),
        lambda: (home / "beside.txt").write_text("included"),
    ):
        change()
        write_report("layernorm", out=tmp_path, remember=remember, templates=home)
    write_report("layernorm", out=tmp_path, remember=remember)
    assert questions[0] == questions[1]
    assert len(set(questions)) == len(questions) - 1


# --- the page ---------------------------------------------------------------------------------------------------

PAGE = (ROOT / "docs" / "report.md").read_text("utf-8").partition("\n## Templates\n")[2]
#: What each template gets, by the name of its class in the page.
CLASSES = (Target, BuiltNote, NoteWriter, Report, Writer, SentenceWriter, ClaimsReport, Catalogue)


def table(head: str) -> dict[str, list[str]]:
    """The first cell of each row of a table → the words between backticks in its last cell."""
    rows = PAGE.partition(head)[2].partition("\n\n")[0].splitlines()[2:]
    cells = ([cell.strip() for cell in row.strip("|").split("|")] for row in rows)
    return {cell[0].strip("`"): re.findall(r"`(\w+)`", cell[-1]) for cell in cells}


def test_the_page_says_what_templates_get(small: Report, note: BuiltNote, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each template, with every name that it is given; all templates that are filled are there."""
    got: dict[str, list[str]] = {}

    def filled(self: Templates, template: str, name: str, target: Target, **values: Any) -> str:
        got[template.removesuffix(".jinja").removesuffix(f".{name}") + (".md" if len(values) > 6 else "")] = list(
            values
        )
        return ""

    monkeypatch.setattr(Templates, "filled", filled)
    for target in ("md", "tex", "html"):
        render(small, target)
        render_note(note, target, "c")
        render_claims(ClaimsReport(()), target)
    agreement.render_agreement()
    volatile.render_measured()
    assert table("| template | gets |") == got


def test_the_page_says_what_these_have() -> None:
    """Every public attribute and method of each class, but for the forms in which a target spells."""
    said = table("| name | is | has |")
    assert set(said) == {kind.__name__ for kind in CLASSES}
    for kind in CLASSES:
        assert set(said[kind.__name__]) == members(kind), kind.__name__


def members(kind: type) -> set[str]:
    """What an object of a class has: what its class defines, its fields, and what its ``__init__`` sets."""
    made = {*vars(kind), *getattr(kind, "__dataclass_fields__", ())}
    made.update(re.findall(r"^        self\.(\w+)(?:: [^=\n]+)? = ", getsource(kind), re.MULTILINE))
    return {name for name in made if not name.startswith("_") and not name.endswith("_form")}


def test_the_page_says_which_blocks_there_are() -> None:
    """In the templates that can be extended."""
    said = table("| block | of | is |")
    found: dict[str, set[str]] = {}
    for path in folder().glob("*.jinja"):
        for name in re.findall(r"(?:\{%|\\BLOCK\{) ?block (\w+)", path.read_text("utf-8")):
            found.setdefault(name, set()).add(path.name)
    assert set(said) == set(found)
