"""``derive report``: the document that is asked for, made or known from before, as files in a folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from derive.errors import InputError
from derive.interop.data import pythia_file
from derive.report.files import Document, ReportResult, make_folder, write_document
from derive.report.progress import Progress, unwatched

if TYPE_CHECKING:
    from derive.report.templates import Templates

TARGETS = ("md", "tex", "html", "pdf")

#: Gives the answer to a question, which is JSON: as it was known, or by making it.
Remember = Callable[[str, Callable[[], Any]], Any]


def made_anew(_: str, make: Callable[[], Any]) -> Any:
    """Nothing is known from before."""
    return make()


def write_report(
    names: str | Sequence[str],
    to: Sequence[str] = ("md", "tex"),
    out: Path = Path("output"),
    check: bool = False,
    *,
    everything: bool = False,
    progress: Progress = unwatched,
    measure: bool = False,
    jobs: int | None = 1,
    remember: Remember = made_anew,
    templates: Path | None = None,
) -> ReportResult:
    """Regenerate a document in a folder, or with ``check`` compare it with what is there.

    Args:
        names: a theory, for its headline note; labels of theorems of one theory, for a note of these; or
            `derive.report.claims.NAME`, for the catalogue of claims.
        everything: the catalogue of the theory in place of its note.
        measure: measured numbers are written anew; otherwise where there are none (`derive.report.volatile`), as no two
            runs agree in them, and a run without a change of the code leaves every file as it is.  Evidence that is the
            same everywhere (`derive.report.agreement`) is checked like the catalogue that it stands beside.
        jobs: how many processes gather the evidence beside proofs; None for as many as are worth their start
            (`derive.processes.jobs_for`).  The files are the same.
        remember: what knows documents from before; they depend on nothing but the question and the program.  A PDF and
            measured numbers are made anew.
        templates: a folder whose templates take the places of those of the program.

    A PDF is not compared, only looked for; measured numbers are not even that.  Raises `NameError_` for an unknown theory or
    label, `InputError` for an unknown target, a folder that cannot be made or written, a template that fails, or a PDF
    without pdflatex.
    """
    targets = tuple(dict.fromkeys(to))
    for target in targets:
        if target not in TARGETS:
            raise InputError(f"the target {target!r} of a report", hint=f"targets: {', '.join(TARGETS)}")
    folder = Path(out)
    wanted = (names,) if isinstance(names, str) else tuple(names)
    look: Templates | None = None
    if templates is not None:
        from derive.report.templates import Templates

        look = Templates(Path(templates).absolute()).checked()

    def make() -> dict[str, Any]:
        from derive.theories.registry import load_theory

        load_theory("layernorm").begin(("eq6",))  # says so where there is no SymPy, which the modules below import

        from derive.report.documents import asked
        from derive.report.templates import OURS

        document = asked(wanted, targets, everything, progress=progress, jobs=jobs, templates=look or OURS)
        make_folder(folder, check)
        return asdict(document())

    drawn = look.digest if look is not None else ""
    known = remember(f"report {wanted} {targets} {everything} {_data() if everything else ''} {drawn}", make)
    make_folder(folder, check)
    return write_document(Document.from_record(known), folder, check, measure, look)


def _data() -> str:
    """What says whether the real vectors, on which the evidence beside a catalogue rests, are as they were."""
    path = pythia_file()
    try:
        return "" if path is None else sha256(path.read_bytes()).hexdigest()
    except OSError:
        return "no file"
