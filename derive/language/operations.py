r"""The table of operations: every kind of node, what it is called and how it is spelled.

What an operation *means* stands with its node in `derive.language.terms`: its fields, the shapes it takes, what it
contracts; what a function means, in `derive.language.functions`.  Those two are trusted.  This table only names and spells:
for the statement format, plain syntax, the printers, and LaTeX as it is read.  Signs that stand between or after their
operands have their place in the grammars (`derive.printing.spelling`, `derive.reading.grammar`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from derive.language import terms as t
from derive.language.functions import FUNCTIONS, RealFunction


@dataclass(frozen=True)
class Operation:
    r"""One kind of node, or one function of a kind.

    Attributes:
        node: the kind.
        word: its name in the statement format.
        plain: its names as a function of plain syntax, the one that is written first; empty: it has a syntax of its own, or
            none.
        latex: what LaTeX prints before its argument in parentheses, such as ``\det``; empty: it is not printed so.
        text: the same in Unicode.
        synonyms: the words by which LaTeX is read as this function, as ``\operatorname{word}`` or by a command.
        function: which function it is, where many have one kind of node; the first field of the node.
    """

    node: type[t.Term]
    word: str
    plain: tuple[str, ...] = ()
    latex: str = ""
    text: str = ""
    synonyms: tuple[str, ...] = ()
    function: str = ""

    @property
    def is_command(self) -> bool:
        r"""Is it a command of LaTeX, and no ``\operatorname``?"""
        return self.latex == rf"\{self.word}"

    @property
    def sorts(self) -> tuple[str, ...]:
        """The sorts of its arguments in the statement format: those of the fields of the node, see `SORTS`."""
        return tuple(
            SORTS[self.node.__annotations__[field]] for field in self.node.__match_args__[bool(self.function) :]
        )


#: What a field holds, by its type; ``…`` after the sort of which there are any number.
SORTS: Mapping[str, str] = MappingProxyType({
    "Term": "term", "tuple[Term, ...]": "term…", "Dim": "dim", "Shape": "dim…",
    "Index": "index", "tuple[Index, ...]": "index…", "Symbol": "symbol",
    "Fraction": "exponent", "int": "exponent",
})  # fmt: skip


def _entrywise(row: RealFunction) -> Operation:
    return Operation(t.Function, row.name, (row.name,), row.latex, row.name, (row.name, *row.synonyms), row.name)


def _of_matrix(row: RealFunction) -> Operation:
    word, latex = f"matrix_{row.name}", rf"\operatorname{{{row.matrix}}}"
    return Operation(t.MatrixFunction, word, (word,), latex, row.matrix, (row.matrix,), row.name)


OPERATIONS: tuple[Operation, ...] = (
    Operation(t.Ones, "ones", ("ones",)),
    Operation(t.Zeros, "zeros", ("zeros",)),
    Operation(t.Identity, "identity", ("identity",)),
    Operation(t.Basis, "basis", ("basis",)),
    Operation(t.Delta, "delta", ("delta",)),
    Operation(t.Add, "add", ("add",)),
    Operation(t.Neg, "neg"),
    Operation(t.Product, "mul", ("product",)),
    Operation(t.Hadamard, "hadamard", ("hadamard",)),
    Operation(t.Quotient, "div"),
    Operation(t.Power, "pow", ("power",)),
    Operation(t.HadamardPower, "hpow", ("hadamard_power",)),
    Operation(t.Sqrt, "sqrt", ("sqrt",)),
    *map(_entrywise, FUNCTIONS.values()),
    *(_of_matrix(row) for row in FUNCTIONS.values() if row.matrix),
    Operation(t.Transpose, "transpose", ("transpose",)),
    Operation(t.Diag, "diag", ("diag",), r"\operatorname{diag}", "diag", ("diag", "Diag")),
    Operation(t.Trace, "trace", ("trace", "tr"), r"\operatorname{tr}", "tr", ("tr", "Tr", "trace")),
    Operation(t.Det, "det", ("det",), r"\det", "det", ("det",)),
    Operation(t.Inverse, "inverse", ("inverse", "inv")),
    Operation(t.Pinv, "pinv", ("pinv",)),
    Operation(t.Dot, "dot", ("dot",)),
    Operation(t.Outer, "outer", ("outer",)),
    Operation(t.Norm, "norm", ("norm",)),
    Operation(t.Component, "at"),
    Operation(t.Sum, "sum", ("sum",)),
    Operation(t.Prod, "prod", ("prod",)),
    Operation(t.Max, "max_over", ("max_over",)),
    Operation(t.Rank, "rank", ("rank",), r"\operatorname{rank}", "rank", ("rank", "rk", "Rank")),
    Operation(t.Grad, "grad", ("grad",)),
)

#: Every kind of node.
KINDS: frozenset[type[t.Term]] = frozenset(
    {t.Number, t.Dimension, t.Symbol, t.Defined, t.Written, t.Entry, *(operation.node for operation in OPERATIONS)}
)

_BY_NODE: Mapping[tuple[type[t.Term], Any], Operation] = MappingProxyType(
    {(operation.node, operation.function): operation for operation in OPERATIONS}
)


def operation_of(term: t.Term) -> Operation:
    """The row of a node; raises `KeyError` of a name, a number, and what is written out."""
    return _BY_NODE[type(term), term.values[0] if isinstance(term, t.Function | t.MatrixFunction) else ""]
