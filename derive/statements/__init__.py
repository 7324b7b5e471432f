"""Kinds of statement: what each says, which kernel facts establish it, what refutes it.

`equation` decides equations and chains of equalities under hypotheses; `cofactors` is its untrusted search; `verdict` is
what comes out.  *Typing*, that both sides have one shape, is part of every equation: sides of different shapes are refuted
with the two shapes.
"""
