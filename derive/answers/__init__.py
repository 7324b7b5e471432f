"""Answers that were not authored: statements found for a question, each decided like what an author writes.

`null_spaces` and `zero_entries` find a null space, `row_elimination` shows how it is found by hand;
`characteristic_polynomials` finds det(zI − M); `bounds` finds certificates of inequalities; `derived` puts how one comes to
an answer beside its verdict.  `repairs` finds what small change makes a false relation true: `mistakes` and `factors` say
what authors write by mistake, `places` where.
"""
