"""The room itself: light to import, and out of reach of the kernel."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import derive.interop

FOLDER = Path(derive.interop.__file__).parent
MODULES = sorted(FOLDER.glob("*.py"))


def test_importing_the_room_loads_neither_sympy_nor_numpy() -> None:
    """`import derive.interop` alone leaves the heavy libraries unloaded."""
    code = "import sys, derive.interop; print([m for m in ('sympy', 'numpy', 'latexify') if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=FOLDER.parent.parent
    )
    assert done.stdout.strip() == "[]"


def test_numeric_evidence_cannot_reach_the_kernel() -> None:
    """No module here imports the kernel, or anything that makes theorems."""
    allowed = ("derive.errors", "derive.language", "derive.interop")
    found = 0
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                if name.split(".")[0] == "derive":
                    found += 1
                    assert name.startswith(allowed), f"{path.name} imports {name}"
    assert found > 10


def test_nothing_is_evaluated_from_text() -> None:
    """No sympify, eval, simplify or doit of what a user gives."""
    forbidden = {"sympify", "eval", "exec", "simplify", "doit", "parse_expr", "nsimplify"}
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                assert name not in forbidden, f"{path.name}:{node.lineno} calls {name}"
