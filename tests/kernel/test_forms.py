"""Normal forms of random terms: they have the value of the term, and do not depend on how it was written."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive.errors import DeriveError, NowhereDefined, Undecided
from derive.evaluate.effort import Effort
from derive.evaluate.evaluate import Evaluation
from derive.kernel.algebra import Algebra
from derive.kernel.assumptions import Assumptions
from derive.kernel.forms import ONE, ParameterGenerator, constant
from derive.kernel.graphs import EMPTY
from derive.kernel.normal import Normaliser
from derive.language.substitution import substitute
from derive.language.terms import Add, Index, Neg, Product, Sum, Transpose, is_matrix
from tests.kernel.values import FormValue, Unknown, agree, number
from tests.strategies import POLYNOMIAL, WIDE, K, N, few, random_point, shapes

randoms = st.randoms(use_true_random=False)


def normaliser():
    return Normaliser(Assumptions())


def term_values(term, labels, point):
    """The entries of a term, by the places of its axes and then of its free indices."""
    evaluation = Evaluation(point, Effort(60_000))
    free = [label for label in labels if isinstance(label, Index)]
    found = {}

    def walk(value, at, place):
        if isinstance(value, tuple):
            for n, part in enumerate(value):
                walk(part, (*at, n), place)
        else:
            found[at + place] = number(value)

    for place in product(*(range(point.size(index.dim)) for index in free)):
        walk(evaluation(term, {i: n + 1 for i, n in zip(free, place, strict=True)}), (), place)
    return found


@few
@given(randoms, st.sampled_from([POLYNOMIAL, WIDE, WIDE]), shapes)
def test_a_normal_form_has_the_value_of_its_term(random, grammar, shape):
    """Where a term is defined its normal form is, and has the same value there."""
    env = random.choice(((), (Index("i", N),), (Index("i", N), Index("i", K))))  # one name over two dimensions
    term = grammar.term(random, shape, random.choice((2, 3, 4)), env)
    kernel = Normaliser(Assumptions(), (term,))
    try:
        tensor = kernel.tensor(term)
    except (NowhereDefined, Undecided):
        return
    for _ in range(4):
        point = random_point(random, term, largest=3)
        try:
            values = term_values(term, tensor.labels, point)
            form = FormValue(kernel.algebra, point).form(tensor.form, len(tensor.labels))
        except (DeriveError, Unknown, OverflowError):
            continue  # undefined there, too much work, or an opaque value that the oracle does not know
        for place, value in values.items():
            assert agree(value, form.get(place, Fraction(0))), point


@few
@given(randoms, shapes)
def test_homomorphic(random, shape):
    """The form of a sum, a negative and a transpose is the sum, negative and transpose of forms."""
    kernel = normaliser()
    left, right = (POLYNOMIAL.term(random, shape, 2) for _ in range(2))
    forms = [kernel.tensor(term).form for term in (left, right)]
    assert kernel.tensor(left + right).form == kernel.algebra.add(*forms)
    assert kernel.tensor(Neg(left)).form == kernel.algebra.negate(forms[0])
    assert kernel.tensor(left - left).form == {}
    if is_matrix(shape):
        assert kernel.tensor(Transpose(left)).form == kernel.algebra.rearrange(forms[0], (0, 1), (1, 0))
    if shape == ():
        assert kernel.tensor(Product((left, right))).form == kernel.algebra.times(*forms)


@few
@given(randoms, shapes)
def test_shuffling_and_renaming_change_nothing(random, shape):
    """Sums in any order and nesting, bound indices of any name."""
    kernel = normaliser()
    parts = [POLYNOMIAL.term(random, shape, 2) for _ in range(4)]
    mixed = random.sample(parts, 4)
    whole = kernel.tensor(Add(tuple(parts)))
    assert kernel.tensor(Add(tuple(mixed))) == whole
    assert kernel.tensor(mixed[0] + (mixed[1] + (mixed[2] + mixed[3]))) == whole
    i, other = Index("i", N), Index("renamed", N)
    body = POLYNOMIAL.term(random, shape, 2, (i,))
    renamed = substitute(body, indices={i: other})
    assert kernel.tensor(Sum(i, body)) == kernel.tensor(Sum(other, renamed))


@few
@given(randoms, shapes)
def test_normalising_is_deterministic(random, shape):
    """Two kernels give the same form, number for number."""
    term = WIDE.term(random, shape, 3)
    found = []
    for _ in range(2):
        try:
            found.append(normaliser().tensor(term))
        except Undecided as error:
            found.append(error.reason)
    assert found[0] == found[1]


def test_roots_square_away():
    """A root occurs with exponent 0 or 1 only."""
    kernel = normaliser()
    from derive.language.build import scalar, sqrt

    x, y = scalar("x"), scalar("y")
    form = kernel.tensor((sqrt(x + y) + 1) ** 3).form
    assert kernel.algebra.roots
    assert {e for _, monomial in form for n, e in monomial if n in kernel.algebra.roots} <= {1}


@pytest.mark.parametrize("exponent", [0, 1, 2, 7])
def test_powers_of_forms(exponent):
    """Repeated squaring is repeated multiplication."""
    algebra = Algebra()
    form = algebra.add(algebra.generator(ParameterGenerator("x")), constant(2))
    expected = ONE
    for _ in range(exponent):
        expected = algebra.times(expected, form)
    assert algebra.power(form, exponent) == expected
    assert all(graph == EMPTY for graph, _ in expected)


def test_powers_of_numbers_are_bounded() -> None:
    """A power whose coefficient would have millions of digits is declined, at once."""
    algebra = normaliser().algebra
    huge = algebra.power({(EMPTY, ()): 10**100}, 100)
    assert huge == {(EMPTY, ()): 10**10_000}
    with pytest.raises(Undecided, match="bits"):
        algebra.power(huge, 100)
