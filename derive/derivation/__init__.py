"""Derivations as people read them, replayed line by line.

`alike` says when two lines are the same; `matching` performs rules; `connecting` explains what changed from line to line;
`derivation` states rules and checks lines; `components` expands a line down to
index notation; `readback` writes a normal form as a term.

`null_spaces`, `zero_entries`, `characteristic_polynomials`, `closed_forms` and `bounds` find statements with their
certificates, from the form that `low_rank` reads off a matrix; what they find is decided like what an author writes.
`row_elimination` shows how a null space is found by hand, and `answers` puts such lines beside the judgement.
"""
