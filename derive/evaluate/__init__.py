"""Evaluation: the exact value of a term at given sizes and data, by plain index loops, and the search for witnesses.

Nothing here is shared with the procedure that proves, so that the two can be held against each other.  Modules, in the
order in which they stand on one another: `numbers` (exact reals), `elementary` (roots, powers, functions), `duals`
(derivatives), `arrays` (loops and elimination), `point`, `evaluate`, `conditions` (does a hypothesis hold),
`linear` (rank, null space, characteristic polynomial), `candidates` (values for one symbol), `solving` (values that satisfy
equations), `points` (the documented order), `witness` (the first point at which two sides differ), `search` (the first point
at which a test of values fails).
"""
