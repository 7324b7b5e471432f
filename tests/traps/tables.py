"""All traps, from the modules that hold them."""

from __future__ import annotations

from importlib import import_module

from tests.traps.trap import Trap

MODULES = (
    "spelling",
    "vectors",
    "matrices",
    "derivatives",
    "sums",
    "indices",
    "statistics",
    "programs",
    "sympy",
    "papers",
    "conventions",
)

TRAPS: list[Trap] = [trap for name in MODULES for trap in import_module(f"tests.traps.traps_{name}").TRAPS]
