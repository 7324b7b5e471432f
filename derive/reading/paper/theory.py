"""A paper as a theory: each relation that must be proved is a theorem, named by its label, or by its line and column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from derive.authoring import Theorem, Theory
from derive.errors import InputError, NameError_, nearest
from derive.reading.paper.claims import Relation, statement_of
from derive.reading.paper.paper import Paper, read_paper
from derive.reading.paper.pasting import Pasted

#: The topic of relations that stand beside what a theory states.
BESIDE = "Relations of the text"


def names_of(item: Relation | Pasted, paper: Path) -> tuple[str, ...]:
    """By what a relation is found in a paper: its place, and its label if it has one."""
    inside = item.source.file.removeprefix(str(paper)).strip()  # a cell of a notebook, or another file
    place = f"{inside}:{item.place}" if inside else str(item.place)
    return (place, *([item.label] if item.label else []))


#: Documents whose theories are being read: one of them may not use itself.
_BEING_READ: set[Path] = set()


def theory_of_paper(path: Path, label: str = "") -> Theory:
    """The theory that a paper states; of one that states none its relations that must be proved, each as a theorem.

    Relations that stand beside what a theory states come after its theorems.  Each is read, and none is decided, before it
    is asked for.  With a ``label``, which may also be a place such as 12:5, those that have it; several under one label are
    told apart as ``label[1]``, ``label[2]``.

    Raises `InputError` where the paper, or a relation that is asked for, cannot be read, and where there is none.
    """
    paper = _read_once(path)
    relations = [item for item in paper.items if isinstance(item, Relation) and item.expected == "proved"]
    if paper.document is None:
        theory = Theory(path.stem.replace(".", "_"), str(path))
    else:
        theory = replace(paper.document.theory)
        if not label and not relations:
            return theory
    stated = [theorem for theorem in theory.stated if label in ("", theorem.label, theorem.name)]
    found = [relation for relation in relations if label in ("", *names_of(relation, path))]
    if not relations and not theory.stated:
        raise InputError(f"{path}: no relation that must be proved", hint=f"derive check {path}")
    if not stated and not found:
        known = [name for theorem in theory.stated for name in (theorem.name, theorem.label)]
        known += [name for relation in relations for name in names_of(relation, path)]
        hint = nearest(label, known, f"labels: derive list {path}")
        what = "no relation" if paper.document is None else "nothing"
        raise NameError_(f"{path}: {what} has the label {label!r}", hint=hint)
    topic = BESIDE if paper.document is not None else ""
    theory.stated = [*stated, *_theorems(theory.name, found, relations, path, topic)]
    return theory


def _read_once(path: Path) -> Paper:
    """A paper, read; raises `InputError` where it uses the theory that it states."""
    if (own := path.resolve()) in _BEING_READ:
        raise InputError(f"{path}: a theory that uses itself", hint="take its name out of 'use'")
    _BEING_READ.add(own)
    try:
        return read_paper(path)
    finally:
        _BEING_READ.discard(own)


def _theorems(
    name: str, found: Sequence[Relation], relations: Sequence[Relation], path: Path, topic: str
) -> Iterator[Theorem]:
    """Relations as theorems of the theory with this name."""
    times = Counter(relation.label for relation in relations)
    numbers: Counter[str] = Counter()
    for relation in found:
        numbers[relation.label] += 1
        own = names_of(relation, path)[-1]
        if relation.label and times[relation.label] > 1:
            own = f"{own}[{numbers[relation.label]}]"
        place = f"{path}, {relation.place}"
        yield Theorem(f"{name}.{own}", place, statement_of(relation), f"{path}:{relation.place}", topic=topic)
