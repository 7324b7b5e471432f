"""Exact and enclosed real numbers, and what terms are worth at a point: for examples and figures, never for a proof.

`Evaluation` gives a term's value at a `Point`, exact or as an `Enclosure`; `linear` eliminates exactly, `elementary` has
roots and functions of numbers.
"""

from derive.evaluate import elementary, linear
from derive.evaluate.elementary import sqrt as real_root
from derive.evaluate.evaluate import Evaluation
from derive.evaluate.linear import Matrix
from derive.evaluate.numbers import Enclosure, Exact, Real, differ, enclose, nearest_float, reciprocal, show, show_latex
from derive.evaluate.point import Point, Value
from derive.language.terms import Symbol

__all__ = [
    "Enclosure", "Evaluation", "Exact", "Matrix", "Point", "Real", "Symbol", "Value", "differ", "elementary", "enclose",
    "linear", "nearest_float", "real_root", "reciprocal", "show", "show_latex",
]  # fmt: skip
