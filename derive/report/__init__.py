"""Reports: what a run has established about a theory, as data (`model`, `build`), and on paper (`render`, `write`).

Modules, in the order in which they stand on one another: `model` (the data), `evidence` (numbers beside the proofs, Python
functions read back), `escape` and `breaking` (text and long formulas in a document), `formulas` (what is shown, as LaTeX
and as text), `snippet` (one theorem to paste), `targets` (Markdown, LaTeX and HTML), `build` (theory → report), `writers`
and `render` (what templates call), `templates` (Jinja), `claims` (the catalogue of claims), `volatile` (measured
numbers), `agreement` (evidence that is the same everywhere), `documents` (what is asked for, made), `write`, `project` (a
new project). `files` writes what is made, `progress` tells how far it is; these two and `write` load nothing of the rest
until it is needed.
"""
