"""The theories there are; a theory's module is imported when it is asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from derive.errors import NameError_

if TYPE_CHECKING:
    from derive.authoring.theory import Theorem, Theory

#: Name of a theory → the module that holds it as ``THEORY``.
THEORIES: dict[str, str] = {
    "layernorm": "derive.theories.layernorm",
    "rmsnorm": "derive.theories.rmsnorm",
    "groupnorm": "derive.theories.groupnorm",
    "instancenorm": "derive.theories.instancenorm",
    "batchnorm": "derive.theories.batchnorm",
    "folding": "derive.theories.folding",
    "expressivity": "derive.theories.expressivity",
}


@cache
def load_theory(name: str) -> Theory:
    """The theory with this name; raises `NameError_` when there is none."""
    if name not in THEORIES:
        raise NameError_(f"the theory {name!r}", hint=f"theories: {', '.join(sorted(THEORIES))}")
    theory: Theory = import_module(THEORIES[name]).THEORY
    return theory


def find_theorem(label: str) -> Theorem:
    """The theorem with a label ``theory.name``."""
    theory, _, name = label.partition(".")
    if not name:
        raise NameError_(f"the label {label!r}", hint="a label is theory.name, such as layernorm.eq6; see derive list")
    return load_theory(theory).find_theorem(label)
