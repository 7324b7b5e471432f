"""The trusted kernel: normal forms of terms for all sizes, and the decision of equations.

Standard library only.  Read in this order: `graphs` (index graphs), `forms` (their sums), `functions`, `assumptions`,
`domain` (the ledger), `normal` (term → form), `decide` (what an equation means, why the answer is right).
"""
