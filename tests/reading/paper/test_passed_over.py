"""What is passed over is said: unknown environments, files that are not followed, comments that nearly are declarations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from derive.reading.paper import declares

ROWS = r"s &= t \\ &= u"


def kinds(paper: Any) -> list[str]:
    """What is noted."""
    return [note.kind for note in paper.notes]


@pytest.mark.parametrize(
    "name",
    ["eqs", "dgroup", "darray", "DispWithArrows", "numcases", "my-eq", "eq:1", "cases", "subequations",
     "theorem", "tcolorbox"],
)  # fmt: skip
@pytest.mark.parametrize("suffix", ["tex", "md"])
def test_an_environment_that_looks_like_a_display_is_noted(read: Any, name: str, suffix: str) -> None:
    """It is not read, and not passed over in silence."""
    paper = read(rf"\begin{{{name}}} {ROWS} \end{{{name}}}", name=f"p.{suffix}")
    assert not paper.items
    assert [(note.kind, str(note.place)) for note in paper.notes] == [("display", "2:1")]
    assert name in paper.notes[0].text


@pytest.mark.parametrize(
    "body",
    [
        r"\begin{theorem} Let $s_1 = t$ and \[ s = t \] \end{theorem}",
        r"\begin{subequations}\label{eq:a=b_1} \begin{align} s &= t \end{align} \end{subequations}",
        r"\begin{tcolorbox}[title=a_b, width=1cm] \[ s = t \] \end{tcolorbox}",
        r"\begin{figure} \includegraphics[width=0.5\textwidth]{fig_1} \\ \[ s = t \] \end{figure}",
        r"\begin{tabular}{ll} $s$ & $s = t$ \\ a & = \end{tabular} \[ s = t \]",
        r"\begin{tikzpicture} \node[a=b] (x_1) {}; \\ \end{tikzpicture} \[ s = t \]",
        r"\begin{verbatim} \begin{eqs} s &= t \end{eqs} \end{verbatim} \[ s = t \]",
        r"% \begin{eqs} s &= t \end{eqs}" + "\n" + r"\[ s = t \]",
    ],
)
def test_environments_around_displays_are_none(read: Any, says: Any, body: str) -> None:
    """What stands in them is read."""
    assert says(body) == ["s = t"]
    assert not read(body).notes


@pytest.mark.parametrize("code", ["verbatim", "lstlisting", "comment", "minted"])
def test_code_is_no_display(read: Any, code: str) -> None:
    """Nor anything that is noted."""
    paper = read(rf"\begin{{{code}}} \[ s = t \] \begin{{align}} {ROWS} \end{{align}} \end{{{code}}}")
    assert not paper.items
    assert not paper.notes


@pytest.mark.parametrize(
    "text",
    [
        r"\equation s = t \endequation", r"\newenvironment{ee}{\equation}{\endequation} \begin{ee} s = t \end{ee}",
        r"\def\be{\equation} \def\ee{\endequation} \be s = t \ee", r"\let\be\align \let\ee\endalign \be s &= t \ee",
    ],
)  # fmt: skip
def test_a_display_by_the_commands_of_its_environment_is_an_error(says: Any, text: str) -> None:
    """Its end is not seen."""
    assert says(text) == ["error"]


def test_more_columns_of_equations(verdicts: Any) -> None:
    """``xxalignat`` is one of the environments that are read."""
    assert verdicts(r"\begin{xxalignat}{2} s &= s & t &= u \end{xxalignat}") == ["proved", "refuted"]


@pytest.mark.parametrize("fence", ["```Math", "```{.math}", "``` math", "~~~{math}"])
def test_fences_of_mathematics_however_they_are_spelled(verdicts: Any, fence: str) -> None:
    """They are displays."""
    assert verdicts(f"{fence}\ns = t\n{fence[:3]}\n", name="p.md") == ["refuted"]


@pytest.mark.parametrize(
    "command",
    [
        r"\InputIfFileExists{one}{}{}", r"\@input{one}", r"\@@input one ", r"\includestandalone[width=1cm]{one}",
        r"\loadglsentries{one}", r"\input\one", r"\input{one.txt}", r"\documentclass[a4paper]{own}",
    ],
)  # fmt: skip
def test_a_file_that_is_not_followed_is_noted(read: Any, command: str) -> None:
    """With its place; it need not be there."""
    paper = read(f"{command}\n\\[ s = t \\]", files={"own.cls": "", "one.txt": ""})
    assert kinds(paper) == ["include"]
    assert len(paper.items) == 1


@pytest.mark.parametrize("command", [r"\InputIfFileExists{one}{}{}", r"\@input{one}", r"\includestandalone{one}"])
def test_a_file_that_is_not_followed_and_declares_something_is_an_error(verdicts: Any, command: str) -> None:
    """What stands below rests on it."""
    files = {"one.tex": "% derive: assume s = t"}
    assert verdicts(f"{command}\n\\[ s = t \\]", files=files) == ["error", "error"]


@pytest.mark.parametrize(
    "comment",
    ["% Derive: scalar q", "% derive scalar q", "%derive : scalar q", "% DERIVE: skip", "%% derive; scalar q",
     "% derive=use a", "% derive, scalar q", "% derive skip"],
)  # fmt: skip
@pytest.mark.parametrize("where", ["{}\n\\[ s = s \\]", "\\begin{{align}} s &= t \\\\ {}\n &= s \\end{{align}}"])
def test_what_nearly_is_a_declaration_is_an_error(read: Any, verdicts: Any, comment: str, where: str) -> None:
    """At its place; before a display and in it."""
    text = where.format(comment)
    assert set(verdicts(text)) == {"error"}
    assert "nearly is a declaration" in str(read(text).items[0].error)


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        ("p.tex", "% derive: scalar s", True), ("p.tex", "% Derive: scalar s", True), ("p.tex", r"\[ s = t \]", False),
        ("p.tex", "\\[ s = t % derive: skip\n \\]", True), ("p.tex", r"\input{one}", True), ("p.tex", r"\input{two}", False),
        ("p.tex", "\\begin{verbatim}\n% derive: scalar s\n\\end{verbatim}", False), ("p.md", "<!-- derive: skip -->", True),
        ("p.md", "<!-- derive dimension N -->", True), ("p.md", "`<!-- derive: skip -->`", False),
        ("p.tex", "% we derive: nothing", False),
    ],
)  # fmt: skip
def test_papers_that_declare_something(tmp_path: Path, name: str, text: str, wanted: bool) -> None:
    """Here, in a file that is input, or nearly; not in code."""
    (tmp_path / "one.tex").write_text("% derive: scalar s\n", encoding="utf-8")
    (tmp_path / "two.tex").write_text("\\[ s = t \\]\n", encoding="utf-8")
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert declares(tmp_path / name) is wanted


@pytest.mark.parametrize("fence", ["latex", "tex", "katex", "asciimath"])
def test_a_fence_of_code_that_holds_mathematics_is_noted(read: Any, fence: str) -> None:
    """It is shown as code, and not read."""
    paper = read(f"```{fence}\ns = t\n```\n", name="p.md")
    assert not paper.items
    assert kinds(paper) == ["display"]


@pytest.mark.parametrize(
    "begin", [":::{math}", "::: math", ":::{math}\n:label: one", "```{math}\n:label: one\n:nowrap: x"]
)
def test_directives_of_mathematics(verdicts: Any, begin: str) -> None:
    """They are displays, their options none of it."""
    assert verdicts(f"{begin}\ns = t\n{begin[:3]}\n", name="p.md") == ["refuted"]


@pytest.mark.parametrize(
    "begin", ["::: note", "```{note}", "````{prf:theorem} A title", "~~~ {Theorem}\n:label: one", "- ```{prf:proof}"]
)
def test_a_block_of_text_is_walked(verdicts: Any, begin: str) -> None:
    """It is no display, and ends where its fence does."""
    fence = begin.removeprefix("- ").split("\n")[0].split("{")[0].split()[0]
    text = f"{begin}\n$$ s = t $$\n\n$$\ns = s\n$$\n{fence}\nwhere\n\n$$ t = t $$\n"
    assert verdicts(text, name="p.md") == ["refuted", "proved", "proved"]


NESTED = """````{prf:theorem}
$$ s = s $$
```{note}
$$ s = t $$
```
```{code} latex
$$ t = u $$
```
~~~
never closed: $$ s = u $$
````
$$ t = t $$
"""


def test_fences_in_a_block_of_text(verdicts: Any) -> None:
    """Another block is walked, code is not, and neither goes on behind the end of the first."""
    assert verdicts(NESTED, name="p.md") == ["proved", "refuted", "proved"]


@pytest.mark.parametrize(("name", "notes"), [("python", 0), ("code-cell", 0), ("table", 1), ("foo", 1)])
def test_a_directive_that_holds_no_text(read: Any, name: str, notes: int) -> None:
    """Of code nothing is said; displays in another one are not passed over in silence."""
    paper = read(f"```{{{name}}}\n$$ s = t $$\n```\n", name="p.md")
    assert not paper.items
    assert kinds(paper) == ["display"] * notes


@pytest.mark.parametrize("text", ["If $s = 0$, then\n\n$$ s = t $$\n", "$$ s = t $$\n\nif $s = 0$.\n"])
def test_words_in_a_block_of_text_limit_its_displays(verdicts: Any, text: str) -> None:
    """They are words of the text."""
    assert verdicts(f"```{{note}}\n{text}```\n", name="p.md") == ["error"]


def test_a_condition_on_indices_right_below_the_name_of_a_block(verdicts: Any) -> None:
    """The name and the options are no words."""
    text = "```{{prf:proof}}\n:label: one\n{} we have\n\n$$ \\delta_{{ij}} a_i = 0 $$\n```\n"
    head = "<!-- derive: index j : N -->\n"
    assert verdicts(head + text.format(r"For $i \ne j$"), name="p.md") == ["proved"]
    assert verdicts(head + text.format(r"For $i = j$"), name="p.md") == ["refuted"]


@pytest.mark.parametrize("begin", ["```math", "```{note}\n$$"])
def test_a_line_of_a_fence_is_no_quotation(verdicts: Any, begin: str) -> None:
    """Its first sign is a relation."""
    end = "$$\n```" if "$$" in begin else "```"
    assert verdicts(f"{begin}\ns\n> t\n{end}\n", name="p.md") == ["refuted"]


@pytest.mark.parametrize("body", ["s = t", r"s \le t", r"\frac{s}{2} = t"])
def test_an_environment_without_marks_is_noted_too(read: Any, body: str) -> None:
    """Where no words stand in it."""
    assert kinds(read(rf"\begin{{eqs}} {body} \end{{eqs}}")) == ["display"]
    assert not read(rf"\begin{{remark}} Let key = {body} be given. \end{{remark}}").notes
