"""``derive claims``: what the sources claim, each decided in this run."""

from __future__ import annotations

import gc
import re
from collections import Counter
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Any

import click

from derive.cli.console import STYLES, console, many, said_again, say, say_json, say_prose, taped, watched, width_of
from derive.cli.kept import say_kept
from derive.cli.words import evidence
from derive.errors import InputError, NameError_, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from derive.claims.claim import CheckedClaim, Claim
    from derive.language.hypotheses import Hypothesis
    from derive.statements.verdict import Verdict

#: What an answer can be.
ANSWERS = ("proved", "well-posed", "refuted", "unsupported", "none")

_HELP = """\b
JSON (schema "derive-claims/1"): {"schema", "claims", "summary"}. Each claim has
  id, source, place, says    where it stands and what it says
  kind        its class, computed by the rule: TRUE, TRUE-IF, FALSE, ILL-TYPED, UNSUPPORTED, DEF, NOT-MATH
  statement   the statement that was decided, in words and formulas
  verdict     proved, refuted or unsupported, as computed in this run; well-posed of a definition, none of what is not
              mathematical
  scope, conditions          the sizes it is proved for, and what the proof rests on
  added       the hypotheses that the source leaves out: words and ground, why they may be added
  without_hypotheses         what it is without them: refuted, undefined or reading; null where none were added
  witness     where it fails (of a TRUE-IF: without its hypotheses), or {}
  corrected   the true statements beside a false one, with their verdicts
  theorem, reason, note      the label of the theorem behind it; why it is unsupported; remarks
  undecided   the part of the sentence that no statement here says
  as_expected                is that the class it has in the catalogue, and all beside it proved
summary counts the verdicts, and under "unexpected" the ids of what is not as expected."""


@click.command(epilog=_HELP)
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--source", metavar="R|N|B|J", help="Only the claims of one source.")
@click.option("--json", "as_json", is_flag=True, help='Print JSON, schema "derive-claims/1".')
@click.option("--durations", type=click.IntRange(min=1), metavar="K", help="Also list the K slowest claims.")
@click.option("-j", "--jobs", type=click.IntRange(min=1), default=1, help="Processes to share the work.")
@click.option("--cache/--no-cache", default=True, help="Keep what is said for the next run.  [default: cache]")
@click.pass_context
def claims(
    ctx: click.Context,
    ids: tuple[str, ...],
    source: str | None,
    as_json: bool,
    durations: int | None,
    jobs: int,
    cache: bool,
) -> None:
    """Decide the claims of four sources about LayerNorm: each verdict is computed in this run.

    Prints id, verdict and place, the hypotheses that had to be added, the data at which it fails, and what is true
    instead; of claims asked for by id also the statement that was decided, part by part. What was said is kept until
    the program changes, unless times are asked for.

    \b
    Examples:
      derive claims
      derive claims R-59 N-15
      derive claims --source B
      derive claims --json --durations 10

    \b
    Exit codes: 0 everything as expected; 1 something is not; 2 no such claim or source, or none that is both.
    """
    if cache and durations is None:
        code = say_kept(f"claims {ids} {source} {as_json}", lambda: _say(ids, source, as_json, jobs))
    else:
        code = _say(ids, source, as_json, jobs, durations)
    if code:
        ctx.exit(code)


@dataclass(frozen=True)
class Told:
    """What became of a claim: data that another process can send, with what is ``said`` of it, or its ``record`` in JSON."""

    id: str
    verdict: str
    answer: str
    as_expected: bool
    not_certified: bool
    seconds: float
    said: tuple[Any, ...]
    record: dict[str, Any]


def told(name: str, whole: bool, as_json: bool) -> Told:
    """Decide the claim of this id."""
    from derive.claims import all_claims
    from derive.claims.claim import check_claim

    each = check_claim(next(claim for claim in all_claims() if claim.id == name))
    with redirect_stdout(StringIO()), taped() as said:
        if not as_json:
            _print(each, whole)
    certified = each.judgement is None or not each.judgement.not_certified
    record = each.to_json() if as_json else {}
    return Told(name, each.verdict, each.answer, each.as_expected, not certified, each.seconds, tuple(said), record)


def _say(ids: tuple[str, ...], source: str | None, as_json: bool, jobs: int, durations: int | None = None) -> int:
    """Decide claims and print what became of them; gives the exit code."""
    from derive.claims import SOURCES

    wanted = _wanted(ids, source)
    checked = _checked(wanted, bool(ids), as_json, jobs)
    if as_json:
        say_json({"schema": "derive-claims/1", "claims": [c.record for c in checked], "summary": _summary(checked)})
    else:
        letter = ""
        for claim, each in zip(wanted, checked, strict=True):
            if claim.source != letter:
                letter = claim.source
                say("", f"{letter}: {SOURCES[letter]}", style="bold")
            said_again(each.said)
        _print_summary(checked)
    if durations is not None:
        slowest = sorted(checked, key=lambda each: -each.seconds)[:durations]
        click.echo(f"slowest of {sum(each.seconds for each in checked):.2f} s:", err=as_json)
        for each in slowest:
            click.echo(f"  {each.seconds:6.2f} s  {each.id}", err=as_json)
    return 0 if all(each.as_expected for each in checked) else 1


def _checked(wanted: Sequence[Claim], whole: bool, as_json: bool, jobs: int) -> list[Told]:
    """What became of claims.

    The collector of reference cycles rests meanwhile, and leaves alone what was made: terms, points and judgements have no
    cycles, it would only walk them.
    """
    from derive.processes import Workers

    collecting = gc.isenabled()
    gc.disable()
    try:
        with watched("claims", "claims") as watch, Workers(min(jobs, len(wanted))) as workers:
            begun = [workers.begin(told, claim.id, whole, as_json) for claim in wanted]
            shown = watch.over(wanted, lambda claim: claim.id)
            return [result() for _, result in zip(shown, begun, strict=True)]
    finally:
        gc.freeze()
        if collecting:
            gc.enable()


def _wanted(ids: tuple[str, ...], source: str | None) -> list[Claim]:
    """The claims asked for, in the order of the catalogue; raises `NameError_` with close ids.

    An empty selection is an error: that nothing was decided is nothing to be green about.
    """
    from derive.claims import all_claims, claims_of

    known = {claim.id: claim for claim in all_claims()}
    for name in ids:
        if name not in known:
            raise NameError_(f"there is no claim {name!r}", hint=nearest(name, known, "all of them: derive claims"))
    wanted = [claim for claim in claims_of(source) if not ids or claim.id in ids]
    elsewhere = [name for name in ids if known[name] not in wanted]
    if elsewhere:
        raise InputError(f"{', '.join(elsewhere)}: not of the source {source}", hint="leave --source out")
    if not wanted:
        raise InputError("no claims to decide", hint="all of them: derive claims")
    return wanted


def _summary(checked: Sequence[Told]) -> dict[str, object]:
    counts = Counter(each.verdict for each in checked)
    words = {word: counts.get(word, 0) for word in ANSWERS}
    words["not_certified"] = sum(each.not_certified for each in checked)
    return {**words, "unexpected": [each.id for each in checked if not each.as_expected]}


def _print(each: CheckedClaim, whole: bool) -> None:
    """Id, verdict and place; what it says; where it fails, and what is true instead.  ``whole``: with its statement."""
    claim = each.claim
    verdict = each.answer if each.judgement is not None else "not mathematical"
    if each.without is not None and each.judgement is not None:
        verdict = f"{each.judgement.answered(each.verdict, ' if')}: {claim.left_out}"
    style = STYLES.get(each.verdict, "dim") if each.as_expected else STYLES["FAILED"]
    wrong = "" if each.as_expected else f"  NOT as expected, which is {claim.kind}"
    say(f"{claim.id}  {verdict}  [{claim.place}]{wrong}", style=style)
    say_prose(claim.says, indent=6)
    judgement = each.judgement
    if judgement is None:
        return
    if whole:
        _print_statement(judgement, "decided:")
    if judgement.counterexample is not None:
        _print_failure(judgement, "fails")
    elif judgement.reason:
        say(judgement.reason, indent=6)
    elif whole and judgement.not_certified:
        say_prose(f"not certified: {judgement.not_certified}", indent=6)
    if each.without is not None:
        _print_without(*each.without)
    for corrected in each.corrected:
        _print_statement(corrected, f"instead ({corrected.answer}):")
    if whole and claim.theorem:
        say(f"theorem: {claim.theorem}", style="dim", indent=6)
    if whole:
        for added in claim.added:
            say_prose(f"{added.words}: {added.ground}", indent=6)
        say_prose(f"class: {each.kind}", indent=6)
    if whole and claim.note:
        say_prose(f"note: {claim.note}", indent=6)
    if claim.undecided:
        say_prose(f"not decided: {claim.undecided}", indent=6)


def _print_without(kind: str, judgement: Verdict | None) -> None:
    """What the statement is without the hypotheses that were added."""
    from derive.evaluate.search import Failure

    if kind == "refuted" and judgement is not None:
        _print_failure(judgement, "false without that")
    elif kind == "undefined" and judgement is not None:
        say(f"without that {judgement.statement}", style="dim", indent=6)
        if judgement.point is not None:
            at, *_ = evidence(Failure(judgement.point, judgement.statement.kind))
            say(*_packed(f"such as {at}"), style="dim", indent=8)
    elif kind == "reading":
        say("the source leaves a word of it undefined", style="dim", indent=6)
    else:
        say("without that: NOT DECIDED", style=STYLES["FAILED"], indent=6)


def _print_failure(judgement: Verdict, word: str) -> None:
    """The data, and both sides or what is false there."""
    found, part = judgement.counterexample, judgement.refuting_part
    if found is None:
        return
    first, *rest = evidence(found)
    word = word if part is None else f"{word} ({part.name})"
    if not first.startswith("at "):
        say(f"{word}:", style="dim", indent=6)
        say(first, *rest, style="dim", indent=8)
        return
    if width_of(f"{word} {first}") <= console().width - 6:
        say(f"{word} {first}", style="dim", indent=6)
    else:
        say(word, style="dim", indent=6)
        say(*_packed(first), style="dim", indent=8)
    say(*rest, style="dim", indent=8)


def _print_statement(judgement: Verdict, word: str) -> None:
    """A statement; of a conjunction each member, by its name, with what it assumes."""
    from derive.claims.claim import members_of

    members = list(members_of(judgement))
    if len(members) == 1 and not members[0][0]:
        say(f"{word} {_said(judgement)}", style="dim", indent=6)
        return
    say(word, style="dim", indent=6)
    for name, member in members:
        say(f"{name}: {_said(member, judgement.statement.whose(member.statement))}", style="dim", indent=8)


def _said(judgement: Verdict, whose: Sequence[Hypothesis | str] = ()) -> str:
    """A statement with what it assumes; ``whose`` says what names stand for that other members use, too."""
    from derive.printing import sentence_text, text_hypothesis

    statement = judgement.statement
    assumed = dict.fromkeys((*statement.hypotheses, *whose))
    given = ", ".join(h if isinstance(h, str) else text_hypothesis(h, beside=statement.terms) for h in assumed)
    return sentence_text(statement.sentence(), beside=statement.terms) + (f", given {given}" if given else "")


def _packed(text: str) -> list[str]:
    """Assignments in rows, none broken before its equals sign; further rows hang."""
    room = console().width - 12
    rows: list[str] = []
    for piece in re.split(r", (?=\S+ = )", text):
        if rows and width_of(rows[-1]) + width_of(piece) + 2 <= room:
            rows[-1] += f", {piece}"
        else:
            rows[-1:] = [f"{row}," for row in rows[-1:]]
            rows.append(f"    {piece}" if rows else piece)
    return rows


def _print_summary(checked: Sequence[Told]) -> None:
    counts = Counter(each.answer for each in checked)
    words = {"none": "not mathematical"}
    order = [f"{word}{less}" for word in ("proved", "well-posed") for less in ("", ", not certified")]
    order += ["refuted", "unsupported", "none"]
    parts = "; ".join(f"{counts[verdict]} {words.get(verdict, verdict)}" for verdict in order if counts[verdict])
    wrong = [each.id for each in checked if not each.as_expected]
    total = f"{many(len(checked), 'claim')} ({parts})"
    say("")
    if wrong:
        say(f"{total}: NOT as expected: {', '.join(wrong)}", style=STYLES["FAILED"])
    else:
        say(f"{total}: all as expected", style="green")
