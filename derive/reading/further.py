"""What another syntax adds to the elaboration of plain syntax, as tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from derive.language.build import hint_of_function
from derive.language.terms import Term
from derive.reading.dims import GuessedShape
from derive.reading.names import Scope
from derive.reading.syntax import Tree


@dataclass(frozen=True)
class FurtherNodes:
    """What another syntax adds to plain syntax: the shapes and the terms of further kinds of nodes.

    Each is given the `derive.reading.elaborate.Elaboration`, the node and the indices that are bound; a term is None for a
    node that is read as plain syntax has it.  ``said``: how a function of a square matrix is written so that it says which.
    """

    infer: Mapping[type[Tree], Callable[[Any, Any, Scope], GuessedShape]] = field(default_factory=dict)
    build: Mapping[type[Tree], Callable[[Any, Any, Scope], Term | None]] = field(default_factory=dict)
    said: Callable[[str], str] = hint_of_function
