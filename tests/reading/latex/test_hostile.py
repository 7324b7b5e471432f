r"""Hostile LaTeX: a text is read or refused with an error of ours, soon; what is read is what was written."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from derive.errors import InputError
from derive.printing import latex
from derive.reading.decided import context_from, proved
from derive.reading.latex import Context, read_latex, read_latex_term
from tests.reading.latex.contexts import context
from tests.reading.latex.test_statement import FALSE, TRUE

TEXTS = {
    "many tokens": "+".join(["s"] * 10**6),
    "many terms": "+".join(["s"] * 9_999),
    "many factors": "s" * 20_000,
    "many matrices": "A " * 9_000,
    "many dots": r"s \cdot " * 2_800 + "s",
    "parentheses": "(" * 10_000,
    "nested parentheses": "(" * 100 + "s" + ")" * 100,
    "braces": "{" * 10_000,
    "fractions": r"\frac{1}{" * 95 + "s" + "}" * 95,
    "roots": r"\sqrt{" * 95 + "s" + "}" * 95,
    "sums": r"\sum_i " * 2_000 + "a_i",
    "sums of sums": "+".join([r"\sum_i a_i"] * 1_000),
    "sums that fit nothing": "+".join([r"\sum_i s"] * 300) + r"+ \vec a",
    "sums with a stranger": "+".join([r"\sum_i a_i"] * 500) + r"+ \zeta",
    "bars": "|" * 5_000,
    "bars and factors": "|s" * 60,
    "scripts": "s" + "^{s" * 90 + "}" * 90,
    "scripts in a row": "s" + "^2" * 5_000,
    "primes": "s" + "'" * 10_000,
    "accents": r"\hat" * 4_000 + " x",
    "digits": "1" * 19_000,
    "an exponent": "s^{1000000000}",
    "a long exponent": "s^{" + "9" * 5_000 + "}",
    "slashes": "s/" * 5_000 + "s",
    "products by components": r"A \vec a \odot " * 1_000 + r"\vec b",
    "functions": r"\log s t " * 300,
    "derivatives": r"\frac{\partial}{\partial x}" * 200 + "x",
    "relations": "=".join(["s"] * 5_000),
    "rows": r"\\" * 5_000,
    "marks": "&" * 10_000,
    "dollars": "$" * 10_000,
    "a macro of itself": r"\def\x{\x\x}\x",
    "a macro bomb": r"\newcommand{\e}[1]{" + "#1" * 3_000 + "}" + r"\e{" + "s" * 3_000 + "}",
    "a file": r"\input{/etc/passwd}",
    "a shell": r"\immediate\write18{rm -rf /}",
    "a control sequence": r"\csname input\endcsname",
    "a null": "s\x00t",
    "a direction": "s\u202et",
    "exponentials": "e^{" * 90 + "s" + "}" * 90,
}


@pytest.mark.parametrize("name", TEXTS)
def test_hostile_texts(name: str) -> None:
    """Read, or refused with a message: nothing else is raised, and the test ends."""
    with suppress(InputError):
        chain = read_latex(TEXTS[name], context())
        assert chain.terms


CONVENTIONS = r"""narrow sums; mean \mathbb{E}, \overline, \langle; variance \operatorname{Var}; rows r of A
transpose '; broadcast; einstein; loss L of s"""
CONVENTIONAL = {
    "means in means": r"\mathbb{E}[a " * 90 + "a" + "]" * 90,
    "means in a row": r"\mathbb{E} a b a b " * 200,
    "means that may be squared": r"\mathbb{E}(" * 60 + "a" + ")^2" * 60,
    "means of factors": r"\mathbb{E} " + "a b " * 900,
    "bars over bars": r"\overline{a " * 90 + "a" + "}" * 90,
    "angles in angles": r"\langle a " * 90 + "a" + r"\rangle" * 90,
    "variances": r"\operatorname{Var}(a " * 40 + "a" + ")" * 40,
    "inequalities": r"\sum_{i=1, i \ne n" + r", i \ne n" * 500 + "}^N a_i",
    "sums of unequal indices": "".join(rf"\sum_{{{i}=1, {i} \ne n}}^N " for i in "bcdefghijlopqrst") + "a_b",
    "five unequal indices": r"\sum_{i,j,l,p,q=1" + "".join(
        rf", {i} \ne {j}" for i in "ijlpq" for j in "ijlpq" if i < j) + "}^N a_i a_j a_l a_p a_q",
    "a long symmetric sum": r"\sum_{p<q} (" + " + ".join(["a_p a_q"] * 300) + ")",
    "gradients of gradients": r"\nabla_s " * 200 + "s",
    "gradients in parentheses": r"\nabla_s (s " * 60 + "s" + ")" * 60,
    "slashes of derivatives": r"\partial s / \partial s " * 100,
    "orders": r"\frac{\partial^4 s}{\partial s^4} " * 100,
    "boxes": r"\boxed{" * 95 + "s" + "}" * 95,
    "dots": "a_{" + "." * 9_000 + "}",
    "repeated indices": "A_{ij} " * 1_000 + "a_j",
    "a long contraction": " ".join(f"A_{{{i}{j}}}" for i, j in zip("bcdefghijklm", "cdefghijklmo", strict=True)) + "a_o",
    "sums of contractions": "+".join(["a_i b_i"] * 500),
    "transposes": "A" + "'" * 3_000,
    "rows": "r_n' " * 1_500,
}  # fmt: skip


@pytest.mark.parametrize("name", CONVENTIONAL)
def test_hostile_texts_under_conventions(name: str) -> None:
    """The same where every convention is declared that gives a text more readings."""
    with suppress(InputError):
        chain = read_latex(CONVENTIONAL[name], context(CONVENTIONS))
        assert chain.terms


PIECES = ["{", "}", "(", ")", "|", r"\|", "^", "_", "^2", "_n", "_i", "+", "-", "=", r"\cdot ", r"\odot ", "/",
          "'", "&", r"\\",
          ",", ".", r"\frac", r"\sqrt", r"\sum_i ", r"\vec ", r"\hat ", "1", "2", "0", "a", "s", "N", r"\mu ",
          r"\left", r"\right", "e",
          r"\partial ", r"\text{if}", "$", "[", "]", "x",
          r"\nabla_a ", r"\sum_{i \ne n} ", r"\partial^2 ", ":", r"\boxed", "_{.}", "d ",
          "#", "~", r"\,", "T", r"\top ", r"\langle ", "\\"]  # fmt: skip


def mutated(random: Random, text: str) -> str:
    """A text with a few characters dropped, doubled, swapped, or pieces of LaTeX put in."""
    for _ in range(random.choice((1, 1, 2, 3))):
        at, to = sorted((random.randrange(len(text) + 1), random.randrange(len(text) + 1)))
        kind = random.randrange(4)
        if kind == 0:
            text = text[:at] + text[min(at + random.choice((1, 1, 2, 5)), len(text)) :]
        elif kind == 1:
            text = text[:at] + random.choice(PIECES) + text[at:]
        elif kind == 2 and to > at:
            text = text[:at] + text[to - 1] + text[at + 1 : to - 1] + text[at : at + 1] + text[to:]
        else:
            text = text[:at] + text[at : min(to, at + 4)] + text[at:]
    return text


def test_mutated_texts() -> None:
    """Whatever is read prints as something that reads back to the same term; the rest is an error of ours."""
    random = Random(20)
    read = 0
    for _ in range(1_500):
        text = mutated(random, random.choice(TRUE + FALSE))
        try:
            terms = read_latex(text, context()).terms
        except InputError:
            continue
        read += 1
        page = Context(decide=proved).of_terms(*terms)
        for term in terms:
            again = latex(read_latex_term(latex(term, beside=terms), page), beside=terms)
            assert again == latex(term, beside=terms), text
    assert 80 < read < 1_400


def test_a_full_stop_at_the_end_of_what_a_macro_made() -> None:
    """An error as any other: there is nothing behind it."""
    known = context_from(r"dimension N; vector x : N; scalar L; \newcommand{\pd}[2]{\frac{\partial #1}{\partial #2}}")
    for text in (r"x_1 = \pd{L_{}{x} }.", ".x"):
        with pytest.raises(InputError):
            read_latex(text, known)
