r"""``derive.reading.latex.context``: which name a key means."""

from __future__ import annotations

import pytest

from derive.errors import NameError_
from derive.language.build import dimension, ones, scalar, vector
from derive.reading.decided import context_from
from derive.reading.latex import Context
from derive.reading.latex.context import shown
from derive.reading.latex.spelling import Key
from derive.theories.registry import load_theory


def test_marks() -> None:
    """A name is that with its mark if there is one; a scalar is never meant by a marked name."""
    context = context_from(r"dimension N; vector \vec r : N; scalar r, t; vector g : N")
    assert context.names(Key("r"), r"\vec") != context.names(Key("r"), "")
    assert context.names(Key("g"), r"\mathbf") == context.names(Key("g")) == ("g",)
    assert context.names(Key("t"), r"\vec") == ()
    assert context.names(Key("r"), "", component=True) == context.names(Key("r"), r"\vec")


def test_names_of_theories() -> None:
    """Every name of a theory has the key of its printed form; functions have theirs."""
    context = Context().use(load_theory("layernorm"))
    assert context.names(Key(r"\sigma", sup="2")) == ("sigma2",)
    assert context.names(Key(r"\hat 1")) == ("one_hat",)
    assert context.names(Key(r"\Pi", "2")) == ("Pi2",)
    function = context.function(Key(r"\mu"))
    assert function is not None
    assert function.name == "mean"
    assert context.index(Key("n")) == "n"
    assert context.function(Key("q")) is None


def test_names_of_terms() -> None:
    """The page of some terms, as printed: sizes that are all one are known."""
    n = dimension("N")
    context = Context().of_terms(vector("a", n) + ones(n))
    assert context.printed
    assert context.size == n
    with pytest.raises(NameError_):
        Context().of_terms(vector("a", n), scalar("a"))


@pytest.mark.parametrize(
    ("key", "text"),
    [(Key("s", "x", "2"), "s_x^2"), (Key("q", primes=1), "q'"), (Key(r"\Sigma", "x y"), r"\Sigma_{x y}")],
)
def test_shown(key: Key, text: str) -> None:
    """Keys in messages."""
    assert shown(key) == text
