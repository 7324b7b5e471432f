"""Theories and labels by name, with the nearest names when there is none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeVar

from derive.errors import NameError_

if TYPE_CHECKING:
    from derive.authoring.theory import Theorem, Theory
    from derive.drawing import Figure


_T = TypeVar("_T")

#: The theory whose words a statement may use when no other is named.
DEFAULT_THEORY = "layernorm"


def theory_named(name: str) -> Theory:
    """The theory; raises `NameError_` with close names."""
    from derive.theories.registry import load_theory

    return load_theory(known_theory(name))


def known_theory(name: str) -> str:
    """The name of a theory, which is not loaded; raises `NameError_` with close names."""
    from derive.theories.registry import THEORIES

    if name not in THEORIES:
        raise NameError_(f"there is no theory {name!r}", hint=nearest(name, THEORIES, "theories: derive list"))
    return name


def is_ours(target: str) -> bool:
    """Is the theory of a target a part of this package, so that a change of it is a change of the program?"""
    from derive.theories.registry import THEORIES

    name = target.partition(".")[0]
    return THEORIES.get(name, "").partition(".")[0] == __name__.partition(".")[0]


def theorem_labelled(label: str) -> Theorem:
    """The theorem with a label; without the theory's name it is looked for in every theory.

    Raises `NameError_` with close labels.
    """
    theorems = {theorem.label: theorem for theory in _theories_of(label) for theorem in theory.stated}
    return _labelled(label, theorems, "theorem", f"labels: derive list {label.partition('.')[0]}")


def figure_labelled(label: str) -> Figure:
    """The figure with a label; without the theory's name it is looked for in every theory.

    Raises `NameError_` with close labels.
    """
    figures = {figure.label: figure for theory in _theories_of(label) for figure in theory.figures}
    return _labelled(label, figures, "figure", "figures: derive figure --list")


def _theories_of(label: str) -> list[Theory]:
    """The theory that a label names, or every theory."""
    from derive.theories.registry import THEORIES, load_theory

    name, dot, _ = label.partition(".")
    if dot and name not in THEORIES:
        hint = nearest(name, THEORIES, "theories: derive list")
        raise NameError_(f"there is no theory {name!r}, as the label {label!r} asks for", hint=hint)
    return [load_theory(theory) for theory in ([name] if dot else THEORIES)]


def _labelled(label: str, known: Mapping[str, _T], what: str, otherwise: str) -> _T:
    """The one with this label, or with this label in its theory."""
    found = [each for each in known if label in (each, each.partition(".")[2])]
    if len(found) != 1:
        said = f"several {what}s have" if found else f"no {what} has"
        shown = label if "." in label else f"{DEFAULT_THEORY}.{label}"
        raise NameError_(f"{said} the label {label!r}", hint=nearest(shown, found or known, otherwise))
    return known[found[0]]


def nearest(name: str, known: Iterable[str], otherwise: str) -> str:
    """The hint with close names, or another one."""
    from difflib import get_close_matches

    found = get_close_matches(name, list(known), n=3, cutoff=0.5)
    return f"did you mean {' or '.join(found)}?" if found else otherwise
