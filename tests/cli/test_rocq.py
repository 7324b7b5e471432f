"""``derive check --kernel rocq`` and ``derive export --to rocq``: theorems for a kernel that shares nothing with ours."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from derive.rocq import check as rocq_check
from derive.rocq.check import Outcome

needs_coqc = pytest.mark.skipif(
    not Path(shutil.which("coqc") or "/nowhere").exists(), reason="no coqc on the PATH (Debian: coq)"
)


@needs_coqc
def test_accepted(run: Any) -> None:
    """What can be exported is accepted, and counted; what cannot is named with its reason."""
    result = run("check", "--kernel", "rocq", "layernorm.eq6", "projector_trace", "layernorm.jacobian", "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    data = json.loads(result.stdout)
    assert data["schema"] == "derive-rocq/1"
    assert data["status"] == "checked"
    assert data["accepted"] == ["layernorm.eq6", "layernorm.projector_trace"]
    assert data["not_exported"] == {"layernorm.jacobian": "a derivative"}


def test_accepted_in_words(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What coqc said is said in a sentence."""
    monkeypatch.setattr(rocq_check, "check", lambda path: Outcome("checked", theorems=1))
    assert "checked by coqc: 1 theorem without axioms" in run("check", "--kernel", "rocq", "layernorm.eq6").stdout


def test_without_coqc(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no coqc nothing is checked, and it says so: exit code 1."""
    monkeypatch.setattr(rocq_check.shutil, "which", lambda name: None)
    result = run("check", "--kernel", "rocq", "layernorm.eq6", code=1)
    assert "exported, not checked: coqc is not installed" in result.stdout


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("layernorm.jacobian", "none of these theorems can be exported to Rocq"),
        ("proofs.py", "proofs.py: No such file or directory"),
        ("layernorm.nothing", "no theorem has the label 'layernorm.nothing'"),
    ],
)
def test_refusals(run: Any, target: str, message: str) -> None:
    """Theorems out of reach, files and unknown labels: exit code 2."""
    assert message in " ".join(run("check", "--kernel", "rocq", target, code=2).stderr.split())


def test_export(run: Any, tmp_path: Path) -> None:
    """A file in a folder of its own, the reasons why the others are not in it, and the commands that check it."""
    result = run("export", "layernorm.eq6", "layernorm.jacobian", "--to", "rocq", "--out", str(tmp_path), code=0)
    text = (tmp_path / "rocq" / "layernorm_eq6.v").read_text("utf-8")
    assert "Theorem layernorm_eq6" in text
    assert "Print Assumptions" in text
    assert "1 × a derivative" in result.stdout
    assert "coqchk" in result.stdout
