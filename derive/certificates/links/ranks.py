"""Steps for ranks: rank M = tr(M X), where M X M = M for an X of I, M, Mᵀ."""

from __future__ import annotations

from collections.abc import Sequence

from derive import verifier
from derive.certificates.links.asking import nodes, text_of
from derive.certificates.links.values import Values


def of_ranks(values: Values, terms: Sequence[verifier.Node]) -> None:
    """Take the steps for the ranks in some terms."""
    language = values.scope.language
    for node in nodes(*terms):
        if node.op == "rank" and not node.free:
            (matrix,) = node.args
            square = matrix.shape[0] == matrix.shape[1]
            inverses = [language.make("transpose", (matrix,)), *([language.identity(matrix.shape[0]), matrix] * square)]
            any(values.take("rank", text_of(matrix), text_of(inverse), {}) for inverse in inverses)
