"""What was found is given again only as long as nothing that it rests on has changed."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from derive import cache


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


@pytest.mark.parametrize(
    ("platform", "variable", "under"),
    [
        ("linux", "XDG_CACHE_HOME", "derive"),
        ("win32", "LOCALAPPDATA", "derive"),
        ("darwin", "HOME", "Library/Caches/derive"),
    ],
)
def test_where_entries_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, variable: str, under: str
) -> None:
    """The folder that each system has for caches."""
    monkeypatch.delenv("DERIVE_CACHE")
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setenv(variable, str(tmp_path))
    assert cache.folder() == tmp_path / under
