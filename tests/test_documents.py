"""The pages for users: every command that they show prints what they say, and every link leads to a file."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from derive.cli import main, progress

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
#: Commands whose answers are about one machine or all files, or take long: other tests run them.
ELSEWHERE = ("export", "verify")


def shown() -> Iterator[tuple[str, str, str]]:
    """Page, command and answer of every command of `derive` in a block of ``console``."""
    for page in PAGES:
        for block in re.findall(r"^```console\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL):
            for session in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, answer = _split(session)
                if command.startswith("derive ") and command.split()[1] not in ELSEWHERE:
                    yield page.name, command, answer


def _split(session: str) -> tuple[str, str]:
    """The command, which may go on where a quote is open or after a backslash, and what it printed."""
    lines = session.splitlines(keepends=True)
    for count in range(1, len(lines) + 1):
        command = "".join(lines[:count])
        try:
            shlex.split(command)
        except ValueError:
            continue
        if not command.endswith("\\\n"):
            return command, "".join(lines[count:])
    raise AssertionError(session)


@pytest.fixture
def papers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first paper of docs/papers.md, where the commands run."""
    page = (ROOT / "docs" / "papers.md").read_text("utf-8")
    (paper,) = re.findall(r"^```latex\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    (tmp_path / "paper.tex").write_text(paper, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(progress, "FIRST", 3600.0)


@pytest.mark.usefixtures("papers")
@pytest.mark.parametrize(
    ("page", "command", "answer"), [pytest.param(*each, id=each[1].strip()[:60]) for each in shown()]
)
def test_a_command_prints_what_the_page_shows(page: str, command: str, answer: str) -> None:
    """Word for word."""
    result = CliRunner().invoke(main, shlex.split(command.replace(" \\\n", " "))[1:])
    assert result.output.strip("\n") == answer.strip("\n"), page


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    """Of those within the repository."""
    links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []
