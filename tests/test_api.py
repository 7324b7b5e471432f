"""The Python interface: what `import derive` offers, SymPy read where it is met, verdicts for people and programs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from inspect import getdoc, isclass, isfunction, signature

import pytest
import sympy

import derive
from derive import verifier
from tests.words import N, Pi, a

size = sympy.Symbol("N")
column, ones = sympy.MatrixSymbol("a", size, 1), sympy.OneMatrix(size, 1)
centre = sympy.Identity(size) - ones * ones.T / size


def test_every_name_is_there() -> None:
    """What `derive.api` lists can be had from `derive`, and what it does not list cannot."""
    from derive import api

    assert set(api.__all__) <= set(dir(derive))
    for name in api.__all__:
        assert getattr(derive, name) is getattr(api, name)
    with pytest.raises(AttributeError, match="no attribute 'proof'"):
        derive.proof  # noqa: B018  (the attribute access is what is tested)


def _parameters() -> Iterator[tuple[str, str]]:
    """Every public function and data class, with each of its parameters; of exceptions and answers those of their own."""
    from derive import api

    for name in api.__all__:
        made = getattr(api, name)
        written = "__init__" in vars(made) if isclass(made) else isfunction(made)
        for parameter in signature(made).parameters if written else ():
            if parameter not in ("self", "args", "kwargs", "seal") and name != "Derived":
                yield name, parameter


@pytest.mark.parametrize(("name", "parameter"), list(_parameters()))
def test_a_docstring_speaks_of_each_parameter(name: str, parameter: str) -> None:
    """By its name; an answer that adds to another one says what it adds."""
    assert re.search(rf"\b{parameter}\b", getdoc(getattr(derive, name)) or "")


i, v, w = derive.index("i", N), derive.vector("v", N), derive.vector("w", derive.dimension("K"))
x, z, wide = derive.scalar("x"), derive.scalar("z"), derive.matrix("A", N, derive.dimension("K"))
M, nowhere = derive.matrix("M", N, N), derive.Point({}, {})
REFUSED = [
    ("InputError", "index", ("i", 1)),
    ("NameError_", "scalar", ("x y",)),
    ("InputError", "scalar", ("x", "mask")),
    ("InputError", "vector", ("v", N, "positive")),
    ("ShapeError", "matrix", ("A", N, derive.dimension("K"), "symmetric")),
    ("InputError", "identity", (1,)),
    ("ShapeError", "delta", (i, derive.index("j", derive.dimension("K")))),
    ("ShapeError", "diag", (wide,)),
    ("ShapeError", "hadamard", (v, w)),
    ("InputError", "hadamard", (v,)),
    ("LimitError", "hadamard_power", (wide, 10**9)),
    ("ShapeError", "outer", (wide, v)),
    ("ShapeError", "dot", (v, w)),
    ("ShapeError", "norm", (x,)),
    ("ShapeError", "trace", (wide,)),
    ("ShapeError", "transpose", (derive.ones(N, N, N),)),
    ("ShapeError", "det", (wide,)),
    ("ShapeError", "inverse", (wide,)),
    ("ShapeError", "pinv", (v,)),
    ("ShapeError", "sqrt", (v,)),
    ("AmbiguityError", "exp", (M,)),
    ("AmbiguityError", "log", (M,)),
    ("AmbiguityError", "tanh", (M,)),
    ("InputError", "entrywise", ("sin", v)),
    ("ShapeError", "matrix_exp", (wide,)),
    ("ShapeError", "matrix_log", (wide,)),
    ("ShapeError", "prod_", (i, v)),
    ("InputError", "prod_", (i, v[i], i)),
    ("InputError", "grad", (x, x * x)),
    ("InputError", "let", ("m", v[i])),
    ("NameError_", "define", ("m", v + a, v)),
    ("ShapeError", "mean", (wide,)),
    ("ShapeError", "cos", (v, w)),
    ("ShapeError", "nonneg", (v,)),
    ("ShapeError", "mask", (x,)),
    ("ShapeError", "symmetric", (wide,)),
    ("ShapeError", "equal", (v, w)),
    ("InputError", "chain", (x,)),
    ("InputError", "equations", ([x],)),
    ("InputError", "bound", (x, "=>", z)),
    ("ShapeError", "bound", (v, ">=", 0)),
    ("InputError", "bounds", (x, "<=", z, ">=", 1)),
    ("ShapeError", "limit", (v, x, w)),
    ("InputError", "limit", (x, x, x)),
    ("InputError", "at_point", (nowhere,)),
    ("InputError", "Point", ({N: 0}, {})),
    ("InputError", "Map", (v[i], v)),
    ("ShapeError", "pseudo_inverse_is", (wide, wide)),
    ("InputError", "definition", (x,)),
    ("InputError", "rule", ("x = x", x + x, 2 * x)),
    ("InputError", "sympy_layernorm", (3, "eq7")),
]


@pytest.mark.parametrize(("error", "name", "given"), REFUSED, ids=lambda part: part if isinstance(part, str) else "")
def test_the_errors_that_a_docstring_names_are_raised(error: str, name: str, given: tuple[object, ...]) -> None:
    """And what is raised is named."""
    function = getattr(derive, name)
    with pytest.raises(derive.DeriveError) as raised:
        function(*given)
    assert type(raised.value).__name__ == error
    assert f"`{error}`" in (getdoc(function) or "")


@pytest.mark.parametrize(
    ("function", "given", "said"),
    [
        (derive.basis, (0, N), r"^basis\(n\): too many positional arguments$"),
        (derive.sum_, (a,), r"^sum_\(i, body\): missing a required argument: 'body'$"),
        (derive.rank_is, (M, 3), r"^rank_is\(matrix, value, \*, inverse, .*: missing a required argument: 'inverse'$"),
        (derive.near_miss, (derive.equal(a, a),), r"^wrong: a = a of type Equality, where a word belongs"),
        (derive.grad, (derive.norm(a), derive.norm(a)), r"^x: \|a\| of type Norm, where a symbol belongs"),
    ],
)
def test_what_was_given_wrongly_is_said(function: object, given: tuple[object, ...], said: str) -> None:
    """With the function and its parameters, and terms as they are printed."""
    with pytest.raises((TypeError, derive.DeriveError), match=said):
        function(*given)  # type: ignore[operator]


def test_import_is_light() -> None:
    """`import derive` loads neither the kernel nor SymPy; `derive.prove` of terms never loads SymPy."""
    script = (
        "import sys, derive\n"
        "assert not {'derive.kernel', 'sympy', 'numpy', 'click'} & set(sys.modules)\n"
        "x = derive.scalar('x')\n"
        "assert derive.prove(x + x, 2 * x).status == 'proved'\n"
        "assert not {'sympy', 'numpy', 'lark', 'click'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


@pytest.mark.parametrize(
    ("lhs", "rhs", "status"),
    [
        (centre * centre, centre, "proved"),
        (centre.T, centre, "proved"),
        (centre * ones, 0, "proved"),
        (ones.T * centre * column, 0, "proved"),
        (sympy.Trace(centre), size - 1, "proved"),
        (sympy.Trace(centre), size, "refuted"),
        (centre * centre, -centre, "refuted"),
        (derive.sympy_layernorm(size), derive.sympy_layernorm(size, "eq6"), "proved"),
        (derive.sympy_layernorm(size, "eq4"), derive.sympy_layernorm(size, "eq6"), "proved"),
    ],
)
def test_sympy_is_read(lhs: object, rhs: object, status: str) -> None:
    """SymPy's matrix expressions are statements, decided for symbolic N."""
    assert derive.prove(lhs, rhs).status == status


def test_sympy_hypotheses() -> None:
    """Hypotheses may be SymPy expressions, and a symbol equal to a term is replaced by it."""
    c = sympy.Symbol("c", real=True)
    assert derive.prove(centre * column, sympy.ZeroMatrix(size, 1), [derive.equal(column, c * ones)]).status == "proved"
    assert derive.prove(centre * column, sympy.ZeroMatrix(size, 1)).status == "refuted"
    A, X = sympy.MatrixSymbol("A", size, size), sympy.MatrixSymbol("X", size, size)
    unconditional = derive.prove((X + A.I) * A, X * A + sympy.Identity(size))
    assert [condition.kind for condition in unconditional.conditions] == ["invertible"]
    assert not derive.prove((X + A.I) * A, X * A + sympy.Identity(size), [derive.invertible(A)]).conditions


def test_a_counterexample_is_exact() -> None:
    """Sizes, data and both values, as numbers and as JSON."""
    verdict = derive.prove(derive.norm(Pi * a) ** 2, derive.dot(a, a))
    assert verdict.counterexample is not None
    assert verdict.counterexample.dimensions == {"N": 1}
    assert verdict.counterexample.values == {"a": (Fraction(1),)}
    assert (verdict.counterexample.lhs, verdict.counterexample.rhs) == (0, 1)
    written = json.loads(json.dumps(verdict.to_json()))
    assert written["verdict"] == "refuted"
    assert written["witness"] == {"N": 1, "a": ["1"], "lhs": "0", "rhs": "1"}


def test_an_ill_typed_statement_is_refuted_by_its_shapes() -> None:
    """μ = a sets a scalar equal to a vector."""
    verdict = derive.prove(derive.mean(a), a)
    assert verdict.status == "refuted"
    assert verdict.counterexample is not None
    assert verdict.counterexample.ill_typed
    assert "refuted (ill-typed)" in str(verdict)


@pytest.mark.parametrize("value", [0.5, "x", None, True, object()])
def test_what_is_no_term_is_refused(value: object) -> None:
    """Floats, text and the rest get an error that says what would do."""
    with pytest.raises(derive.InputError, match="in a term"):
        derive.prove(derive.mean(a), value)


def test_verdicts_render() -> None:
    """A verdict in LaTeX has its ledger."""
    verdict = derive.prove(Pi * a / derive.norm(Pi * a), Pi * a * (1 / derive.norm(Pi * a)))
    assert verdict.scope == "all N ≥ 2"
    assert derive.latex(verdict).startswith("$")
    assert r"\ne" in derive.latex(verdict)


def test_certificates() -> None:
    """What is proved has a certificate that the separate verifier accepts, for the statement as written and no other."""
    proved = derive.prove(Pi * Pi, Pi)
    made = proved.certificate
    assert made is not None
    asked = {"schema": "derive-statements/1", "statements": {made["label"]: made["statement"]}}
    assert verifier.verify(json.dumps(made), json.dumps(asked)).verdict == "accepted"
    other = derive.prove(Pi * Pi * Pi, Pi).certificate
    assert other is not None
    assert verifier.verify(json.dumps(other), json.dumps(asked)).verdict == "rejected"
    assert derive.prove(Pi * Pi, Pi * 2).certificate is None
    space = derive.null_space(Pi)
    assert space.certificate is not None
    assert space.certificate["statement"]["kind"] == "null space"
    polynomial = derive.charpoly(Pi, derive.scalar("z")).certificate
    assert polynomial is not None
    claimed = {"schema": "derive-statements/1", "statements": {polynomial["label"]: polynomial["statement"]}}
    assert verifier.verify(json.dumps(polynomial), json.dumps(claimed)).verdict == "accepted"


def test_chains() -> None:
    """A chain has one verdict a link; one false link refutes it."""
    x = derive.scalar("x")
    assert derive.chain(x + x, 2 * x, x * 2).status == "proved"
    assert [link.status for link in derive.chain(x + x, 2 * x, x).links] == ["proved", "refuted"]
    with pytest.raises(derive.InputError, match="fewer than two"):
        derive.chain(x)


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda x: sum([x] * 5000), "the limit is 2000"),
        (lambda x: x**x, "an exponent of type Symbol"),
        (lambda x: 2**x, "a term as an exponent"),
        (lambda x: x < 1, "an inequality between terms"),
        (lambda x: x >= x, "an inequality between terms"),
        (lambda x: derive.prove(x, x, [1]), "as hypotheses"),
        (lambda x: derive.prove(x, x, "x"), "as hypotheses"),
        (lambda x: derive.prove(sympy.gamma(sympy.Symbol(x.name)), 0), "is not read"),
    ],
)
def test_misuse_is_answered_with_an_input_error(attempt, message) -> None:  # type: ignore[no-untyped-def]
    """What Python would answer with a TypeError, or not at all, says what was found and what would do."""
    with pytest.raises(derive.InputError, match=message):
        attempt(derive.scalar("x"))


def test_one_hypothesis_needs_no_list() -> None:
    """`prove(p, q, nonzero(x))` and abs(x) are read as meant."""
    x = derive.scalar("x")
    assert derive.prove(x / x, 1, derive.nonzero(x)).conditions == ()
    assert derive.prove(abs(x) ** 2, x**2).status == "proved"


def test_explicit_sizes_beyond_evaluation_are_unsupported() -> None:
    """A vector of 10⁹ components is not written out, whatever is claimed of it."""
    big = derive.vector("v", 10**9)
    for claim in (2 * big, big + big - big):
        verdict = derive.prove(big, claim)
        assert verdict.status == "unsupported"
        assert "too large to be evaluated" in verdict.reason


def test_contradictory_hypotheses_are_vacuous() -> None:
    """Nothing is proved of nothing, and an undecided statement about nothing says so."""
    x = derive.scalar("x")
    verdict = derive.prove(x, 2, [derive.positive(x), derive.equal(x, -1)])
    assert verdict.status == "unsupported"
    assert verdict.vacuous


def test_statements_of_every_kind_are_proved() -> None:
    """`prove` takes a statement alone; its judgement has a status, conditions and a counterexample, as a verdict has."""
    from tests.structures import DIRECTION, AtLeast, null_line_of_projector

    judgement = derive.prove(null_line_of_projector())
    assert isinstance(judgement, derive.Verdict)
    assert isinstance(judgement.statement, derive.Statement)
    assert (judgement.status, judgement.scope, judgement.conditions) == ("proved", "all N ≥ 1", ())
    assert derive.prove(DIRECTION).scope == "all N ≥ 2"
    refuted = derive.prove(AtLeast(derive.norm(a), N, a))
    assert refuted.status == "refuted"
    assert refuted.counterexample is not None
    assert isinstance(derive.prove(Pi * Pi, Pi), derive.Verdict)


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda line: derive.prove(line, line), "a statement with a right side"),
        (lambda line: derive.prove(line, hypotheses=[derive.not_zero(a)]), "or hypotheses beside it"),
        (lambda line: derive.prove(a, line), "a side is missing"),
        (lambda line: derive.prove(a), r"derive\.prove\(statement\)"),
    ],
)
def test_a_statement_stands_alone(attempt, message) -> None:  # type: ignore[no-untyped-def]
    """A statement beside a side, or a single side, is refused with the ways there are."""
    from tests.structures import null_line_of_projector

    with pytest.raises(derive.InputError, match=message):
        attempt(null_line_of_projector())


def test_a_function_of_each_entry_is_said_by_the_public_function() -> None:
    """``derive.entrywise(derive.exp, A)``, by the function as it is offered, or by its name."""
    A = derive.matrix("A", derive.dimension("N"), derive.dimension("N"))
    assert derive.entrywise(derive.exp, A) == derive.entrywise("exp", A)
    assert not derive.prove(derive.entrywise(derive.exp, A), derive.matrix_exp(A))
    for silly in (derive.sum_, 3, [], None):
        with pytest.raises(derive.InputError):
            derive.entrywise(silly, A)
