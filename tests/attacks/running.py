"""``python -m tests.attacks``: the attacks at any size, and a page with their numbers.

Each case has a seed of its own, ``SEED:NUMBER``, so that the numbers do not depend on how the work is shared, and
``python -m tests.attacks --only "random equations" --case SEED:NUMBER`` makes one case again.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import click

from derive.processes import Workers
from tests.attacks import certificates, hostile, statements, suite
from tests.attacks.tally import Tally

#: Seeds of one piece of work.
CHUNK = 25
#: Pieces of work of the attack of ``--every``, and its name.
PARTS = 40
EVERY = "every mutant of a body"
#: Columns of the summary: what they are called, and what they sum up.
COLUMNS = {
    "cases": "cases",
    "read": "read",
    "proved": "proved",
    "accepted": "accepted",
    "points at which they hold": "points",
    "true at all points": "true at all points",
    "no admissible point drawn": "no point",
    "refuted": "refuted",
    "wrong": "wrong",
    "crashes": "crash",
}


def shared(jobs: int, work: list[Callable[[], Tally]]) -> Iterator[Tally]:
    """The pieces of work, by so many processes."""
    with Workers(jobs) as workers:
        for result in [workers.begin(piece) for piece in work]:
            yield result()


def run_seeds(name: str, chosen: list[str]) -> Tally:
    """One attack on some seeds."""
    return suite.ATTACKS[name](chosen)


def run_every(seed: str, part: int) -> Tally:
    """Every mutant of the bodies of a part of the certificates."""
    tally = Tally(EVERY)
    for mutant in certificates.every("body", seed, part, PARTS):
        certificates.look(tally, seed, mutant)
    return tally


def run_near_misses(part: int, parts: int) -> Tally:
    """Every so many of the near misses of the theories."""
    return suite.near_misses(parts, part)


def run_hostile() -> Tally:
    """All hostile input; a file with a fault counts as wrong."""
    tally = Tally("hostile input")
    with tempfile.TemporaryDirectory() as folder:
        groups = {"plain syntax": hostile.statement_cases(), "certificates": hostile.certificate_cases()}
        groups["certificate files"] = hostile.file_cases(Path(folder))
        for row, cases in groups.items():
            for answer in hostile.run(cases):
                tally.count(row, "cases")
                tally.count(row, "a fault" if answer.fault else "refused as it should be")
                if answer.fault:
                    tally.report(answer.name, f"{row}: {answer.fault}")
    return tally


def run_lost() -> Tally:
    """That nothing true is lost: all theorems, all certificates."""
    tally = Tally("nothing true is lost")
    theorems, written = statements.originals(), certificates.certificates()
    for row, number, lost in (
        ("theorems", len(theorems), statements.missed(theorems)),
        ("certificates", len(written), certificates.missed(written)),
    ):
        tally.count(row, "cases", number)
        tally.count(row, "proved or accepted", number - len(lost))
        for label in lost:
            tally.report(label, f"{row}: not proved, or not accepted")
    return tally


#: The attacks that take no seeds, as pieces of work.
OTHERS: dict[str, list[Callable[[], Tally]]] = {
    "near misses of the theories, to the verifier": [partial(run_near_misses, part, 16) for part in range(16)],
    "hostile input": [run_hostile],
    "nothing true is lost": [run_lost],
}

# --- the page --------------------------------------------------------------------------------------------------


def page(tallies: list[Tally], command: str, seed: str, missing: Sequence[str] = ()) -> str:
    """The numbers in Markdown, and which attacks are still missing; no times, since they depend on the machine."""
    wrong = sum(tally.total("wrong") for tally in tallies)
    crashes = sum(tally.total("crash") for tally in tallies)
    lines = [
        "# Attacks on the kernel, the verifier and the reader",
        "",
        f"Written by `{command}`. Every case has the seed `{seed}:NUMBER`; the numbers do not depend on the machine.",
        "",
        f"**Wrongly proved, accepted or read: {wrong}.** Crashes: {crashes}.",
        "",
        *([f"**Not complete**; these attacks are missing: {'; '.join(missing)}.", ""] if missing else []),
        f"| attack | {' | '.join(COLUMNS)} |",
        f"|---|{'---:|' * len(COLUMNS)}",
    ]
    lines += [
        f"| {t.attack} | {' | '.join(str(t.total(column)) for column in COLUMNS.values())} |"
        for t in tallies
        if not {"refused as it should be", "proved or accepted"} & set(_columns(t))
    ]
    lines += [
        "",
        "*Proved* is said by the kernel, *accepted* by the verifier; each such statement is then evaluated exactly at",
        "random points, at sizes up to 8 in each dimension. A mutant that is proved and holds everywhere happens to be",
        "true. *Refuted* are random equations with an exact witness, which a second evaluator in floating point confirms.",
        "*Read* is LaTeX of which the reader made terms: what is printed of them reads back, and an account of the text,",
        "which owes nothing to the reader, agrees side by side with that of what is printed, or differs for a named reason.",
    ]
    for tally in tallies:
        columns = _columns(tally)
        lines += ["", f"## {tally.attack[0].upper()}{tally.attack[1:]}", ""]
        lines += [f"| | {' | '.join(columns)} |", f"|---|{'---:|' * len(columns)}"]
        lines += [
            f"| {row} | {' | '.join(str(found[c] or '') for c in columns)} |"
            for row, found in sorted(tally.counts.items())
        ]
        if tally.wrong:
            lines += ["", "Found:", ""]
            lines += [f"- `{_plain(str(finding))[:600]}`" for finding in tally.wrong]
    return "\n".join(lines) + "\n"


def _columns(tally: Tally) -> list[str]:
    known = ["cases", *COLUMNS.values()]
    found = dict.fromkeys(column for row in tally.counts.values() for column in row)
    return sorted(found, key=lambda column: (known.index(column) if column in known else len(known), column))


def _plain(text: str) -> str:
    return "".join(c if c.isprintable() and c != "`" else " " for c in text)


def _cases(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> dict[str, int]:
    """The number of cases of each attack; a number alone is for those that are not named."""
    found = dict.fromkeys(suite.ATTACKS, 2000)
    for text in sorted(value, key=lambda text: "=" in text):
        name, _, number = text.rpartition("=")
        if not number.isdecimal() or (name and name not in suite.ATTACKS):
            raise click.BadParameter(f"{text!r}: give a number, or one of {', '.join(suite.ATTACKS)}, = and a number")
        found.update({each: int(number) for each in ((name,) if name else suite.ATTACKS)})
    return found


@click.command()
@click.option("--cases", default=("2000",), multiple=True, callback=_cases, metavar="[ATTACK=]NUMBER", show_default=True,
              help="Cases of each attack that takes seeds, or of one; may be repeated.")  # fmt: skip
@click.option("--seed", default="0", show_default=True, help="What the seeds begin with.")
@click.option("--jobs", default=1, show_default=True, help="Processes to share the work.")
@click.option("--out", type=click.Path(path_type=Path), default=None, help="Where the page goes, as output/trust.md.")
@click.option("--only", type=click.Choice([*suite.ATTACKS, *OTHERS]), multiple=True)
@click.option("--every", is_flag=True, help="Besides, every mutant of the body of every certificate.")
@click.option("--case", "one", default=None, help="One seed, for --only.")
def main(
    cases: dict[str, int], seed: str, jobs: int, out: Path | None, only: tuple[str, ...], every: bool, one: str | None
) -> None:
    """Try to have something false proved or accepted, or LaTeX read as something else; exit code 1 if that succeeds."""
    work: dict[str, list[Callable[[], Tally]]] = {}
    for name in only or (*suite.ATTACKS, *OTHERS):
        if name in suite.ATTACKS:
            chosen = [one] if one else suite.seeds(seed, cases[name])
            work[name] = [partial(run_seeds, name, chosen[k : k + CHUNK]) for k in range(0, len(chosen), CHUNK)]
        else:
            work[name] = OTHERS[name]
    if every:
        work[EVERY] = [partial(run_every, seed, part) for part in range(PARTS)]
    options = [
        *(f'--cases "{name}={number}"' for name, number in cases.items() if not only or name in only),
        f"--seed {seed}",
        *(["--every"] if every else []),
        *(f'--only "{name}"' for name in only),
    ]
    command = " ".join(["python -m tests.attacks", *options])
    tallies: list[Tally] = []
    for name, pieces in work.items():
        tallies.append(_done(name, shared(jobs, pieces)))
        if out is not None:  # after each attack, so that an interrupted run leaves what it has
            out.write_text(page(tallies, command, seed, list(work)[len(tallies) :]), encoding="utf-8")
    if out is None:
        click.echo(page(tallies, command, seed))
    found = [finding for tally in tallies for finding in tally.wrong]
    for tally in tallies:
        for note in tally.notes:
            click.echo(f"note: {_plain(str(note))[:300]}", err=True)
    for finding in found:
        click.echo(f"FOUND {_plain(str(finding))[:1500]}", err=True)
    if found:
        sys.exit(1)


def _done(name: str, parts: Iterator[Tally]) -> Tally:
    """One attack from its parts; says how it went."""
    begin, total = time.perf_counter(), Tally(name)
    for part in parts:
        total.add(part)
    number, spent = total.total("cases"), max(time.perf_counter() - begin, 1e-9)
    click.echo(f"{name}: {number} cases, {number / spent:.1f} a second, {len(total.wrong)} found", err=True)
    return total
