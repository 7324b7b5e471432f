"""What SymPy has for each operation of the language, with symbolic sizes, and what it lacks: one row for each kind of node.

A row with a spelling is written so by `derive.interop.to_sympy` and read back by `derive.interop.from_sympy`; a reason
beside it says where the spelling ends.  A row without one has the reason why there is none; `derive.interop.explicit` writes
out most of these at explicit sizes.
"""

from __future__ import annotations

from dataclasses import dataclass

from derive.language import terms as t
from derive.language.functions import FUNCTIONS


@dataclass(frozen=True)
class Operation:
    """A kind of node, how SymPy spells it (empty where it cannot), and what SymPy lacks (empty where nothing)."""

    node: type[t.Term]
    spelling: str
    lacks: str = ""


_TENSORS = "SymPy has matrices of symbolic size, no tensors"

OPERATIONS: tuple[Operation, ...] = (
    Operation(t.Dimension, "Symbol('N', integer=True, positive=True)"),
    Operation(t.Number, "Integer, Rational"),
    Operation(t.Symbol, "Symbol('s', real=True); MatrixSymbol('a', N, 1), MatrixSymbol('A', N, K)", _TENSORS),
    Operation(t.Ones, "OneMatrix(N, 1)", _TENSORS),
    Operation(t.Zeros, "ZeroMatrix(N, 1)", _TENSORS),
    Operation(t.Identity, "Identity(N)"),
    Operation(
        t.Basis, "", "SymPy has no vector with a 1 at a symbolic position; its components are KroneckerDelta(i, j)"
    ),
    Operation(t.Add, "Add; MatAdd"),
    Operation(t.Neg, "Mul(-1, s); MatMul(-1, A)"),
    Operation(t.Product, "Mul; MatMul; Trace(MatMul(…)) where it is 1×1"),
    Operation(t.Hadamard, "HadamardProduct"),
    Operation(t.Quotient, "Pow(q, -1) beside the numerator; HadamardPower(v, -1) for a vector below"),
    Operation(t.Power, "Pow; MatPow; HadamardPower of a vector"),
    Operation(t.HadamardPower, "HadamardPower"),
    Operation(t.Sqrt, "sqrt"),
    Operation(t.Function, f"{', '.join(row.sympy or row.name for row in FUNCTIONS.values())}; x.applyfunc(exp)"),
    Operation(t.MatrixFunction, "exp(A), log(A)"),
    Operation(t.Transpose, "Transpose"),
    Operation(t.Diag, "DiagMatrix"),
    Operation(t.Trace, "Trace"),
    Operation(t.Dot, "Trace(x.T*y): SymPy adds no 1×1 matrix to a number"),
    Operation(t.Outer, "x*y.T"),
    Operation(t.Norm, "sqrt(Trace(x.T*x)): SymPy has no norm of a matrix expression"),
    Operation(t.Inverse, "Inverse"),
    Operation(t.Pinv, "", "SymPy has pseudo-inverses of explicit matrices only"),
    Operation(t.Det, "Determinant"),
    Operation(t.Component, "MatrixElement(x, i, 0), counted from 0", _TENSORS),
    Operation(t.Sum, "Sum(…, (i, 0, N - 1)) of numbers", "SymPy's sums are of numbers; one of vectors has components"),
    Operation(t.Prod, "Product(…, (i, 0, N - 1))", "SymPy's products cannot leave one index out"),
    Operation(t.Delta, "KroneckerDelta(i, j)"),
    Operation(
        t.Grad,
        "",
        "SymPy's derivatives of matrix expressions lose terms: (x/sqrt(Trace(x.T*x))).diff(x) has no rank-one part",
    ),
    Operation(
        t.Defined, "a Symbol or MatrixSymbol of its name (folded), or what it stands for; functions are unfolded"
    ),
)

#: What SymPy lacks, by kind of node.
LACKS: dict[type[t.Term], str] = {operation.node: operation.lacks for operation in OPERATIONS if operation.lacks}
