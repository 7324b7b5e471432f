"""``derive corpus``: every relation of many papers, as rows of Parquet, on this machine or on a cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING

import click

from derive.cli.completing import TARGET
from derive.cli.console import STYLES, Watch, many, say, watched
from derive.cli.obligations import in_order
from derive.errors import InputError
from derive.settings import UNREAD_IS, settings_near

if TYPE_CHECKING:
    from concurrent.futures import Future

    from derive.cli.crews import Begin
    from derive.cli.entries import PaperEntry
    from derive.cli.parts import Counted, ParquetFolder

#: Papers that are begun and not finished, at most: what waits for a worker is here and with the scheduler.
WINDOW = 1000
#: Seconds after which it is seen whether a part is to be written, though nothing was finished.
PAUSE = 1.0
#: Papers without a verdict that are named.
NAMED = 5


@click.command()
@click.argument("targets", nargs=-1, required=True, type=TARGET, metavar="PAPERS...")
@click.option("--to", "to", required=True, type=click.Path(path_type=Path), metavar="DIR", help="Where the rows go.")
@click.option("-j", "--jobs", type=click.IntRange(min=1), default=1, help="Processes of this machine.  [default: 1]")
@click.option("--backend", type=click.Choice(["processes", "dask"]), default="processes", show_default=True,
              help="Who shares the work.")  # fmt: skip
@click.option(
    "--scheduler", metavar="ADDRESS", default="", help="With dask: of a cluster that runs; else one is begun here."
)
@click.option("--seconds", type=click.FloatRange(min=1), default=300.0, show_default=True, help="For one paper.")
@click.option("--unread", type=click.Choice(UNREAD_IS), help="What counts as what cannot be read.  [default: error]")
@click.pass_context
def corpus(
    ctx: click.Context,
    targets: tuple[str, ...],
    to: Path,
    jobs: int,
    backend: str,
    scheduler: str,
    seconds: float,
    unread: str | None,
) -> None:
    """Decide every relation of many papers, into a folder of Parquet; what is done is not done again.

    PAPERS are papers (.tex, .md, .ipynb), or folders with all papers below them that declare something. Each is decided as
    derive check decides it. DIR gets a row for each relation: where it stands, what was written, how it was read, verdict,
    witness, conditions, seconds of the processor, hash of the content and of the program (docs/corpora.md).

    The rows come in parts, while papers are finished. A run that was interrupted or killed keeps them, and the same command
    goes on: it decides the papers that are new or have changed since, and all of them where the program has changed. A paper
    that cannot be read, takes more than --seconds, or ends its process three times has a row that says so; the others go on.

    --backend dask has the workers of a Dask cluster do it: of the one whose scheduler has ADDRESS, all of whose machines see
    the papers under the same path and have this program; without ADDRESS, of one with -j processes, which is begun here. The
    rows are the same but for the time. The command needs the extra cluster: pip install 'dask[distributed]' pyarrow

    \b
    Examples:
      derive corpus papers --to verdicts
      derive corpus papers --to verdicts -j 8
      derive corpus papers --to verdicts --backend dask --scheduler tcp://10.0.0.1:8786

    \b
    Exit codes: 0 everything as expected; 1 something is not; 2 a paper has no verdict, or there is none; 130 interrupted
    """
    if scheduler and backend != "dask":
        raise click.UsageError("--scheduler is of a Dask cluster: give --backend dask")
    counts_as = unread or settings_near(Path.cwd()).unread
    papers = papers_in(targets)
    try:
        from derive.cli.crews import on_dask, processes
        from derive.cli.parts import ParquetFolder

        crew = on_dask(scheduler, jobs) if backend == "dask" else processes(jobs)
        with watched("corpus", "papers") as watch:
            with ParquetFolder(to) as parts:
                made = _decide(papers, parts, crew, seconds, watch)
            found = parts.counted(made.runs)
    except KeyboardInterrupt:
        click.echo(
            f"derive: interrupted: what is decided is in {to}, and the same command goes on from there", err=True
        )
        raise
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pyarrow", "dask", "distributed"):
            raise
        hint = "install the extra cluster: pip install 'dask[distributed]' pyarrow"
        raise InputError(f"derive corpus needs {error.name}, which is not installed", hint=hint) from None
    ctx.exit(_report(found, made, to, counts_as))


def papers_in(targets: Sequence[str]) -> Iterator[str]:
    """The papers that are asked for, each once, as they are found; raises `InputError` at once for what is none."""
    from derive.targets import PAPERS

    for target in targets:
        path = Path(target)
        if not path.is_dir() and not (path.suffix in PAPERS and path.is_file()):
            if path.suffix in PAPERS:
                raise InputError(f"there is no paper {target!r}", hint="give papers, or folders that hold some")
            raise InputError(
                f"{target!r} is no paper", hint="papers are .tex, .md and .ipynb; derive check takes the rest"
            )
    return _each_once(targets)


def _each_once(targets: Sequence[str]) -> Iterator[str]:
    from derive.targets import PAPERS, files_in

    seen: set[str] = set()
    for target in map(Path, targets):
        for path in files_in(target) if target.is_dir() else (target,):
            if path.suffix in PAPERS and str(path) not in seen:
                seen.add(str(path))
                yield str(path)


@dataclass
class Decided:
    """How far a run is: the papers that are done, each with the run in which it was, and those that this one did."""

    runs: dict[str, str] = field(default_factory=dict)
    papers: int = 0
    relations: int = 0
    seconds: float = 0.0


def _decide(
    papers: Iterator[str], parts: ParquetFolder, crew: AbstractContextManager[Begin], seconds: float, watch: Watch
) -> Decided:
    """Have every paper decided that was not yet, and its rows added."""
    from derive.cache import program
    from derive.cli.crews import result_of

    made, begin, folder = Decided(), monotonic(), str(Path.cwd())
    done = parts.done(program())
    finished: SimpleQueue[tuple[str, Future[PaperEntry]]] = SimpleQueue()
    waiting = 0

    def take() -> bool:
        """Take what was finished next, if anything is within a while."""
        try:
            paper, future = finished.get(timeout=PAUSE)
        except Empty:
            parts.write_in_time()
            return False
        entry = result_of(future, paper)
        if entry.program != program():
            message = (
                f"the worker that decided {paper} is another program: other versions of derive, Python or a package"
            )
            raise InputError(message, hint="have the same installed on every machine, and leave it while it runs")
        parts.add(entry)
        made.runs[paper] = parts.run
        made.papers, made.relations = made.papers + 1, made.relations + len(entry.rows)
        watch(paper, len(made.runs) + 1, 0)
        return True

    with crew as begin_with:
        for paper in papers:
            if paper in done and done[paper].holds:
                made.runs[paper] = done[paper].run
                continue
            while waiting >= WINDOW:
                waiting -= take()
            future = begin_with(paper, folder, seconds)
            future.add_done_callback(partial(_put, finished, paper))
            waiting += 1
        while waiting:
            waiting -= take()
    made.seconds = monotonic() - begin
    return made


def _put(finished: SimpleQueue[tuple[str, Future[PaperEntry]]], paper: str, future: Future[PaperEntry]) -> None:
    finished.put((paper, future))


def _report(found: Counted, made: Decided, to: Path, unread: str) -> int:
    """Say what the papers come to; gives the exit code."""
    if not made.runs:
        raise InputError("nothing to check", hint="papers (.tex, .md, .ipynb) that declare their names are looked for")
    count = found.words.total()
    fails = found.failing - (found.unread if unread != "error" else 0)
    said = f"{many(len(made.runs), 'paper')}, {many(count, 'obligation' if found.others else 'relation')}"
    said += f" ({in_order(found.words)})" if count else ""
    if fails < found.failing:
        said += f"; {many(found.failing - fails, 'relation')} NOT READ, not counted as wrong"
    say(
        f"{said}: {f'{fails} NOT as expected' if fails else 'all as expected'}", style=STYLES["FAILED"] if fails else ""
    )
    if found.without:
        say(f"{many(len(found.without), 'paper')} without a verdict", style=STYLES["error"])
        for paper, reason in found.without[:NAMED]:
            say(f"{paper}: {reason.splitlines()[0].removeprefix(f'{paper}: ')}", indent=2)
        if len(found.without) > NAMED:
            say('and others: kind = "paper" in the rows', indent=2)
    if made.papers:
        each = f"{made.relations / made.seconds:.1f} relations a second"
        say(f"{many(made.papers, 'paper')} decided now, in {made.seconds:.0f} s: {each}")
    say(f"in {to}: {found.seconds:.0f} s of the processor, {1000 * found.seconds / max(count, 1):.0f} ms a relation")
    return 1 if fails else 2 if found.without else 0
