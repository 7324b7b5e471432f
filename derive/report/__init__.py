"""Reports: what a run has established about a theory, as data (`model`, `build`), and on paper (`render`, `write`).

Modules, in the order in which they stand on one another: `model` (the data), `evidence` (numbers beside the proofs),
`build` (theory → report), `escape` and `breaking` (text and long formulas in a document), `formulas` (what is shown, as
LaTeX and as text), `snippet` (one theorem to paste), `writers` (what templates call), `render` (Jinja), `volatile`
(measured numbers), `pdf`, `write`.
"""
