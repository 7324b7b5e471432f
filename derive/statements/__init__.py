"""Kinds of statement: what each says, which kernel facts establish it, what refutes it.

`statement` is what all kinds share: named parts that together imply the statement, and an exact counterexample otherwise.
Every kind is a module with one or two frozen dataclasses; the class docstring states and proves the closing lemma.  It
declares its fields, their shapes and its words in tables, from which `declaration` makes the rest; `kinds` lists them all.

* Equations: `equation`, chains of equalities under hypotheses; `verdict` is what comes out.  Beyond what the kernel decides
  itself: `consequences`, and `extension` with fresh symbols; both are trusted, their lemmas stand there.
* Linear algebra: `null_space`, `rank`, `pseudo_inverse`, `eigenpair`, `eigenvalues`, `eigenvalue_count`, `spectrum`.
* Order and analysis: `bound`, `implication`, `limit`, `image`, `existence`; `lemmas` are steps on the way.
* Logic: `conjunction`, `cases`.
* One point, printed numbers, notation: `at_point`, `printed`, `typed`, `undefined`.
* Procedures on points of a line: `algorithm` (exact runs), `linear_order` and `point_cases` (case arguments for inputs of
  any length, by `elimination`), `point_program`, `merging`, `shattering`.
"""
