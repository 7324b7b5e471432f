r"""``derive.reading.latex.arrange``: layout goes; rows, remarks and bars are understood."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import context, read, refusal, same


@pytest.mark.parametrize(
    "latex",
    [
        r"s + t",
        r"$s + t$",
        r"\[ s + t \]",
        r"\( s + t \)",
        r"\begin{equation} s + t \label{eq:1} \end{equation}",
        r"\begin{align*} s &+ t \tag{1} \end{align*}",
        r"\displaystyle s \,+\; t \quad",
        r"s + t.",
        r"s + t ,",
        r"s \! + {} t",
        r"s & + & t \nonumber",
        r"s \\ & + t",
        r"\left( s + t \right)",
        r"\bigl( s + t \bigr)",
        r"\Bigg[ s + t \Bigg]",
        r"s + \phantom{xyz} t",
        r"s \\ &\quad {} + t",
        r"s + t \qquad \text{by symmetry}",
        r"s + t && \text{($a = b$)} \label{x}",
        r"s + t \quad \text{for all $n$}",
        r"s % a remark" "\n + t",
        r"\boxed{s + t}",
        r"\underbrace{s + t}_{\text{a remark}}",
        r"\overbrace{s + t}^{2}",
        r"\textcolor{red}{s + t}",
        r"\color{blue} s + t",
        r"s \mkern-1.5mu + t",
    ],
)
def test_layout(latex: str) -> None:
    """All of these say s + t."""
    assert read(latex) in (read("s + t"), read("(s + t)"))


@pytest.mark.parametrize(
    ("latex", "relations"),
    [
        (r"s = t", "="),
        (r"s &= t \\ &= c", "= ="),
        (r"s \le t < c", "<= <"),
        (r"s \leq t \geqslant c", "<= >="),
        (r"s <= t >= c", "<= >="),
        (r"s \neq t", "!="),
        (r"s \not= t", "!="),
        (r"s \overset{!}{=} t", "="),
        (r"s \overset{\text{(1)}}{\le} t", "<="),
        (r"s \stackrel{a}{=} t", "="),
        (r"s := t \equiv c", ":= :="),
        (r"s \approx t", "~"),
        (r"s \simeq t \sim c", "~ ~"),
        (r"s \propto t", "∝"),
        (r"\boxed{s = t}", "="),
        (r"\textcolor{red}{s = t} = c", "= ="), (r"\mathcolor{red}{s = t}", "="),
        (r"\color{red}{s = t}", "="), (r"{\color{Orange} s = t}", "="), (r"\color[rgb]{1,0,0}{s = t} = c", "= ="),
        (r"\colorbox{red}{$s = t$}", "="), (r"\fcolorbox{red}{#fff}{$s = t$}", "="), (r"\fbox{$s = t$}", "="),
        (r"\colorbox{red}{ $s = t$. }", "="),
        (r"\bbox[5px, border: 2px solid red]{s = t}", "="), (r"s {=} t", "="), (r"\boxed{\color{red} s = t} = c", "= ="),
        (r"\boxed{\begin{aligned} s &= t \\ &= c \end{aligned}}", "= ="), (r"s = 2 {\color{red} t = c}", "= ="),
        (r"s &= t \\ &\quad + c \\ &= c", "= ="),
        (r"s = \\ t", "="),
        (r"s = t + \\ c", "="),
    ],
)  # fmt: skip
def test_relations(latex: str, relations: str) -> None:
    """Every relation sign, over one row or several."""
    assert " ".join(read_latex(latex, context()).relations) == relations


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"s = t \\ c = s", "a new row"),
        (r"s &= t \\ c &= s", "a new row"),
        (r"s &= t \\ -c &= s", "a new row"),
        (r"s &= t, \\ &-c = s", "a comma before a row with -"),
        (r"t(s, \\ &-c)", "several formulas in parentheses"),
        (r"s = t \quad \text{if } c = 1", "the words 'if'"),
        (r"s = t \quad \text{if $c > 0$}", "the words 'if"),
        (r"s = t \quad \text{where } s", "the words 'where'"),
        (r"s = t \text{ and } c = s", "the words 'and'"),
        (r"s . t", "found '.'"),
        (r"s = t; c", "found ';'"),
        (r"\begin{Vmatrix} s \end{Vmatrix}", "a norm of a matrix written out"),
        (r"\left. s \right|", r"\left. without a value at its end"),
        (r"\left( s \right.", "a parenthesis, a bracket or a bar"),
        (r"\input{x}", r"\input"), (r"\write18{x}", r"\write"), (r"\csname x\endcsname", r"\csname"),
        (r"\vec{a + b}", "around more than a name"),
        (r"s \pm t", r"\pm"),
        (r"s \implies t", r"\implies"), (r"s \iff t", r"\iff"), (r"s \to t", r"\to"),
        (r"s \in t", r"found '\in'"), (r"s : t", "a scalar product of shape scalar"),
        (r"\underbrace{s + t}_{2} c", "a sum in braces"), (r"\fbox{s = t}", "around words"),
        (r"\boxed{s = t} + c", "beside something"), (r"2 \boxed{s = t}", "beside something"),
        (r"\boxed{s = t}^2", "beside something"), (r"a_\boxed{{1} = a_}{1}", "beside something"),
        (r"{s = t}^2", "found '='"), (r"s^{\boxed{t = c}}", "beside something"),
        (r"a_{'} + a", "in a subscript"), (r"a_\prime", "in a subscript"),
        (r"\boxed[s] t", "around no formula"), (r"\sum_{k \underbrace [N]} s", "around no formula"),
        (r"\boxed[s]{t}", "around no formula"), (r"\sum_{k \boxed} s", "around no formula"),
        (r"\fbox[s]{$t$}", "around no formula"),
    ],
)  # fmt: skip
def test_what_is_no_layout(latex: str, message: str) -> None:
    """Rows that begin a statement, words that change what is said, commands that TeX would obey."""
    assert message in refusal(lambda: read_latex(latex, context()))


def test_a_comma_in_brackets_at_the_end_of_a_row_stays() -> None:
    """It parts what stands before and behind it, as on one line."""
    for text in (r"\max(s, \\ &-c)", r"\max(s, \\ & -c)", r"\max\{s,\\ -c\}"):
        same(text, "max(s, -c)")
    same(r"\max(s, \\ & t)", "max(s, t)")


def test_words_of_several_letters() -> None:
    """A declared word is read where its letters are no names; with both, the text must say which."""
    same(r"2 MSE", "2*MSE", "scalar MSE")
    same(r"st", "s*t")
    same(r"s_MSE", "s_M*S*E", "scalars MSE, s_M, S, E")  # a script without braces is one letter
    same(r"s_{MSE}", "s_MSE", "scalars MSE, s_{MSE}")
    same(r"mu", "m*u", "use layernorm; scalar m, u")  # not μ
    with pytest.raises(InputError, match="the name st or a product"):
        read(r"st", "scalar st")
    same(r"\mathbf{AB}", "A*B")
