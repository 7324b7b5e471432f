"""Derivations as people read them, replayed line by line.

`matching` finds where a rule applies; `derivation` states rules and checks lines; `components` expands a line down to
index notation; `readback` writes a normal form as a term.
"""
