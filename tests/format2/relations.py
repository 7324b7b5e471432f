"""Equalities that hold for what stands in an equation: laws of its matrices, reciprocals, roots and products over an index.

Each is a row of the table, or follows from hypotheses by a step; it is offered as a relation, by which polynomials may be
rewritten (`tests.format2.rewriting`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.format2 import verifier
from tests.format2.asking import nodes, size_text, text_of
from tests.format2.rewriting import Vanishing, relation
from tests.format2.values import Values
from tests.format2.writing import PolynomialWriter, product

#: Rows that a property of a matrix gives.
PROPERTIES = {
    "orthogonal": ("orthogonal", "orthogonal-rows"),
    "idempotent": ("idempotent",),
}
#: Rows for functions of matrices.
FUNCTIONS = {
    "inverse": ("inverse", "inverse-left"),
    "pinv": ("pinv-1", "pinv-2", "pinv-3", "pinv-4"),
}


def hypotheses(scope: verifier.Scope) -> list[Vanishing]:
    """Those of the statement."""
    found = (relation(scope, number) for number in range(len(scope.equalities)))
    return [each for each in found if each is not None]


def of_matrices(values: Values, terms: Sequence[verifier.Node]) -> list[Vanishing]:
    """Those of the matrices in some terms: by their properties, and of their inverses."""
    scope = values.scope
    result: list[Vanishing] = []
    for node in nodes(*terms):
        rows: Iterator[tuple[str, str]] = iter(())
        if node.op == "symbol" and len(node.shape) == 2:
            kinds = scope.properties.get(node.extra, frozenset())
            rows = ((row, text_of(node)) for kind in kinds for row in PROPERTIES.get(kind, ()))
        elif node.op in FUNCTIONS and not node.free:
            rows = ((row, text_of(node.args[0])) for row in FUNCTIONS[node.op])
        elif node.op == "pow" and len(node.shape) == 2 and node.extra < 0 and node.extra.denominator == 1:
            rows = ((row, text_of(node.args[0])) for row in FUNCTIONS["inverse"])
        for row, text in rows:
            result += _taken(values, row, text)
        if node.op == "inverse" and node.args[0].op == "mul" and not node.free:
            result += _inverse_of_product(values, node.args[0])
    return result


def _inverse_of_product(values: Values, matrix: verifier.Node) -> list[Vanishing]:
    """(AB)⁻¹ = B⁻¹A⁻¹, factor after factor, where all are square."""
    result: list[Vanishing] = []
    while matrix.op == "mul" and all(len(part.shape) == 2 and part.shape[0] == part.shape[1] for part in matrix.args):
        first, *rest = matrix.args
        after = rest[0] if len(rest) == 1 else values.scope.language.mul(*rest)
        result += _taken(values, "inverse-product", text_of(first), text_of(after), left=True)
        for each in (first, after):
            if each.op == "symbol":
                for row in FUNCTIONS["inverse"]:
                    result += _taken(values, row, text_of(each))
            if each.op == "transpose" and each.args[0].op == "symbol":
                for row in FUNCTIONS["inverse"]:
                    result += _taken(values, row, text_of(each.args[0]))
        matrix = after
    return result


def of_factors(values: Values, *polys: verifier.Poly, deep: bool = False) -> list[Vanishing]:
    """d (1/d) = 1, (√d)² = d and dₙ ∏_{m≠n} dₘ = ∏ d for what stands at indices that are summed over."""
    scope = values.scope
    result: list[Vanishing] = []
    for number in sorted({a for p in polys for a in _in_sums(scope, p)}):
        atom = scope.atoms[number]
        names = [scope.index("general", f"_p{n}", size) for n, size in enumerate(atom.sizes)]
        if atom.kind in ("recip", "sqrt"):
            text = PolynomialWriter(scope).poly(scope.argument(number, tuple(names)))
            result += _taken(
                values, "reciprocal" if atom.kind == "recip" else "square", text, deep=deep and atom.kind == "sqrt"
            )
        elif atom.kind in ("prod1", "prod2"):
            own = scope.fresh(scope.size(atom.own[0]))
            p = scope.argument(number, tuple(names), [own])
            number = len(scope.equalities)
            result += _taken(
                values, "all-but-one" if atom.kind == "prod1" else "all-but-two", PolynomialWriter(scope).vector(p, own)
            )
            if atom.kind == "prod1" and len(names) == 1 and not scope.sign(p) & verifier.ZERO:
                result += _quotient(values, number, p, own, deep)
    return result


def _quotient(values: Values, number: int, p: verifier.Poly, own: int, deep: bool) -> list[Vanishing]:
    """∏_{m≠n} dₘ = ∏ d / dₙ from dₙ ∏_{m≠n} dₘ = ∏ d, where d ≠ 0."""
    scope = values.scope
    size = size_text(scope.size(own))
    every = PolynomialWriter(scope, {own: f"i0:{size}"}).poly(p)
    here = PolynomialWriter(scope, {own: f"_p0:{size}"}).poly(p)
    left, right = f"prod(i0:{size}, {every}, _p0:{size})", f"div(prod(i0:{size}, {every}), {here})"
    cofactor = f"mul(div(1, {here}), delta(_p0:{size}, q0:{size}))"
    link = {"indices": [], "cofactors": [[number, [f"q0:{size}"], cofactor]]}
    return _taken(values, "equal", left, right, link, left=deep)


def squares(values: Values, terms: Sequence[verifier.Node]) -> list[Vanishing]:
    """Steps for |v|² and sums of t · t, which are ≥ 0; and v = 0 for each hypothesis |v|² = 0, v · v = 0 or v / y = 0."""
    scope = values.scope
    result: list[Vanishing] = []
    for node in nodes(*terms):
        if node.op == "norm" and not node.free:
            square = text_of(scope.language.power(node, 2))
            values.take("sign", square, square)
        if node.op == "sum" and not node.shape and not node.free:
            body = node.args[0]
            factors = list(body.args) if body.op == "mul" else []
            if len(factors) == 2 and factors[0] is factors[1]:
                squared = scope.language.make("sum", (scope.language.power(factors[0], 2),), node.extra)
                values.take("sign", text_of(node), text_of(squared))
    for number, equality in enumerate(list(scope.equalities)):
        side = equality.left
        if scope.expand(equality.right) or equality.names:
            continue
        if side.op == "pow" and side.args[0].op == "norm" and side.extra == 2:
            vector = side.args[0].args[0]
        elif side.op == "dot" and side.args[0] is side.args[1]:
            vector = side.args[0]
        elif side.op == "div" and side.args[0].shape == side.shape:
            result += _numerator(values, number, side)
            continue
        else:
            continue
        link = {"indices": [], "cofactors": [[number, [], "1"]]}
        result += _taken(values, "zero", text_of(vector), link)
    return result


def turned_back(values: Values) -> list[Vanishing]:
    """Qᵀy = x for each hypothesis Qx = y with an orthogonal Q: Qᵀy − x = −Qᵀ(Qx − y) + (QᵀQ − I) x."""
    scope = values.scope
    result: list[Vanishing] = []
    for number, equality in enumerate(list(scope.equalities)):
        side, y = equality.left, equality.right
        if side.op != "mul" or len(side.args) != 2 or equality.names or len(side.shape) != 1:
            continue
        q, x = side.args
        if q.op != "symbol" or len(q.shape) != 2 or "orthogonal" not in scope.properties.get(q.extra, ()):
            continue
        size = size_text(q.shape[0])
        row, one, two = (f"{letter}:{size}" for letter in ("x0", "q0", "q1"))
        law = len(scope.equalities)
        link = {
            "steps": [["orthogonal", text_of(q)]],
            "indices": [row],
            "cofactors": [
                [number, [one], f"neg(at({text_of(q)}, {one}, {row}))"],
                [law, [one, two], f"mul(delta({one}, {row}), at({text_of(x)}, {two}))"],
            ],
        }
        result += _taken(values, "equal", f"mul(transpose({text_of(q)}), {text_of(y)})", text_of(x), link)
    return result


def _numerator(values: Values, number: int, side: verifier.Node) -> list[Vanishing]:
    """x = 0 from x / y = 0"""
    above, below = side.args
    sizes = [size_text(size) for size in verifier.axes(above.shape)]
    rows, own = ([f"{letter}{n}:{size}" for n, size in enumerate(sizes)] for letter in "xq")
    cofactor = product([text_of(below), *(f"delta({a}, {b})" for a, b in zip(rows, own, strict=True))])
    if below.shape:
        return []
    zero = text_of(values.scope.language.zeros(above.shape))
    return _taken(values, "equal", text_of(above), zero, {"indices": rows, "cofactors": [[number, own, cofactor]]})


def _taken(values: Values, row: str, *given: object, deep: bool = False, left: bool = False) -> list[Vanishing]:
    """The relation of a step, if the verifier accepts it; ``left``: is it used from the left to the right?"""
    number = len(values.scope.equalities)
    if any(step == [row, *given] for step in values.steps) or not values.take(row, *given):
        return []
    found = relation(values.scope, number, deep, left)
    return [found] if found is not None else []


def _in_sums(scope: verifier.Scope, p: verifier.Poly) -> Iterator[int]:
    """The values of functions with places, at bound indices or not."""
    for mono in p:
        for a, at, _ in mono:
            atom = scope.atoms[a]
            if atom.kind == "sum":
                yield from _in_sums(scope, {atom.name: 1})
            elif at and atom.kind in ("recip", "sqrt", "prod1", "prod2"):
                yield a
