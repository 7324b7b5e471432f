"""The LaTeX of all examples is typeset by pdflatex with nothing but amsmath."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from derive.language.build import scalar
from derive.printing import BOLD, PLAIN, latex, latex_condition
from tests.printing.examples import EXAMPLES
from tests.printing.test_names import NAMES
from tests.printing.test_statements import CONDITIONS

PDFLATEX = shutil.which("pdflatex")


def sheet() -> str:
    """A document with every example in each profile, every name and every condition."""
    lines = [latex(term, notation) for term, _, _ in EXAMPLES for notation in (BOLD, PLAIN)]
    lines += [shown for _, _, shown in EXAMPLES]
    lines += [latex(scalar(name)) for name, _, _ in NAMES]
    lines += [latex_condition(condition) for condition, _, _ in CONDITIONS]
    body = "\n\n".join(rf"$\displaystyle {line}$" for line in lines)
    return rf"""\documentclass{{article}}
\usepackage{{amsmath}}
\begin{{document}}
{body}
\end{{document}}
"""


@pytest.mark.skipif(PDFLATEX is None, reason="pdflatex is not on PATH")
def test_all_examples_typeset(tmp_path: Path) -> None:
    """pdflatex stops at the first error; there is none."""
    (tmp_path / "sheet.tex").write_text(sheet(), encoding="utf-8")
    command = [str(PDFLATEX), "-halt-on-error", "-interaction=nonstopmode", "-no-shell-escape", "sheet.tex"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False)
    assert run.returncode == 0, run.stdout[-2000:]
    assert "Missing character" not in (tmp_path / "sheet.log").read_text(errors="replace")
