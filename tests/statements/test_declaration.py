"""What follows from the declaration of a kind: each kind is listed, and declares what it has."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any

import pytest

from derive.certificates.statements import SORTS
from derive.errors import InputError, ShapeError
from derive.language.build import dimension, grad, index, matrix, scalar, vector
from derive.printing import sentence_latex, sentence_text
from derive.statements.declaration import check_shapes, said, sort_of, terms_in
from derive.statements.kinds import all_kinds
from derive.statements.rank import Rank, rank_is
from derive.statements.statement import Statement
from tests.statements.test_page import kinds

N, K = dimension("N"), dimension("K")
v, s = vector("v", N), scalar("s")
A, X = matrix("A", N, K), matrix("X", K, N)


def test_every_kind_is_listed():
    """`all_kinds` has each class of statement, once."""
    assert len(set(all_kinds())) == len(all_kinds())
    assert {kind.__name__ for kind in all_kinds()} == set(kinds())


@pytest.mark.parametrize("kind", all_kinds(), ids=lambda kind: kind.__name__)
def test_what_is_declared_is_there(kind: type[Statement]):
    """Fields of known sorts, in the class; sentences and shapes of fields that it has."""
    fields = set(dir(kind)) | set(kind.__dataclass_fields__)
    fields.add("links")  # of the verdict of an equation
    assert {*kind.claimed, *kind.shown, *(name for name, _, _ in kind.shapes)} <= fields
    assert {sort_of(sort).word for sort in kind.claimed.values()} <= set(SORTS)
    assert bool(kind.wording) != (kind.sentence is not Statement.sentence)
    if kind.certified:
        assert kind.claimed


def test_shapes_are_checked_by_letters():
    """One letter is one dimension; what is refused is named as declared."""
    shapes = (("matrix", "it", "R K"), ("value", "its rank", ""), ("inverse", "the inverse", "K R"))
    check_shapes(rank_is(A, s, inverse=X), shapes)
    with pytest.raises(ShapeError, match="the inner inverse of shape"):
        rank_is(A, s, inverse=A)
    with pytest.raises(ShapeError, match="the rank of shape"):
        rank_is(A, v, inverse=X)
    with pytest.raises(InputError, match="has the free index"):
        rank_is(A, v[index("n", N)], inverse=X)


def test_a_sentence_has_its_fields_in_their_places():
    """Words, terms, signs and lists, in text and in LaTeX."""
    statement = Rank(A, s, X)
    assert sentence_text(said("{value} {=} {matrix}", statement)) == "s = A"
    assert sentence_latex(statement.sentence()) == r"the rank of $A$ is $s$"
    assert sentence_text(said("of {terms}", statement)) == "of A, s"


def test_terms_are_those_of_what_is_claimed():
    """Certificates are apart; all terms are found by `terms_in`."""
    statement = Rank(A, s, X)
    assert statement.terms == (A, s)
    assert terms_in(statement) == (A, s, X)


def test_sorts_of_several():
    """How many there may be."""
    assert sort_of("case 2") == ("case", 2, False, False)
    assert sort_of("term 0+") == ("term", 0, True, False)
    assert sort_of("term?") == ("term", None, False, True)


@pytest.mark.parametrize("kind", [kind for kind in all_kinds() if kind.shapes], ids=lambda kind: kind.__name__)
def test_shapes_are_checked_whenever_one_is_made(kind: type[Statement]):
    """Each field in turn as a tensor of three axes, which no pattern allows."""
    a, b = dimension("A"), dimension("B")
    right = {"": scalar("k"), "N": vector("u", a), "N N": matrix("S", a, a), "K K": matrix("T", b, b)}
    right |= {pattern: matrix("R", a, b) for pattern in ("R K", "N K")}
    right |= {pattern: matrix("Q", b, a) for pattern in ("K R", "K N")}
    names = [each.name for each in fields(kind) if each.default is MISSING]  # type: ignore[arg-type]  # a dataclass
    given = {name: right[pattern] for name, _, pattern in kind.shapes}
    others = {"relation": ">=", "z": scalar("z")}
    build: Any = kind
    build(**{name: given.get(name, others.get(name)) for name in names})
    for name, what, _ in kind.shapes:
        wrong = grad(matrix("W", a, b), vector("w", a))
        with pytest.raises(ShapeError, match=f"{what} of shape"):
            build(**{each: wrong if each == name else given.get(each, others.get(each)) for each in names})
