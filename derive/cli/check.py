"""``derive check``: every obligation of theories, Python files and papers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from derive.cli.completing import TARGET
from derive.cli.console import STYLES, Watch, console, many, say, say_json, watched, width_of
from derive.cli.formats import FORMATS, written
from derive.cli.kept import Kept
from derive.cli.obligations import SCHEMA_HELP, UNCERTIFIED, Group, Obligation, came_out, counted, to_json
from derive.cli.papers import PaperSubject, noted, print_paper
from derive.cli.words import joint_scope
from derive.errors import InputError

if TYPE_CHECKING:
    from derive.cli.targets import AnySubject, Subject, TheorySubject


@click.command(epilog=SCHEMA_HELP)
@click.argument("targets", nargs=-1, type=TARGET, metavar="[TARGET]...")
@click.option("--format", "form", type=click.Choice(["text", "json", *FORMATS]), default="text", show_default=True,
              help="How to print; see above.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--kernel", type=click.Choice(["derive", "rocq"]), default="derive", show_default=True,
              help="Who decides; rocq needs coqc and MathComp, and takes what can be exported.")  # fmt: skip
@click.option(
    "--strict",
    is_flag=True,
    help="Fail also where a side condition is no hypothesis, or what is proved is not certified.",
)
@click.option("--init", is_flag=True, help="Print declarations for the names in a paper, for its author to edit.")
@click.option("--declared", is_flag=True, help="Pass over papers that declare nothing.")
@click.option("--conventions", is_flag=True, help="Print what the reading of a paper relies on, and what declares it.")
@click.option("--cache/--no-cache", default=True, help="Keep what is found for the next run.  [default: cache]")
@click.option("-j", "--jobs", type=click.IntRange(min=1), default=1, help="Processes to share the work.")
@click.pass_context
def check(
    ctx: click.Context,
    targets: tuple[str, ...],
    form: str,
    as_json: bool,
    kernel: str,
    strict: bool,
    init: bool,
    declared: bool,
    conventions: bool,
    cache: bool,
    jobs: int,
) -> None:
    """Check every obligation of theories, Python files and papers.

    TARGET is a theory, a label, a Python file or module, a paper, one of their theorems (file.py:label, paper.tex:label), or
    a folder, with all that it holds of these. Without one, the theories of the project ([tool.derive.theories] of
    pyproject.toml) are checked, or if it has none, those of the program. Each link of each theorem, each line of each
    derivation and each part of each statement must be proved, each near miss refuted, each convention vacuous.

    Of a paper (.tex, .md, the text of an .ipynb) every relation in displayed mathematics must be proved for all sizes. Its
    names are declared in comments such as "% derive: dimension N; vectors a, b : N", or in paper.derive.toml; --init
    proposes them.
    "% derive: expect refuted", "skip" or "label NAME" on a line concern the relations of the line below, "off" and
    "on" all between them. A false relation is shown with a counterexample, and with the small change that makes it true.
    What was found of theories and papers is kept until the paper or the program changes.

    A Python file is taken as your own code: it is IMPORTED, WHICH RUNS IT. What its module-level names hold is checked:
    verdicts, judgements, chains, Derivations, Statements, theorems and theories, also in lists, tuples and dicts, and
    also what is imported by name. All must be proved, unless marked: derive.expect(claim, "refuted").

    \b
    Formats:
      text    for people: a row for each theorem, and what is wrong
      json    every obligation, in the schema below
      junit   JUnit XML for test reports: a suite for each file, a case for each obligation
      github  workflow commands: an error at each place where something is not as expected
      sarif   SARIF 2.1.0 for code scanning: a result for everything that is not as expected

    \b
    Examples:
      derive check
      derive check layernorm --strict -j 2
      derive check layernorm.eq6 my_proofs.py --format json
      derive check my_proofs.py:proof paper.tex:eq:variance
      derive check .
      derive check layernorm --kernel rocq
      derive check --init paper.tex
      derive check paper.tex --format github

    \b
    Exit codes: 0 everything as expected; 1 something is not; 2 a target cannot be read, or has nothing to check
    (with --declared, papers that declare nothing or have no displays are passed over, and said to be).
    """
    from derive.cli.targets import EMPTY, subject
    from derive.targets import files_in
    from derive.theories.registry import THEORIES, of_project

    if kernel == "rocq":
        from derive.cli.export import check_with_rocq

        if form not in ("text", "json"):
            raise click.UsageError("--kernel rocq answers in the formats text and json only")
        ctx.exit(0 if check_with_rocq(targets, as_json or form == "json") else 1)
    subject.cache_clear()  # files may have changed since
    folders = [target for target in targets if target and Path(target).is_dir()]
    found_below = {folder: list(map(str, files_in(Path(folder)))) for folder in folders}
    for folder, files in found_below.items():
        if not files:
            raise InputError(f"nothing to check in {folder!r}, a folder", hint=_BELOW)
    named = [target for target in targets if target not in folders]
    below = [file for files in found_below.values() for file in files if file not in named]
    wanted = tuple(dict.fromkeys((*named, *below))) or tuple(of_project()) or tuple(THEORIES)
    with watched("check", "theorems and relations") as watch:
        subjects: dict[str, AnySubject] = {}
        idle = []
        for target in wanted:
            try:
                subjects[target] = subject(target)
            except InputError as error:
                if target not in below or EMPTY not in error.message:
                    raise
                idle.append(target)  # a module that uses the package for something else
        if idle and not subjects:
            raise InputError(f"nothing to check in {', '.join(idle)}", hint=_BELOW)
        passed = {t for t, s in subjects.items() if declared and isinstance(s, PaperSubject) and not s.declares}
        subjects = {target: s for target, s in subjects.items() if target not in passed}
        found: dict[str, list[Group]] = {target: [(o.label, [o]) for o in s.failures] for target, s in subjects.items()}
        for target, label, obligations in () if init else _checked(subjects, jobs, cache and not conventions, watch):
            found[target].append((label, [o.strict() for o in obligations] if strict else obligations))
    if init:
        _propose(subjects)
        return
    empty = [s for t, s in subjects.items() if isinstance(s, PaperSubject) and not _decided(found[t])]
    if declared:
        passed |= {s.name for s in empty if s.fragment}
        empty = [s for s in empty if not s.fragment]
    everything = [o for groups in found.values() for _, group in groups for o in group]
    papers = [s for s in subjects.values() if isinstance(s, PaperSubject)]
    notes = [note for paper in papers for note in paper.notes]
    if as_json or form == "json":
        say_json(to_json(everything, notes))
    elif form != "text":
        print(written(form, everything, notes))
    elif passed and not everything and not empty:
        say(f"0 papers with declarations and displays, {len(passed)} passed over")
    else:
        for _, pairs in groupby(found.items(), key=lambda pair: subjects[pair[0]].name):
            targets_of_one = dict(pairs)
            groups = [group for found_of in targets_of_one.values() for group in found_of]
            subject_ = subjects[next(iter(targets_of_one))]
            if isinstance(subject_, PaperSubject):
                print_paper(subject_, [o for _, group in groups for o in group])
                for said in subject_.paper.conventions if conventions else ():
                    say(f"relies on: {said}", indent=2)
            else:
                _print_subject(subject_, groups)
        _print_summary([(label, group) for groups in found.values() for label, group in groups], noted(notes))
        if idle:
            say(f"{many(len(idle), 'Python file')} with nothing to check passed over: {', '.join(idle)}")
        if passed:
            say(f"{many(len(passed), 'paper')} without declarations, or without displays, passed over")
    for paper in empty:
        click.echo(f"derive: error: {paper.undecided}\n  hint: {_LOOKED_FOR}", err=True)
    if not all(o.as_expected for o in everything):
        ctx.exit(1)
    if empty:
        ctx.exit(2)


def _decided(groups: Sequence[Group]) -> bool:
    """Was anything decided, be it against what was expected?"""
    return any(o.verdict != "error" or not o.as_expected for _, group in groups for o in group)


#: What is looked for in a folder.
_BELOW = "what is looked for: Python files that import derive, and papers (.tex, .md, .ipynb) that declare their names"

#: What is looked for in a paper.
_LOOKED_FOR = (
    r"relations (=, \le, …) between declared names in \[ \], $$ or environments such as align are looked for; mathematics "
    "within a line is not read"
)


def _propose(subjects: Mapping[str, AnySubject]) -> None:
    for target, found in subjects.items():
        if not isinstance(found, PaperSubject):
            raise InputError(f"--init for {target!r}, which is no paper", hint="give a paper (.tex, .md)")
        click.echo(found.proposal(), nl=False)


def _checked(
    subjects: Mapping[str, AnySubject], jobs: int, cache: bool, watch: Watch
) -> Iterator[tuple[str, str, list[Obligation]]]:
    """Everything that is checked with its obligations, in order; by worker processes when asked."""
    from derive.cli.targets import check_one
    from derive.processes import Workers

    for target, found in subjects.items():
        if cache and isinstance(found, Kept) and found.recall():
            yield from ((target, *group) for group in found.known or ())
    units = [(target, label) for target, s in subjects.items() for label in s.labels]
    made: dict[str, list[Group]] = {}
    told = watch.over(
        units, lambda unit: unit[0] if unit[1].isdigit() else unit[1]
    )  # the relations of a paper are numbers
    with Workers(min(jobs, len(units))) as workers:
        results = [workers.begin(check_one, *unit) for unit in units]
        for (target, label), result in zip(told, results, strict=True):
            obligations = result()
            made.setdefault(target, []).append((label, obligations))
            yield target, label, obligations
    for target, groups in made.items():
        if cache and isinstance(checked := subjects[target], Kept):
            checked.keep(groups)


def _print_subject(subject: Subject | TheorySubject, groups: list[Group]) -> None:
    title = f"{subject.name}: {subject.title}" if subject.title else subject.file or subject.name
    say(title, style="bold")
    column = min(max((width_of(label) for label, _ in groups), default=0), 44)
    for label, group in groups:
        _print_theorem(label, group, column)


def _print_theorem(label: str, group: list[Obligation], column: int) -> None:
    wrong = [o for o in group if not o.as_expected]
    if wrong:
        place = f"{label}  ({wrong[0].place})" if wrong[0].place else label
        say(f"  FAILED  {place}", style=STYLES["FAILED"])
        for o in wrong:
            say(*failure(o), indent=10)
        return
    theorem = [o for o in group if o.kind == "theorem"]
    if any(o.expected != "proved" for o in theorem):
        note = f": {theorem[0].note}" if theorem[0].note else ""
        say(f"  {theorem[0].expected}  {label}{' ' * (column - width_of(label))}  as expected{note}")
        return
    scope = joint_scope(o.scope for o in theorem)
    conditions = list(dict.fromkeys(c for o in theorem for c in o.conditions))
    why = next((o.not_certified for o in theorem if o.not_certified), "")
    row = f"  {UNCERTIFIED if why else 'proved'}  {label}{' ' * (column - width_of(label))}  {scope}"
    where = f"where {', '.join(conditions)}" if conditions else ""
    if where and width_of(row) + 2 + width_of(where) <= console().width:
        say(f"{row}, {where}")
    else:
        say(row)
        say(*([where] if where else []), indent=12)
    if why:
        say(f"not certified: {why}", style=STYLES["not certified"], indent=12)


#: What came out instead, for each expectation.
_EXPECTED = {
    "refuted": "the near miss is not refuted but {}",
    "vacuous": "the convention is not vacuous but {}",
}


def failure(o: Obligation) -> list[str]:
    """What is wrong with an obligation, in lines."""
    rows: list[str] = []
    number = f" {o.number}" if o.number is not None else ""
    if o.kind == "line":  # the reason has both sides and the witness
        first, *others = o.reason.splitlines()
        return [f"line{number} [{o.note}]: {first}", *others]
    if o.expected != "proved" and o.kind == "theorem":
        rows.append(f"{came_out(o)}, but expected to be {o.expected}{f': {o.note}' if o.note else ''}")
    elif o.expected != "proved":
        rows.append(f"{_EXPECTED[o.expected].format(came_out(o))}: {o.note}")
    else:
        which = number if o.part is None else f" {o.part}"
        rows.append(f"{o.kind}{which}: {o.verdict}{', but' if o.verdict == o.expected else ''}")
    if o.lhs:
        rows.append(f"  {o.lhs}")
    if o.rhs:
        rows.append(f"  = {o.rhs}")
    if o.hypotheses:
        rows.append(f"  given {', '.join(o.hypotheses)}")
    if o.verdict != o.expected:
        rows += [f"  {row}" for row in o.evidence]
    rows += [f"  {row}" for row in o.reason.splitlines()]
    return rows


def _print_summary(groups: list[Group], notes: str) -> None:
    obligations = [o for _, group in groups for o in group]
    theorems = sum(all(o.kind != "relation" for o in group) for _, group in groups)
    wrong = [o for o in obligations if not o.as_expected]
    called = {"theorem": "equation"}
    kinds = Counter(
        "statement" if o.kind == "theorem" and o.relation != "=" else called.get(o.kind, o.kind) for o in obligations
    )
    parts = ", ".join(many(count, kind) for kind, count in kinds.items())
    total = f"{many(theorems, 'theorem')}, {many(len(obligations), 'obligation')} ({parts})"
    if not theorems:
        said = counted(obligations)
        total = f"{many(len(obligations), 'relation')}{f' ({said})' if said else ''}"
    elif open_ := sum(bool(o.not_certified) for o in obligations):
        total += f", {open_} of them {UNCERTIFIED}"
    also = f"; {notes}" if notes else ""
    if wrong:
        say(f"{total}: {len(wrong)} NOT as expected{also}", style=STYLES["FAILED"])
    elif not obligations:
        say(f"nothing was checked{also}")
    else:
        but = ", BUT" if "NOT READ" in notes or " off" in notes else ";"
        say(f"{total}: all as expected{f'{but} {notes}' if notes else ''}", style="" if notes else "green")
