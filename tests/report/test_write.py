"""Writing: whole files or none, and a check that writes nothing and finds every drift."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from derive.authoring.theory import check_theorem
from derive.authoring.vocabulary import NearMiss
from derive.errors import InputError, NameError_
from derive.interop.agreement import Agreement
from derive.report import agreement, volatile, write
from derive.report.documents import catalogue_document
from derive.report.files import ReportResult, write_atomically, write_document
from derive.report.model import FloatAgreement, ReferenceFunction, Report
from derive.report.write import write_report
from tests.structures import with_theorems


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def write_files(
    report: Report, targets: tuple[str, ...], folder: Path, check: bool, measure: bool = False
) -> ReportResult:
    """A catalogue as files."""
    return write_document(catalogue_document(report, targets), folder, check, measure)


def test_written_then_unchanged(small: Report, tmp_path: Path) -> None:
    """What was just written has not drifted; the check writes nothing."""
    result = write_files(small, ("md", "tex"), tmp_path, check=False)
    assert [path.name for path in result.written] == ["small-catalogue.md", "small-catalogue.tex"]
    before = files(tmp_path)
    assert write_files(small, ("md", "tex"), tmp_path, check=True).ok
    assert files(tmp_path) == before


def test_drift_is_found(small: Report, tmp_path: Path) -> None:
    """One changed character is drift, shown as a short difference; so are missing files and files that are no text."""
    write_files(small, ("md", "tex"), tmp_path, check=False)
    report = tmp_path / "small-catalogue.md"
    report.write_text(report.read_text("utf-8").replace("A small theory", "A small story"), "utf-8")
    (tmp_path / "small-catalogue.tex").unlink()
    (tmp_path / "small-catalogue.html").write_bytes(b"\xff\xfe")
    changed, *others = write_files(small, ("md", "tex", "html", "pdf"), tmp_path, check=True).drifted
    assert "-# A small story\n+# A small theory" in changed.difference
    assert len(changed.difference.splitlines()) < 24
    assert [drift.path.name for drift in others] == [
        "small-catalogue.tex",
        "small-catalogue.html",
        "small-catalogue.pdf",
    ]
    assert "missing" in others[0].difference


def test_theorems_of_all_kinds_count(structured: Report, tmp_path: Path) -> None:
    """A theorem of another kind that is not as expected is named; where all are, the report is good."""
    assert write_files(structured, ("md",), tmp_path, check=False).ok
    first, *others = structured.others
    false = replace(first, checked=replace(first.checked, verdict=first.checked.near_misses[0]))
    result = write_files(
        with_theorems(structured, *structured.groups[0].equations, false, *others), ("md",), tmp_path, check=False
    )
    assert result.unexpected == ("structured.null_space",)


def test_line_ends_are_drift(small: Report, tmp_path: Path) -> None:
    """Other line ends are a drift, and are named."""
    write_files(small, ("md",), tmp_path, check=False)
    report = tmp_path / "small-catalogue.md"
    report.write_bytes(report.read_bytes().replace(b"\n", b"\r\n"))
    (drift,) = write_files(small, ("md",), tmp_path, check=True).drifted
    assert drift.difference == "the line ends differ"


@pytest.mark.parametrize("broken", ["replace", "fsync"])
def test_interrupted(broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that fails before the last moment leaves the old report whole, and nothing else."""
    path = tmp_path / "small-catalogue.md"
    path.write_text("old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, broken, fail)
    with pytest.raises(InputError, match="cannot be written: No space left on device"):
        write_atomically(path, b"new")
    assert files(tmp_path) == {"small-catalogue.md": b"old"}


def test_interrupted_by_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the middle leaves nothing behind."""
    path = tmp_path / "small-catalogue.md"
    path.write_text("old")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, b"new")
    assert files(tmp_path) == {"small-catalogue.md": b"old"}


def test_bad_folders(small: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that is a file, cannot be made or written, or is missing for a check is refused by name, at once."""
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "inside"):
        with pytest.raises(InputError, match="cannot be made"):
            write_report("layernorm", out=folder)
    with pytest.raises(InputError, match="no such folder"):
        write_report("layernorm", out=tmp_path / "none", check=True)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(InputError, match="cannot be written to"):
        write_report("layernorm", out=tmp_path)


def test_bad_arguments(tmp_path: Path) -> None:
    """Unknown theories and targets are refused by name."""
    with pytest.raises(NameError_, match="derive list"):
        write_report("nonsense", out=tmp_path)
    with pytest.raises(InputError, match="targets: md, tex, html, pdf"):
        write_report("layernorm", to=("docx",), out=tmp_path)


def test_without_latexify(small: Report, tmp_path: Path) -> None:
    """Where latexify-py cannot run, its block is passed over by a check and kept by a run; all else still counts."""
    with_block = replace(small, references=(ReferenceFunction("f", "A function.", "def f(): ...", "f = 1"),))
    without = replace(
        small, references=(ReferenceFunction("f", "A function.", "def f(): ...", ""),), not_rendered="not here"
    )
    write_files(with_block, ("md", "tex", "html"), tmp_path, check=False)
    before = files(tmp_path)
    assert write_files(without, ("md", "tex", "html"), tmp_path, check=True).ok
    write_files(without, ("md", "tex", "html"), tmp_path, check=False)
    assert files(tmp_path) == before
    changed = replace(without, references=(replace(without.references[0], title="Another function."),))
    assert len(write_files(changed, ("md", "tex", "html"), tmp_path, check=True).drifted) == 3
    altered = replace(with_block, references=(replace(with_block.references[0], latex="f = 2"),))
    assert len(write_files(altered, ("md", "tex", "html"), tmp_path, check=True).drifted) == 3


def test_measured_numbers(small: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Measured numbers go to a file of their own, which is not checked, and stays unless asked for."""
    monkeypatch.setattr(volatile, "FLOAT_SIZES", (1, 2))
    monkeypatch.setattr(agreement, "FLOAT_SIZES", (1, 2))
    monkeypatch.delenv("DERIVE_DATA", raising=False)
    report = replace(small, floats=FloatAgreement((1, 2), True))
    write_files(report, ("md",), tmp_path, check=False)
    path = tmp_path / "measured.md"
    text = path.read_text("utf-8")
    assert "| 2 | eq6 |" in text
    assert "Absent: the environment variable" in text
    path.write_text(text.replace("| 2 | eq6 |", "| 2 | eq7 |"), "utf-8")
    assert write_files(report, ("md",), tmp_path, check=True).ok
    before = files(tmp_path)
    assert write_files(report, ("md",), tmp_path, check=False).written == (
        tmp_path / "small-catalogue.md",
        tmp_path / "evidence.md",
    )
    assert files(tmp_path) == before
    assert path in write_files(report, ("md",), tmp_path, check=False, measure=True).written
    assert "| 2 | eq6 |" in path.read_text("utf-8")
    path.write_text("nothing", "utf-8")
    assert write_files(report, ("md",), tmp_path, check=True).ok
    path.unlink()
    assert write_files(report, ("md",), tmp_path, check=True).ok
    assert path in write_files(report, ("md",), tmp_path, check=False).written
    assert write_files(report, ("md",), tmp_path, check=True).ok


def test_unexpected_is_reported(small: Report, tmp_path: Path) -> None:
    """A theorem that did not come out as it should is named in the result."""
    theorem = small.theorems[1]
    stated = theorem.checked.theorem
    true = replace(stated, near_misses=(NearMiss("nothing", stated.statement),))
    wrong = replace(theorem, checked=check_theorem(true))
    result = write_files(with_theorems(small, wrong), ("md",), tmp_path, check=False)
    assert result.unexpected == ("small.rank",)
    assert not result.ok
    doubted = replace(theorem, sympy=(Agreement(2, False),))
    assert write_files(with_theorems(small, doubted), ("md",), tmp_path, check=False).unexpected == ("small.rank",)


def test_module_targets() -> None:
    """Every target of a report can be asked for."""
    assert write.TARGETS == ("md", "tex", "html", "pdf")
