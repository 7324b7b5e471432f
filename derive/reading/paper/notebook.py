"""The Markdown cells of a Jupyter notebook, as one source each: places are lines of a cell."""

from __future__ import annotations

import json
from collections.abc import Iterator

from derive.errors import InputError
from derive.reading.source import Source


def cells_of(notebook: Source) -> Iterator[Source]:
    """The Markdown cells, named ``paper.ipynb cell 3``, counted among all cells; nothing in the notebook is run.

    Raises `InputError` for what is no notebook (nbformat 4).
    """
    try:
        cells = json.loads(notebook.text)["cells"]
        written = [("".join(cell["source"]), cell["cell_type"]) for cell in cells]
    except RecursionError:
        raise InputError(f"{notebook.file}: nested too deeply", hint="save it from Jupyter again") from None
    except (ValueError, TypeError, KeyError) as error:
        raise InputError(
            f"{notebook.file}: no Jupyter notebook: {error}", hint="save it in the format nbformat 4"
        ) from None
    for number, (text, kind) in enumerate(written, start=1):
        if kind == "markdown":
            yield Source(text.replace("\r\n", "\n").replace("\r", "\n"), f"{notebook.file} cell {number}")
