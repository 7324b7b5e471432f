"""The vectors and matrices around a scalar."""

from __future__ import annotations

from derive.language import build as b
from derive.language.hypotheses import Hypothesis, nonneg
from derive.language.terms import Ones, Product, Term
from derive.search.atoms import Atoms
from derive.search.tensors import MAX_TENSORS, Tensor, Tensors
from tests.words import K, N, i, j, m

u, v, g, p = (b.vector(name, N) for name in "uvgp")
A, k = b.matrix("A", N, K), b.vector("k", K)


def around(scalar: Term, *given: Hypothesis) -> tuple[Atoms, Tensors, dict[Term, Tensor]]:
    """The atoms of a scalar, and the tensors of its polynomial by their terms."""
    atoms = Atoms(scalar, given)
    tensors = Tensors(atoms)
    return atoms, tensors, {found.term: found for found in tensors.of(atoms.polynomial(*atoms.difference))}


def test_what_stands_inside_is_found() -> None:
    """1, the symbols, and the image of a vector under a matrix."""
    _, _, found = around(b.dot(A * k, u))
    assert {Ones((N,)), u, k, A, Product((A, k))} <= found.keys()


def test_each_direction_is_found_once() -> None:
    """Of u, 2 u and u + 0 only one is looked at."""
    _, _, found = around(b.dot(2 * u, v) + b.dot(u, u))
    assert u in found
    assert 2 * u not in found


def test_a_sum_of_squares_has_its_vector() -> None:
    """Σ g² u² is the square of g ⊙ u, which nobody wrote."""
    _, _, found = around(b.sum_(i, g[i] ** 2 * u[i] ** 2))
    assert b.hadamard(g, u) in found or b.hadamard(u, g) in found


def test_their_number_is_bounded() -> None:
    """Of each shape only the first ones are looked at."""
    many = [b.vector(f"u{number}", N) for number in range(2 * MAX_TENSORS)]
    _, _, found = around(sum((b.dot(one, v) for one in many), b.dot(v, v)))
    assert sum(tensor.shape == (N,) for tensor in found.values()) == MAX_TENSORS


def test_inner_products_are_those_of_the_kernel() -> None:
    """A k · u, summed over fresh indices, is the normal form of the term."""
    atoms, tensors, found = around(b.dot(A * k, u))
    assert tensors.dot(found[Product((A, k))], found[u]) == atoms.polynomial(*atoms.form(b.dot(A * k, u)))


def test_fresh_indices_are_not_there_yet() -> None:
    """An index of the scalar, or of a hypothesis, is no fresh one."""
    _, tensors, _ = around(u[i] + u[j], nonneg(p[m]))
    names = {index.name for index in tensors.fresh(*[N] * 5)}
    assert len(names) == 5
    assert not names & {"i", "j", "m"}


def test_a_hypothesis_shows_a_sign_at_its_index() -> None:
    """That pₘ ≥ 0 is known of pₘ, as it is written."""
    _, tensors, found = around(b.dot(p, u), nonneg(p[m]))
    assert tensors.is_nonneg(found[p], m)
    assert not tensors.is_nonneg(found[u], m)
