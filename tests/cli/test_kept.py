"""What `check`, `claims` and `report` found is said again, byte for byte, as long as it is the answer to what is asked."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from derive import cache
from derive.authoring.theory import Theory
from derive.cli import remembered
from derive.cli.targets import subject
from derive.interop.data import DATA_VARIABLE
from derive.report.files import Document

CHECKED = "derive.authoring.theory.check_theorem"
DECIDED = "derive.claims.claim.check_claim"


pytestmark = pytest.mark.usefixtures("entries")


def refuse(*_: Any, **__: Any) -> None:
    """Stands for what must not be done again."""
    raise AssertionError


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "instancenorm"),
        ("check", "instancenorm", "--json"),
        ("check", "instancenorm", "--strict", "--format", "junit"),
        ("check", "layernorm.eq6", "layernorm.projector_trace"),
        ("claims", "N-15", "R-59"),
        ("claims", "N-15", "--json"),
    ],
)
def test_said_again(run: Any, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]) -> None:
    """The same bytes and exit code: without the cache, when it is filled, and from it."""
    never = run(*arguments, "--no-cache")
    assert never.stdout
    first = run(*arguments)
    subject.cache_clear()
    monkeypatch.setattr(CHECKED, refuse)
    monkeypatch.setattr(DECIDED, refuse)
    again = run(*arguments)
    for one in (first, again):
        assert (one.stdout, one.stderr, one.exit_code) == (never.stdout, never.stderr, never.exit_code)


def test_one_answer_for_every_format(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The obligations are kept, not how they were printed."""
    found = json.loads(run("check", "layernorm.eq6", "--json").stdout)
    monkeypatch.setattr(CHECKED, refuse)
    assert "layernorm.eq6" in run("check", "layernorm.eq6").stdout
    assert run("check", "layernorm.eq6", "--strict").exit_code == 1
    assert json.loads(run("check", "layernorm.eq6", "--json").stdout) == found


def test_without_the_cache_everything_is_done(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """``--no-cache`` does not look."""
    run("check", "layernorm.eq6")
    run("claims", "N-15")
    monkeypatch.setattr(CHECKED, refuse)
    monkeypatch.setattr(DECIDED, refuse)
    for arguments in (("check", "layernorm.eq6"), ("claims", "N-15")):
        with pytest.raises(AssertionError):
            run(*arguments, "--no-cache")


def test_another_program_answers_for_itself(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is known to a program that has changed."""
    run("check", "layernorm.eq6")
    monkeypatch.setattr(cache, "program", lambda: "another")
    monkeypatch.setattr(CHECKED, refuse)
    subject.cache_clear()
    with pytest.raises(AssertionError):
        run("check", "layernorm.eq6")


MINE = """import derive
N = derive.dimension('N')
s, t = derive.scalar('s'), derive.scalar('t')
one = derive.prove(s + s, 2 * s)
two = derive.expect(derive.prove(s, 2 * s), 'refuted')
print('run')
"""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The theorems that were decided."""
    from derive.authoring import theory

    found: list[str] = []
    check = theory.check_theorem

    def counted(theorem: Any) -> Any:
        found.append(theorem.label)
        return check(theorem)

    monkeypatch.setattr(CHECKED, counted)
    return found


def test_statements_of_others_are_kept_one_by_one(run: Any, tmp_path: Path, asked: list[str]) -> None:
    """A file is run each time, since only that tells what it says; of what it says only what is new is decided."""
    path = tmp_path / "mine.py"
    path.write_text(MINE, encoding="utf-8")
    first = run("check", str(path), "--json")
    assert asked == ["mine.one", "mine.two"]
    asked.clear()
    remembered.forget()
    again = run("check", str(path), "--json")
    assert (again.stdout, asked) == (first.stdout, [])
    assert again.stdout.startswith("run\n")
    remembered.forget()
    path.write_text("\n" + MINE.replace("(s, 2 * s)", "(s, 3 * s)"), encoding="utf-8")
    changed = json.loads(run("check", str(path), "--json").stdout.removeprefix("run\n"))
    assert asked == ["mine.two"]
    assert [o["line"] for o in changed["obligations"]] == [5, 6]


def test_a_kind_of_others_is_decided_each_time(run: Any, tmp_path: Path, asked: list[str]) -> None:
    """What its class says can change while its fields do not."""
    text = MINE.replace("one = ", "from dataclasses import dataclass\nfrom derive.statements.equation import Equations\n"
                        "@dataclass(frozen=True)\nclass Own(Equations):\n    pass\n"
                        "own = Own((s + s, 2 * s))\none = ")  # fmt: skip
    path = tmp_path / "mine.py"
    path.write_text(text, encoding="utf-8")
    for _ in range(2):
        remembered.forget()
        asked.clear()
        assert run("check", str(path)).exit_code == 0
        assert "mine.own" in asked


def test_theories_of_others_are_kept_one_by_one(run: Any, structured: Theory, asked: list[str]) -> None:
    """As files are, but those of kinds of their own: the whole is never taken for known."""
    assert run("check", structured.name).exit_code == 0
    assert {"structured.idempotent", "structured.nullity"} <= set(asked)
    asked.clear()
    remembered.forget()
    subject.cache_clear()
    assert run("check", structured.name).exit_code == 0
    assert "structured.idempotent" not in asked
    assert "structured.nullity" in asked


def test_times_are_measured_each_time(run: Any, entries: Path) -> None:
    """``--durations`` speaks of this run."""
    assert run("claims", "N-15", "--durations", "1").exit_code == 0
    assert not list(entries.glob("*"))


def test_what_fails_is_said_again(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its exit code; an error is not kept."""
    assert run("check", "layernorm.eq6", "--strict").exit_code == 1
    assert run("check", "layernorm.eq6", "--strict").exit_code == 1
    assert run("claims", "N-0").exit_code == run("claims", "N-0").exit_code == 2


def test_a_wide_console_is_another_question(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines are broken to fit."""
    narrow = run("claims", "R-59").stdout
    monkeypatch.setenv("COLUMNS", "200")
    wide = run("claims", "R-59").stdout
    assert wide != narrow
    assert run("claims", "R-59").stdout == wide


#: A note of one theorem, which is made quickly.
NOTE = ("report", "layernorm.projector_trace", "--to", "md,tex,html", "--out")
DOCUMENT = "derive.report.documents.asked"


def files(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_report_is_written_again(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same files, messages and exit codes, without the cache, when it is filled, and from it; so with ``--check``."""
    out = tmp_path / "out"
    never = run(*NOTE, str(out), "--no-cache", code=0)
    made = files(out)
    for heavy in (False, True):
        if heavy:
            monkeypatch.setattr(DOCUMENT, refuse)
        shutil.rmtree(out)
        again = run(*NOTE, str(out))
        assert (again.stdout, again.stderr, again.exit_code) == (never.stdout, never.stderr, 0)
        assert files(out) == made
    assert run(*NOTE, str(out), "--check").exit_code == 0
    changed = out / "layernorm.projector_trace.md"
    changed.write_text("another", "utf-8")
    assert "is not what the code produces" in run(*NOTE, str(out), "--check", code=1).stderr
    assert changed.read_text("utf-8") == "another"
    assert run(*NOTE, str(tmp_path / "none"), "--check").exit_code == 2
    with pytest.raises(AssertionError):
        run(*NOTE, str(out), "--no-cache")


@pytest.mark.parametrize("more", [("--to", "md"), ("--all",), ("layernorm.eq6",)])
def test_another_report_is_another_question(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    """Other formats, the catalogue, other theorems."""
    run(*NOTE, str(tmp_path))
    monkeypatch.setattr(DOCUMENT, refuse)
    with pytest.raises(AssertionError):
        run(*NOTE, str(tmp_path), *more)


def test_what_is_unexpected_in_a_report_stays_so(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A report that says of a theorem that it fails is written from the cache with its message and exit code 1."""
    document = Document("small", {"small.md": "text"}, unexpected=("layernorm.eq6",), kept=("small.md",))
    monkeypatch.setattr(DOCUMENT, lambda *_, **__: lambda: document)
    first = run("report", "layernorm", "--out", str(tmp_path))
    monkeypatch.setattr(DOCUMENT, refuse)
    again = run("report", "layernorm", "--out", str(tmp_path))
    assert "layernorm.eq6 did not come out as it should" in first.stderr
    assert (again.stdout, again.stderr, again.exit_code) == (first.stdout, first.stderr, 1)


def test_evidence_rests_on_the_data(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue is made anew when the real vectors are others, or gone; a note does not know them."""
    asked: list[bool] = []

    def stand_in(*_: Any, **__: Any) -> Any:
        asked.append(True)
        return lambda: Document("small", {"small.md": "text"})

    monkeypatch.setattr(DOCUMENT, stand_in)
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    for number, content in enumerate((b"one", b"two", None), start=1):
        path = tmp_path / "pythia70m_probe.npz"
        path.write_bytes(content) if content else path.unlink()
        for _ in range(2):
            run("report", "layernorm", "--all", "--out", str(tmp_path / "out"))
            assert len(asked) == number
    run("report", "layernorm", "--out", str(tmp_path / "out"))
    path.write_bytes(b"three")
    run("report", "layernorm", "--out", str(tmp_path / "out"))
    assert len(asked) == 4


def test_a_report_on_a_theory_of_others_is_made_each_time(
    run: Any, structured: Theory, tmp_path: Path, entries: Path
) -> None:
    """Nothing says when it changes; and what cannot be written, or is not known, is not kept either."""
    assert run("report", structured.name, "--to", "md", "--out", str(tmp_path / "out")).exit_code == 0
    assert run("report", "layernorm.nothing", "--out", str(tmp_path / "out")).exit_code == 2
    assert not list(entries.glob("*"))


def test_nothing_heavy_is_imported_for_what_is_known(run: Any, in_turn: Any, tmp_path: Path) -> None:
    """Neither SymPy nor NumPy, nor a theory, nor the kernel."""
    known = [("check", "layernorm.eq6"), ("claims", "N-15"), (*NOTE, str(tmp_path))]
    for arguments in known:
        run(*arguments)
    heavy = "('sympy', 'numpy', 'jinja2', 'derive.kernel', 'derive.language', 'derive.theories.layernorm')"
    loaded = f"print(sorted({{n for n in sys.modules if n.startswith({heavy})}}), file=sys.stderr)"
    for done in in_turn(known, after=loaded):
        assert (done["code"], done["stderr"].strip()) == (0, "[]")


def test_another_notation_is_another_answer(run: Any, tmp_path: Path) -> None:
    """What is pasted is read with the notation of its folder: when that changes it is read again."""
    project, paper = tmp_path / "pyproject.toml", tmp_path / "p.tex"
    display = "\\begin{align*}\nv &= \\frac{|\\Pi \\vec a|^2}{N}\n\\end{align*}\n"
    paper.write_text(f"% derive: theorem layernorm.variance_norm\n{display}", encoding="utf-8")
    codes = []
    for name in ("v", "w", "v"):
        project.write_text(f"[tool.derive.notation.names]\nsigma2 = '{name}'\n'σ²' = '{name}'\n", encoding="utf-8")
        subject.cache_clear()
        codes.append(run("check", str(paper)).exit_code)
    assert codes[0] == codes[2] == 0
    assert codes[1] != 0
