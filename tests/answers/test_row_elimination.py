"""Eliminations: every formula of them is decided, and their words say what it is for."""

from __future__ import annotations

from dataclasses import replace

import pytest

import derive
from derive.answers.derived import derive_null_space
from derive.answers.row_elimination import Elimination, Move, eliminate
from derive.errors import InputError, Undecided
from derive.language.build import diag, hadamard, let, outer, vector
from derive.language.hypotheses import nonzero, not_zero
from derive.language.terms import Term
from derive.printing import text
from derive.statements.equation import equation
from derive.statements.null_space import Side
from tests.words import N, eye, one, s

g, u, h = vector("g", N), vector("u", N), vector("h", N, "nonzero")
Pi, G = eye - outer(one, one) / N, diag(g)

#: The matrix, its side, and the kinds of the moves: before the cases, without zeros, with zeros.
OPENING = ["product", "row", "difference", "rows", "converse"]
FOUND: dict[str, tuple[Term, Side, list[str], list[str]]] = {
    "the affine part from the left": (G - g * one.T / N, "left", ["solution"], ["zero row", "solution", "free"]),
    "the affine part": (G * Pi, "right", ["solution"], ["silent row", "solution", "constant"]),
    "the Gram matrix": (G * Pi * G, "right", ["solution"], ["silent row", "solution", "constant"]),
    "a diagonal without zeros": (diag(h) * Pi, "left", ["solution"], []),
    "centring": (Pi, "right", ["solution"], []),
    "only the zero vector": (eye + outer(u, u), "right", ["solution", "constant"], []),
}


@pytest.mark.parametrize("name", FOUND)
def test_every_move_is_proved(name: str) -> None:
    """The moves come in the order of a derivation, and the kernel decides each."""
    matrix, side, without, with_zeros = FOUND[name]
    found = eliminate(matrix, (), side)
    assert found is not None
    kinds_before = [move.kind for move in found.moves]
    assert kinds_before == (
        OPENING if "Gram" in name or name in ("the affine part", "only the zero vector") else [*OPENING, "number"]
    )
    kinds = {case.zeros: [move.kind for move in case.moves] for case in found.cases}
    assert kinds == ({False: without, True: with_zeros} if with_zeros else {None: without})
    assert all(move.judgement.status == "proved" for move in found.all_moves)
    assert all(case.judgement.status == "proved" for case in found.cases)


def test_the_words_of_the_affine_part() -> None:
    """As one would write it."""
    found = eliminate(G - g * one.T / N, (), "left")
    lines = str(found).splitlines()
    assert lines[0] == "Written out, Mᵀ v = (diag(g) - g 1ᵀ / N)ᵀ v = g ⊙ v - ((g · v) / N) 1."
    assert lines[1] == "Row n is (Mᵀ v)ₙ = gₙ vₙ - (g · v) / N."
    assert lines[2] == "Row n, less row m, is without the common number: (Mᵀ v)ₙ - (Mᵀ v)ₘ = gₙ vₙ - gₘ vₘ."
    assert lines[3] == "So all rows vanish only where g ⊙ v = c 1, given Mᵀ v = 0, c = (g · v) / N."
    assert lines[4] == "Conversely, that solves every row: Mᵀ v = 0, given g ⊙ v = c 1."
    assert lines[5] == "For then (g · v) / N = c, given g ⊙ v = c 1."
    assert lines[6:11] == [
        "Where no entry of g is zero:",
        "This gives v = cg⁻¹, given g ⊙ v = c 1.",
        "So the left null space of M is spanned by g⁻¹.",
        "That is in the null space: Mᵀ g⁻¹ = 0.",
        "That nothing else is: I = g⁻¹ ((1 / N) g)ᵀ + diag(g⁻¹) Mᵀ.",
    ]
    assert "The row of a zero says zₙ c = 0, given gₛ ⊙ v = c 1." in lines
    assert "So the left null space of Mₛ is spanned by the columns of diag(z), given z ≠ 0." in lines


def test_a_formula_that_is_not_proved_makes_no_elimination() -> None:
    """One added in any move: the elimination cannot be made."""
    found = eliminate(G - g * one.T / N, (), "left")
    assert found is not None
    for number, move in enumerate(found.moves[:3]):
        first, *_, last = move.statement.chain
        wrong = last + (one if last.shape else 1)
        changed = Move(move.kind, equation(first, wrong, *move.statement.hypotheses), move.indices)
        moves = (*found.moves[:number], changed, *found.moves[number + 1 :])
        with pytest.raises(InputError, match="not proved"):
            Elimination(found.matrix, found.side, moves, found.cases)
    without, with_zeros = found.cases
    wrong_space = replace(without, space=replace(without.space, basis=(one,)))
    with pytest.raises(InputError, match="not proved"):
        Elimination(found.matrix, found.side, found.moves, (wrong_space, with_zeros))


def test_a_matrix_with_a_name_keeps_it() -> None:
    """No second name for it, and its body in the first line."""
    found = eliminate(let("B", G - g * one.T / N), (), "left")
    assert str(found).startswith("Written out, Bᵀ v = (diag(g) - g 1ᵀ / N)ᵀ v = ")
    assert "So the left null space of B is spanned by g⁻¹." in str(found)


def test_letters_of_the_matrix_are_left_alone() -> None:
    """v, c, n and M of the user keep their meaning."""
    v, M = vector("v", N, "nonzero"), diag(vector("M", N, "nonzero"))
    found = eliminate(diag(v) * M * Pi, (), "left")
    assert found is not None
    assert found.moves[0].sentence()
    assert "M₂ᵀ v₂" in str(found)


def test_other_ranks_have_none() -> None:
    """The answer comes without an elimination; what is not known is named as before."""
    matrix = Pi * diag(h) * diag(h) * Pi
    assert eliminate(matrix) is None
    answer = derive_null_space(matrix)
    assert answer.status == "proved"
    assert answer.derivation is None
    assert "derivation" not in str(answer)
    with pytest.raises(Undecided, match="depends on"):
        derive_null_space(eye + outer(u, h))


def test_the_answer_shows_it() -> None:
    """Printed after the statement; in LaTeX as paragraphs; the line of an assertion stays short."""
    answer = derive_null_space(G * Pi, (), "left")
    assert answer
    assert "\nderivation\n  Written out, " in str(answer)
    assert "Written out" not in repr(answer)
    assert "Written out, $M^{\\top} \\vec v" in derive.latex(answer)
    assert answer.certificate is not None


def test_hypotheses_choose_the_case() -> None:
    """With a mask of one's own, only the case that is left is shown."""
    some = eliminate(diag(hadamard(s, h)) * Pi, [not_zero(one - s)], "left")
    none = eliminate(G * Pi, [nonzero(g)], "left")
    assert some is not None
    assert none is not None
    assert [case.zeros for case in some.cases] == [True]
    assert [case.zeros for case in none.cases] == [None]
    assert text(none.cases[0].space.basis[0]) == "g⁻¹"
