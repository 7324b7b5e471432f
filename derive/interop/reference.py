"""LayerNorm as readable NumPy functions, and the same functions typeset by latexify-py.

The three functions are Eqs. (1), (4) and (6) of P. M. Riechers, *Geometry and Dynamics of LayerNorm*, written so that the
code and the formula can be laid side by side.  They take vectors of shape (N,) in float64 and check nothing; they are
references to compare with, not fast implementations (Eq. (6) builds the N×N projector).  Products are written so that
their LaTeX is unambiguous: ``np.dot`` and ``np.multiply`` keep their names, where ``@`` and ``*`` would both become ``·``.

latexify-py reads a function that is a chain of assignments and a return, without checks or loops.  Its release 0.4.4
declares Python 3.9 to 3.13; it reads the source with the ``ast`` module, whose deprecated names newer Pythons have removed.
"""

# NumPy's stubs give Any for np.dot, and a cast would not be read by latexify-py.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
#: A function of a, g, b and ε.
LayerNorm = Callable[[Vector, Vector, Vector, float], Vector]

#: Pythons that latexify-py 0.4.4 declares.
LATEXIFY_PYTHONS = ((3, 9), (3, 13))


def layer_norm_eq1(a: Vector, g: Vector, b: Vector, epsilon: float) -> Vector:
    """Eq. (1): LN = g ⊙ (a − μ1)/√(σ² + ε) + b."""
    N = np.size(a)
    one = np.ones_like(a)
    mu = np.dot(a, one) / N
    sigma = np.sqrt(np.dot(a - mu * one, a - mu * one) / N)
    return np.multiply(g, (a - mu * one) / np.sqrt(sigma**2 + epsilon)) + b


def layer_norm_eq4(a: Vector, g: Vector, b: Vector, epsilon: float) -> Vector:
    """Eq. (4): LN = diag(g) (a − μ1)/√(σ² + ε) + b."""
    N = np.size(a)
    one = np.ones_like(a)
    mu = np.dot(a, one) / N
    sigma = np.sqrt(np.dot(a - mu * one, a - mu * one) / N)
    return np.diag(g) @ ((a - mu * one) / np.sqrt(sigma**2 + epsilon)) + b


def layer_norm_eq6(a: Vector, g: Vector, b: Vector, epsilon: float) -> Vector:
    """Eq. (6): LN = √N diag(g) Πa/√(|Πa|² + Nε) + b, with Π = I − 1̂1̂ᵀ and 1̂ = 1/√N."""
    N = np.size(a)
    one = np.ones_like(a)
    u = one / np.sqrt(N)
    Pi = np.diag(one) - np.outer(u, u)
    return np.sqrt(N) * np.diag(g) @ ((Pi @ a) / np.sqrt(np.dot(Pi @ a, Pi @ a) + N * epsilon)) + b


REFERENCE: dict[str, LayerNorm] = {"eq1": layer_norm_eq1, "eq4": layer_norm_eq4, "eq6": layer_norm_eq6}


#: What the words of NumPy in that LaTeX mean, as declarations in LaTeX: all that who reads it back has to know of NumPy.
GLOSSARY = (
    r"vectors a, g, b, x, y : N; scalar \epsilon >= 0",
    r"let \mathrm{size}(x) = \vec 1 \cdot \vec 1",
    r"let \mathrm{ones\_like}(x) = \vec 1",
    r"let \mathrm{dot}(x, y) = x \cdot y",
    r"let \mathrm{multiply}(x, y) = x \odot y",
    r"let \mathrm{outer}(x, y) = x y^\top",
    r"let \mathrm{diag}(x) = \operatorname{diag}(x)",
)


def render(function: Callable[..., Any]) -> str:
    """The LaTeX of a function by latexify-py: an array of its assignments, and LN(…) = what it returns."""
    get_latex: Any = importlib.import_module("latexify").get_latex
    return str(get_latex(function, use_math_symbols=True, prefixes={"np"}, identifiers={function.__name__: "LN"}))


def equations_of(latex: str) -> tuple[tuple[str, str], ...]:
    r"""Both sides of each line of such LaTeX, without ``\mathopen{}`` and ``\mathclose{}``, which are spacing.

    >>> equations_of(r"\begin{array}{l} y = 2 a \\ \mathrm{LN}(a) = y + 1 \end{array}")
    (('y', '2 a'), ('\\mathrm{LN}(a)', 'y + 1'))
    """
    for spacing in (r"\mathopen{}", r"\mathclose{}", r"\begin{array}{l}", r"\end{array}"):
        latex = latex.replace(spacing, "")
    pairs = (line.partition("=") for line in latex.split(r"\\"))
    return tuple((left.strip(), right.strip()) for left, _, right in pairs)


def why_not_rendered(python: tuple[int, int] | None = None) -> str:
    """Why latexify-py is not asked to render here; empty when it is."""
    here = python or sys.version_info[:2]
    oldest, newest = LATEXIFY_PYTHONS
    if not oldest <= here <= newest:
        return (
            f"latexify-py 0.4.4 supports Python {'.'.join(map(str, oldest))} to {'.'.join(map(str, newest))}, "
            f"and this is {'.'.join(map(str, here))}"
        )
    try:
        importlib.import_module("latexify")
    except ImportError as error:
        return f"latexify-py cannot be imported: {error}"
    return ""
