"""Nodes that LaTeX adds to the trees of plain syntax; trees in words, as plain syntax would write them, for messages."""

from __future__ import annotations

from derive.language.terms import Defined, Definition, Symbol, Term
from derive.reading.syntax import Apart, Call, Indexed, Minus, Numeral, Raised, Ranged, Times, Transposed, Tree, Word


class Constant(Tree):
    """All-ones, the identity or a zero vector, of a dimension to be inferred."""

    kind: str


class Apply(Tree):
    """A function of the context at its arguments; ``constants`` are what else its definition speaks of."""

    definition: Definition
    arguments: tuple[Tree, ...]
    constants: tuple[Symbol, ...] = ()
    _below = ("arguments",)


class AtIndices(Apply):
    """A matrix that is defined for each value of indices, at some: a function of unit vectors over what these run over."""


class Undeclared(Tree):
    """A name that nobody declared, and that could be meant."""

    name: str


class NumberPi(Tree):
    """π, where nobody declares another one."""


class Restricted(Tree):
    """A sum or product over the values of ``indices`` at which every pair differs, or, when ``ordered``, increases.

    A sum up to an index has a ``weight``, which is 1 up to there.
    """

    kind: str
    indices: tuple[Word | Ranged, ...]
    apart: tuple[tuple[Word, Word], ...]
    body: Tree
    ordered: bool = False
    weight: tuple[Tree, ...] = ()
    _below = ("body", "weight")


class Statistic(Tree):
    """The mean or (sample) variance of ``arguments[0]``, or the (sample) covariance of two, over the values of ``index``."""

    kind: str
    index: Word
    arguments: tuple[Tree, ...]
    _below = ("arguments",)


class Valued(Tree):
    """What ``body`` is with a value for a symbol."""

    body: Tree
    symbol: Word
    value: Tree
    _below = ("body", "value")


class Varied(Tree):
    """What ``body`` changes by, to first order, when the names vary that do in its formula, or the ``whole`` of it does."""

    body: Tree
    whole: bool = False
    _below = ("body",)


class Componentwise(Raised):
    """A power of a vector by its components, where a convention says that it is that and no scalar product."""


class RowOf(Call):
    """X_i of a matrix, which is its row as a column, and could be meant as a row."""


class Hidden(Word):
    """The index of a definition in which it is free."""


class RowGradient(Transposed):
    """The gradient by a row, which is a row, and could be meant as a column."""


class OfRowGradient(Word):
    """A name that is defined as the gradient by a row."""


#: The gradient by a row, and a name of one.
OF_ROWS = (RowGradient, OfRowGradient)


class Total(Call):
    """A derivative in which all varies that is made of what is differentiated by; nothing else is meant."""


class Beside(Call):
    """The derivative of a node of a graph by one of its arguments, in which the others stay."""


class Staying(Call):
    """The derivative of a formula in which the nodes of a graph stay."""


class Unfolded(Total):
    """The derivative of a node by one of its arguments, of which other nodes in its definition are made: these vary, too."""


class Through(Total):
    """A total derivative of what has names in it that are said to depend on what is differentiated by."""


class Open(Through):
    """The same, written so that these names could be meant to stay."""


class Ended(Call):
    """A sum with a derivative that ends before a sign of it, and could be meant to go on."""


class Matrix(Tree):
    """A column, a row or a matrix written out, of this shape; the entries row after row."""

    dims: tuple[int, ...]
    entries: tuple[Tree, ...]
    _below = ("entries",)


class Positioned(Tree):
    """The entry of ``base`` at positions that are numbers."""

    base: Tree
    positions: tuple[int, ...]
    _below = ("base",)


def name_in(tree: Tree) -> str:
    """The name that a tree is, or is a component of; empty for anything else."""
    base = tree.base if isinstance(tree, Indexed) else tree
    return base.name if isinstance(base, Word) else ""


def name_of(term: Term) -> str:
    """What a symbol or a defined name is called; empty for any other term."""
    return term.definition.name if isinstance(term, Defined) else term.name if isinstance(term, Symbol) else ""


#: The longest reading that a message shows.
MAX_SHOWN = 100

_CONSTANTS = {"ones": "one", "identity": "I", "zeros": "0", "zero row": "0"}
_JOINED = {"product": "*", "hadamard": " ⊙ ", "add": " + "}


def spoken(tree: Tree) -> str:
    """The tree as one short line."""
    text = _plain(tree)
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…"


def _plain(tree: Tree) -> str:
    match tree:
        case Numeral(value=value):
            return str(value)
        case Word(name=name) | Undeclared(name=name):
            return name
        case Constant(kind=kind):
            return _CONSTANTS[kind]
        case Minus(operand=operand):
            return f"-{_inner(operand)}"
        case Times(first=first, rest=rest):
            return _inner(first) + "".join(f"{sign}{_inner(operand)}" for sign, _, operand in rest)
        case Raised(base=base, exponent=exponent):
            return f"{_inner(base)}^{exponent if exponent.denominator == 1 and exponent >= 0 else f'({exponent})'}"
        case Transposed(operand=operand):
            return f"{_inner(operand)}.T"
        case Indexed(base=base, indices=indices):
            return f"{_inner(base)}[{', '.join(word.name for word in indices)}]"
        case Matrix(dims=dims, entries=entries):
            width = dims[1] if len(dims) == 2 else 1
            rows = (entries[at : at + width] for at in range(0, len(entries), width))
            return f"[{'; '.join(', '.join(map(_plain, row)) for row in rows)}]"
        case Positioned(base=base, positions=positions):
            return f"{_inner(base)}[{', '.join(map(str, positions))}]"
        case Ranged(name=name) | Apart(name=name):
            return name
        case Call(name="add", arguments=(first, *rest)):
            signed = [f" - {_inner(t.operand)}" if isinstance(t, Minus) else f" + {_inner(t)}" for t in rest]
            return _inner(first) + "".join(signed)
        case Call(name=name, arguments=arguments) if name in _JOINED:
            return _JOINED[name].join(_inner(argument) for argument in arguments)
        case Call(name=name, arguments=arguments) | Statistic(kind=name, arguments=arguments):
            return f"{name}({', '.join(map(_plain, arguments))})"
        case Restricted(indices=indices, weight=(weight, *_)):
            names = ", ".join(index.name for index in indices)
            return f"{tree.kind}({names} where {_plain(weight)}, {_plain(tree.body)})"
        case Restricted(apart=((left, right), *_)):
            sign = "<" if tree.ordered else "!="
            names = ", ".join(index.name for index in tree.indices)
            return f"{tree.kind}({names} where {left.name} {sign} {right.name}, {_plain(tree.body)})"
        case Valued(body=body, symbol=symbol, value=value):
            return f"{_inner(body)} at {symbol.name} = {_plain(value)}"
        case Apply(definition=definition, arguments=arguments):
            return f"{definition.name}({', '.join(map(_plain, arguments))})"
    return "…"


def _inner(tree: Tree) -> str:
    text = _plain(tree)
    joined = isinstance(tree, Minus | Times) or (isinstance(tree, Call) and tree.name in _JOINED)
    joined = joined or (isinstance(tree, Numeral) and (tree.value < 0 or tree.value.denominator != 1))
    return f"({text})" if joined else text
