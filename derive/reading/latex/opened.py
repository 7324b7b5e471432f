r"""Definitions in which a declared index is free, ``let y_i = \delta_{ik}``: y is what it is at k, wherever it stands.

It is kept as the array of its values at every k, so that its k is the one of the text.  Where that is bound, below
``\sum_k``, the k of the definition would be another one: there it is refused.
"""

from __future__ import annotations

from derive.language.terms import Index
from derive.reading.latex.context import shown
from derive.reading.latex.families import is_of_family
from derive.reading.latex.formula_uses import captured
from derive.reading.latex.names import splits
from derive.reading.latex.nodes import Hidden
from derive.reading.latex.readings import Option, Reader, Reading
from derive.reading.latex.scripts import column_of, scripted
from derive.reading.latex.spelling import Key
from derive.reading.latex.syntax import Scripts, WrittenName
from derive.reading.syntax import Indexed, Tree, Word


def open_definition(reader: Reader, name: WrittenName) -> list[Option]:
    """A name that is defined with a declared index in it, at that index."""
    whole = name.scripts.key(name.core)
    for key, rest in splits(whole, name.scripts):
        if key not in reader.context.opened or (name.declared and not (key == whole and key.sup)):
            continue  # r^{(-i)} beside r
        array, index = reader.context.opened[key]
        if is_of_family(reader, name, Word(name.at, array), reader.named_term(array).shape[1:], rest):
            continue  # let x = x_i beside the rows x_i

        def one(key: Key = key, rest: Scripts = rest, index: Index = index, array: str = array) -> list[Reading]:
            bound = index.name in reader.bound or index.name in reader.renamed or reader.running is not None
            if bound or reader.context.einstein:
                raise reader.source.placed(captured(shown(key), index.name), name.at)
            word, at = Hidden(name.at, index.name), Word(name.at, array)
            of_vectors = len(reader.named_term(array).shape) == 2
            tree: Tree = column_of(at, word, False) if of_vectors else Indexed(name.at, at, (word,))
            shape = reader.named_term(array).shape[1:]
            return scripted(reader, [Reading(tree, shape)], rest)

        return [(f"{shown(key)} at {index.name}", one)]
    return []
