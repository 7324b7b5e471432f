"""``derive check``: every obligation of theories and Python files."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from derive.cli.console import STYLES, console, say, say_json, width_of
from derive.cli.obligations import SCHEMA_HELP, Obligation, to_json
from derive.cli.words import joint_scope

if TYPE_CHECKING:
    from derive.cli.targets import Subject

#: One theorem and what was found of it.
Group = tuple[str, list[Obligation]]


@click.command(epilog=SCHEMA_HELP)
@click.argument("targets", nargs=-1, metavar="[TARGET]...")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--kernel", type=click.Choice(["derive", "rocq"]), default="derive", show_default=True,
              help="Who decides; rocq needs coqc and MathComp, and takes what can be exported.")  # fmt: skip
@click.option("--strict", is_flag=True, help="Fail also where a side condition is not stated as a hypothesis.")
@click.option("-j", "--jobs", type=click.IntRange(min=1), default=1, help="Processes to share the work (needs joblib).")
@click.pass_context
def check(
    ctx: click.Context, targets: tuple[str, ...], form: str, as_json: bool, kernel: str, strict: bool, jobs: int
) -> None:
    """Check every obligation of theories and Python files.

    TARGET is a theory, a label, or a Python file; without one, every theory is checked. Each link of each theorem,
    each line of each derivation and each part of each statement must be proved, each near miss refuted, each
    convention vacuous.

    A Python file is taken as your own code: it is IMPORTED, WHICH RUNS IT. Its module-level Derivations and
    Statements and its THEORY are checked.

    \b
    Examples:
      derive check
      derive check layernorm --strict -j 2
      derive check layernorm.eq6 my_proofs.py --format json
      derive check layernorm --kernel rocq

    \b
    Exit codes: 0 everything as expected; 1 something is not; 2 a target cannot be read.
    """
    from derive.cli.targets import subject
    from derive.theories.registry import THEORIES

    if kernel == "rocq":
        from derive.cli.rocq import check_with_rocq

        ctx.exit(0 if check_with_rocq(targets, as_json or form == "json") else 1)
    wanted = tuple(dict.fromkeys(targets)) or tuple(THEORIES)
    subjects = {target: subject(target) for target in wanted}
    found: dict[str, list[Group]] = {target: [(o.label, [o]) for o in s.failures] for target, s in subjects.items()}
    for target, label, obligations in _checked(subjects, jobs):
        found[target].append((label, [o.strict() for o in obligations] if strict else obligations))
    everything = [o for groups in found.values() for _, group in groups for o in group]
    if as_json or form == "json":
        say_json(to_json(everything))
    else:
        for _, pairs in groupby(found.items(), key=lambda pair: subjects[pair[0]].name):
            targets_of_one = dict(pairs)
            groups = [group for found_of in targets_of_one.values() for group in found_of]
            _print_subject(subjects[next(iter(targets_of_one))], groups)
        _print_summary(sum(map(len, found.values())), everything)
    if not all(o.as_expected for o in everything):
        ctx.exit(1)


def _checked(subjects: dict[str, Subject], jobs: int) -> Iterator[tuple[str, str, list[Obligation]]]:
    """Every theorem with its obligations, in order; by worker processes when asked."""
    from derive.cli.targets import check_one

    units = [(target, theorem.label) for target, s in subjects.items() for theorem in s.theorems]
    if jobs == 1 or len(units) < 2:
        results: Iterator[list[Obligation]] = (check_one(*unit) for unit in units)
    else:
        results = _parallel(units, jobs)
    for (target, label), obligations in zip(units, _watched(results, len(units)), strict=True):
        yield target, label, obligations


def _parallel(units: Sequence[tuple[str, str]], jobs: int) -> Iterator[list[Obligation]]:
    from derive.errors import InputError

    try:
        joblib: Any = import_module("joblib")
    except ImportError:
        raise InputError(
            "-j needs joblib, which is not installed", hint="pip install joblib, or leave -j out"
        ) from None
    from derive.cli.targets import check_one

    results: Iterator[list[Obligation]] = joblib.Parallel(n_jobs=jobs, return_as="generator")(
        joblib.delayed(check_one)(*unit) for unit in units
    )
    return results


def _watched(results: Iterator[list[Obligation]], total: int) -> Iterator[list[Obligation]]:
    """The results, with a bar on stderr while somebody looks at it."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield from results
        return
    from rich.progress import track

    yield from track(results, "checking", total, console=console(stderr=True), transient=True)


def _print_subject(subject: Subject, groups: list[Group]) -> None:
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
    scope = joint_scope(o.scope for o in theorem)
    conditions = list(dict.fromkeys(c for o in theorem for c in o.conditions))
    row = f"  proved  {label}{' ' * (column - width_of(label))}  {scope}"
    where = f"where {', '.join(conditions)}" if conditions else ""
    if where and width_of(row) + 2 + width_of(where) <= console().width:
        say(f"{row}, {where}")
    else:
        say(row)
        say(*([where] if where else []), indent=12)


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
    if o.expected != "proved":
        rows.append(f"{_EXPECTED[o.expected].format(o.verdict)}: {o.note}")
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


def _print_summary(theorems: int, obligations: list[Obligation]) -> None:
    wrong = [o for o in obligations if not o.as_expected]
    kinds = Counter("statement" if o.kind == "theorem" and o.relation != "=" else o.kind for o in obligations)
    parts = ", ".join(f"{count} {_KINDS[kind][count != 1]}" for kind, count in kinds.items())
    total = f"{theorems} {'theorem' if theorems == 1 else 'theorems'}, {_count(len(obligations))} ({parts})"
    if wrong:
        say(f"{total}: {len(wrong)} NOT as expected", style=STYLES["FAILED"])
    else:
        say(f"{total}: all as expected", style="green")


def _count(obligations: int) -> str:
    return f"{obligations} {'obligation' if obligations == 1 else 'obligations'}"


#: What obligations of each kind are called: one, several.
_KINDS = {
    "theorem": ("equation", "equations"),
    "statement": ("statement", "statements"),
    "part": ("part", "parts"),
    "line": ("line", "lines"),
    "near miss": ("near miss", "near misses"),
    "convention": ("convention", "conventions"),
}
