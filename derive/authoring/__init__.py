"""What theories are written with: those of the program, which use nothing else, and those of its users.

Names and terms, hypotheses, statements of every kind, rules and derivations, and the theory that collects them.  `import
derive` offers all of it, and checks what is given.  Four modules have what fewer theories need: `note` for a headline note,
`figures` for what is drawn, `numbers` for examples, `constructions` for procedures on points.
"""

from derive.answers.null_spaces import find_null_space
from derive.authoring.theory import CheckedTheorem, Theorem, Theory, check_theorem
from derive.authoring.vocabulary import HERE, Chain, Convention, NearMiss, given, near_miss
from derive.derivation.derivation import CheckedDerivation, Derivation, Rule, definition, rule
from derive.derivation.expected import Expected, expect
from derive.drawing import Figure
from derive.errors import DerivationError, DeriveError, InputError
from derive.interop.public import sympy_definitions, sympy_layernorm
from derive.language.build import (
    absolute,
    basis,
    cos,
    define,
    delta,
    det,
    diag,
    dimension,
    dot,
    entrywise,
    exp,
    function,
    grad,
    hadamard,
    hadamard_power,
    identity,
    index,
    inverse,
    let,
    log,
    matrix,
    matrix_exp,
    matrix_log,
    mean,
    norm,
    ones,
    outer,
    pinv,
    prod_,
    scalar,
    sqrt,
    sum_,
    tanh,
    trace,
    transpose,
    var,
    vector,
    zeros,
)
from derive.language.hypotheses import (
    Condition,
    Equality,
    Hypothesis,
    equal,
    idempotent,
    invertible,
    mask,
    nonneg,
    nonzero,
    not_zero,
    orthogonal,
    positive,
    positive_definite,
    symmetric,
)
from derive.language.maxima import max_, max_over, min_, min_over, rank
from derive.language.substitution import substitute
from derive.language.terms import Operand, Term, as_term, place
from derive.statements.at_point import at_point
from derive.statements.bound import Bound, bound, bounds
from derive.statements.cases import cases
from derive.statements.conjunction import all_of
from derive.statements.eigenpair import eigenpair
from derive.statements.eigenvalue_count import eigenvalue_count
from derive.statements.eigenvalues import eigenvalues_are
from derive.statements.equation import equation, equations
from derive.statements.image import Exists, Image, Map, Set, Subset
from derive.statements.implication import implies
from derive.statements.limit import NoLimit, limit
from derive.statements.linear_order import LinearImplication, less
from derive.statements.null_space import Splitting, null_space_is
from derive.statements.pseudo_inverse import pseudo_inverse_is
from derive.statements.rank import nullity, rank_is
from derive.statements.spectrum import characteristic_polynomial
from derive.statements.statement import Statement
from derive.statements.verdict import Counterexample, Verdict

__all__ = [
    "HERE", "Bound", "Chain", "CheckedDerivation", "CheckedTheorem", "Condition", "Convention", "Counterexample",
    "Derivation", "DerivationError", "DeriveError", "Equality", "Exists", "Expected", "Figure", "Hypothesis", "Image",
    "InputError", "LinearImplication", "Map", "NearMiss", "NoLimit", "Operand", "Rule", "Set", "Splitting", "Statement",
    "Subset", "Term", "Theorem", "Theory", "Verdict", "absolute", "all_of", "as_term", "at_point", "basis", "bound",
    "bounds", "cases", "characteristic_polynomial", "check_theorem", "cos", "define", "definition", "delta", "det", "diag",
    "dimension", "dot", "eigenpair", "eigenvalue_count", "eigenvalues_are", "entrywise", "equal", "equation",
    "equations", "exp", "expect", "find_null_space", "function", "given", "grad", "hadamard", "hadamard_power", "idempotent",
    "identity", "implies", "index", "inverse", "invertible", "less", "let", "limit", "log", "mask", "matrix",
    "matrix_exp", "matrix_log", "max_", "max_over", "mean", "min_", "min_over", "near_miss", "nonneg", "nonzero", "norm",
    "not_zero", "null_space_is", "nullity", "ones", "orthogonal", "outer", "pinv", "place", "positive", "positive_definite",
    "prod_", "pseudo_inverse_is", "rank", "rank_is", "rule", "scalar", "sqrt", "substitute", "sum_",
    "symmetric", "sympy_definitions", "sympy_layernorm",
    "tanh", "trace", "transpose", "var", "vector", "zeros",
]  # fmt: skip
