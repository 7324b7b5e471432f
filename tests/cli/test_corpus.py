"""``derive corpus``: the rows of many papers, whoever decides them, and whatever ends on the way."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

import derive.cli.entries
from derive.cli import main
from derive.cli.entries import PaperEntry, content_of, entry_of
from derive.processes import Asides
from tests.corpus.variants import SOURCES, variant, write

ROOT = Path(__file__).parents[2]
MISSING = [name for name in ("pyarrow", "distributed") if importlib.util.find_spec(name) is None]
needs_cluster = pytest.mark.skipif(
    bool(MISSING), reason=f"{' and '.join(MISSING)} not installed: pip install 'dask[distributed]' pyarrow"
)
#: Seconds within which something happens, on a machine that does much else.
PATIENCE = 100.0
#: Papers with every verdict that take little, by their numbers.
NUMBERS = range(4, 13)
PAPERS = len(NUMBERS)
#: Python that makes a run write a part for each paper, and rest after it: it is not done before it is interrupted.
PART_BY_PART = """
import time
from derive.cli import parts
def add(self, entry, add=parts.ParquetFolder.add):
    add(self, entry)
    time.sleep(0.3)
parts.SECONDS, parts.ParquetFolder.add = 0.0, add
"""
#: Python that makes a worker rest before each paper.
RESTING = """
import time
from derive.cli import entries
def checked(*given, here=entries.checked_here):
    time.sleep(0.5)
    return here(*given)
entries.checked_here = checked
"""
HEAD = "% derive: dimension N; vectors a, b : N\n"


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of papers, with two that say nothing to the program."""
    folder = tmp_path_factory.mktemp("corpus")
    assert len(list(write(NUMBERS, folder, seed=3))) == PAPERS
    (folder / "plain.tex").write_text(r"\[a = b\]")
    (folder / "theory.py").write_text("import derive\n")
    return folder


@pytest.fixture(scope="module")
def alone(papers: Path, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """The rows that one process makes of them."""
    to = tmp_path_factory.mktemp("alone") / "rows"
    assert decided(papers, to)
    return rows_in(to)


def decided(papers: Path, to: Path, *more: str) -> str:
    """What the command says, begun here; it ends, and not all is as expected."""
    done = CliRunner().invoke(main, ["corpus", str(papers), "--to", str(to), *more], prog_name="derive")
    assert done.exit_code == 1, done.output
    return done.output


def start(papers: Path, to: Path, *more: str, before: str = "", **environment: str) -> subprocess.Popen[str]:
    """The command, in a process of its own that an interrupt reaches, after some Python."""
    program = f"import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n{before}"
    code = f"{program}\nfrom derive.cli import main\nmain(prog_name='derive')"
    env = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "120", "DERIVE_CACHE": "", **environment}
    args = [sys.executable, "-c", code, "corpus", str(papers), "--to", str(to), *more]
    return subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env)


def ended(process: subprocess.Popen[str], says: str = "") -> int:
    """The exit code of a command that says something."""
    said, _ = process.communicate(timeout=PATIENCE)
    assert says in said, said
    return process.returncode


def rows_in(to: Path) -> list[dict[str, Any]]:
    """All rows in their order, without what differs from run to run."""
    import pyarrow.dataset

    rows = pyarrow.dataset.dataset(to).to_table().to_pylist()
    assert all(row["seconds"] >= 0 for row in rows)
    kept = [{name: cell for name, cell in row.items() if name not in ("seconds", "run")} for row in rows]
    return sorted(kept, key=lambda row: (row["paper"], row["line"] or 0, row["column"] or 0, row["label"], row["lhs"]))


def wait_for(what: Callable[[], Any]) -> Any:
    """What is there in the end."""
    end = time.monotonic() + PATIENCE
    while not (found := what()):
        assert time.monotonic() < end
        time.sleep(0.05)
    return found


# --- the rows -----------------------------------------------------------------------------------------------------------


@needs_cluster
@pytest.mark.parametrize("cached", [False, True])
def test_rows_are_what_check_finds(
    run: Any, papers: Path, alone: list[dict[str, Any]], cached: bool, entries: Path
) -> None:
    """Each record of ``derive check --json``, decided then or kept, of each paper that declares names."""
    from derive.cli.parts import SCHEMA

    wanted = []
    for path in sorted(papers.glob("0*/*")):
        args = ["check", "--json", str(path), *([] if cached else ["--no-cache"])]
        for _ in range(1 + cached):
            found = json.loads(run(*args).stdout)["obligations"]
        wanted += [(str(path), record) for record in found]
    assert bool(list(entries.glob("*.json"))) is cached
    assert {row["paper"] for row in alone} == {paper for paper, _ in wanted}
    for row in alone:
        record: dict[str, Any] = {
            name: json.loads(row[name]) if name in ("witness", "declared", "error") and row[name] else row[name]
            for name in wanted[0][1]
        }
        wanted.remove((row["paper"], record))
        assert set(row) == set(SCHEMA.names) - {"seconds", "run"}
        assert row["written"]
        assert row["reading"] or row["verdict"] == "error"
    assert not wanted
    assert {row["verdict"] for row in alone} == {"proved", "refuted", "error"}
    assert any(row["digest"] for row in alone)


@needs_cluster
@pytest.mark.parametrize("more", [("-j", "2"), ("-j", "2", "--backend", "dask")], ids=" ".join)
def test_rows_do_not_depend_on_who_decides(
    papers: Path, alone: list[dict[str, Any]], tmp_path: Path, more: tuple[str, ...]
) -> None:
    """Two processes, two workers of Dask; both have other hash seeds than the one."""
    assert ended(start(papers, tmp_path / "rows", *more)) == 1
    assert rows_in(tmp_path / "rows") == alone


@needs_cluster
def test_rows_do_not_depend_on_the_order(run: Any, papers: Path, alone: list[dict[str, Any]], tmp_path: Path) -> None:
    """Papers one by one, shuffled, and some of them twice."""
    paths = [str(path) for path in papers.glob("0*/*")]
    Random(1).shuffle(paths)
    said = run("corpus", *paths, *paths[:2], str(papers), "--to", str(tmp_path / "rows"), code=1).output
    assert rows_in(tmp_path / "rows") == alone
    assert f"{PAPERS} papers, {len(alone)} relations (" in said
    counts = Counter(row["verdict"] for row in alone)
    assert f"{counts['refuted']} refuted" in said
    assert f"{counts['error']} unread" in said
    assert f"{sum(not row['as_expected'] for row in alone)} NOT as expected" in said


@needs_cluster
def test_the_page_has_the_columns() -> None:
    """Those that a record of ``derive check --json`` has not."""
    from derive.cli.obligations import IN_JSON
    from derive.cli.parts import SCHEMA

    page = (ROOT / "docs" / "corpora.md").read_text("utf-8").partition("<!-- columns -->")[2].partition("\n\n")[0]
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == [name for name in SCHEMA.names if name not in IN_JSON]


# --- what ends on the way -----------------------------------------------------------------------------------------------


@needs_cluster
def test_an_interrupted_run_goes_on(papers: Path, alone: list[dict[str, Any]], tmp_path: Path) -> None:
    """What was decided is kept and not decided again; after the last run nothing is left to do."""
    to = tmp_path / "rows"
    first = start(papers, to, before=PART_BY_PART)
    wait_for(lambda: len(list(to.glob("*.parquet"))) >= 2)
    first.send_signal(signal.SIGINT)
    assert ended(first, "interrupted: what is decided is in") == 130
    kept = {row["paper"] for row in rows_in(to)}
    assert 2 <= len(kept) < PAPERS
    assert f"{PAPERS - len(kept)} papers decided now" in decided(papers, to)
    assert rows_in(to) == alone
    assert "decided now" not in decided(papers, to)
    assert rows_in(to) == alone


@needs_cluster
def test_a_run_that_is_killed_keeps_what_is_done(papers: Path, alone: list[dict[str, Any]], tmp_path: Path) -> None:
    """Parts are whole; a part that was being written is none."""
    to = tmp_path / "rows"
    first = start(papers, to, "-j", "2", before=PART_BY_PART)
    wait_for(lambda: len(list(to.glob("*.parquet"))) >= 2)
    first.kill()
    first.communicate()
    (to / ".some.parquet.part").write_text("half of a")
    kept = {row["paper"] for row in rows_in(to)}
    assert 2 <= len(kept) < PAPERS - 1
    assert f"{PAPERS - len(kept)} papers decided now" in decided(papers, to)
    assert rows_in(to) == alone


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, int]]:
    """The address of a scheduler of two workers that take their time, and the process that they are below."""
    file = tmp_path / "scheduler.json"
    resting = tmp_path / "resting.py"
    resting.write_text(RESTING)
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    common = ["--scheduler-file", str(file), "--no-dashboard"]
    two = ["--nworkers", "2", "--nthreads", "1", "--preload", str(resting)]
    commands = (["scheduler", "--port", "0", *common], ["worker", *two, *common])
    started = [
        subprocess.Popen([sys.executable, "-m", "dask", *command], env=env, stderr=subprocess.DEVNULL)
        for command in commands
    ]
    try:
        yield wait_for(lambda: file.exists() and json.loads(file.read_text() or "{}").get("address")), started[1].pid
    finally:
        for each in started[::-1]:
            each.terminate()
            each.wait(PATIENCE)


@needs_cluster
def test_a_worker_that_is_killed_loses_nothing(
    papers: Path, alone: list[dict[str, Any]], tmp_path: Path, cluster: tuple[str, int]
) -> None:
    """One of two, while it decides: the rows are those of one process."""
    import psutil

    def deciding() -> list[Any]:
        """The workers that have a process aside."""
        return [each for each in psutil.Process(cluster[1]).children() if each.children()]

    to = tmp_path / "rows"
    working = start(papers, to, "--backend", "dask", "--scheduler", cluster[0], before=PART_BY_PART)
    wait_for(lambda: list(to.glob("*.parquet")))
    wait_for(deciding)[0].kill()
    assert ended(working, f"{PAPERS} papers decided now") == 1
    assert rows_in(to) == alone


def _odd(paper: str, folder: str) -> PaperEntry:
    """Two papers that are not decided as they should be."""
    if "slow" in paper:
        time.sleep(600)
    if "deadly" in paper:
        os._exit(9)
    return entry_of(paper, folder)


@needs_cluster
def test_one_paper_does_not_end_the_run(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that cannot be read, one without relations, one that ends its process, and one that takes too long: a row each."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(derive.cli.entries, "entry_of", _odd)
    for name in ("deadly", "good", "slow"):
        Path(f"{name}.tex").write_text(HEAD + r"\[a \cdot b = b \cdot a\]")
    Path("empty.tex").write_text(HEAD)
    Path("broken.tex").write_bytes(HEAD.encode() + b"\\[a = \xff\xfe\\]")
    said = run("corpus", ".", "--to", "rows", "--seconds", "15", code=2).output
    assert "5 papers, 1 relation (1 proved): all as expected\n4 papers without a verdict\n" in said
    rows = {row["paper"]: row for row in rows_in(Path("rows"))}
    assert {paper: row["kind"] for paper, row in rows.items()} == {
        "broken.tex": "paper", "deadly.tex": "paper", "empty.tex": "paper", "good.tex": "relation", "slow.tex": "paper",
    }  # fmt: skip
    assert "given up: not decided within 15 s" in rows["slow.tex"]["reason"]
    assert "given up: 3 processes ended" in rows["deadly.tex"]["reason"]
    assert "no displayed mathematics" in rows["empty.tex"]["reason"]
    assert "UTF-8" in rows["broken.tex"]["reason"]
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    said = run("corpus", ".", "--to", "rows", code=2).output
    assert "2 papers without a verdict" in said  # the same program decides those that were given up
    assert "3 papers decided now" in said


# --- what is done again -------------------------------------------------------------------------------------------------


@needs_cluster
def test_what_has_changed_is_decided_again(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The paper, or a file that it rests on; the later rows count."""
    monkeypatch.chdir(tmp_path)
    Path("a.tex").write_text(HEAD + r"\[a = b\]")
    Path("b.tex").write_text(HEAD + "\\input{more}\n" + r"\[a \cdot b = b \cdot a\]")
    Path("more.tex").write_text("We add.\n")
    args = ("corpus", "a.tex", "b.tex", "--to", "rows")
    assert "2 papers, 2 relations (1 proved; 1 refuted): 1 NOT as expected" in run(*args, code=1).output
    Path("a.tex").write_text(HEAD + r"\[a = a\]")
    found = run(*args, code=0).output
    assert "2 papers, 2 relations (2 proved): all as expected\n1 paper decided now" in found
    Path("more.tex").write_text(r"\[a + b = b + a\]")
    assert "2 papers, 3 relations (3 proved): all as expected\n1 paper decided now" in run(*args, code=0).output
    assert len(rows_in(Path("rows"))) == 1 + 1 + 1 + 2


@needs_cluster
def test_another_program_decides_all_again(papers: Path, alone: list[dict[str, Any]], tmp_path: Path) -> None:
    """What a program found is found by its hash."""
    from derive.cli.parts import ParquetFolder

    program = alone[0]["program"]
    rows = tuple({"verdict": "proved", "seconds": 1.0, "kind": "relation"} for _ in range(2))
    with ParquetFolder(tmp_path) as parts:
        parts.add(PaperEntry("a.tex", program, rows, ("a.tex",), content_of(["0"])))
        parts.add(PaperEntry("b.tex", "another", rows, ("b.tex",), content_of(["0"])))
    assert set(parts.done(program)) == {"a.tex"}
    assert set(parts.done("another")) == {"b.tex"}
    assert not parts.done(program)["a.tex"].holds  # the file is not there


@needs_cluster
def test_a_worker_that_is_another_program_is_not_believed(
    run: Any, papers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run ends, and says so."""
    monkeypatch.setattr("derive.cache.program", lambda: "another")
    said = run("corpus", str(papers), "--to", str(tmp_path / "rows"), code=2).output
    assert "is another program: other versions of derive, Python or a package" in said
    assert not list((tmp_path / "rows").glob("*.parquet"))


# --- input that cannot be used ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("package", ["pyarrow", "distributed"])
def test_without_the_extra_it_says_which(in_turn: Any, tmp_path: Path, package: str) -> None:
    """An error with what to install, and nothing else."""
    paper = tmp_path / "a.tex"
    paper.write_text(HEAD + r"\[a = a\]")
    absent = package if package == "pyarrow" or MISSING else "distributed"
    args = ("corpus", str(paper), "--to", str(tmp_path / "rows"), "--backend", "dask")
    (done,) = in_turn([args], before=f"sys.modules['{absent}'] = None")
    assert done["code"] == 2
    assert "which is not installed" in done["stderr"]
    assert "hint: install the extra cluster: pip install 'dask[distributed]' pyarrow" in done["stderr"]


@needs_cluster
@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("none.tex", "--to", "rows"), "there is no paper 'none.tex'"),
        (("layernorm", "--to", "rows"), "'layernorm' is no paper"),
        (("empty", "--to", "rows"), "nothing to check"),
        (("a.tex", "--to", "a.tex"), "'a.tex' is no folder"),
        (("a.tex", "--to", "other"), "what is there is no result of this command"),
        (("a.tex", "--to", "rows", "--scheduler", "tcp://127.0.0.1:1"), "--scheduler is of a Dask cluster"),
        (("a.tex",), "Missing option '--to'"),
        ((), "Missing argument"),
    ],
)
def test_bad_input_is_said(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], said: str
) -> None:
    """With exit code 2, before any paper is decided."""
    monkeypatch.chdir(tmp_path)
    Path("a.tex").write_text(HEAD + r"\[a = a\]")
    Path("empty").mkdir()
    Path("other").mkdir()
    Path("other/some.parquet").write_text("no table")
    assert said in run("corpus", *args, code=2).output


@needs_cluster
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://"])
def test_no_scheduler_is_said(papers: Path, tmp_path: Path, address: str) -> None:
    """With its address, and how one is begun."""
    more = ("--backend", "dask", "--scheduler", address)
    process = start(papers, tmp_path / "rows", *more, DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT="1s")
    assert ended(process, f"no scheduler of Dask at '{address}'") == 2


@needs_cluster
def test_what_cannot_be_read_counts_as_the_user_says(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in ``derive check``."""
    monkeypatch.chdir(tmp_path)
    Path("a.tex").write_text(HEAD + "\\[a = a\\]\n\\[a = c\\]")
    run("corpus", "a.tex", "--to", "rows", code=1)
    said = " ".join(run("corpus", "a.tex", "--to", "rows", "--unread", "warn", code=0).output.split())
    assert "2 relations (1 proved; 1 unread); 1 relation NOT READ, not counted as wrong: all as expected" in said


# --- the processes, and the papers of the tests -------------------------------------------------------------------------


def test_processes_aside_end_together() -> None:
    """Who asks after that gets no answer."""
    with Asides(time.sleep, 0) as asides:
        assert asides.ask(os.getpid, seconds=PATIENCE) == asides.ask(os.getpid, seconds=PATIENCE) != os.getpid()
    with pytest.raises(EOFError):
        asides.ask(os.getpid, seconds=PATIENCE)


def test_variants_are_made_from_their_numbers(tmp_path: Path) -> None:
    """The same ones each time, and others for another seed; names are renamed everywhere."""
    assert variant(7, 3) == variant(7, 3) != variant(7, 4)
    texts = [variant(19 + len(SOURCES) * number)[1] for number in range(12)]
    assert len(set(texts)) == 12
    shutil.rmtree(tmp_path)
    (path,) = write([0], tmp_path)
    assert path.read_text("utf-8") == variant(0)[1]
