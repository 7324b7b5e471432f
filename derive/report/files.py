"""Documents as files: written whole or not at all, compared with what is there, and set as a PDF.

A file is written beside its place and then moved there in one step, so that an interrupted run leaves the old one whole.
A check writes nothing.  What may be absent where a document is made stays as it is in the file, and a check passes over it
(`derive.report.absent`).  A PDF is set by pdflatex, in a folder of its own; nothing that a report says can run a command
there.  Only the standard library is imported before numbers are measured.
"""

from __future__ import annotations

import contextlib
import difflib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import DEVNULL
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from derive.errors import InputError
from derive.report.absent import BEGIN_REFERENCE, END_REFERENCE

if TYPE_CHECKING:
    from derive.report.templates import Templates

#: Measured numbers, and lines that such a file has, whatever was measured.
MEASURED = "measured.md"
FORM = ("# Measured numbers", "## float64 against exact values", "## A real network")
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


@dataclass(frozen=True)
class Document:
    """A document as files.

    Attributes:
        name: its name, without an ending.
        texts: file → text.
        pdf: what is compiled, if a PDF is wanted.
        beside: file → text, that LaTeX reads with it.
        unexpected: what did not come out as it should.
        kept: files in which what is between marks stays as it was, since this run cannot make it.
        measured: do measured numbers belong to it?
    """

    name: str
    texts: Mapping[str, str]
    pdf: str = ""
    beside: Mapping[str, str] = field(default_factory=dict)
    unexpected: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    measured: bool = False

    @staticmethod
    def from_record(record: Mapping[str, Any]) -> Document:
        """The document whose `asdict` went through JSON."""
        lists = {name: tuple(record[name]) for name in ("unexpected", "kept")}
        return Document(**{**record, **lists})


def write_document(
    document: Document, folder: Path, check: bool, measure: bool = False, templates: Templates | None = None
) -> ReportResult:
    """Write the files of a document, or compare them with what is there; ``templates`` are those of measured numbers."""
    texts = {folder / name: text for name, text in document.texts.items()}
    kept = {folder / name for name in document.kept}
    pdf = folder / f"{document.name}.pdf" if document.pdf else None
    if check:
        found = [drift for path, text in texts.items() if (drift := _drift(path, text, path in kept))]
        missing = [Drift(pdf, "the file is missing")] if pdf is not None and not pdf.is_file() else []
        return ReportResult((), (*found, *missing), document.unexpected)
    files = {path: _with_old_block(path, text, path in kept).encode() for path, text in texts.items()}
    if pdf is not None:
        files[pdf] = compile_pdf(document.pdf, document.beside)[0]
    measured = folder / MEASURED
    if document.measured and (measure or not set(FORM) <= set((_read(measured) or "").splitlines())):
        from derive.report.templates import OURS
        from derive.report.volatile import render_measured

        files[measured] = render_measured(templates or OURS).encode()
    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, content)
    return ReportResult(tuple(files), (), document.unexpected)


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


def _with_old_block(path: Path, text: str, keep: bool) -> str:
    """The text with the formulas of latexify-py that the file has, where this run could not make them."""
    old = _read(path) if keep else None
    blocks = _BLOCK.findall(old) if old is not None else []
    if len(blocks) != len(_BLOCK.findall(text)):
        return text
    rest = iter(blocks)
    return _BLOCK.sub(lambda _: next(rest), text)


#: At most so many runs until references and long tables stand still, and seconds for each.
RUNS = 3
PATIENCE = 120
#: Pixels of a PNG for one inch.
RESOLUTION = 200


def compile_pdf(tex: str, beside: Mapping[str, str] = MappingProxyType({})) -> tuple[bytes, str]:
    """The PDF of a document and pdflatex's log; ``beside`` are files that it reads, by name.

    Raises `InputError` without pdflatex, or where it fails.
    """
    program = shutil.which("pdflatex")
    if program is None:
        raise InputError(
            "no pdflatex on the PATH", hint="install a TeX distribution, or ask for tex and compile it elsewhere"
        )
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        for name, text in {**beside, "report.tex": tex}.items():
            (here / name).parent.mkdir(parents=True, exist_ok=True)
            (here / name).write_text(text, encoding="utf-8")
        command = [program, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "report.tex"]
        # a fixed date makes the same bytes of the same document; "p" keeps TeX from files outside of its folder
        fixed = {"SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1", "openin_any": "p", "openout_any": "p"}
        before: dict[str, bytes] = {}
        for _ in range(RUNS):
            try:
                run = subprocess.run(
                    command, cwd=here, env={**os.environ, **fixed}, capture_output=True, timeout=PATIENCE, stdin=DEVNULL
                )
            except (OSError, subprocess.TimeoutExpired) as error:
                raise InputError(
                    f"pdflatex did not finish: {error}", hint="ask for tex and compile it by hand"
                ) from error
            # what a run leaves for the next one to read: where it is as before, the next would do the same
            left = {each.name: each.read_bytes() for each in here.iterdir() if each.suffix in (".aux", ".toc", ".out")}
            if run.returncode != 0 or left == before:
                break
            before = left
        log = here / "report.log"
        said = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
        if run.returncode != 0:
            first = next((line for line in said.splitlines() if line.startswith("!")), "no message")
            raise InputError(f"pdflatex failed: {first}", hint="ask for tex and compile it by hand")
        return (here / "report.pdf").read_bytes(), said


def compile_png(tex: str) -> bytes:
    """The first page of a document as a PNG, by pdflatex and pdftoppm; raises `InputError` without either of them."""
    program = shutil.which("pdftoppm")
    if program is None:
        raise InputError("no pdftoppm on the PATH", hint="install poppler-utils, or ask for svg or pdf")
    command = [program, "-png", "-singlefile", "-r", str(RESOLUTION), "-"]
    try:
        run = subprocess.run(command, input=compile_pdf(tex)[0], capture_output=True, timeout=PATIENCE, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise InputError(f"pdftoppm did not finish: {error}", hint="ask for svg or pdf") from error
    return run.stdout
