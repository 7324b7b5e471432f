r"""``derive.reading.latex.macros``: user macros, expanded with places kept."""

from __future__ import annotations

import pytest

from derive.errors import InputError, LimitError
from derive.reading.decided import context_from
from derive.reading.latex import Context, read_latex, read_macros
from derive.reading.latex.macros import Macros
from derive.reading.latex.tokens import tokens
from derive.reading.source import Source
from tests.reading.latex.contexts import same


def expanded(text: str) -> str:
    source = Source(text)
    return " ".join(token.text for token in Macros().expand(source, tokens(source)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"\newcommand{\v}{\vec a} \v", r"\vec a"),
        (r"\newcommand\v{\vec a} \v", r"\vec a"),
        (r"\renewcommand{\v}[1]{\vec{#1}} \v{b} \v b", r"\vec { b } \vec { b }"),
        (r"\newcommand{\ip}[2]{\langle #1, #2\rangle} \ip{a}{b}", r"\langle a , b \rangle"),
        (r"\newcommand{\t}[3]{#3#2#1} \t abc", "c b a"),
        (r"\newcommand{\o}[2][x]{#1#2} \o{b} \o[y]{b}", "x b y b"),
        (r"\def\x#1#2{#2#1} \x ab", "b a"),
        (r"\def\x{a} \def\x{b} \x", "b"),
        (r"\newcommand{\x}{a} \providecommand{\x}{b} \x", "a"),
        (r"\DeclareMathOperator{\Var}{Var} \Var", r"\operatorname { V a r }"),
        (r"\DeclareMathOperator*{\E}{E} \E", r"\operatorname { E }"),
        (r"\newcommand{\a}{b}\newcommand{\c}{\a\a} \c", "b b"),
    ],
)
def test_expansion(text: str, expected: str) -> None:
    """Definitions of every kind, with up to three arguments, an optional one among them."""
    assert expanded(text) == expected


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        (r"\newcommand{\x}[4]{a}", InputError, "4 arguments"),
        (r"\newcommand{\x}[?]{a}", InputError, "unreadable number"),
        (r"\newcommand{\x}[1]{#2} \x a", InputError, "#2"),
        (r"\newcommand{\x}[1]{#1} \x", InputError, r"an argument of \x"),
        (r"\newcommand{x}{a}", InputError, "without a command"),
        (r"\newcommand", InputError, "the command to define"),
        (r"\def\x[#1]{a}", InputError, "delimited"),
        (r"\def\x#2{a}", InputError, "the parameter #1"),
        (r"\def\x{\x\x}\x", LimitError, r"the macro \x called more than 256 times"),
        (r"\def\x{\x}\x", LimitError, r"the macro \x called more than 256 times"),
        (r"\newcommand{\x}[1]{#1#1#1}" + r"\x{" * 40 + "a" + "}" * 40, LimitError, r"the macro \x called more than"),
        (r"\newcommand{\x}[1]{#1#1#1}" + r"\x{" * 5 + "a " * 100 + "}" * 5, LimitError, "expand to more than"),
    ],
)
def test_what_is_refused(text: str, error: type[InputError], message: str) -> None:
    """Too many arguments, parameters that are not there, macros that never end."""
    with pytest.raises(error) as caught:
        expanded(text)
    assert message in str(caught.value)


def test_places_are_kept() -> None:
    """A token of a body stands where the macro was called, one of an argument where it was written."""
    text = r"\newcommand{\n}[1]{\zeta + #1} s = \n{\xi}"
    with pytest.raises(InputError, match=rf"1:{text.index(chr(92) + 'n{') + 1}: the unknown name"):
        read_latex(text, context_from("scalar s"))
    text = r"\newcommand{\n}[1]{s + #1} s = \n{\xi}"
    with pytest.raises(InputError, match=rf"1:{text.index(chr(92) + 'xi') + 1}: the unknown name"):
        read_latex(text, context_from("scalar s"))


def test_a_preamble() -> None:
    """Macros of a preamble, whatever else is in it; and macros in declarations."""
    macros = read_macros("\\documentclass{article} % Zoë\n\\newcommand{\\vx}{\\vec x}\n\\begin{document}")
    assert set(macros.table) == {r"\vx"}
    context = context_from("dimension N; vector x : N", Context(macros=macros))
    assert str(read_latex(r"\vx = \vx", context).terms[0]) == str(read_latex(r"x = x", context).terms[0])
    same(r"\half s", "(1/2)*s", r"\newcommand{\half}{\frac12}")
    same(r"\tr(A)", "trace(A)", r"\DeclareMathOperator{\tr}{tr}")


def test_a_space_is_no_argument() -> None:
    r"""TeX would take ``\,`` as the argument; here it is an error, and braces are the way on."""
    with pytest.raises(InputError, match="before a space"):
        expanded(r"\newcommand{\q}[1]{#1#1} \q\,s")
    assert expanded(r"\newcommand{\q}[1]{#1#1} \q{s}\,t") == "s s t"


def test_what_is_known_is_not_provided_anew() -> None:
    r"""``\providecommand`` leaves commands of LaTeX alone, and makes others."""
    assert expanded(r"\providecommand{\frac}[2]{#2/#1} \frac{s}{t}") == r"\frac { s } { t }"
    assert expanded(r"\providecommand{\half}{\frac12} \half") == r"\frac 1 2"


def test_long_bodies_count() -> None:
    """A macro with a body of many empty arguments ends soon."""
    with pytest.raises(LimitError):
        expanded(r"\newcommand{\m}[1]{" + "#1" * 1000 + r"\m{}}\m{}")


def test_a_definition_in_a_group_ends_with_it() -> None:
    """Outside of the braces the macro is what it was."""
    assert expanded(r"\newcommand{\q}{s} {\renewcommand{\q}{t} \q} \q") == "{ t } s"
    assert expanded(r"\frac{\renewcommand\frac{s}\frac}{2} \frac12") == r"\frac { s } { 2 } \frac 1 2"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"\newcommand{\why}[1]{\text{#1}} \why{so it is}", "so it is"),
        (r"\newcommand{\why}[2]{\text{#2, #1}} \why{a $x^2$ b}{c  d}", "c  d, a $x^2$ b"),
        (r"\newcommand{\why}[1]{\text{by #1.}} \newcommand{\as}[1]{\why{#1}} \as{the rule}", "by the rule."),
        (r"\newcommand{\why}[1]{\text{#1}} \why{}", ""),
    ],
)
def test_arguments_within_words(text: str, expected: str) -> None:
    r"""The blanks of an argument of ``\text`` stay."""
    assert expanded(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (r"\newcommand{\why}[1]{\text{#1}} \newcommand{\as}[1]{\why{if #1}} \as{so}", "words that macros put together"),
        (r"\newcommand{\why}[1]{\text{#2}} \why{so}", "#2 in the macro"),
    ],
)
def test_words_that_cannot_be_told(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        expanded(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"\newcommand{\trans}{\ensuremath{^\top}} A\trans", r"A ^ \top"),
        (r"\newcommand*{\mat}[1]{\ensuremath{\mathbf{#1}}} \mat{A} \mat{B}", r"\mathbf { A } \mathbf { B }"),
        (r"\newcommand{\x}{\ensuremath{\ensuremath{x} y}} \x", "x y"),
    ],
)
def test_what_is_set_in_mathematics_anyway(text: str, expected: str) -> None:
    r"""``\ensuremath`` in the body of a macro says nothing there."""
    assert expanded(text) == expected


def test_a_derivative_by_two() -> None:
    r"""``\pdv{f}{x}{y}`` is another derivative than the one by x alone, times y."""
    assert r"\partial" in expanded(r"\pdv{f}{x}")
    assert expanded(r"\pdv{f}{x}{y}").startswith(r"\pdv")
