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
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from derive.drawing import svg, theme_tex, tikz
from derive.errors import InputError
from derive.printing import ARROW, Notation
from derive.report import agreement, claims, volatile
from derive.report.build import build_report
from derive.report.claims import ClaimsReport
from derive.report.model import Report, TheoremReport
from derive.report.note import Progress, build_note, note_of, unwatched
from derive.report.note_parts import BuiltNote
from derive.report.note_writer import render_note
from derive.report.pdf import compile_pdf
from derive.report.render import folder as folder_of_templates
from derive.report.render import render
from derive.report.targets import BEGIN_REFERENCE, END_REFERENCE
from derive.report.targets import TARGETS as RENDERED
from derive.theories.claims import all_claims
from derive.theories.registry import load_theory
from derive.theories.theory import Theory

TARGETS = (*RENDERED, "pdf")
#: The LaTeX package that a note is set with.
STYLE = "derive-note.sty"
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
    names: str | Sequence[str],
    to: Sequence[str] = ("md", "tex"),
    out: Path = Path("output"),
    check: bool = False,
    *,
    everything: bool = False,
    notation: Notation = ARROW,
    progress: Progress = unwatched,
    measure: bool = False,
) -> ReportResult:
    """Regenerate a document in a folder, or with ``check`` compare it with what is there.

    Args:
        names: a theory, for its headline note; labels of theorems of one theory, for a note of these; or
            `derive.report.claims.NAME`, for the catalogue of claims.
        everything: the catalogue of the theory in place of its note.
        measure: measured numbers are written anew; otherwise where there are none (`derive.report.volatile`), as no two
            runs agree in them, and a run without a change of the code leaves every file as it is.  Evidence that is the
            same everywhere (`derive.report.agreement`) is checked like the catalogue that it stands beside.

    A PDF is not compared, only looked for; measured numbers are not even that.  Raises `NameError_` for an unknown
    theory or label, `InputError` for an unknown target, a folder that cannot be made or written, or a PDF without pdflatex.
    """
    targets = tuple(dict.fromkeys(to))
    for target in targets:
        if target not in TARGETS:
            raise InputError(f"the target {target!r} of a report", hint=f"targets: {', '.join(TARGETS)}")
    folder = Path(out)
    wanted = (names,) if isinstance(names, str) else tuple(names)
    if wanted == (claims.NAME,):
        make_folder(folder, check)
        return write_document(
            claims_document(claims.build_claims(all_claims(), progress), targets, notation), folder, check
        )
    theory, labels = _theorems_named(wanted)
    make_folder(folder, check)
    if everything:
        document = catalogue_document(build_report(theory, progress), targets, notation)
    else:
        note = note_of(theory, labels) if labels or theory.note is None else theory.note
        built = build_note(theory, note, _name(theory, labels), notation, progress)
        document = note_document(built, targets, " ".join(("derive report", *wanted)))
    return write_document(document, folder, check, measure)


def _theorems_named(names: Sequence[str]) -> tuple[Theory, tuple[str, ...]]:
    """The theory that some names speak of, and which of its theorems; none of them for the theory itself."""
    theories = tuple(dict.fromkeys(name.partition(".")[0] for name in names))
    if len(theories) != 1 or (len(names) > 1 and theories[0] in names):
        raise InputError(
            f"a report of {', '.join(names)}", hint="name one theory, or labels of one theory: derive list"
        )
    theory = load_theory(theories[0])
    labels = tuple(name.partition(".")[2] for name in names if "." in name)
    for label in labels:
        theory.theorem(label)
    return theory, labels


def _name(theory: Theory, labels: Sequence[str]) -> str:
    """The name of the files of a note."""
    if len(labels) == 1:
        return f"{theory.name}.{labels[0]}"
    return f"{theory.name}-note" if labels else theory.name


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
        measured: the report whose measured numbers belong to it.
    """

    name: str
    texts: Mapping[str, str]
    pdf: str = ""
    beside: Mapping[str, str] = field(default_factory=dict)
    unexpected: tuple[str, ...] = ()
    kept: frozenset[str] = frozenset()
    measured: Report | None = None


def claims_document(report: ClaimsReport, targets: Sequence[str], notation: Notation = ARROW) -> Document:
    """The catalogue of claims; what is unexpected is named by id."""
    texts = {t: claims.render_claims(report, t, notation) for t in _rendered(targets)}
    return _document(claims.NAME, texts, targets, unexpected=report.unexpected)


def catalogue_document(report: Report, targets: Sequence[str], notation: Notation = ARROW) -> Document:
    """All theorems of a theory."""
    unexpected = tuple(theorem.label for theorem in report.theorems if not _as_expected(theorem))
    unexpected += tuple(theorem.label for theorem in report.structures if not theorem.checked.as_expected)
    unexpected += tuple(each.name for each in report.references if not each.as_expected)
    texts = {t: render(report, t, notation) for t in _rendered(targets)}
    made = _document(f"{report.theory.name}-catalogue", texts, targets, unexpected)
    kept = frozenset(made.texts) if report.not_rendered else frozenset()
    if report.floats is None:
        return replace(made, kept=kept)
    evidence = agreement.render_agreement()
    return replace(
        made,
        texts={**made.texts, agreement.NAME: evidence.text},
        kept=kept | ({agreement.NAME} if evidence.absent else frozenset()),
        unexpected=(*unexpected, *(() if evidence.ok else (agreement.NAME,))),
        measured=report,
    )


def note_document(built: BuiltNote, targets: Sequence[str], command: str) -> Document:
    """A note, with its figures and its style in files beside it."""
    texts = {t: render_note(built, t, command) for t in _rendered(targets)}
    style = {STYLE: (folder_of_templates() / STYLE).read_text(encoding="utf-8"), "figures/theme.tex": theme_tex()}
    drawn = {f"figures/{each.file}.tikz": tikz(each.panel) for each in built.panels}
    pictures = {f"figures/{each.file}.svg": svg(each.panel, standalone=True) for each in built.panels}
    more = {**(pictures if "md" in targets else {}), **({**style, **drawn} if "tex" in targets else {})}
    made = _document(built.name, texts, targets, unexpected=built.unexpected)
    kept = frozenset(made.texts) if built.not_rendered else frozenset()
    return replace(made, texts={**made.texts, **more}, beside={**style, **drawn}, kept=kept)


def _rendered(targets: Sequence[str]) -> tuple[str, ...]:
    """The targets that are texts; LaTeX for a PDF."""
    return tuple(dict.fromkeys("tex" if target == "pdf" else target for target in targets))


def _document(name: str, texts: Mapping[str, str], targets: Sequence[str], unexpected: tuple[str, ...]) -> Document:
    files = {f"{name}.{target}": texts[target] for target in targets if target != "pdf"}
    return Document(name, files, texts["tex"] if "pdf" in targets else "", unexpected=unexpected)


def write_document(document: Document, folder: Path, check: bool, measure: bool = False) -> ReportResult:
    """Write the files of a document, or compare them with what is there."""
    texts = {folder / name: text for name, text in document.texts.items()}
    kept = {folder / name for name in document.kept}
    pdf = folder / f"{document.name}.pdf" if document.pdf else None
    if check:
        return ReportResult((), tuple(_drifts(texts, pdf, kept)), document.unexpected)
    files = {path: _with_old_block(path, text, path in kept).encode() for path, text in texts.items()}
    if pdf is not None:
        files[pdf] = compile_pdf(document.pdf, document.beside)[0]
    measured = folder / volatile.NAME
    if document.measured is not None and (measure or not _has_form(measured)):
        files[measured] = volatile.render_measured(document.measured).encode()
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


def _as_expected(theorem: TheoremReport) -> bool:
    """Proved, near misses refuted, conventions vacuous; and no evidence against it."""
    exact = all(row.agreed == row.points for row in theorem.exact)
    sympy = all(answer.result is not False for answer in theorem.sympy)
    lines = not any(line.sympy.denied for line in theorem.lines if line.sympy is not None)
    return theorem.checked.as_expected and exact and sympy and lines


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


def _drifts(texts: Mapping[Path, str], pdf: Path | None, kept: Collection[Path]) -> list[Drift]:
    """The texts that differ from their files, and a PDF that is not there."""
    found = [drift for path, text in texts.items() if (drift := _drift(path, text, path in kept))]
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
