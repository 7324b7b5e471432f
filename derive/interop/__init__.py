"""Exchange with other systems: SymPy in and out, NumPy reference functions, and numeric evidence.

Nothing is imported here: SymPy and NumPy are loaded by the module that needs them, when it is needed.
"""
