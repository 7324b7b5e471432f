"""Pieces: brackets where precedence asks for them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from derive.language.build import scalar
from derive.language.terms import Neg, Symbol, Term
from derive.rocq.pieces import (
    ATOM,
    POWER,
    PRODUCT,
    SUM,
    Piece,
    chained,
    negated,
    number,
    summed,
    times,
    top,
    total,
)


@pytest.mark.parametrize(
    ("value", "text", "deep"),
    [
        (Fraction(0), "0", "S0"),
        (Fraction(1), "1", "S1"),
        (Fraction(3), "3%:R", "(SNat 3)"),
        (Fraction(2, 3), "2%:R / 3%:R", "(SDivNat (SNat 2) 3)"),
        (Fraction(-1, 2), "- (1 / 2%:R)", "(SOpp (SDivNat S1 2))"),
    ],
)
def test_numbers(value: Fraction, text: str, deep: str) -> None:
    """A rational number is a quotient of naturals, with the sign in front."""
    made = number(value)
    assert (made.text, made.deep) == (text, deep)


def test_brackets() -> None:
    """A text is bracketed just where what is around it binds tighter."""
    sum_ = Piece("a + b", SUM, "")
    assert (sum_.at(SUM), sum_.at(POWER)) == ("a + b", "(a + b)")
    product = Piece("a / b", PRODUCT, "", {}, "/")
    assert [chained(product, "*"), chained(product, "*m"), chained(sum_, "*")] == ["a / b", "(a / b)", "(a + b)"]


def test_degrees() -> None:
    """In a sum the larger degree counts, in a product degrees add."""
    x, xy = Piece("x", ATOM, "", {0: 1}), Piece("x * y", PRODUCT, "", {0: 1, 1: 2})
    assert top(x, xy) == {0: 1, 1: 2}
    assert total(x, xy) == {0: 2, 1: 2}


def test_sums_and_products_by_letter() -> None:
    """Closed terms and components differ in the letter of the deep term alone; what is negated is subtracted."""
    a, b = scalar("a"), scalar("b")

    def text(term: Term) -> Piece:
        assert isinstance(term, Symbol)
        return Piece(term.name, ATOM, term.name, {0: 1})

    for letter in "SC":
        made = summed(letter, (a, Neg(b), a), text)
        assert (made.text, made.deep) == ("a - b + a", f"({letter}Add ({letter}Sub a b) a)")
        product = times(letter, made, text(b))
        assert (product.text, product.deep) == ("(a - b + a) * b", f"({letter}Mul {made.deep} b)")
        assert product.degrees == {0: 2}
        assert (negated(letter, made).text, negated(letter, made).deep) == (
            "- (a - b + a)",
            f"({letter}Opp {made.deep})",
        )
