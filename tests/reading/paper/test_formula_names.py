r"""Papers that speak of a gradient, or of values of a loss, of which nothing is known but how they are written."""

from __future__ import annotations

from typing import Any

import pytest

DESCENT = r"""
\newcommand{\cL}{\mathcal{L}}
% derive: dimension n; vectors w_k, w^\star, \nabla \cL(w_k) : n; scalars \cL(w_k), \cL(w^{\star}); scalar h > 0
% derive: let w_{k+1} = w_k - h \nabla \cL(w_k)
% derive: assume \cL(w^\star) \ge \cL(w_k) + \nabla \cL(w_k) \cdot (w^\star - w_k)
\begin{align}
  \|w_{k+1} - w^\star\|^2
    &= \|w_k - w^\star\|^2 - 2 h \nabla\mathcal{L}\left(w_{k}\right) \cdot (w_k - w^\star) + h^2 \|\nabla \cL(w_k)\|^2 \\
    &\le \|w_k - w^\star\|^2 - 2 h \bigl(\cL(w_k) - \cL(w^\star)\bigr) + h^2 \|\nabla \cL(w_k)\|^2
\end{align}
\[ \cL(w_k) = \cL(w^\star) \]
\[ \cL(w) \ge \cL(w^\star) \]
"""


def test_a_step_of_gradient_descent(verdicts: Any) -> None:
    """The steps are proved; values at two points are two, and a point that is not declared is unknown."""
    assert verdicts(DESCENT) == ["proved", "proved", "refuted", "error"]


@pytest.mark.parametrize(
    ("declared", "line", "verdict"),
    [
        (r"vector \frac{\partial L}{\partial z} : N; index k : N", r"\frac{\partial L}{\partial z_k} = s", "refuted"),
        (r"let \nabla L(a) = 2 a", r"\nabla L(a) \cdot a = 2 \|a\|^2", "proved"),
        (r"vectors \nabla L(a), \nabla L(b) : N; assume a = b", r"\nabla L(a) = \nabla L(b)", "unsupported"),
        (r"scalar L(a)", r"\frac{\partial L(a)}{\partial a} = 0", "error"),
        (r"scalar L(x_i)", r"\sum_{i=1}^N L(x_i) = 1", "error"),
    ],
)
def test_in_a_display(verdicts: Any, declared: str, line: str, verdict: str) -> None:
    """As they are declared in comments."""
    assert verdicts(f"% derive: {declared}\n\\[ {line} \\]") == [verdict]


def test_an_index_of_the_side_before(verdicts: Any) -> None:
    """In a chain that goes on, what stands inside of a name is no free index of it."""
    text = "% derive: scalar L(z_k)\n\\begin{align}\n a_k &= b_k \\\\\n &= L(z_k)\n\\end{align}"
    assert verdicts(text) == ["refuted", "error"]


def test_a_declaration_that_is_refused_is_an_error(verdicts: Any) -> None:
    """What rests on it is not checked."""
    text = "% derive: let z = 2 a; vector \\frac{\\partial L}{\\partial z} : N\n\\[ \\frac{\\partial L}{\\partial z} = b \\]"
    assert verdicts(text)[-1] == "error"
