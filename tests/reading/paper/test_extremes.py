"""Maxima, norms by the greatest size, and ranks in papers."""

from __future__ import annotations

from typing import Any

from derive.cli.papers import decided

PAPER = r"""
% derive: dimension K; index k : K; matrix A : N x K; index j : N
\[ \max_i a_i \ge 0 \]
\begin{align}
\|a\|_\infty &= \max_i |a_i| \\
\max_{1 \le i \le N} (2 a_i + s) &= 2 \max_i a_i + s \\
\max_k A_{ik} &= \max_k A_{jk} \\
\operatorname{rank}(A) &= K \\
\max(s, t) + \min\{s, t\} &= s + t
\end{align}
\[ \sup_i a_i = s \]
"""


def test_a_paper(read: Any) -> None:
    """Each relation by itself; what is not in the language is named."""
    found = [decided(item) for item in read(PAPER).items]
    assert [one.verdict for one in found] == ["refuted", "proved", "proved", "refuted", "refuted", "proved", "error"]
    assert "a supremum, which is not in the language" in found[-1].reason
