r"""The functions of a real number, one row each: what is true of them, and how they are spelled.

A function stands in a term as `derive.language.terms.Function`, applied entry by entry.  Whoever treats functions reads this
table: the kernel, the printers, plain syntax and LaTeX, the statement format, SymPy.  Only evaluation
(`derive.evaluate.duals`) and the verifier have each of them in code of their own, so that they are a second opinion;
`tests/language/test_functions.py` compares.  The kernel has laws of its own for exp, log and abs besides; of another
function it knows what its row says.

Of a function that is *unknown* nothing is known but that it is defined and smooth everywhere.  Its row is in no list: it is
named by a mark and the author's word, ``?f``, so that it is never a function of the list, and its derivatives with primes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True)
class RealFunction:
    r"""One function f, continuous where it is defined.

    Attributes of the meaning, which is trusted:
        slope: f′(x) of x and y = f(x), by + − · / and powers of what it is given; it divides by nothing that is 0 where f′
            exists.
        domain: the condition on x under which f(x) is defined; empty: everywhere.
        smooth: the further condition under which f′(x) exists; empty: wherever f is defined.
        odd: f(−x) = −f(x).
        nonneg: f(x) ≥ 0 everywhere.
        zeros: where f(x) = 0: ``"never"``, ``"at 0"`` alone, or not known (empty).
        derivative: the name of f′, where that is a function by itself, of which ``slope`` knows nothing.

    Attributes of the spelling:
        command: LaTeX has ``\name``; else it is ``\operatorname{name}``.
        synonyms: other words for it in LaTeX, commands too where ``command``.
        sympy: its name in SymPy, where that is another one.
        matrix: the name of the matrix function, by its power series; empty: none is known.
        twofold: of a square matrix it has two readings, so that it is said which is meant.
    """

    name: str
    slope: Callable[[Any, Any], Any] | None
    domain: str = ""
    smooth: str = ""
    odd: bool = False
    nonneg: bool = False
    zeros: str = ""
    derivative: str = ""
    command: bool = True
    synonyms: tuple[str, ...] = ()
    sympy: str = ""
    matrix: str = ""
    twofold: bool = True

    def slope_at(self, x: Any, y: Any, apply: Callable[[str, Any], Any]) -> Any:
        """f′(x), of x and y = f(x); ``apply`` is a function, by its name, at x."""
        return apply(self.derivative, x) if self.slope is None else self.slope(x, y)

    @property
    def positive(self) -> bool:
        """f(x) > 0 everywhere."""
        return self.nonneg and self.zeros == "never"

    @property
    def latex(self) -> str:
        """Its name as an operator of LaTeX."""
        return rf"\{self.name}" if self.command else rf"\operatorname{{{self.name}}}"


_ROWS = (
    RealFunction("exp", lambda x, y: y, nonneg=True, zeros="never", matrix="expm"),
    RealFunction("log", lambda x, y: 1 / x, domain="positive", synonyms=("ln",), matrix="logm"),
    RealFunction("abs", lambda x, y: x / y, smooth="nonzero", nonneg=True, zeros="at 0",
                 command=False, sympy="Abs", twofold=False),
    RealFunction("tanh", lambda x, y: 1 - y**2, odd=True),
)  # fmt: skip

#: The mark of an unknown function, before its author's word.
UNKNOWN = "?"


class _Rows(dict[str, RealFunction]):
    """Rows by the names of functions; an unknown one is not listed, and has a row."""

    def __missing__(self, name: str) -> RealFunction:
        if not is_unknown(name):
            raise KeyError(name)
        return RealFunction(name, None, derivative=f"{name}'", twofold=False)


def is_unknown(name: str) -> bool:
    """Is it the name of an unknown function, or of a derivative of one?"""
    return name.startswith(UNKNOWN)


#: The functions by their names, in the order in which they are listed to users.
FUNCTIONS: Mapping[str, RealFunction] = MappingProxyType(_Rows({row.name: row for row in _ROWS}))

#: Those that are functions of a whole square matrix as well, by power series or by eigenvalues.
MATRIX_FUNCTIONS: tuple[str, ...] = tuple(row.name for row in _ROWS if row.matrix)
