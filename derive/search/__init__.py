"""Looking for what shows something: terms, multipliers and sizes, never a statement and never a verdict.

Nothing here is trusted.  What is found is decided by the kernel, or evaluated exactly, by whoever asked; a search that
finds nothing costs time and no more, and each has a bound of its work that is counted, not timed.

* What follows from equations that are assumed: `cofactors`, with `multiples`, `contexts` and `spans`.
* Signs: `certifying` writes a scalar as a term whose sign can be read off, by `atoms`, `tensors`, `facts`, `combining`,
  `denominators`, `polynomials` and `spans`; `elimination` has linear inequalities between scalars.
* Forms: `readback` writes a normal form as a term, `low_rank` reads diag(d) + Σ uᵢ wᵢᵀ off one; `witness_sizes` says at
  which sizes a difference of normal forms need not vanish.
"""
