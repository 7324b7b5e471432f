"""Which document is asked for, and its making: theorems checked, evidence gathered, templates filled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from derive.authoring.theory import Theory
from derive.claims import all_claims
from derive.drawing import svg, theme_tex, tikz
from derive.errors import InputError
from derive.printing import ARROW, Notation
from derive.processes import jobs_for
from derive.report import agreement, claims
from derive.report.build import build_report
from derive.report.claims import ClaimsReport
from derive.report.evidence import SpotChecks
from derive.report.files import Document
from derive.report.model import Report, TheoremReport
from derive.report.note import build_note, note_of
from derive.report.note_parts import BuiltNote
from derive.report.note_writer import render_note
from derive.report.progress import Progress, Tally, unwatched
from derive.report.render import render
from derive.report.templates import OURS, STYLE, Templates
from derive.targets import Target


def asked(
    names: Sequence[str],
    targets: Sequence[str],
    everything: bool = False,
    notation: Notation = ARROW,
    progress: Progress = unwatched,
    jobs: int | None = 1,
    templates: Templates = OURS,
) -> Callable[[], Document]:
    """What makes the document that is asked for; arguments as for `derive.report.write.write_report`.

    Raises `NameError_` for an unknown theory or label, before anything is made.
    """
    steps = Tally(progress, len(_rendered(targets)))
    if tuple(names) == (claims.NAME,):
        return lambda: claims_document(claims.build_claims(all_claims(), steps), targets, notation, steps, templates)
    theory, labels = _theorems_named(names)
    if everything:
        shared = jobs or jobs_for(len(theory.theorems))
        return lambda: catalogue_document(build_report(theory, steps, shared), targets, notation, steps, templates)
    note = note_of(theory, labels) if labels or theory.note is None else theory.note
    command = " ".join(("derive report", *names))
    several = f"{theory.name}-note" if labels else theory.name
    name = f"{theory.name}.{labels[0]}" if len(labels) == 1 else several
    shared = jobs or jobs_for(len(note.theorems))
    return lambda: note_document(
        build_note(theory, note, name, notation, steps, shared), targets, command, steps, templates
    )


def _theorems_named(names: Sequence[str]) -> tuple[Theory, tuple[str, ...]]:
    """The theory that some names speak of, and which of its theorems; none of them for the theory itself."""
    targets = tuple(map(Target.of, names))
    if len({target.source for target in targets}) != 1 or (len(names) > 1 and not all(t.label for t in targets)):
        raise InputError(
            f"a report of {', '.join(names)}", hint="name one theory, or labels of one theory: derive list"
        )
    theory = targets[0].theory
    return theory, tuple(theory.find_theorem(target.label).name for target in targets if target.label)


def claims_document(
    report: ClaimsReport,
    targets: Sequence[str],
    notation: Notation = ARROW,
    steps: Tally | None = None,
    templates: Templates = OURS,
) -> Document:
    """The catalogue of claims; what is unexpected is named by id."""

    def write(target: str) -> str:
        return claims.render_claims(report, target, notation, templates)

    return _document(claims.NAME, write, targets, steps, report.unexpected)


def catalogue_document(
    report: Report,
    targets: Sequence[str],
    notation: Notation = ARROW,
    steps: Tally | None = None,
    templates: Templates = OURS,
) -> Document:
    """All theorems of a theory."""
    unexpected = tuple(theorem.label for theorem in report.theorems if not _as_expected(theorem))
    unexpected += tuple(each.name for each in report.references if not each.as_expected)
    name = f"{report.theory.name}-catalogue"
    made = _document(name, lambda target: render(report, target, notation, templates), targets, steps, unexpected)
    kept = tuple(made.texts) if report.not_rendered else ()
    if report.floats is None:
        return replace(made, kept=kept)
    evidence = agreement.render_agreement(templates)
    return replace(
        made,
        texts={**made.texts, agreement.NAME: evidence.text},
        kept=(*kept, *((agreement.NAME,) if evidence.absent else ())),
        unexpected=(*unexpected, *(() if evidence.ok else (agreement.NAME,))),
        measured=True,
    )


def note_document(
    built: BuiltNote, targets: Sequence[str], command: str, steps: Tally | None = None, templates: Templates = OURS
) -> Document:
    """A note, with its figures and its style in files beside it."""
    style = {STYLE: templates.style(), "figures/theme.tex": theme_tex()}
    drawn = {f"figures/{each.file}.tikz": tikz(each.panel) for each in built.panels}
    pictures = {f"figures/{each.file}.svg": svg(each.panel, standalone=True) for each in built.panels}
    more = {**(pictures if "md" in targets else {}), **({**style, **drawn} if "tex" in targets else {})}

    def write(target: str) -> str:
        return render_note(built, target, command, templates=templates)

    made = _document(built.name, write, targets, steps, built.unexpected)
    kept = tuple(made.texts) if built.not_rendered else ()
    return replace(made, texts={**made.texts, **more}, beside={**style, **drawn}, kept=kept)


def _rendered(targets: Sequence[str]) -> tuple[str, ...]:
    """The targets that are texts; LaTeX for a PDF."""
    return tuple(dict.fromkeys("tex" if target == "pdf" else target for target in targets))


def _document(
    name: str,
    write: Callable[[str], str],
    targets: Sequence[str],
    steps: Tally | None,
    unexpected: tuple[str, ...],
) -> Document:
    """A document written for its targets, each told while it is at work."""
    texts: dict[str, str] = {}
    for target in _rendered(targets):
        if steps is not None:
            steps(f"writing {target}")
        texts[target] = write(target)
    files = {f"{name}.{target}": texts[target] for target in targets if target != "pdf"}
    return Document(name, files, texts["tex"] if "pdf" in targets else "", unexpected=unexpected)


def _as_expected(theorem: TheoremReport) -> bool:
    """Proved, near misses refuted, conventions vacuous; and no evidence against it."""
    lines = tuple(line.sympy for line in theorem.lines if line.sympy is not None)
    return theorem.checked.as_expected and not SpotChecks(theorem.exact, theorem.sympy, lines).speak_against
