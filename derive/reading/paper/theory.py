"""A paper as a theory: each relation that must be proved is a theorem, named by its label, or by its line and column."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from derive.authoring import Statement, Theorem, Theory, bound, dot, equation, trace
from derive.errors import InputError, NameError_, nearest
from derive.language.hypotheses import Hypothesis
from derive.language.terms import Term
from derive.reading.latex.symbols import hypothesis_of
from derive.reading.paper.claims import Relation
from derive.reading.paper.pasting import Pasted
from derive.reading.paper.walk import read_paper


def names_of(item: Relation | Pasted, paper: Path) -> tuple[str, ...]:
    """By what a relation is found in a paper: its place, and its label if it has one."""
    inside = item.source.file.removeprefix(str(paper)).strip()  # a cell of a notebook, or another file
    place = f"{inside}:{item.place}" if inside else str(item.place)
    return (place, *([item.label] if item.label else []))


def statement_of(relation: Relation) -> Statement:
    """What a relation says, under its premises if it has any; raises the `InputError` of one that cannot be read.

    p ∝ q between vectors or matrices says that p is its projection on q; a relation for i ≠ j is said of 1 − δᵢⱼ times its
    sides, which are 0 = 0 at i = j.
    """
    lhs, sign, rhs = _sides(relation)
    hypotheses = given_of(relation)
    return equation(lhs, rhs, *hypotheses) if sign == "=" else bound(lhs, sign, rhs, *hypotheses)


def _sides(relation: Relation) -> tuple[Term, str, Term]:
    """The sides of what a relation says, which is an equation or a bound."""
    lhs, rhs = relation.lhs, relation.rhs
    if relation.error is not None or lhs is None or rhs is None:
        raise relation.error or InputError("a relation without sides")
    if relation.supposed is not None:
        raise relation.supposed.not_checked()
    if relation.readings:
        ways = [words for words, _, _ in relation.readings]
        hint = relation.settled_by or "declare the one that is meant"
        raise relation.source.ambiguous(relation.at, "a relation", ways, hint)
    factor = relation.under.factor
    if factor is not None:
        lhs, rhs = factor * lhs, factor * rhs
    if relation.sign == "∝":
        along = dot if len(lhs.shape) == 1 else lambda left, right: trace(left.T * right)
        return lhs, "=", along(lhs, rhs) / along(rhs, rhs) * rhs
    return lhs, relation.sign, rhs


def given_of(relation: Relation) -> tuple[Hypothesis, ...]:
    """What a relation assumes: its hypotheses, those of its premises, and what these say, each for all of its free indices.

    A premise that was proved holds for every value of its names under its hypotheses; so they are assumed with it.
    Raises the `InputError` of a premise that cannot be read, has several readings, or is a bound between vectors.
    """
    given = dict.fromkeys(relation.hypotheses)
    for premise in relation.premises:
        lhs, sign, rhs = _sides(premise)
        given |= dict.fromkeys((*given_of(premise), hypothesis_of(lhs, sign, rhs)))
    return tuple(given)


def assumed_with(relation: Relation) -> tuple[Hypothesis, ...]:
    """What a relation and its premises assume, without what these say."""
    own = (*relation.hypotheses, *(each for premise in relation.premises for each in assumed_with(premise)))
    return tuple(dict.fromkeys(own))


def theory_of_paper(path: Path, label: str = "") -> Theory:
    """The relations of a paper that must be proved, as theorems; each is read, and none is decided, before it is asked for.

    With a ``label``, which may also be a place such as 12:5, those that have it.  Several under one label are told apart as
    ``label[1]``, ``label[2]``.  Raises `InputError` where the paper, or a relation that is asked for, cannot be read, and
    where there is none.
    """
    relations = [item for item in read_paper(path).items if isinstance(item, Relation) and item.expected == "proved"]
    if not relations:
        raise InputError(f"{path}: no relation that must be proved", hint=f"derive check {path}")
    found = [relation for relation in relations if label in ("", *names_of(relation, path))]
    if not found:
        known = [name for relation in relations for name in names_of(relation, path)]
        hint = nearest(label, known, f"labels: derive list {path}")
        raise NameError_(f"{path}: no relation has the label {label!r}", hint=hint)
    theory = Theory(path.stem.replace(".", "_"), str(path))
    times = Counter(relation.label for relation in relations)
    numbers: Counter[str] = Counter()
    for relation in found:
        numbers[relation.label] += 1
        name = names_of(relation, path)[-1]
        if relation.label and times[relation.label] > 1:
            name = f"{name}[{numbers[relation.label]}]"
        theory.stated.append(
            Theorem(
                f"{theory.name}.{name}", f"{path}, {relation.place}", statement_of(relation), f"{path}:{relation.place}"
            )
        )
    return theory
