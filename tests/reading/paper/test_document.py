"""Finding displays: comments, verbatim text, macros that are displays, inline mathematics, Markdown."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from derive.reading.paper.document import Display, items_of
from derive.reading.paper.files import Files

BOTH = ["s = t", "u = v"]


@pytest.mark.parametrize(
    "before",
    [
        r"% \[ a", r"\verb|\[|", r"\verb*+$$+", r"cost \$5", r"$x$", r"$x$$y$", r"\(x\)", r"\% 100", r"\\% \[",
        "\\begin{verbatim}\n\\[ s \\]\n\\end{verbatim}", "\\begin{comment}\n$$ s \n\\end{comment}", r"\iffalse \[ s \] \fi",
        r"\iffalse \[ s \] \else", "% \\begin{comment}", r"\url{http://x/a%20b}", r"\href{http://x/a%20b}{x}",
        r"\lstinline{x} and {y}", r"\lstinline[language=C]{x}", r"\mintinline{python}{$$}", "it costs $5 and", "a $ b",
    ],
)  # fmt: skip
def test_what_stands_before_a_display_does_not_hide_it(says: Any, before: str) -> None:
    """Nor does it take away from what follows: both displays are read, as they stand."""
    line = "\n" if before.lstrip("\\").startswith("%") or before.startswith(r"\\%") else " "
    assert says(f"{before}{line}\\[ s = t \\]\n$$ u = v $$") == BOTH


@pytest.mark.parametrize(
    "name", ["align", "align*", "equation", "gather", "multline", "flalign", "eqnarray", "displaymath", "dmath", "math"]
)
def test_environments_are_displays(says: Any, name: str) -> None:
    """Each of them, with blanks after its command as well."""
    assert says(f"\\begin {{{name}}} s = t \\end {{{name}}}") == ["s = t"]


def test_the_number_of_columns_is_no_factor(says: Any) -> None:
    """``{2}`` after alignat is not 2, and a spec of an array is no name."""
    assert says(r"\begin{alignat}{2} s &= t & u &= v \end{alignat}") == BOTH
    assert says(r"\[ \begin{array}{rcl} s &=& t \\ u &=& v \end{array} \]") == BOTH


def test_a_factor_in_braces_stays(says: Any) -> None:
    """``{2}`` after aligned is 2."""
    assert says(r"\[ \begin{aligned} {2} s &= t \end{aligned} \]") == ["2s = t"]


@pytest.mark.parametrize("define", [r"\newcommand{%s}{%s}", r"\def%s{%s}", r"\newcommand*%s{%s}"])
def test_macros_that_begin_and_end_displays(says: Any, define: str) -> None:
    r"""``\be … \ee`` is the display that they stand for."""
    both = define % (r"\be", r"\begin{equation}") + define % (r"\ee", r"\end{equation}")
    assert says(both + r" \be s = t \ee") == ["s = t"]


def test_a_macro_that_holds_a_display_is_an_error(says: Any) -> None:
    """What it shows cannot be seen where it is used."""
    assert says(r"\newcommand{\eq}[1]{\[ #1 \]} \eq{s = t}") == ["error"]


@pytest.mark.parametrize(
    "again",
    [
        r"\renewcommand{\x}{s}", "\\renewcommand% c\n{\\x}% c\n{s}", "\\renewcommand{\\x}[0]%\n{s}", r"\newcommand\x s",
        r"\edef\x{s}", r"\gdef\x{s}", r"\long\def\x{s}", r"\let\x\y", r"\RenewDocumentCommand{\x}{}{s}",
        r"\renewcommand\x[5]{s}", r"\def\x#1.{s}", "\\def\\x\n{s}",
    ],
)  # fmt: skip
def test_no_macro_keeps_a_meaning_that_it_has_lost(verdicts: Any, again: str) -> None:
    r"""``\x`` was t: ``\x = t`` is refuted or cannot be read, but is not proved."""
    (verdict,) = verdicts(f"\\newcommand{{\\y}}{{s}}\\newcommand{{\\x}}{{t}}{again} \\[ \\x = t \\]")
    assert verdict in ("refuted", "error")


@pytest.mark.parametrize("group", ["{%s}", r"\begingroup%s\endgroup", r"\begin{proof}%s\end{proof}", r"\iffoo \fi{%s}"])
def test_a_macro_defined_in_a_group_ends_with_it(verdicts: Any, group: str) -> None:
    r"""``\x`` is s again after the group: ``\x = t`` is not proved."""
    (verdict,) = verdicts(r"\newcommand{\x}{s}" + group % r"\renewcommand{\x}{t}" + r"\[ \x = t \]")
    assert verdict != "proved"


def test_a_macro_with_a_definition_in_each_branch_is_not_guessed(verdicts: Any) -> None:
    """Which of them TeX takes is not known."""
    text = r"\ifdraft\newcommand{\x}{t}\else\newcommand{\x}{s}\fi \[ \x = s \]"
    assert verdicts(text) == ["error"]


def test_a_display_under_another_name_is_read_or_refused(read: Any) -> None:
    r"""``\let\be\[`` makes ``\be`` a display."""
    assert read(r"\let\be\[ \let\ee\] \be s = t \ee").items


def test_what_stands_after_the_document_is_not_read(says: Any) -> None:
    r"""Nor what stands after ``\endinput``."""
    assert says(r"\[ s = t \]\end{document}\[ u = v \]") == ["s = t"]


def test_a_display_that_is_never_closed_is_an_error(read: Any) -> None:
    """At the place where it begins, and the relations before it stay."""
    paper = read("\\[ s = t \\]\n $$ u = v")
    assert [str(item.place) for item in paper.items] == ["2:6", "3:2"]
    assert "never closed" in str(paper.items[1].error)


# --- Markdown -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "before",
    [
        "```python\n$$ s\n```\n", "~~~\n$$ s\n~~~\n", "`$$ s` ", "`` ` $$ `` ", "<!-- $$ s -->", "a ` b\n\nc ` ",
        "It costs $5 today:\n", "It costs $5 or $6: ", "It costs $5 (", "% of all: ", "100 % of ",
        "1. ```python\n   $$ s\n   ```\n",
    ],
)  # fmt: skip
def test_what_stands_before_a_display_of_markdown_does_not_hide_it(says: Any, before: str) -> None:
    """Code, comments, prices, per cent."""
    assert says(f"{before}$$ s = t $$ and $x$\n\n$$ u = v $$", "p.md") == BOTH


@pytest.mark.parametrize(
    "fence", ["```math\n%s\n```", "~~~ math\n%s\n~~~", "```math x\n%s\n```", "- ```math\n  %s\n  ```"]
)
def test_fences_of_mathematics(says: Any, fence: str) -> None:
    """A fence whose first word is math is a display, in a list as well."""
    assert says(fence % "s = t", "p.md") == ["s = t"]


def test_ticks_within_dollars(says: Any) -> None:
    """On lines of its own it is a display, within a line it is not."""
    assert says("$`s = t`$", "p.md") == ["s = t"]
    assert says("Text:\n\n  $`\n s = t\n`$\n\nand $`t = u`$ within, `$s = u$` too.\n", "p.md") == ["s = t"]


KRAMDOWN = "Take $$t$$ for a number.\n\n"


@pytest.mark.parametrize(
    "line",
    [
        "What it says (i.e. when $$s = 0$$):", "## If $$s = 0$$", "- it is so for $$s = 0$$",
        "> if $$s = 0$$, and $$t = 0$$", "$$s = 0$$ is a case.",
    ],
)  # fmt: skip
def test_dollars_within_a_line_of_kramdown(read: Any, line: str) -> None:
    """Where names in the text stand in ``$$`` they are mathematics of the text, whose relations are noted."""
    paper = read(f"{KRAMDOWN}{line}\n\n$$ u = v $$\n", "p.md")
    assert [str(item.place) for item in paper.items] == ["6:6"]
    assert {note.kind for note in paper.notes} == {"relation"}
    assert len(paper.notes) == line.count("=")


@pytest.mark.parametrize(
    "text",
    [
        f"{KRAMDOWN}- $$ s = t $$\n- $$ u = v $$.\n", f"{KRAMDOWN}1. $$s = t$$\n\n> $$u = v$$ (2)\n",
        f"{KRAMDOWN}We have $$\ns = t\n$$ and\n$$ u = v $$\n", f"{KRAMDOWN}$$ s = t $$, $$ u = v $$\n",
        "We have $$ s = t $$ and so $$ u = v $$\n", f"{KRAMDOWN}and $t$: $$ s = t $$ so $$ u = v $$",
    ],
)  # fmt: skip
def test_displays_in_doubled_dollars(says: Any, text: str) -> None:
    """Alone in their lines; and anywhere in a paper that has another sign for its text, or no names in it."""
    assert says(text, "p.md") == BOTH


@pytest.mark.parametrize(
    ("display", "verdict"), [("(s + t)^2 = s^2", "error"), ("s + t = t + s", "proved"), ("(u + v)^2 = u^2", "refuted")]
)
def test_a_condition_in_doubled_dollars(verdicts: Any, display: str, verdict: str) -> None:
    """It limits what has its names, as any other of the text."""
    assert verdicts(f"{KRAMDOWN}If $$t = 0$$, then\n\n$$ {display} $$\n", name="p.md") == [verdict]


@pytest.mark.parametrize(
    "define",
    [
        r"$$\newcommand{\bolt}[1]{\mathbf{#1}}$$",
        r"$\def\bolt#1{\mathbf{#1}}$",
        r"$$ \renewcommand\bolt[1]{\mathbf{#1}} % of a vector",
        "$`\\newcommand{\\bolt}[1]{\\mathbf{#1}}`$",
        "```math\n\\newcommand{\\bolt}[1]{\\mathbf{#1}}\n```",
    ],
)
def test_macros_in_the_mathematics_of_markdown(says: Any, define: str) -> None:
    """They hold from there on; what defines them is no display, but what stands behind them in it is one."""
    closed = f"{define}\n$$" if define.count("$$") == 1 else define
    assert says(f"{closed}\n\n$$ \\bolt a = a $$", "p.md") == ["a = a"]
    assert says(r"$$ \def\x{s} \begin{aligned} \x &= t \\ &= \x \end{aligned} $$ so $$ u = \x $$", "p.md") == [
        "s = t",
        "t = s",
        "u = s",
    ]


def test_a_macro_in_a_group_of_mathematics_is_not_guessed(says: Any) -> None:
    r"""It could end with the group; behind its use it is no meaning of that; in TeX it ends with the formula."""
    assert says(r"$$ s = { \def\x{t} \x } $$ so $$ u = \x $$", "p.md")[-1] == "error"
    assert says(r"$$ \def\x{t} s = \x $$ $$ t = \x \def\x{u} $$ $$ t = \x $$", "p.md") == ["s = t", "t = t", "t = u"]
    assert says(r"\def\x{t} $\def\x{s}$ \[ s = \x \]") == ["s = t"]


def test_the_sign_of_a_quotation_is_no_relation(says: Any) -> None:
    """What it begins is a line of the display, not a bound."""
    assert says("> $$ s^2 + 1 = s^2 + 1 \\\\\n> = s^2 $$", "p.md") == ["s² + 1 = s² + 1", "s² + 1 = s²"]


def test_dollars_in_a_comment_open_nothing(says: Any) -> None:
    """The quotation below is one, though a comment has an odd number of them."""
    text = "<!-- it says > $$ there -->\n$$ s = t $$\n\n> $$\n> s = t + 0\n> $$"
    assert says(text, "p.md") == ["s = t", "s = t + 0"]
    assert says("<!-- $$ -->\n$$\ns\n> t - 1\n$$", "p.md") == ["s > t - 1"]


def test_displays_of_renderers(read: Any, says: Any) -> None:
    r"""MathJax has them in ``<script>``, Doxygen between ``\\f[`` and ``\\f]``; places stay."""
    text = '<script type="math/tex; mode=display"> s &= t + 0 \\\\[1em] &= t </script>\n\n\\f[\n s = t\n\\f]\n'
    assert says(text, "p.md") == ["s = t + 0", "t + 0 = t", "s = t"]
    assert [item.place.line for item in read(text, "p.md").items] == [2, 2, 5]
    assert says('<script type="math/tex">s</script> and \\f[ s', "p.md") == []


def test_a_quoted_fence_is_read(says: Any) -> None:
    """``> ```math`` is a display."""
    assert says("> ```math\n> s = t\n> ```", "p.md") == ["s = t"]


def test_doubled_backslashes_are_seen(read: Any) -> None:
    r"""``\\[ … \\]`` is how Markdown is given ``\[``."""
    assert read(r"\\[ s = t \\]", "p.md").items


# --- hostile ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("suffix", "text"),
    [
        (".tex", "\\[" * 100_000), (".tex", "\\(" * 100_000), (".tex", "\\( a " * 100_000), (".tex", "$" * 100_001),
        (".tex", "\\begin{align}" * 100_000), (".tex", "\\usepackage[" * 20_000), (".tex", "\\def\\x{" * 5_000),
        (".tex", "\\iffalse " * 100_000), (".tex", "\\verb|a " * 100_000), (".tex", "\\newcommand" * 100_000),
        (".md", "`" * 100_001), (".md", "~" * 1_000_000), (".md", "$a " * 100_000), (".md", "<!--" * 100_000),
        (".md", " ".join("`" * (n % 300 + 1) for n in range(5_000))),
    ],
)  # fmt: skip
def test_hostile_text_is_passed_over_in_bounded_time(tmp_path: Path, suffix: str, text: str) -> None:
    """A fraction of a second each; what is quadratic would take minutes."""
    path = tmp_path / f"p{suffix}"
    path.write_text(text, encoding="utf-8")
    begin = time.process_time()
    assert not any(isinstance(item, Display) and "=" in text for item in items_of(path, Files()))
    assert time.process_time() - begin < 20


def test_definitions_of_mathjax_hold_on_in_tex(verdicts: Any) -> None:
    r"""``$\def\o{…}$`` of nothing but definitions, unless its names are defined elsewhere, too."""
    defined = r"$\def\o{{\tt1}}\def\p#1#2{\frac{\partial #1}{\partial #2}}$"
    display = r"\[ \p{a^\top a}{a} = 2 a \] \[ \o^\top a = \sum_i a_i \]"
    assert verdicts(f"{defined}\n{display}") == ["proved", "proved"]
    assert verdicts(f"{defined}\n\\newcommand{{\\o}}{{b}}\n{display}") == ["error", "refuted"]
    assert verdicts(rf"$x \def\o{{3}}$ {display}")[1] == "error"
