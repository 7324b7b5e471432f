"""What was found is given again only as long as nothing that it rests on has changed."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from platformdirs import user_cache_path

from derive import cache

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of entries for one test."""
    monkeypatch.setenv("DERIVE_CACHE", str(tmp_path / "entries"))
    return tmp_path / "entries"


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    """A file that an answer rests on."""
    path = tmp_path / "p.tex"
    path.write_text("one", encoding="utf-8")
    return path


def digest(path: Path) -> str:
    """What a file is known by."""
    return sha256(path.read_bytes()).hexdigest()


def test_an_answer_is_kept(paper: Path) -> None:
    """For its own question."""
    cache.keep("q", {"n": [1, "x"]}, {paper: digest(paper)})
    assert cache.recall("q") == {"n": [1, "x"]}
    assert cache.recall("other") is None


def test_a_changed_file_ends_it(paper: Path) -> None:
    """Until the file is as it was."""
    cache.keep("q", 1, {paper: digest(paper)})
    paper.write_text("two", encoding="utf-8")
    assert cache.recall("q") is None
    paper.write_text("one", encoding="utf-8")
    assert cache.recall("q") == 1
    paper.unlink()
    assert cache.recall("q") is None


def test_a_file_that_was_not_there_ends_it(paper: Path, tmp_path: Path) -> None:
    """An answer may rest on that."""
    cache.keep("q", 1, {paper: digest(paper), tmp_path / "p.derive.toml": ""})
    assert cache.recall("q") == 1
    (tmp_path / "p.derive.toml").touch()
    assert cache.recall("q") is None


def test_another_program_asks_anew(paper: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answers may be others."""
    cache.keep("q", 1, {paper: digest(paper)})
    monkeypatch.setattr(cache, "program", lambda: "another")
    assert cache.recall("q") is None


def test_the_program_is_every_module_of_it() -> None:
    """A hash, the same each time."""
    assert len(cache.program()) == 64
    assert cache.program() == cache.program()


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"files": []}', '{"files": {}}', '{"files": {"x": 1}, "answer": 2}']
)
def test_a_damaged_entry_is_none(own: Path, paper: Path, text: str) -> None:
    """It is written anew."""
    cache.keep("q", 1, {paper: digest(paper)})
    (entry,) = own.glob("*.json")
    entry.write_text(text, encoding="utf-8")
    assert cache.recall("q") is None
    cache.keep("q", 2, {paper: digest(paper)})
    assert cache.recall("q") == 2


def test_without_a_folder_nothing_is_kept(paper: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``DERIVE_CACHE`` set to nothing."""
    monkeypatch.setenv("DERIVE_CACHE", "")
    cache.keep("q", 1, {paper: digest(paper)})
    assert cache.folder() is None
    assert cache.recall("q") is None


def test_where_nothing_can_be_written_nothing_is_kept(paper: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file stands where the folder should."""
    monkeypatch.setenv("DERIVE_CACHE", str(paper / "entries"))
    cache.keep("q", 1, {paper: digest(paper)})
    assert cache.recall("q") is None


def test_the_oldest_go_first(own: Path, paper: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only so many entries are kept."""
    monkeypatch.setattr(cache, "MAX_ENTRIES", 3)
    for number in range(5):
        cache.keep(str(number), number, {paper: digest(paper)})
    assert len(list(own.glob("*.json"))) == 3
    assert not list(own.glob("*.part"))


def test_an_answer_is_made_once() -> None:
    """It is the same when it is made and when it is known; without the cache it is made anew."""
    made: list[int] = []

    def make() -> dict[str, tuple[int, ...]]:
        made.append(1)
        return {"n": (1, 2)}

    assert cache.remembered("q", make) == cache.remembered("q", make) == {"n": [1, 2]}
    assert len(made) == 1
    assert cache.remembered("q", make, use=False) == {"n": [1, 2]}
    assert len(made) == 2


def test_a_program_that_changes_while_it_runs_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it found may be of either."""
    monkeypatch.setattr(cache, "digest_of_program", lambda: "another")
    cache.keep("q", 1)
    assert cache.recall("q") is None


@pytest.mark.parametrize("text", ["", "{", '{"files": {}, "ans', "[" * 100_000, "[]", "null"])
def test_an_entry_that_is_not_whole_is_none(own: Path, text: str) -> None:
    """It is written again."""
    cache.keep("q", 1)
    (entry,) = own.glob("*.json")
    entry.write_text(text, encoding="utf-8")
    assert cache.recall("q") is None
    cache.keep("q", 1)
    assert cache.recall("q") == 1


def test_what_was_asked_for_last_stays(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of entries that are too large together."""
    for number in range(3):
        cache.keep(str(number), "x" * 1000)
        (entry,) = (path for path in own.glob("*.json") if path.stat().st_mtime > 1000)
        os.utime(entry, (number, number))
    assert cache.recall("0") is not None
    monkeypatch.setattr(cache, "MAX_BYTES", 2500)
    cache.keep("3", "x" * 1000)
    assert [cache.recall(str(number)) is not None for number in range(4)] == [True, False, False, True]


def test_parts_of_a_killed_run_go(own: Path) -> None:
    """Those of a run at work stay."""
    own.mkdir()
    old, new = own / "a.1.part", own / "b.2.part"
    for part in (old, new):
        part.write_text("{", encoding="utf-8")
    os.utime(old, (0, 0))
    cache.keep("q", 1)
    assert (old.exists(), new.exists()) == (False, True)


def test_writers_at_once_leave_whole_entries(own: Path) -> None:
    """Processes that keep the answer to one question, one of them killed on the way."""
    code = "import derive.cache as c\nfor n in range(10):\n    c.keep('q', ['x' * 20_000, n])\n"
    program = [sys.executable, "-c", code]
    writers = [subprocess.Popen(program, env={**os.environ, "PYTHONPATH": str(ROOT)}) for _ in range(3)]
    answers = set()
    while any(writer.poll() is None for writer in writers):
        found = cache.recall("q")
        answers.add(len(found[0]) if found else None)
        if len(answers) == 2:
            writers[0].kill()
    assert answers <= {None, 20_000}
    assert cache.recall("q")[0] == "x" * 20_000


def test_every_module_and_template_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """And the versions of what others wrote."""
    package = tmp_path / "derive"
    (tmp_path / "templates").mkdir()
    package.mkdir()
    (package / "cache.py").write_text("", encoding="utf-8")
    monkeypatch.setattr(cache, "__file__", str(package / "cache.py"))
    seen = {cache.digest_of_program()}
    (package / "other.py").write_text("1", encoding="utf-8")
    seen.add(cache.digest_of_program())
    (tmp_path / "templates" / "a.jinja").write_text("1", encoding="utf-8")
    seen.add(cache.digest_of_program())
    monkeypatch.setattr(cache, "version", lambda _: "0")
    seen.add(cache.digest_of_program())
    assert len(seen) == 4


def test_entries_are_counted_and_cleared(own: Path) -> None:
    """The latest first; where nothing is kept there is none."""
    assert cache.entries() == []
    for name in "ab":
        cache.keep(name, name * 100)
    assert [entry[0].parent for entry in cache.entries()] == [own, own]
    assert cache.entries()[0][2] >= cache.entries()[1][2]
    assert (cache.clear(), cache.clear()) == (2, 0)


def test_the_folder_is_that_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless another is named."""
    monkeypatch.delenv("DERIVE_CACHE")
    assert cache.folder() == user_cache_path("derive", appauthor=False)
    monkeypatch.setenv("DERIVE_CACHE", "")
    assert (cache.folder(), cache.entries(), cache.clear()) == (None, [], 0)
