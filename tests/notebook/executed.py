"""The notebook of the documentation, run from top to bottom; ``python -m tests.notebook.executed`` writes what it gives.

It runs in a process of its own, since the event loops of a kernel warn of what concerns nobody here.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
NOTEBOOK = ROOT / "docs" / "notebook.ipynb"

_RUN = """
import sys
import nbclient, nbformat
notebook = nbformat.read(sys.argv[1], as_version=4)
folder = {"metadata": {"path": sys.argv[3]}}
nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources=folder).execute()
for cell in notebook.cells:
    cell.metadata = {}
nbformat.write(notebook, sys.argv[2])
"""


def execute(notebook: Path, target: Path) -> None:
    """Write the notebook with the outputs of this run; raises `subprocess.CalledProcessError` where a cell fails."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    arguments = [sys.executable, "-c", _RUN, str(notebook), str(target), str(ROOT)]
    subprocess.run(arguments, env=environment, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    execute(NOTEBOOK, NOTEBOOK)
