"""Reports: what a run has established about a theory, as data (`model`, `build`), and on paper (`render`, `write`).

Modules, in the order in which they stand on one another: `model` (the data), `code` (Python functions read back), `evidence`
(numbers beside the proofs), `escape` and `breaking` (text and long formulas in a document), `formulas` (what is shown, as
LaTeX and as text), `snippet` (one theorem to paste), `targets` (Markdown, LaTeX and HTML), `structures` and `writers` (what
templates call), `build` (theory → report), `render` (Jinja), `claims` (the catalogue of claims), `volatile` (measured
numbers), `agreement` (evidence that is the same everywhere), `documents` (what is asked for, made), `write`.  `files` and
`pdf` write what is made, `progress` tells how far it is; these and `write` load nothing of the rest until it is needed.
"""
