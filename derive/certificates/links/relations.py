"""Equalities that hold for what stands in an equation: laws of its matrices, reciprocals, roots and products over an index.

Each is a row of the table, or follows from hypotheses by a step; it is offered as a relation, by which polynomials may be
rewritten (`derive.certificates.links.rewriting`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from derive import verifier
from derive.certificates.links.asking import nodes, size_text, text_of
from derive.certificates.links.factors import cuts, square_factors
from derive.certificates.links.rewriting import Vanishing, masked, relation
from derive.certificates.links.values import Values
from derive.certificates.links.writing import PolynomialWriter, product

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
    return [*result, *_inverses_of_sums(values, terms)]


def _inverse_of_product(values: Values, matrix: verifier.Node) -> list[Vanishing]:
    """(AB)⁻¹ = B⁻¹A⁻¹, factor after factor, where these are square, or products that are."""
    language = values.scope.language
    result: list[Vanishing] = []
    factors = square_factors(language, matrix)
    for n, first in enumerate(factors[:-1]):
        after = language.several("mul", factors[n + 1 :])
        result += _taken(values, "inverse-product", text_of(first), text_of(after), left=True)
        for each in (first, after) if n + 2 == len(factors) else (first,):
            for row in FUNCTIONS["inverse"]:
                result += _taken(values, row, text_of(each.args[0] if each.op == "transpose" else each))
    return result


def _inverses_of_sums(values: Values, terms: Sequence[verifier.Node]) -> list[Vanishing]:
    """(zI + AB)⁻¹ A = A (zI + BA)⁻¹ where both stand there; (A + uvᵀ)⁻¹ by A⁻¹."""
    scope, language = values.scope, values.scope.language
    result: list[Vanishing] = []
    matrices = {node.args[0]: None for node in nodes(*terms) if node.op == "inverse" and not node.free}
    done: list[verifier.Poly] = []
    for matrix in matrices:
        done.append(scope.expand(matrix))
        for z, a, b in cuts(language, matrix):
            other = scope.expand(
                language.build("add(mul(z, one), mul(x, y))", z=z, one=language.identity(b.shape[0]), x=b, y=a)
            )
            if other not in done and any(other == scope.expand(each) for each in matrices):
                result += _taken(values, "inverse-push", *map(text_of, (z, a, b)), left=True)
        if matrix.op == "add" and len(matrix.args) == 2:
            result += _rank_one(values, matrix, *matrix.args)
    return result


def _rank_one(values: Values, matrix: verifier.Node, a: verifier.Node, column: verifier.Node) -> list[Vanishing]:
    """(A + c uvᵀ)⁻¹ = A⁻¹ − c A⁻¹u vᵀA⁻¹ / (1 + c vᵀA⁻¹u), c = ±1; the product with A + c uvᵀ is I as AA⁻¹ is."""
    sign, column = ("-1", column.args[0]) if column.op == "neg" else ("1", column)
    if column.op not in ("mul", "outer") or len(column.args) != 2 or len(column.args[0].shape) != 1:
        return []
    u, v = (text_of(each) for each in column.args)
    v = v if column.op == "outer" else f"transpose({v})"
    inverse, size = f"inverse({text_of(a)})", size_text(matrix.shape[0])
    rows, own = ([f"{letter}{n}:{size}" for n in range(2)] for letter in "xq")
    below = f"add(1, mul({sign}, transpose({v}), {inverse}, {u}))"
    value = f"add({inverse}, neg(div(mul({sign}, {inverse}, {u}, transpose({v}), {inverse}), {below})))"
    row = f"at(mul(transpose({inverse}), {v}), {rows[1]})"
    beside = f"neg(div(mul({sign}, at({u}, {own[1]}), {row}), {below}))"
    cofactor = f"mul(delta({rows[0]}, {own[0]}), add(delta({rows[1]}, {own[1]}), {beside}))"
    law = len(values.scope.equalities)
    link = {"steps": [["inverse", text_of(a)]], "indices": rows, "cofactors": [[law, own, cofactor]]}
    return _taken(values, "invertible", text_of(matrix), value, link, left=True)


def of_factors(values: Values, *polys: verifier.Poly, deep: bool = False) -> list[Vanishing]:
    """d (1/d) = 1, (√d)² = d and dₙ ∏_{m≠n} dₘ = ∏ d for what stands at indices that are summed over."""
    scope = values.scope
    result: list[Vanishing] = []
    reciprocals: list[verifier.Poly] = []
    for number in sorted({a for p in polys for a in _in_sums(scope, p)}):
        atom = scope.atoms[number]
        names = [scope.index("general", f"_p{n}", size) for n, size in enumerate(atom.sizes)]
        if atom.kind in ("recip", "sqrt"):
            below = scope.argument(number, tuple(names))
            text = values.text(below)
            result += _taken(
                values, "reciprocal" if atom.kind == "recip" else "square", text, deep=deep and atom.kind == "sqrt"
            )
            if atom.kind == "recip" and len(below) == 1 and (root := _radicand(scope, below)):
                result += _taken(values, "equal", f"mul({values.text(root)}, pow(div(1, {text}), 2))", "1")
            if atom.kind == "recip" and deep:
                result += _partial_fractions(values, below, reciprocals)
            if number in scope.invertible:
                result += _taken(values, "equal", f"pow(sqrt({text}), -2)", f"div(1, {text})", left=True)
        elif atom.kind in ("prod1", "prod2"):
            own = scope.fresh(scope.size(atom.own[0]))
            p = scope.argument(number, tuple(names), [own])
            vector = PolynomialWriter(scope).vector(p, own)
            if atom.kind == "prod2" and len(names) == 2 and deep:
                result += _two_left_out(values, p, own, vector)
            number = len(scope.equalities)
            found = _taken(values, "all-but-one" if atom.kind == "prod1" else "all-but-two", vector)
            less = [part for each in found for part in masked(scope, each)]
            result += [*found, *less] if deep else [*less, *found]
            if atom.kind == "prod1" and len(names) == 1 and not scope.sign(p) & verifier.ZERO:
                result += _quotient(values, number, p, own, deep)
    return result


def _radicand(scope: verifier.Scope, p: verifier.Poly) -> verifier.Poly:
    """q, of p = √q; 0 of others."""
    ((mono, c),) = p.items()
    if c != 1 or len(mono) != 1 or mono[0][2] != 1 or scope.atoms[mono[0][0]].kind != "sqrt":
        return {}
    return scope.argument(*mono[0][:2])


def _partial_fractions(values: Values, p: verifier.Poly, others: list[verifier.Poly]) -> list[Vanishing]:
    """(q ∓ p) (1/p) (1/q) = 1/p ∓ 1/q, with each q that is ± p but for what has no index."""
    text = values.text
    result: list[Vanishing] = []
    for q in others:
        for sign in (1, -1):
            gap = verifier.add(q, p, -sign)
            if gap and not verifier.indices_of(gap):
                left = f"mul({text(gap)}, div(1, {text(p)}), div(1, {text(q)}))"
                right = f"add(div(1, {text(p)}), mul({-sign}, div(1, {text(q)})))"
                result += _taken(values, "equal", left, right, left=True)
    others.append(p)
    return result


def _two_left_out(values: Values, p: verifier.Poly, own: int, vector: str) -> list[Vanishing]:
    """P Pₙₘ = Pₙ Pₘ + δₙₘ (P Pₙ − Pₙ²), with P = ∏ d and indices for what is left out of it.

    From dₙ Pₙ = P and dₙ Pₙₘ = Pₘ + δₙₘ (dₙ − 1) Pₙ.
    """
    scope = values.scope
    size = size_text(scope.size(own))
    every = PolynomialWriter(scope, {own: f"i0:{size}"}).poly(p)
    n, m, row, column = (f"{name}:{size}" for name in ("_p0", "_p1", "q0", "q1"))
    number = len(scope.equalities)

    def without(*indices: str) -> str:
        return f"prod({', '.join((f'i0:{size}', every, *indices))})"

    right = f"add(mul({without()}, {without(n)}), neg(pow({without(n)}, 2)))"
    right = f"add(mul({without(n)}, {without(m)}), mul(delta({n}, {m}), {right}))"
    both = f"add({without(n, m)}, neg(mul(delta({n}, {m}), {without(n)})))"
    link = {
        "steps": [["all-but-one", vector], ["all-but-two", vector]],
        "indices": [],
        "cofactors": [
            [number, [row], f"neg(mul(delta({row}, {n}), {both}))"],
            [number + 1, [row, column], f"mul(delta({row}, {n}), delta({column}, {m}), {without(n)})"],
        ],
    }
    return _taken(values, "equal", f"mul({without()}, {without(n, m)})", right, link, left=True)


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


def of_products(values: Values, gap: verifier.Poly) -> list[Vanishing]:
    """∏ vw = ∏ v ∏ w of products over an index that stand beside each other, and ∏ v ∏_{m≠n} wₘ = vₙ ∏_{m≠n} (vw)ₘ."""
    scope = values.scope
    result: list[Vanishing] = []
    pairs = {
        (a, b)
        for mono in gap
        for a, b in permutations([a for a, at, _ in mono if scope.atoms[a].kind == "prod0" and not at], 2)
    }
    for a, b in sorted(pairs):
        size = scope.size(scope.atoms[a].own[0])
        own, atoms = scope.fresh(size), len(scope.atoms)
        if scope.size(scope.atoms[b].own[0]) != size:
            continue
        v, w = (scope.argument(each, (), [own]) for each in (a, b))
        both = scope.times(v, w)
        scope.function("prod0", both, [own])
        if len(scope.atoms) > atoms:  # their product stands nowhere
            continue
        values.done |= {(each, ()) for each in (a, b, *(n for ((n, _, _),) in scope.function("prod0", both, [own])))}
        first, second = (PolynomialWriter(scope).vector(p, own) for p in (v, w))
        if a < b:
            values.take("product", first, second)
        every, here = f"i0:{size_text(size)}", f"_p0:{size_text(size)}"
        vs, ws, us = (PolynomialWriter(scope, {own: every}).poly(p) for p in (v, w, both))
        v_here = PolynomialWriter(scope, {own: here}).poly(v)
        without = f"prod({every}, {ws}, {here})"
        rows = [f"q0:{size_text(size)}", f"q1:{size_text(size)}"]
        law = len(scope.equalities)
        link = {
            "steps": [["all-but-one", first], ["product-but-one", first, second]],
            "indices": [],
            "cofactors": [
                [law, rows[:1], f"neg(mul({without}, delta({here}, {rows[0]})))"],
                [law + 1, rows[1:], f"neg(mul({v_here}, delta({here}, {rows[1]})))"],
            ],
        }
        left = f"mul(prod({every}, {vs}), {without})"
        result += _taken(values, "equal", left, f"mul({v_here}, prod({every}, {us}, {here}))", link, left=True)
    return result


def squares(values: Values, terms: Sequence[verifier.Node]) -> list[Vanishing]:
    """Steps for |v|² and sums of t · t, which are ≥ 0; and v = 0 where |v|, |v|², v · v, v² or v / y is 0 by hypothesis."""
    scope = values.scope
    result: list[Vanishing] = []
    for node in nodes(*terms):
        if node.op == "norm" and not node.free:
            square = text_of(scope.language.build("pow(x, 2)", x=node))
            values.take("sign", square, square)
        if node.op == "sum" and not node.shape and not node.free:
            body = node.args[0]
            factors = list(body.args) if body.op == "mul" else []
            if len(factors) == 2 and factors[0] is factors[1]:
                squared = scope.language.make("sum", (scope.language.build("pow(x, 2)", x=factors[0]),), node.extra)
                values.take("sign", text_of(node), text_of(squared))
    for number, equality in enumerate(list(scope.equalities)):
        side, other = equality.terms
        if scope.expand(other) or equality.names:
            continue
        cofactor = "1"
        if side.op == "pow" and side.args[0].op == "norm" and side.extra == 2:
            vector = side.args[0].args[0]
        elif side.op == "norm":
            vector, cofactor = side.args[0], text_of(side)
        elif (side.op == "pow" and side.extra == 2 and not side.shape) or (
            side.op == "dot" and side.args[0] is side.args[1]
        ):
            vector = side.args[0]
        elif side.op == "div" and side.args[0].shape == side.shape:
            result += _numerator(values, number, side)
            continue
        else:
            continue
        link = {"indices": [], "cofactors": [[number, [], cofactor]]}
        result += _taken(values, "zero", text_of(vector), link)
    return result


def totals(values: Values) -> list[Vanishing]:
    """Σ x = 0 for each hypothesis of vectors whose components add up to c Σ x = 0, c ≠ 0."""
    scope = values.scope
    result: list[Vanishing] = []
    for number, equality in enumerate(list(scope.equalities)):
        side, other = equality.terms
        if len(side.shape) != 1 or equality.names:
            continue
        gap = verifier.add(scope.expand(side), scope.expand(other), -1)
        found = list(scope.summed(gap, scope.axes_of(side)).items())
        if len(found) != 1 or len(found[0][0]) < 2:
            continue
        ((mono, c),) = found
        sums = [factor for factor in mono if scope.atoms[factor[0]].kind == "sum"]
        others = tuple(factor for factor in mono if factor not in sums)
        if len(sums) == 1 and sums[0][2] == 1 and not scope.of_monomial(others) & verifier.ZERO:
            row, beside = f"q0:{size_text(side.shape[0])}", PolynomialWriter(scope).poly({others: c})
            link = {"indices": [], "cofactors": [[number, [row], f"div(1, {beside})"]]}
            result += _taken(values, "equal", PolynomialWriter(scope).poly({(sums[0],): 1}), "0", link)
    return result


def turned_back(values: Values) -> list[Vanishing]:
    """Qᵀy = x for each hypothesis Qx = y with an orthogonal Q: Qᵀy − x = −Qᵀ(Qx − y) + (QᵀQ − I) x."""
    scope = values.scope
    result: list[Vanishing] = []
    for number, equality in enumerate(list(scope.equalities)):
        side, y = equality.terms
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
