"""Exchange with other systems: SymPy in and out, NumPy reference functions, and numeric evidence.

Nothing is imported here: SymPy and NumPy are loaded by the module that needs them, when it is needed.  Derivations may begin
in SymPy (`derive.interop.lines`), and theories have it translated; what SymPy and NumPy say of an equation
(`derive.interop.crosscheck`, `derive.interop.oracles`) reaches reports alone.
"""

from __future__ import annotations


def is_sympy(value: object) -> bool:
    """Is this a SymPy object?  Asked of its class, so that SymPy need not be imported to say no."""
    return any((cls.__module__ or "").partition(".")[0] == "sympy" for cls in type(value).__mro__)
