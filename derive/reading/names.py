"""What the words of a tree refer to: names, functions, dimensions, indices; and the errors for strangers."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from fractions import Fraction

from derive.errors import NameError_
from derive.language.terms import Definition, Dim, Dimension, Index
from derive.reading.environment import FUNCTIONS_OF_VECTORS, Environment, Meaning
from derive.reading.shapes import FUNCTION_NAMES, SPECIAL, TABLE, Guess
from derive.reading.source import Source
from derive.reading.syntax import Apart, Call, Numeral, Ranged, Tree, Word

#: The indices that sums have bound, and what they run over.
Scope = Mapping[str, Guess]

#: How many declared names a message lists.
MAX_LISTED = 40


class Names:
    """The names of one text in one environment."""

    def __init__(self, source: Source, env: Environment) -> None:
        self.source, self.env = source, env
        self.make = source.make

    def lookup(self, name: str, at: int) -> Meaning:
        """What a name stands for as a term; raises `NameError_`, with the names there are."""
        meaning = self.env.names.get(name)
        if isinstance(meaning, Index):
            error = NameError_(f"the index {name!r} as a term", hint=f"write x[{name}] for a component, basis({name})")
        elif isinstance(meaning, Definition) and meaning.parameters:
            error = NameError_(f"the function {name!r} without arguments", hint=f"write {name}(…)")
        elif isinstance(meaning, Definition):
            return meaning()
        elif meaning is not None:
            return meaning
        elif name in FUNCTION_NAMES or name in FUNCTIONS_OF_VECTORS:
            error = NameError_(f"the function {name!r} without arguments", hint=f"write {name}(…)")
        else:
            error = self.stranger(name, {*self.env.names, "one", "I"})
        raise self.source.placed(error, at)

    def stranger(self, name: str, known: set[str], what: str = "name") -> NameError_:
        """The error for a name that nobody declared."""
        if name in self.env.withdrawn:
            by = self.env.withdrawn[name]
            hint = f"its definition does not fit {by} as declared anew; define it again with let {name} = …"
            return NameError_(f"the {what} {name!r} is no longer defined", hint=hint)
        close = get_close_matches(name[:100], known, n=1)
        if not known:
            return NameError_(f"the unknown {what} {name[:100]!r}", hint=f"declare it first; no {what} is declared")
        listed = sorted(known)
        names = ", ".join(listed[:MAX_LISTED]) + (", …" if len(listed) > MAX_LISTED else "")
        hint = f"did you mean {close[0]!r}? known: {names}" if close else f"known: {names}"
        return NameError_(f"the unknown {what} {name[:100]!r}", hint=hint)

    def definition(self, call: Call) -> Definition | None:
        """The definition that a call uses, if it is no function of the syntax; raises for unknown ones."""
        meaning = self.env.names.get(call.name, FUNCTIONS_OF_VECTORS.get(call.name))
        counts: tuple[int, ...] | None
        if isinstance(meaning, Definition):
            counts = (len(meaning.parameters),)
        elif call.name in TABLE:
            arity = TABLE[call.name].arity
            counts = (arity,) if arity is not None else None
        elif call.name in SPECIAL:
            counts = SPECIAL[call.name]
        elif meaning is not None:
            hint = f"write {call.name}*(…) for a product"
            raise self.source.fail(call.at, f"{call.name!r} is not a function", hint, NameError_)
        else:
            functions = {name for name, value in self.env.names.items() if isinstance(value, Definition)}
            known = functions | FUNCTION_NAMES | set(FUNCTIONS_OF_VECTORS)
            raise self.source.placed(self.stranger(call.name, known, "function"), call.at)
        given = len(call.arguments)
        if (counts is None and given < 2) or (counts is not None and given not in counts):
            wanted = "two or more" if counts is None else " or ".join(map(str, counts[:1] if counts[0] else counts[1:]))
            raise self.source.fail(call.at, f"{call.name} of {given} arguments", f"it takes {wanted}")
        for argument in call.arguments[1 if call.name in ("sum", "prod") else 0 :]:
            if isinstance(argument, Ranged | Apart):
                what = "the range of" if isinstance(argument, Ranged) else "a condition on"
                raise self.source.error(argument.at, f"{what} {argument.name!r}", "a term")
        return meaning if isinstance(meaning, Definition) else None

    def dim(self, tree: Tree, mark: bool = False) -> Dim:
        """A dimension that is written out: its name or a number; 1 only as the ``mark`` of a row."""
        if isinstance(tree, Numeral) and tree.value.denominator == 1 and tree.value >= (1 if mark else 2):
            return int(tree.value)
        if isinstance(tree, Word):
            meaning = self.env.names.get(tree.name)
            if isinstance(meaning, Dimension):
                return meaning
            if meaning is None:
                known = {dim.name for dim in self.env.dimensions}
                raise self.source.placed(self.stranger(tree.name, known, "dimension"), tree.at)
            raise self.source.error(tree.at, f"{tree.name!r}, which is no dimension", "a dimension")
        raise self.source.error(tree.at, "something else", "the name of a dimension or an integer of at least 2")

    def range_of(self, tree: Tree, scope: Scope) -> tuple[str, Guess]:
        """The name of an index that is used, and what it runs over."""
        if not isinstance(tree, Word):
            raise self.source.error(tree.at, "a term", "the name of an index")
        if tree.name in scope:
            return tree.name, scope[tree.name]
        meaning = self.env.names.get(tree.name)
        if isinstance(meaning, Index):
            return meaning.name, meaning.dim
        indices = {*scope, *(name for name, value in self.env.names.items() if isinstance(value, Index))}
        hint = f"declare it: index {tree.name} : {self.env.default.name}; or bind it: sum({tree.name}, …)"
        known = f"; known: {', '.join(sorted(indices))}" if indices else ""
        raise self.source.fail(tree.at, f"the unknown index {tree.name!r}", hint + known, NameError_)

    def number(self, tree: Tree) -> Fraction:
        """An exponent given as an argument."""
        if isinstance(tree, Numeral):
            return tree.value
        raise self.source.error(tree.at, "a term", "a number as the exponent")
