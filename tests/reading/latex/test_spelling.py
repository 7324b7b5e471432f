r"""``derive.reading.latex.spelling``: keys of names, and the plain names that print as they were typeset."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.printing import PROFILES
from derive.reading.decided import context_from
from derive.reading.latex import read_latex_term
from derive.reading.latex.spelling import Key, key_of_name, plain_name, read_key, verbatim_key
from derive.reading.latex.tokens import tokens
from derive.reading.source import Source


def key(latex: str) -> tuple[Key, str] | None:
    source = Source(latex)
    return read_key(source, tokens(source))


@pytest.mark.parametrize(
    ("latex", "expected", "mark"),
    [
        ("a", Key("a"), ""),
        (r"\vec a", Key("a"), r"\vec"),
        (r"\mathbf{a}", Key("a"), r"\mathbf"),
        (r"\hat{\mathbf a}", Key(r"\hat a"), r"\mathbf"),
        (r"\vec{\hat a}", Key(r"\hat a"), r"\vec"),
        (r"\bar X", Key(r"\bar X"), ""),
        (r"\overline{X}", Key(r"\bar X"), ""),
        (r"\sigma^2", Key(r"\sigma", "", "2"), ""),
        (r"s_x^{2}", Key("s", "x", "2"), ""),
        (r"s^2_x", Key("s", "x", "2"), ""),
        (r"\Sigma_{xy}", Key(r"\Sigma", "x y"), ""),
        (r"x_{\mathrm{max}}", Key("x", "max"), ""),
        (r"q''", Key("q", primes=2), ""),
        (r"q_1'", Key("q", "1", primes=1), ""),
        (r"q^\prime", Key("q", primes=1), ""),
        (r"\mathrm{LN}", Key("LN"), "rm"),
        (r"\operatorname{LN}", Key("LN"), "rm"),
        ("LN", Key("LN"), ""),
        (r"\mathcal L", Key(r"\mathcal{L}"), ""),
        (r"\vec 1", Key("1"), r"\vec"),
    ],
)
def test_keys(latex: str, expected: Key, mark: str) -> None:
    """A core, its scripts in either order, primes; the mark apart."""
    assert key(latex) == (expected, mark)


@pytest.mark.parametrize("latex", ["", "1", "a + b", r"\frac12", "a_", "a_b_c", "(a)", r"\vec{a + b}", "a^"])
def test_no_names(latex: str) -> None:
    """What is not one name."""
    assert key(latex) is None


@pytest.mark.parametrize("profile", sorted(PROFILES))
@pytest.mark.parametrize(
    "name",
    ["a", "sigma2", "x_hat", "X_bar", "s_x^2", "Pi2", "a_prime", "rate", "one_hat", "h_plus", "m_pair", "eps", "a_b_c"],
)
def test_printed_names_have_keys(name: str, profile: str) -> None:
    """The key of a printed name leads back to a name that prints the same; upright words are keys too."""
    found = key_of_name(name, PROFILES[profile], vector=True)
    assert found is not None
    assert key_of_name(plain_name(found, frozenset()), PROFILES[profile], vector=True) == found
    assert verbatim_key(name) is not None


def test_a_name_that_is_taken() -> None:
    """Another name is found."""
    assert plain_name(Key("a"), frozenset({"a"})) != "a"


@pytest.mark.parametrize("latex", [r"\hat{{\mathbf{x}} = \mathbf{x}}", r"\hat{{x} + y}", r"\vec{{a} b}"])
def test_nothing_below_an_accent_is_lost(latex: str) -> None:
    """What stands behind a group below it is no part of a name."""
    with pytest.raises(InputError):
        read_latex_term(latex, context_from(r"dimension N; vectors \hat x, a, b, x, y : N"))
