"""Statements and their proofs for Rocq, where its own kernel checks them over MathComp.

`terms`, `statements` and `environment` write what is claimed; `proofs`, `signs`, `roots`, `polynomials`, `images` and
`leads` why it holds; `theorem` puts both together, `export` writes files of them, and `check` runs coqc on what was written.
Neither this room nor the kernel of `derive` is trusted by what Rocq accepts.
"""
