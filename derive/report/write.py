"""Reports as files: written whole or not at all, and compared with what is there.

A file is written beside its place and then moved there in one step, so that an interrupted run leaves the old report
whole.  A check writes nothing.  Where latexify-py cannot run, the formulas that it wrote stay as they are in the file, and a
check passes over them; `derive.report.targets.BEGIN_REFERENCE` marks them.
"""

from __future__ import annotations

import contextlib
import difflib
import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from derive.errors import InputError
from derive.printing import ARROW, Notation
from derive.report import agreement, claims, volatile
from derive.report.build import Progress, build_report
from derive.report.claims import ClaimsReport
from derive.report.model import Report, TheoremReport
from derive.report.pdf import compile_pdf
from derive.report.render import render
from derive.report.targets import BEGIN_REFERENCE, END_REFERENCE
from derive.report.targets import TARGETS as RENDERED
from derive.theories.claims import all_claims
from derive.theories.registry import load_theory

TARGETS = (*RENDERED, "pdf")
#: Lines of a difference that are shown.
SHOWN = 40

_BLOCK = re.compile(rf"(?<={BEGIN_REFERENCE})(.*?)(?={END_REFERENCE})", re.DOTALL)


@dataclass(frozen=True)
class Drift:
    """A file that is not what the code produces, and how it differs."""

    path: Path
    difference: str


@dataclass(frozen=True)
class ReportResult:
    """What was written, what drifted, and what did not come out as expected, evidence included.

    That is named by the labels of theorems, or the ids of claims.
    """

    written: tuple[Path, ...]
    drifted: tuple[Drift, ...]
    unexpected: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Nothing drifted, every theorem proved, every near miss refuted."""
        return not self.drifted and not self.unexpected


def write_report(
    theory_name: str,
    to: Sequence[str] = ("md", "tex"),
    out: Path = Path("output"),
    check: bool = False,
    notation: Notation = ARROW,
    progress: Progress | None = None,
    mathjax: str = "",
    measure: bool = False,
) -> ReportResult:
    """Regenerate the report of a theory in a folder, or with ``check`` compare it with what is there.

    Measured numbers are written where there are none (`derive.report.volatile`), or with ``measure``: no two runs agree in
    them, and a run without a change of the code leaves every file as it is.  Evidence that is the same everywhere
    (`derive.report.agreement`) is checked like the report.

    `derive.report.claims.NAME` in the place of a theory is the catalogue of claims.

    A PDF is not compared, only looked for; measured numbers are not even that.  Raises
    `NameError_` for an unknown theory, `InputError` for an unknown target, a folder that cannot be made or
    written, or a PDF without pdflatex.
    """
    targets = tuple(dict.fromkeys(to))
    for target in targets:
        if target not in TARGETS:
            raise InputError(f"the target {target!r} of a report", hint=f"targets: {', '.join(TARGETS)}")
    folder = Path(out)
    if theory_name == claims.NAME:
        make_folder(folder, check)
        return write_claims(claims.build_claims(all_claims(), progress), targets, folder, check, notation, mathjax)
    theory = load_theory(theory_name)
    make_folder(folder, check)
    return write_files(build_report(theory, progress), targets, folder, check, notation, mathjax, measure)


def write_claims(
    report: ClaimsReport,
    targets: Sequence[str],
    folder: Path,
    check: bool,
    notation: Notation = ARROW,
    mathjax: str = "",
) -> ReportResult:
    """`write_report` for the catalogue of claims; its unexpected ones are named by id."""
    texts = {
        folder / f"{claims.NAME}.{target}": claims.render_claims(report, target, notation, mathjax)
        for target in targets
        if target != "pdf"
    }
    pdf = folder / f"{claims.NAME}.pdf"
    if check:
        return ReportResult((), tuple(_drifts(texts, pdf if "pdf" in targets else None)), report.unexpected)
    files = {path: text.encode() for path, text in texts.items()}
    if "pdf" in targets:
        files[pdf] = compile_pdf(claims.render_claims(report, "tex", notation))[0]
    for path, content in files.items():
        write_atomically(path, content)
    return ReportResult(tuple(files), (), report.unexpected)


def make_folder(folder: Path, check: bool = False) -> None:
    """The folder must be there to be checked, and is made to be written to."""
    if check and not folder.is_dir():
        raise InputError(f"{folder}: no such folder", hint="write the report first, or name another folder with --out")
    try:
        if not check:
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"{folder}: the folder cannot be made: {error.strerror}", hint="name another with --out"
        ) from error
    if not check and not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(f"{folder}: the folder cannot be written to", hint="name another with --out")


def write_files(
    report: Report,
    targets: Sequence[str],
    folder: Path,
    check: bool,
    notation: Notation = ARROW,
    mathjax: str = "",
    measure: bool = False,
) -> ReportResult:
    """`write_report` for a report that is at hand."""
    name = report.theory.name
    texts = {folder / f"{name}.{t}": render(report, t, notation, mathjax) for t in targets if t != "pdf"}
    unexpected = tuple(theorem.label for theorem in report.theorems if not _as_expected(theorem))
    unexpected += tuple(theorem.label for theorem in report.structures if not theorem.checked.as_expected)
    unexpected += tuple(each.name for each in report.references if not each.as_expected)
    measured = folder / volatile.NAME
    evidence = agreement.render_agreement() if report.floats is not None else None
    beside = {} if evidence is None else {folder / agreement.NAME: evidence.text}
    unexpected += () if evidence is None or evidence.ok else (agreement.NAME,)
    if check:
        drifted = _drifts(texts, folder / f"{name}.pdf" if "pdf" in targets else None, bool(report.not_rendered))
        drifted += _drifts(beside, None, evidence is not None and evidence.absent)
        return ReportResult((), tuple(drifted), unexpected)
    files = {path: _with_old_block(path, text, bool(report.not_rendered)).encode() for path, text in texts.items()}
    if "pdf" in targets:
        files[folder / f"{name}.pdf"] = compile_pdf(render(report, "tex", notation))[0]
    if evidence is not None:
        files |= {path: _with_old_block(path, text, evidence.absent).encode() for path, text in beside.items()}
        if measure or not _has_form(measured):
            files[measured] = volatile.render_measured(report).encode()
    for path, content in files.items():
        write_atomically(path, content)
    return ReportResult(tuple(files), (), unexpected)


def _as_expected(theorem: TheoremReport) -> bool:
    """Proved, near misses refuted, conventions vacuous; and no evidence against it."""
    exact = all(row.agreed == row.points for row in theorem.exact)
    return theorem.checked.as_expected and exact and all(answer.result is not False for answer in theorem.sympy)


def write_atomically(path: Path, content: bytes) -> None:
    """Put the content where the path says, in one step; raises `InputError` when that cannot be."""
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, path.stat().st_mode & 0o777 if path.exists() else 0o644)
        os.replace(temporary, path)
    except OSError as error:
        raise InputError(
            f"{path}: cannot be written: {error.strerror}", hint="name another folder with --out"
        ) from error
    finally:
        if temporary:
            with contextlib.suppress(OSError):  # it has been moved
                os.unlink(temporary)


def _read(path: Path) -> str | None:
    """The text of a file; None when there is none that can be read as text."""
    try:
        return path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def _drifts(texts: Mapping[Path, str], pdf: Path | None, pass_over: bool = False) -> list[Drift]:
    """The texts that differ from their files, and a PDF that is not there."""
    found = [drift for path, text in texts.items() if (drift := _drift(path, text, pass_over))]
    if pdf is not None and not pdf.is_file():
        found.append(Drift(pdf, "the file is missing"))
    return found


def _drift(path: Path, expected: str, pass_over: bool) -> Drift | None:
    found = _read(path)
    if found is None:
        return Drift(path, "the file is missing, or is no text")
    if pass_over:
        found, expected = _BLOCK.sub("", found), _BLOCK.sub("", expected)
    if found == expected:
        return None
    lines = list(
        difflib.unified_diff(
            found.splitlines(), expected.splitlines(), f"{path} as found", f"{path} as produced", lineterm="", n=1
        )
    ) or ["the line ends differ"]
    left = [f"… and {len(lines) - SHOWN} lines more"] if len(lines) > SHOWN else []
    return Drift(path, "\n".join([*lines[:SHOWN], *left]))


def _has_form(path: Path) -> bool:
    """Is this a file of measured numbers?"""
    found = _read(path)
    return found is not None and not volatile.lacks(found)


def _with_old_block(path: Path, text: str, keep: bool) -> str:
    """The text with the formulas of latexify-py that the file has, where this run could not make them."""
    old = _read(path) if keep else None
    blocks = _BLOCK.findall(old) if old is not None else []
    if len(blocks) != len(_BLOCK.findall(text)):
        return text
    rest = iter(blocks)
    return _BLOCK.sub(lambda _: next(rest), text)
