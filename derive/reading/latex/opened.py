r"""Definitions in which a declared index is free, ``let y_i = \delta_{ik}``: y is what it is at k, wherever it stands.

It is kept as the array of its values at every k, so that its k is the one of the text.  Where that is bound, below
``\sum_k``, the k of the definition would be another one: there it is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from derive.language.terms import Definition, Index
from derive.reading.latex.context import shown
from derive.reading.latex.families import is_of_family
from derive.reading.latex.formula_uses import captured
from derive.reading.latex.names import splits
from derive.reading.latex.nodes import AtIndices, Hidden
from derive.reading.latex.readings import Option, Reader, Reading
from derive.reading.latex.scripts import column_of, indices_of, scripted
from derive.reading.latex.spelling import Key
from derive.reading.latex.syntax import Scripts, WrittenName
from derive.reading.syntax import Call, Indexed, Tree, Word

#: With which a subscript begins that is no index, ``r_{-i}``, ``r_{(i)}``, ``r_{[i]}``.
_MARKS = ("-", "(", "[")


def open_definition(reader: Reader, name: WrittenName) -> list[Option]:
    """A name that is defined with a declared index in it, at that index."""
    whole = name.scripts.key(name.core)
    for key, rest in splits(whole, name.scripts):
        marked = key.sup or key.sub[:1] in _MARKS
        if key not in reader.context.opened or (name.declared and not (key == whole and marked)):
            continue  # r^{(-i)} and r_{[i]} beside r
        array, indices = reader.context.opened[key]
        index = indices[0]
        if isinstance(array, Definition):
            check_unbound(reader, name, key, indices)
            words = [Hidden(name.at, each.name) for each in indices]
            return [(f"{shown(key)} at {index.name}", partial(matrix_at, reader, name, array, words, rest))]
        if is_of_family(reader, name, Word(name.at, array), reader.named_term(array).shape[1:], rest):
            continue  # let x = x_i beside the rows x_i

        def one(key: Key = key, rest: Scripts = rest, index: Index = index, array: str = array) -> list[Reading]:
            check_unbound(reader, name, key, [index])
            word, at = Hidden(name.at, index.name), Word(name.at, array)
            of_vectors = len(reader.named_term(array).shape) == 2
            tree: Tree = column_of(at, word, False) if of_vectors else Indexed(name.at, at, (word,))
            shape = reader.named_term(array).shape[1:]
            return scripted(reader, [Reading(tree, shape)], rest)

        return [(f"{shown(key)} at {index.name}", one)]
    return []


def check_unbound(reader: Reader, name: WrittenName, key: Key, indices: Sequence[Index]) -> None:
    """Raise `NameError_` where an index is bound around a definition in which it is free."""
    for index in indices:
        bound = index.name in reader.bound or index.name in reader.renamed or reader.running is not None
        if bound or reader.context.einstein:
            raise reader.source.placed(captured(shown(key), index.name), name.at)


def matrix_for_each(reader: Reader, name: WrittenName) -> list[Option]:
    r"""``P_k`` after ``let P_k = w_k w_k^\top``, at any index."""
    core, sub = Key(name.core, primes=name.scripts.primes), name.scripts.sub
    if core not in reader.context.matrices or sub is None:
        return []
    definition, indices = reader.context.matrices[core]
    rest = replace(name.scripts, sub=None, primes=0)

    def one() -> list[Reading]:
        words = indices_of(reader, sub.raw, len(indices))
        if len(words) != len(indices) or reader.context.einstein or reader.running is not None:
            expected = (
                f"{len(indices)} {'index' if len(indices) == 1 else 'indices'}, outside of a mean and of einstein"
            )
            raise reader.error(sub.at, f"'{sub.text}' below a matrix that is defined for each index", expected)
        return matrix_at(reader, name, definition, words, rest)

    return [(f"{shown(core)} for each {indices[0].name}", one)]


def matrix_at(
    reader: Reader, name: WrittenName, definition: Definition, words: Sequence[Word], rest: Scripts
) -> list[Reading]:
    """The matrix that a function of unit vectors has at some indices."""
    units = tuple(Call(name.at, "basis", (word,)) for word in words)
    tree = AtIndices(name.at, definition, units, definition.parameters[len(units) :])
    return scripted(reader, [Reading(tree, definition.body.shape)], rest)
