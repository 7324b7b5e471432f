r"""The context of these tests, and the comparison of a reading with plain syntax."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from derive.errors import AmbiguityError, InputError
from derive.language.terms import Term
from derive.reading import read_term
from derive.reading.decided import context_from
from derive.reading.latex import Context, read_latex, read_latex_term
from derive.statements.equation import prove_chain

DECLARATIONS = r"""
% derive: dimension N, K; index n, m : N; index k : K
% derive: vectors a, b, x, y : N; vectors u, w : K; matrices A, B : N x N; matrix X : N x K
% derive: scalars s, t, c; scalar \epsilon >= 0; scalar p > 0
% derive: let \mu = \vec a \cdot \vec 1_N / N
% derive: let \sigma^2 = \frac{1}{N} |\vec a - \mu \vec 1|^2
% derive: vectors \hat z, q' : N; scalar s_x^2; scalar \mathrm{rate}
% derive: let h(x : N) = \vec x \cdot \vec x
"""


@cache
def context(more: str = "") -> Context:
    """The names above, and more."""
    return context_from(more, context_from(DECLARATIONS))


def same(latex: str, plain: str, more: str = "") -> None:
    """The LaTeX says what the plain text says, term for term."""
    assert read(latex, more) == read_term(plain, context(more).env)


def read(latex: str, more: str = "") -> Term:
    """The term of LaTeX."""
    return read_latex_term(latex, context(more))


def status_of(latex: str, declared: str | Context) -> str:
    """How a statement comes out where something is declared."""
    chain = read_latex(latex, context_from(declared) if isinstance(declared, str) else declared)
    return prove_chain(chain.terms, chain.hypotheses).status


def readings_of(latex: str, declared: str) -> tuple[str, ...]:
    """The readings of what has several where something is declared, as the error names them."""
    with pytest.raises(AmbiguityError) as caught:
        read_latex(latex, context_from(declared))
    return caught.value.readings


def refusal(reading: Callable[..., object], *of: object) -> str:
    """The message of what cannot be read."""
    with pytest.raises(InputError) as caught:
        reading(*of)
    return str(caught.value)
