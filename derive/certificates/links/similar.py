"""Inverses of similar matrices: M⁻¹ = B N⁻¹ Bᵀ for an orthogonal B, where N is BᵀMB by what is known.

N⁻¹ is BᵀM⁻¹B, since N BᵀM⁻¹B − I = (N Bᵀ − BᵀM) M⁻¹B + Bᵀ(M M⁻¹ − I) B + (BᵀB − I); from there M⁻¹ by B Bᵀ = I.
"""

from __future__ import annotations

from collections.abc import Sequence

from derive import verifier
from derive.certificates.declarations import JSON
from derive.certificates.links.asking import nodes, size_text, text_of
from derive.certificates.links.matrices import Matrix, MatrixAtoms
from derive.certificates.links.rewriting import Vanishing, relation, rewritten
from derive.certificates.links.values import Values


def similar(values: Values, terms: Sequence[verifier.Node]) -> list[Vanishing]:
    """Such equalities for the inverses in some terms, by the relations that there are."""
    matrices = {node.args[0]: None for node in nodes(*terms) if node.op == "inverse" and not node.free}
    orthogonal = [
        node
        for node in nodes(*matrices)
        if node.op == "symbol" and "orthogonal" in values.scope.properties.get(node.extra, ())
    ]
    found = (_by(values, m, q, turned) for m in matrices for q in orthogonal for turned in (False, True))
    return [each for each in found if each is not None]


def _by(values: Values, m: verifier.Node, q: verifier.Node, turned: bool) -> Vanishing | None:
    """M⁻¹ = B N⁻¹ Bᵀ for B = Q, or Qᵀ if ``turned``; None where Q is in N, or a step is not taken."""
    scope, language = values.scope, values.scope.language
    if q.shape != m.shape:
        return None
    b, back = (text_of(q), f"transpose({text_of(q)})")[:: -1 if turned else 1]
    laws = ("orthogonal", "orthogonal-rows")[:: -1 if turned else 1]
    size = size_text(m.shape[0])
    row, column = (scope.fresh(scope.size(axis)) for axis in scope.axes_of(m))
    whole = scope.at(language.term(f"mul({back}, {text_of(m)}, {b})"), (row, column))
    inner, _ = rewritten(scope, whole, values.relations, {})
    if not inner or any(scope.atoms[a].name == q.extra for mono in inner for a, _, _ in scope.opened(mono)[0]):
        return None
    n = MatrixAtoms(scope, ()).text(Matrix(inner, row, column))
    inverse, own = f"inverse({text_of(m)})", f"inverse({n})"
    x, y, q0, q1 = (f"{name}:{size}" for name in ("x0", "x1", "q0", "q1"))
    rows, names = [x, y], [q0, q1]

    def law(*steps: list[str], cofactors: Sequence[tuple[int, str]]) -> JSON:
        made = [[number, names, text] for number, text in cofactors]
        return {"steps": [*steps], "indices": rows, "cofactors": made}

    pushed = len(scope.equalities)
    first, second = f"mul({n}, {back})", f"mul({back}, {text_of(m)})"
    places = dict(zip((row, column), rows, strict=True))
    left, right = (scope.at(language.term(text), (row, column)) for text in (first, second))
    gap = verifier.add(left, right, -1)
    rest, made = rewritten(scope, gap, values.relations, places)
    if rest or not values.take("equal", first, second, {"indices": rows, "cofactors": made}):
        return None
    number = len(scope.equalities)
    link = law(
        ["inverse", text_of(m)],
        [laws[0], text_of(q)],
        cofactors=[
            (pushed, f"mul(delta({x}, {q0}), at(mul({inverse}, {b}), {q1}, {y}))"),
            (number, f"mul(at({b}, {q0}, {x}), at({b}, {q1}, {y}))"),
            (number + 1, f"mul(delta({x}, {q0}), delta({y}, {q1}))"),
        ],
    )
    if not values.take("invertible", n, f"mul({back}, {inverse}, {b})", link):
        return None
    number = len(scope.equalities)
    link = law(
        [laws[1], text_of(q)],
        cofactors=[
            (number - 1, f"neg(mul(at({b}, {x}, {q0}), at({b}, {y}, {q1})))"),
            (number, f"neg(mul(delta({x}, {q0}), at(mul({inverse}, {b}, {back}), {q1}, {y})))"),
            (number, f"neg(mul(at({inverse}, {x}, {q0}), delta({y}, {q1})))"),
        ],
    )
    if not values.take("equal", inverse, f"mul({b}, {own}, {back})", link):
        return None
    return relation(scope, number, left=True)
