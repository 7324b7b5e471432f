"""Displays pasted from theorems: they are held to what the theorem says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from derive.authoring.theory import Theorem
from derive.cli.papers import pasted_from
from derive.cli.pasted import Found, still_says
from derive.reading.paper import Pasted, read_paper
from derive.report.snippet import LAYOUTS, Options, snippet
from derive.statements.needs import needs
from derive.statements.verdict import Verdict
from derive.theories.registry import THEORIES, load_theory
from tests.theorems import checked

LABEL = "layernorm.eq6"


@pytest.fixture
def pasted(run: Any, tmp_path: Path) -> Any:
    """``pasted(change, label)``: the verdicts on what `derive latex` prints, after a change."""

    def check(change: Any = lambda text: text, label: str = LABEL) -> list[str]:
        path = tmp_path / "p.tex"
        path.write_text(change(run("latex", label).stdout), encoding="utf-8")
        (item,) = read_paper(path).items
        assert isinstance(item, Pasted)
        return [found.verdict for found in pasted_from(item)[0]]

    return check


@pytest.mark.parametrize("label", [LABEL, "layernorm.jacobian"])
def test_what_is_pasted_is_the_theorem(pasted: Any, label: str) -> None:
    """Every relation of it, and the whole."""
    assert set(pasted(label=label)) == {"proved"}


def test_layout_may_change(pasted: Any) -> None:
    """Blanks, labels, comments."""
    assert set(pasted(lambda text: text.replace(" & ", " % x\n  &  ").replace(r"\label", r"\notag \label"))) == {
        "proved"
    }


def test_a_false_line_is_refuted(pasted: Any) -> None:
    """And the theorem stands."""
    found = pasted(lambda text: text.replace(r"\hat{1} \hat{1}^{\top}", r"\vec 1 \vec 1^{\top}", 1))
    assert found[0] == "proved"
    assert "refuted" in found


def test_another_last_side_is_another_statement(pasted: Any) -> None:
    """Though each relation may be true."""
    last = r"\vec b \label"
    assert pasted(lambda text: text.replace(last, rf"\vec b + \vec b - {last}"))[0] == "error"


def test_a_shorter_derivation_says_the_same(pasted: Any) -> None:
    """Its first and last sides are those of the theorem."""
    rows = lambda text: "\n".join(row for row in text.splitlines() if "(d)" not in row or "Reasons" in row)  # noqa: E731
    assert set(pasted(rows)) == {"proved"}


def test_a_broken_chain_is_another_statement(pasted: Any) -> None:
    """``p = p`` and ``q = q`` do not say p = q."""

    def split(text: str) -> str:
        rows = text.splitlines()
        begin = next(n for n, row in enumerate(rows) if "begin{align}" in row)
        end = next(n for n, row in enumerate(rows) if "end{align}" in row)
        first, last = rows[begin + 1].split("&")[0], rows[end - 1].split("{=}")[1].split(r"\label")[0]
        return "\n".join([*rows[: begin + 1], rf"{first} &= {first} \\", rf"{last} &= {last}", *rows[end:]])

    assert pasted(split)[0] == "error"


@pytest.mark.parametrize("label", ["nope.x", "layernorm.nope"])
def test_an_unknown_theorem_is_an_error(pasted: Any, label: str) -> None:
    """Not a crash."""
    assert pasted(lambda text: text.replace(f"theorem {LABEL}", f"theorem {label}")) == ["error"]


def test_a_theorem_without_a_display_is_an_error(tmp_path: Path) -> None:
    """There is nothing that could say it."""
    path = tmp_path / "p.tex"
    path.write_text(f"% derive: theorem {LABEL}\n", encoding="utf-8")
    (item,) = read_paper(path).items
    assert "a display below it" in str(item.error)  # type: ignore[union-attr]  # it is a relation


def test_a_directive_before_a_pasted_display_is_not_lost(tmp_path: Path, run: Any) -> None:
    """It concerns it, or is an error."""
    path = tmp_path / "p.tex"
    path.write_text("% derive: skip\n" + run("latex", LABEL).stdout, encoding="utf-8")
    paper = read_paper(path)
    assert len(paper.items) != 1 or paper.notes


def _found(tmp_path: Path, text: str) -> Found:
    path = tmp_path / "p.tex"
    path.write_text(f"\\begin{{document}}\n{text}\n\\end{{document}}\n", encoding="utf-8")
    paper = read_paper(path)
    (item,) = paper.items
    assert isinstance(item, Pasted)
    assert paper.notes == ()
    return still_says(item, {})


def _printed(theorem: Theorem, layout: str) -> str:
    own = LAYOUTS[layout]
    options = Options(own, number="none" if own.theorem else "last", definitions=own.theorem)
    return snippet(checked(theorem), options, f"derive latex {theorem.label} --layout {layout}")


def _green(found: Found) -> bool:
    """Is there nothing that a reader is told of?"""
    decided = pasted_decisions(found)
    return set(decided) == {"proved"} and not found.unread


def pasted_decisions(found: Found) -> list[str]:
    """The verdicts on theorems and relations."""
    from derive.cli.papers import decided

    return [one.verdict for one in found.theorems] + [decided(one).verdict for one in found.relations]


@pytest.mark.parametrize("name", THEORIES)
def test_every_theorem_is_read_back(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `derive latex` prints of each theorem, in every layout, is read as that theorem.

    Whether the verifier accepts a theorem is asked in `tests.theories.test_theorems`, and not again for each layout.
    """
    monkeypatch.setattr(Verdict, "backing_of", lambda *_: None)
    for theorem in load_theory(name).theorems:
        for layout in LAYOUTS:
            found = _found(tmp_path, _printed(theorem, layout))
            assert [one.verdict for one in found.theorems] == ["proved"], (theorem.label, layout)
            assert found.errors == 0, (theorem.label, layout)
            assert found.unread == ()


CHANGES = {
    "a sign": (" + ", " - "),
    "a sign of order": (r"\geq", r"\leq"),
    "an index": ("_n ", "_m "),
    "a power": ("^2", "^3"),
    "a word": ("every", "some"),
    "a vector": (r"\vec 1", r"\vec 0"),
    "the conclusion": ("Then", "It is not true that"),
}


#: Equations with and without a derivation, and theorems in words.
CHANGED = (
    ("layernorm.projector_idempotent", "article"), ("layernorm.jacobian_trace", "theorem"),
    ("layernorm.left_null_space", "theorem"),
    ("layernorm.length_bound", "article"), ("rmsnorm.image_ball", "twocolumn"), ("rmsnorm.tangent_eigenpair", "article"),
    ("expressivity.sphere_selects", "theorem"), ("layernorm.factor_of_four", "twocolumn"),
)  # fmt: skip


def _theorem(label: str) -> Theorem:
    return next(one for one in load_theory(label.partition(".")[0]).theorems if one.label == label)


@pytest.mark.parametrize(("label", "layout"), CHANGED)
def test_no_change_stays_unnoticed(label: str, layout: str, tmp_path: Path) -> None:
    """A formula with one change, or one word, is refuted or an error."""
    printed = _printed(_theorem(label), layout)
    for what, (old, new) in CHANGES.items():
        at = printed.find(old, printed.find("Let "))
        if at < 0 or r"\text{" in printed[printed.rfind("\n", 0, at) : at] or "Reasons" in printed[:at]:
            continue  # what stands in a reason is said to be not read
        changed = printed[:at] + new + printed[at + len(old) :]
        assert not _green(_found(tmp_path, changed)), what


@pytest.mark.parametrize(("label", "layout"), [*CHANGED[2:], (LABEL, "article")])
def test_no_hypothesis_can_be_left_out(label: str, layout: str, tmp_path: Path) -> None:
    """Without what it assumes the text is an error, whichever hypothesis is taken out."""
    theorem = _theorem(label)
    assert needs(theorem.statement)
    printed = _printed(theorem, layout)
    begin, end = printed.index("\nLet "), printed.index(". ", printed.index("\nLet "))
    assert not _green(_found(tmp_path, printed[:begin] + "\n" + printed[end + 2 :]))


def test_a_hypothesis_in_other_words(tmp_path: Path) -> None:
    """Is read as the hypothesis that it is, and no other."""
    theorem = next(one for one in load_theory("layernorm").theorems if one.label == LABEL)
    printed = _printed(theorem, "article")
    for said, green in ((r"0 \leq \epsilon", True), (r"\epsilon > 0", False), (r"\epsilon \geq -1", False)):
        found = _found(tmp_path, printed.replace(r"\epsilon \geq 0", said))
        assert (found.theorems[0].verdict == "proved") is green, said
        assert found.unread  # its reasons


@pytest.mark.parametrize(
    ("macro", "green"),
    [
        (r"\renewcommand{\vec}[1]{\mathbf{#1}}", True),
        (r"\renewcommand{\epsilon}{\varepsilon}", True),
        (r"\renewcommand{\geq}{<}", False),
        (r"\ifdraft\renewcommand{\geq}{<}\fi", False),
        (r"\renewcommand{\Pi}{\mu}", False),
    ],
)
def test_a_command_with_another_meaning(macro: str, green: bool, tmp_path: Path, run: Any) -> None:
    """What is printed is then another text; another mark on vectors says the same."""
    path = tmp_path / "p.tex"
    for label in (LABEL, "layernorm.projector_null_space", "rmsnorm.null_space_trivial"):
        printed = run("latex", label).stdout
        if macro.split("{")[1][:-2].split("}")[0] in printed or green:
            path.write_text(f"{macro}\n{printed}", encoding="utf-8")
            (item,) = (each for each in read_paper(path).items if isinstance(each, Pasted))
            assert ({one.verdict for one in pasted_from(item)[0]} == {"proved"}) is green, label


def test_several_theorems_in_one_display(tmp_path: Path) -> None:
    """Each of them has a chain there; one that has none is an error."""
    both = "% derive: theorem layernorm.projector_idempotent, layernorm.projector_symmetric (lemmas), as used below\n"
    good = both + "\\begin{align}\n\\Pi \\Pi &= \\Pi, \\\\ \\Pi^\\top &= \\Pi\n\\end{align}\n"
    assert _verdicts(tmp_path, good) == ["proved"] * 4
    assert "error" in _verdicts(tmp_path, good.replace(r"\Pi^\top &= \Pi", r"\vec 1 &= \vec 1"))


SENTENCE = "The points 0, 1, 2, 3, 4 are shattered by 3 LayerNorms of width 3, $\\epsilon$ = 1."
FIVE = "expressivity.five_points"


def _verdicts(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "p.tex"
    path.write_text(text, encoding="utf-8")
    found = []
    for item in read_paper(path).items:
        if isinstance(item, Pasted):
            found += [one.verdict for one in pasted_from(item)[0]]
        else:
            found.append("relation" if item.error is None else str(item.error))
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"% derive: theorem {FIVE}\n{SENTENCE}\n", ["proved"]),
        (f"% derive: theorem {FIVE}\n% proved for all data\n{SENTENCE}\n\nMore.", ["proved"]),
        (f"% derive: theorem {FIVE} [proved; certificate 55]\n{SENTENCE}", ["proved"]),
        (f"% derive: theorem {FIVE} (as in the note)\n{SENTENCE}", ["proved"]),
        (f"% derive: theorem {FIVE}\n{SENTENCE}\n\n% derive: scalar s\n\\[ s = s \\]\n", ["proved", "relation"]),
        (f"% derive: scalar s\n% derive: theorem {FIVE}\n{SENTENCE}\n\n\\[ s = s \\]\n", ["proved", "relation"]),
        (f"% derive: theorem {FIVE}\n{SENTENCE}\n% derive: theorem {FIVE}\n{SENTENCE}\n", ["proved", "proved"]),
        (f"% derive: theorem {FIVE}\n{SENTENCE.replace('4', '5')}\n", ["error"]),
        (f"% derive: theorem {FIVE}\nIt is not true that {SENTENCE}\n", ["error"]),
        (f"% derive: theorem {FIVE}\n{SENTENCE} No.\n", ["error"]),
    ],
)
def test_a_theorem_that_is_a_sentence(tmp_path: Path, text: str, expected: list[str]) -> None:
    """It has no display: the paragraph below the comment must say it, and a display below that is another matter."""
    assert _verdicts(tmp_path, text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("% derive: theorem layernorm.eq6, layernorm.jacobian\n", "a display below it"),
        ("% derive: theorem as pasted\n", "labels, as in theorem layernorm.eq6"),
        ("% derive: end\n", "'end', which ends nothing"),
        (f"% derive: theorem {FIVE}\n\n", "a display below it"),
        (f"% derive: theorem layernorm.eq6\n% derive: theorem {FIVE}\n{SENTENCE}", "a display below it"),
        ("% derive: theorem layernorm.eq6\n% derive: scalar s\n\\[ s = s \\]", "a declaration between 'theorem'"),
    ],
)
def test_a_comment_that_is_not_obeyed(tmp_path: Path, text: str, message: str) -> None:
    """Nothing said of a theorem is passed over in silence."""
    assert message in _verdicts(tmp_path, text)[0]


def test_a_theory_in_use_knows_what_it_prints(run: Any) -> None:
    """G is a name of layernorm, with its powers and its pseudo-inverse."""
    used = ("--declare", "use layernorm")
    assert run("prove", r"G \vec v = \vec g \odot \vec v", *used).exit_code == 0
    assert run("prove", r"G^{-2} G^2 \vec v = \vec v", *used, "--given", "nonzero g").exit_code == 0
    assert "read as: GG⁺ Gv = Gv\n" in run("prove", r"G G^+ G \vec v = G \vec v", *used).stdout
    assert run("prove", r"G \vec v = \vec v", *used).exit_code == 1


OPENING, ENDING = "\\begin{theorem}", "% derive: end"


@pytest.mark.parametrize(
    ("before", "old", "new"),
    [
        ("\\begingroup\\def\\mu{\\pi}\n", ENDING, f"\\endgroup\n{ENDING}"),
        ("{\\renewcommand{\\sqrt}[1]{#1}\n", ENDING, f"}}\n{ENDING}"),
        ("\\begin{center}\\def\\mu{\\pi}\n", ENDING, f"\\end{{center}}\n{ENDING}"),
        ("", "\\begin{proof}", "\\begin{proof}\\def\\mu{\\pi}"),
        ("", "\\end{theorem}\n", "\\end{theorem}\n\\input{q}\n"),
        ("{\\gdef\\mu{\\pi}}\n", "", ""),
        ("{\\global\\long\\def\\mu{\\pi}}\n", "", ""),
        ("\\mathchardef\\mu=7\n", "", ""),
        ("\\DeclareMathSymbol{\\geq}{\\mathrel}{symbols}{7}\n", "", ""),
        ("\\expandafter\\def\\csname geq\\endcsname{<}\n", "", ""),
        ("\\AtBeginDocument{\\def\\mu{\\nu}}\n", "", ""),
        ("\\renewenvironment{align*}{\\[\\lnot}{\\]}\n", "", ""),
        ("\\newenvironment{theorem}{It is false that}{}\n", "", ""),
    ],
)
def test_names_mean_one_thing_in_what_is_pasted(before: str, old: str, new: str, tmp_path: Path) -> None:
    """A macro of another meaning there, whichever way it comes, is an error."""
    (tmp_path / "q.tex").write_text("\\def\\mu{\\pi}\n\\[ \\mu = \\mu \\]\n", encoding="utf-8")
    printed = _printed(_theorem(LABEL), "theorem")
    assert "error" not in _verdicts(tmp_path, printed)
    found = _verdicts(tmp_path, before + printed.replace(old, new))
    assert any(one not in ("proved", "relation") for one in found)


@pytest.mark.parametrize(("title", "read"), [("Theorem", True), ("Satz", True), ("False claim", False)])
def test_a_theorem_is_headed_so(title: str, read: bool, tmp_path: Path) -> None:
    """An environment that the paper heads otherwise may take back what stands in it."""
    text = f"\\newtheorem{{theorem}}[section]{{{title}}}\n{_printed(_theorem(LABEL), 'theorem')}"
    assert ("error" not in _verdicts(tmp_path, text)) == read


HYPOTHESIS = " and $\\epsilon \\geq 0$"
CONDITION = "wherever $\\sigma^2 + \\epsilon > 0$,"


@pytest.mark.parametrize(
    "changes",
    [
        (f"{HYPOTHESIS}.", f".\n\\begin{{comment}}\n{HYPOTHESIS}\n\\end{{comment}}\n"),
        (f"{HYPOTHESIS}.", f".\n\\begin{{verbatim}}\n{HYPOTHESIS}\n\\end{{verbatim}}\n"),
        (f"{HYPOTHESIS}.", f".\n\\iffalse{HYPOTHESIS}\\fi\n"),
        ("{theorem}", "{falsehood}"),
        (f"{HYPOTHESIS}.", ".", f"Then, {CONDITION}", "Then $\\epsilon \\geq 0$ and"),
        (f"{HYPOTHESIS}.", ".", f"Then, {CONDITION}", f"Then, {CONDITION} suppose $\\epsilon \\geq 0$,"),
        (OPENING, f"\\begin{{verbatim}}\n{OPENING}", ENDING, f"\\end{{verbatim}}\n{ENDING}"),
        (f"{HYPOTHESIS}.", ".", f"Then, {CONDITION}", "Then, such that $\\epsilon \\geq 0$,"),
    ],
    ids=str,
)  # fmt: skip
def test_nothing_hidden_or_claimed_is_assumed(changes: tuple[str, ...], tmp_path: Path) -> None:
    """What is not typeset, or stands behind "then", is no hypothesis."""
    printed = _printed(_theorem(LABEL), "theorem")
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert old in printed
        printed = printed.replace(old, new)
    assert "error" in _verdicts(tmp_path, printed)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[Centring is a projection]", "[This is false]"),
        ("\\end{align*}\n\\end{theorem}", "\\intertext{It is false that}\n\\end{align*}\n\\end{theorem}"),
    ],
)
def test_words_that_are_not_read_are_told(old: str, new: str, tmp_path: Path) -> None:
    """In a title, and between the rows of a display."""
    printed = _printed(_theorem("layernorm.centring"), "theorem")
    assert old in printed
    assert not _green(_found(tmp_path, printed.replace(old, new)))
