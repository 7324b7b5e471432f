"""Derivations as people read them, replayed line by line.

`matching` performs rules; `connecting` explains what changed from line to line, `established` says what holds there;
`derivation` states rules and checks lines, `refusals` says why one is refused; `condensing` makes fewer lines of them,
`components` expands a line down to index notation; `expected` is a derivation that is meant to fail.
"""
