"""Theories and labels by name, with the nearest names when there is none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from derive.errors import NameError_

if TYPE_CHECKING:
    from derive.theories.theory import Entry, Structure, Theory

#: The theory whose words a statement may use when no other is named.
DEFAULT_THEORY = "layernorm"


def theory_named(name: str) -> Theory:
    """The theory; raises `NameError_` with close names."""
    from derive.theories.registry import THEORIES, load_theory

    if name not in THEORIES:
        raise NameError_(f"there is no theory {name!r}", hint=_nearest(name, THEORIES, "theories: derive list"))
    return load_theory(name)


def theorem_labelled(label: str) -> Entry | Structure:
    """The theorem of either sort with a label; without the theory's name it is looked for in every theory.

    Raises `NameError_` with close labels.
    """
    from derive.theories.registry import THEORIES, load_theory

    name, dot, _ = label.partition(".")
    if dot and name not in THEORIES:
        hint = _nearest(name, THEORIES, "theories: derive list")
        raise NameError_(f"there is no theory {name!r}, as the label {label!r} asks for", hint=hint)
    theorems = [theorem for theory in ([name] if dot else THEORIES) for theorem in load_theory(theory).theorems]
    found = [theorem for theorem in theorems if label in (theorem.label, theorem.label.partition(".")[2])]
    if len(found) != 1:
        labels = [theorem.label for theorem in found or theorems]
        what = "several theorems have" if found else "no theorem has"
        shown = label if dot else f"{DEFAULT_THEORY}.{label}"
        raise NameError_(f"{what} the label {label!r}", hint=_nearest(shown, labels, f"labels: derive list {name}"))
    return found[0]


def _nearest(name: str, known: Iterable[str], otherwise: str) -> str:
    from difflib import get_close_matches

    found = get_close_matches(name, list(known), n=3, cutoff=0.5)
    return f"did you mean {' or '.join(found)}?" if found else otherwise
