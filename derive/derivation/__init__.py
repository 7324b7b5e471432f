"""Derivations as people read them, replayed line by line.

`matching` performs rules; `connecting` explains what changed from line to line, or why a line is refused; `established`
says what holds there; `derivation` states rules and checks lines; `condensing` makes fewer lines of them, `components`
expands a line down to index notation; `expected` is a derivation that is meant to fail.
"""
