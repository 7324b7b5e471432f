"""Terms as Python code for SymPy: to be pasted and run, with the declarations of the names above.

The code builds the expressions as they are written (``evaluate=False``), so that lines that SymPy would put into one form
stay apart.  Definitions stay names; what they stand for is a dictionary in front of the lines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from keyword import iskeyword
from typing import Any

import sympy
from sympy.core.function import AppliedUndef
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction
from sympy.matrices.expressions.diagonal import DiagMatrix
from sympy.matrices.expressions.matexpr import MatrixElement

from derive.errors import InputError
from derive.interop.to_sympy import to_sympy
from derive.language import terms as t
from derive.language.substitution import unfolded_subterms

#: Where classes are that ``sympy`` itself does not offer.
ELSEWHERE: dict[str, str] = {
    each.__name__: each.__module__ for each in (DiagMatrix, MatrixElement, ElementwiseApplyFunction)
}

#: The assumptions with which `derive.interop.to_sympy` makes symbols: dimensions, indices, scalars.
ASSUMED = (
    ("integer", "positive"),
    ("integer", "nonnegative"),
    ("real",),
    *(("real", word) for word in ("positive", "nonnegative", "nonzero")),
)


def python_code(lines: Sequence[t.Term], name: str = "lines") -> str:
    """Python code that makes a list ``name`` of the lines, and a dictionary ``definitions`` of what their names stand for.

    In the place of a line that SymPy cannot say stands None, with the reason.

    >>> from derive.language.build import dimension, ones, vector
    >>> N = dimension("N")
    >>> print(python_code([vector("a", N) - ones(N)]))
    from sympy import MatAdd, MatMul, MatrixSymbol, OneMatrix, Symbol
    <BLANKLINE>
    N = Symbol("N", integer=True, positive=True)
    a = MatrixSymbol("a", N, 1)
    <BLANKLINE>
    definitions = {}
    lines = [
        MatAdd(a, MatMul(-1, OneMatrix(N, 1))),  # 1
    ]
    """
    code = _Code()
    rows: list[str] = []
    said: list[t.Term] = []
    for number, line in enumerate(lines, start=1):
        try:
            rows.append(f"    {code.of(to_sympy(line, folded=True, evaluate=False))},  # {number}")
            said.append(line)
        except InputError as error:
            rows.append(f"    None,  # {number}: {error.message}")
    defined = [f"    {key}: {body}," for key, body in _definitions(said, code)]
    opened = ["definitions = {", *defined, "}"] if defined else ["definitions = {}"]
    parts = ["\n".join(code.imports()), "\n".join(code.declarations()), "\n".join([*opened, f"{name} = [", *rows, "]"])]
    return "\n\n".join(filter(None, parts))


def _definitions(lines: Iterable[t.Term], code: _Code) -> list[tuple[str, str]]:
    """Each name with its body, after the names that the body uses; a body that SymPy cannot say is left out."""
    found: dict[str, str] = {}
    for line in lines:
        for part in unfolded_subterms(line):
            if isinstance(part, t.Defined) and not part.arguments:
                try:
                    body = code.of(to_sympy(part.unfold(), folded=True, evaluate=False))
                    found[code.of(to_sympy(part, folded=True, evaluate=False))] = body
                except InputError:
                    continue
    return list(found.items())


class _Code:
    """Code in the making: the names that were used, and what has to be imported."""

    def __init__(self) -> None:
        self.names: dict[Any, str] = {}
        self.classes: set[str] = set()

    def imports(self) -> list[str]:
        plain = sorted(self.classes - set(ELSEWHERE))
        rows = [f"from sympy import {', '.join(plain)}"] if plain else []
        return [*rows, *(f"from {ELSEWHERE[name]} import {name}" for name in sorted(self.classes & set(ELSEWHERE)))]

    def declarations(self) -> list[str]:
        """The symbols, those first that shapes need."""
        order = sorted(self.names.items(), key=lambda each: (isinstance(each[0], sympy.MatrixSymbol), each[1]))
        return [f"{name} = {self.declared(symbol)}" for symbol, name in order]

    def declared(self, symbol: Any) -> str:
        name = json.dumps(symbol.name, ensure_ascii=False)
        if isinstance(symbol, sympy.MatrixSymbol):
            return f"MatrixSymbol({name}, {self.all(symbol.shape)})"
        words = next(words for words in ASSUMED if sympy.Symbol(symbol.name, **dict.fromkeys(words, True)) == symbol)
        return f"Symbol({name}, {', '.join(f'{word}=True' for word in words)})"

    def named(self, symbol: Any) -> str:
        """An identifier of its own for a symbol."""
        if symbol not in self.names:
            name = re.sub(r"\W", "_", symbol.name)
            name = f"_{name}" if not name.isidentifier() else name
            taken = {*self.names.values(), "definitions", "lines", "sides"}
            while name in taken or iskeyword(name) or (len(name) > 1 and hasattr(sympy, name)):
                name += "_"
            self.names[symbol] = name
            self.classes.add("MatrixSymbol" if isinstance(symbol, sympy.MatrixSymbol) else "Symbol")
            for dim in getattr(symbol, "shape", ()):
                self.of(dim)
        return self.names[symbol]

    def all(self, parts: Iterable[Any]) -> str:
        return ", ".join(map(self.of, parts))

    def call(self, name: str, *parts: Any, kept: bool = False) -> str:
        self.classes.add(name)
        return f"{name}({self.all(parts)}{', evaluate=False' if kept else ''})"

    def of(self, expr: Any) -> str:
        match expr:
            case sympy.Integer():
                return str(int(expr))
            case sympy.Rational():
                return self.call("Rational", sympy.Integer(expr.p), sympy.Integer(expr.q))
            case sympy.Symbol() | sympy.MatrixSymbol():
                return self.named(expr)
            case sympy.Identity() | sympy.OneMatrix() | sympy.ZeroMatrix():
                return self.call(type(expr).__name__, *expr.args)
            case sympy.Sum() | sympy.Product():
                limits = ", ".join(f"({self.of(i)}, {self.of(low)}, {self.end(high)})" for i, low, high in expr.limits)
                self.classes.add(type(expr).__name__)
                return f"{type(expr).__name__}({self.of(expr.function)}, {limits})"
            case AppliedUndef() | sympy.Derivative() | sympy.Subs():
                raise InputError("an unknown function, of which no code is written")
            case ElementwiseApplyFunction(function=sympy.Lambda(expr=AppliedUndef() | sympy.Derivative() as each)):
                return self.of(each)  # which raises
            case ElementwiseApplyFunction():
                function = expr.function.expr.func.__name__
                self.classes |= {function, "ElementwiseApplyFunction"}
                return f"ElementwiseApplyFunction({function}, {self.of(expr.expr)})"
            case sympy.Pow(exp=sympy.Rational(p=1, q=2)) if type(expr) is sympy.Pow:
                return self.call("sqrt", expr.base, kept=True)
        kept = type(expr) in (sympy.Add, sympy.Mul, sympy.Pow) or isinstance(expr, sympy.Function)
        matrix = any(isinstance(arg, sympy.MatrixExpr) for arg in expr.args)
        kept = kept and not (matrix and isinstance(expr, sympy.Function)) and not isinstance(expr, sympy.KroneckerDelta)
        return self.call(type(expr).__name__, *expr.args, kept=kept)

    def end(self, upper: Any) -> str:
        """The last position of an axis, N - 1."""
        size = upper + 1
        return f"{self.of(size)} - 1" if isinstance(size, sympy.Symbol) else self.of(upper)
