"""``derive check``: every obligation of theories, Python files and papers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

import click

from derive.cli.completing import TARGET
from derive.cli.console import STYLES, many, say, say_json
from derive.cli.formats import FORMATS, written
from derive.cli.looking import Looked, ToCheck, look, subjects_of
from derive.cli.obligations import SCHEMA_HELP, UNREAD_IS, Group, Obligation, to_json
from derive.cli.papers import PaperSubject
from derive.cli.remembered import forget
from derive.cli.rows import print_paper, print_subject, print_summary
from derive.cli.words import noted
from derive.errors import InputError

if TYPE_CHECKING:
    from derive.cli.targets import AnySubject


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
@click.option("--unread", type=click.Choice(UNREAD_IS), help="What counts as what cannot be read.  [default: error]")
@click.option(
    "--fix", is_flag=True, help="Write repairs of refuted relations into papers, where each has its exact place."
)
@click.option("--diff", is_flag=True, help="With --fix, only show what it would do.")
@click.option("--watch", is_flag=True, help="Look again whenever a file is saved; Ctrl-C ends it.")
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
    unread: str | None,
    fix: bool,
    diff: bool,
    watch: bool,
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
    A paper that says "% derive: theory NAME" states a theory: its theorems, rules and near misses are checked as those of a
    theory in Python, each at its line (derive explain theory).
    What was found of theories and papers is kept until the paper or the program changes; of a paper that has changed, only
    what is new is decided.

    --watch looks again whenever a file is saved, and shows what is new. --fix writes the repairs of refuted relations into
    papers, where each has its exact place, shows what it changed, and checks again; nothing else is touched. With --unread
    warn what cannot be read is shown and counted, and is not wrong; with ignore it is only counted; "unread" in
    [tool.derive] of pyproject.toml says the same for a project.

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
      derive check paper.tex --watch
      derive check paper.tex --fix --diff

    \b
    Exit codes: 0 everything as expected; 1 something is not; 2 a target cannot be read, or has nothing to check;
    130 a watch was ended
    (with --declared, papers that declare nothing or have no displays are passed over, and said to be).
    """

    if diff and not fix:
        raise click.UsageError("--diff shows what --fix would do: give both")
    if watch and not targets:
        raise click.UsageError("--watch needs a TARGET: a paper, a Python file or a folder")
    if watch and (init or fix or as_json or form != "text" or kernel != "derive" or jobs > 1):
        raise click.UsageError(
            "--watch shows text, in one process: without --init, --fix, --format, --kernel and --jobs"
        )
    if kernel == "rocq":
        from derive.cli.export import check_with_rocq

        if form not in ("text", "json"):
            raise click.UsageError("--kernel rocq answers in the formats text and json only")
        ctx.exit(0 if check_with_rocq(targets, as_json or form == "json") else 1)
    asked = ToCheck(targets, strict, declared, cache and not conventions, jobs, unread)
    if watch:
        from derive.cli.watching import watch_files

        ctx.exit(watch_files(lambda: look(asked), report, print_changed, targets))
    forget()
    if init:
        _propose(subjects_of(asked)[0])
        return
    looked = look(asked)
    if fix:
        from derive.cli.fixing import fixed

        if as_json or form != "text":
            raise click.UsageError("--fix shows text: leave out --format")
        if fixed(looked.subjects.values(), [o for _, o in looked.obligations], write=not diff) and not diff:
            looked = look(asked)
    ctx.exit(report(looked, "json" if as_json else form, conventions))


def report(looked: Looked, form: str = "text", conventions: bool = False) -> int:
    """Print what was found, and the conventions that papers relied on; gives the exit code."""
    everything = [o for _, o in looked.obligations]
    if form == "json":
        say_json(to_json(everything, looked.notes))
    elif form != "text":
        print(written(form, everything, looked.notes))
    elif looked.passed and not everything and not looked.empty:
        say(f"0 papers with declarations and displays, {len(looked.passed)} passed over")
    else:
        for _, pairs in groupby(looked.found.items(), key=lambda pair: looked.subjects[pair[0]].name):
            targets_of_one = dict(pairs)
            groups = [group for found_of in targets_of_one.values() for group in found_of]
            subject_ = looked.subjects[next(iter(targets_of_one))]
            if isinstance(subject_, PaperSubject):
                print_paper(subject_, groups)
                for said in subject_.paper.conventions if conventions else ():
                    say(f"relies on: {said}", indent=2)
            else:
                print_subject(subject_, groups)
        print_summary([group for groups in looked.found.values() for group in groups], noted(looked.notes))
        if looked.idle:
            say(f"{many(len(looked.idle), 'Python file')} with nothing to check passed over: {', '.join(looked.idle)}")
        if looked.passed:
            say(f"{many(len(looked.passed), 'paper')} without declarations, or without displays, passed over")
    for paper in looked.empty:
        click.echo(f"derive: error: {paper.undecided}\n  hint: {_LOOKED_FOR}", err=True)
    if any(o.fails for o in everything):
        return 1
    return 2 if looked.empty else 0


def print_changed(before: Looked | None, looked: Looked) -> None:
    """Print what is not as it was at the last look, then the summary."""
    known = Counter(map(said_apart_from_place, before.obligations)) if before is not None else Counter()
    for target, groups in looked.found.items():
        new: list[Group] = []
        for label, group in groups:
            fresh = []
            for o in group:
                said = said_apart_from_place((target, o))
                if known[said]:
                    known[said] -= 1
                else:
                    fresh.append(o)
            if fresh:
                new.append((label, fresh))
        subject_ = looked.subjects[target]
        if new and isinstance(subject_, PaperSubject):
            print_paper(subject_, new, notes=())
        elif new and not isinstance(subject_, PaperSubject):
            print_subject(subject_, new)
    gone = known.total()
    if gone:
        say(f"{many(gone, 'obligation')} of the last look {'is' if gone == 1 else 'are'} no more, or changed")
    print_summary([group for groups in looked.found.values() for group in groups], noted(looked.notes))
    for paper in looked.empty:
        say(paper.undecided, style=STYLES["FAILED"])


#: The place that a message begins with.
_PLACE = re.compile(r"^\S*?:?\d+:\d+: ")


def said_apart_from_place(found: tuple[str, Obligation]) -> tuple[str, Obligation]:
    """An obligation of a target without where it stands and what its names are, to be compared."""
    target, o = found
    reason = o.reason if o.verdict != "error" else _PLACE.sub("", o.reason)
    return target, replace(o, line=None, column=None, shown="", reason=reason, witness=None, declared=(), error=None)


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
