"""``derive export``: files of certificates and statements, and the check that they have not drifted."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from derive.cli.export import TARGETS
from derive.theories.registry import load_theory


def test_certificate_and_statements(run: Any, tmp_path: Path) -> None:
    """Both files of one theorem, in folders that are made."""
    out = tmp_path / "a" / "b"
    result = run("export", "layernorm.eq6", "--to", "certificate, statements", "--out", str(out))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.split() == ["wrote", "2", "files", "to", str(out)]
    found = json.loads((out / "certificates" / "layernorm.eq6.json").read_text("utf-8"))
    claimed = json.loads((out / "statements.json").read_text("utf-8"))
    assert claimed["statements"] == {"layernorm.eq6": found["statement"]}
    assert found["label"] == "layernorm.eq6"


def test_a_theory(run: Any, tmp_path: Path) -> None:
    """All theorems of a theory; certificates by default."""
    run("export", "instancenorm", "--out", str(tmp_path), code=0)
    labels = sorted(theorem.label for theorem in load_theory("instancenorm").theorems)
    assert sorted(path.stem for path in (tmp_path / "certificates").iterdir()) == labels
    assert not (tmp_path / "statements.json").exists()


def test_on_stdout(run: Any, tmp_path: Path) -> None:
    """``--out -`` prints them, and nothing else."""
    assert json.loads(run("export", "eq6", "--out", "-", code=0).stdout)["label"] == "layernorm.eq6"


def test_check(run: Any, tmp_path: Path) -> None:
    """Nothing is written; what is missing or changed is named, with the command that mends it."""
    labels = ("layernorm.eq6", "layernorm.centring")
    assert run("export", *labels, "--out", str(tmp_path)).exit_code == 0
    assert run("export", *labels, "--out", str(tmp_path), "--check").exit_code == 0
    (tmp_path / "certificates" / "layernorm.eq6.json").write_text("{}")
    (tmp_path / "certificates" / "layernorm.centring.json").unlink()
    result = run("export", *labels, "--out", str(tmp_path), "--check", code=1)
    assert result.stderr.count("is not what the code produces") == 2
    assert f"derive export {' '.join(labels)} --to certificate --out {tmp_path}" in result.stderr
    assert (tmp_path / "certificates" / "layernorm.eq6.json").read_text() == "{}"


def test_files_without_a_theorem(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check of everything finds certificates that belong to nothing any more."""
    some = [load_theory("layernorm").find_theorem("eq6")]
    monkeypatch.setitem(TARGETS, "certificate", (*TARGETS["certificate"][:2], lambda labels: some))
    assert run("export", "--out", str(tmp_path)).exit_code == 0
    assert run("export", "--out", str(tmp_path), "--check").exit_code == 0
    (tmp_path / "certificates" / "layernorm.gone.json").write_text("{}")
    result = run("export", "--out", str(tmp_path), "--check", code=1)
    assert "layernorm.gone.json belongs to no theorem" in result.stderr


def test_an_interrupted_run_leaves_the_old_files(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are replaced as a whole or not at all."""
    assert run("export", "layernorm.eq6", "--out", str(tmp_path)).exit_code == 0
    path = tmp_path / "certificates" / "layernorm.eq6.json"
    old = path.read_text("utf-8")

    def fails(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fails)
    run("export", "layernorm.eq6", "--out", str(tmp_path), code=2)
    assert path.read_text("utf-8") == old
    assert [each.name for each in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (("nonsense",), 2, "label 'nonsense'"),
        (("layernorm.eq6", "--to", "pdf"), 2, "found 'pdf', expected some of certificate, statements, rocq"),
        (("layernorm.eq6", "--to", ","), 2, "found nothing"),
        (("expressivity.five_points",), 2, "expressivity.five_points: the format has no place"),
    ],
)
def test_refusals(run: Any, tmp_path: Path, args: tuple[str, ...], code: int, message: str) -> None:
    """Unknown labels and targets, and theorems of which nothing can be exported: exit code 2, and nothing is made."""
    assert message in " ".join(run("export", *args, "--out", str(tmp_path), code=code).stderr.split())
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made(run: Any, tmp_path: Path) -> None:
    """A file in its place."""
    (tmp_path / "file").write_text("x")
    result = run("export", "layernorm.eq6", "--out", str(tmp_path / "file"), code=2)
    assert "the folder cannot be made" in result.stderr


@pytest.mark.parametrize("form", ["latex", "markdown"])
def test_documents(form: str, run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A document is checked as the theory it was written from; what it does not state is counted with the reason."""
    monkeypatch.chdir(tmp_path)
    made = run(
        "export", "layernorm.eq6", "rmsnorm.geometric_form", "layernorm.left_null_space", "--to", form, "--out", "."
    )
    assert made.exit_code == 0, made.output
    assert "1 × a statement that is no equation" in made.output
    name = f"layernorm.{'tex' if form == 'latex' else 'md'}"
    checked = run("check", name)
    assert checked.exit_code == 0, checked.output
    assert "proved  layernorm.eq6" in checked.output
    assert "by common denominator" in run("export", "rmsnorm.geometric_form", "--to", form, "--out", "-").output
    assert run("export", "layernorm.left_null_space", "--to", form, code=2).exit_code == 2
