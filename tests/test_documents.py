"""The pages for users: every block is run or read, every link and every name in them leads to something.

A block has a language, and each language one way to be checked: ``console`` (the commands print what is shown), ``python``
(doctest, or a file that is run), ``latex`` (a paper for `derive check`), ``toml``, ``yaml``, ``json`` (parsed), ``sh`` (run
by the tests of the installation and by ``.ci/run``).  What is not run is ``text``.  A block whose first line is a comment
with the name of a file is that file: it lies in the folder where the commands of its page run.  A page of `FOLLOWED` is
followed instead: files are written and commands run in their order, in one folder, where ``cd`` may lead into another.
"""

from __future__ import annotations

import json
import re
import runpy
import shlex
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from derive.authoring import theory, vocabulary
from derive.claims import all_claims
from derive.cli import console, main
from derive.theories.registry import THEORIES, load_theory
from tests.forking import Pytest

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
NAMES = [page.name for page in PAGES]
#: Pages that are followed from their beginning to their end.
FOLLOWED = frozenset({"tutorial.md"})
#: The languages of blocks; see the module.
LANGUAGES = frozenset({"console", "python", "latex", "toml", "yaml", "json", "sh", "text"})
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"(?:#|%) (\S+\.\w+)\s")


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    page: Path
    language: str
    text: str
    line: int

    @property
    def file(self) -> str:
        """The file that it is, when its first line names one."""
        found = _FILE.match(self.text)
        return found[1] if found else ""

    @property
    def place(self) -> str:
        """Page and line."""
        return f"{self.page.name}:{self.line}"


def blocks_of(page: Path, text: str) -> list[Block]:
    """The fenced blocks of a text."""
    return [Block(page, found[1], found[2], text.count("\n", 0, found.start()) + 1) for found in _BLOCK.finditer(text)]


BLOCKS = [block for page in PAGES for block in blocks_of(page, page.read_text("utf-8"))]
APART = [block for block in BLOCKS if block.page.name not in FOLLOWED]


def of(*languages: str) -> list[Any]:
    """The blocks of a language, as parameters of a test; not those of a page that is followed."""
    return [pytest.param(block, id=block.place) for block in APART if block.language in languages]


def commands(block: Block) -> Iterator[tuple[str, str]]:
    """Every command of a block of ``console``, with what it printed."""
    for session in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        yield _split(session)


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
            return command.replace(" \\\n", " ").strip("\n"), "".join(lines[count:])
    raise AssertionError(session)


SHOWN = [
    pytest.param(block, *pair, id=pair[0][:60])
    for block in APART
    if block.language == "console"
    for pair in commands(block)
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the commands and files of a page run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("CI", "BUILD_NUMBER"):  # where pytest cuts no line of its summary
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(console, "FIRST", 3600.0)
    return tmp_path


def lay_out(folder: Path, page: Path) -> None:
    """The files of a page."""
    for block in BLOCKS:
        if block.page == page and block.file:
            path = folder / block.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")


@pytest.mark.parametrize("block", [pytest.param(block, id=block.place) for block in BLOCKS])
def test_a_block_has_a_language_that_is_checked(block: Block) -> None:
    """No block stands there unread by accident; two files of one page have two names, unless it is followed."""
    assert block.language in LANGUAGES
    same = [other for other in APART if block.file and (other.page, other.file) == (block.page, block.file)]
    assert same in ([], [block])


@pytest.mark.parametrize("text", ["```\nx\n```\n", "```pycon\nx\n```\n"])
def test_a_block_of_another_language_is_found(text: str) -> None:
    """The check above can fail."""
    assert [block.language in LANGUAGES for block in blocks_of(ROOT, text)] == [False]


@pytest.mark.parametrize(("block", "command", "answer"), SHOWN)
def test_a_command_prints_what_the_page_shows(
    folder: Path, other_pytest: Pytest, block: Block, command: str, answer: str
) -> None:
    """Word for word, but for the time that pytest took."""
    lay_out(folder, block.page)
    assert _timeless(printed(command, folder, other_pytest)) == _timeless(answer), block.place


def printed(command: str, folder: Path, other_pytest: Pytest) -> str:
    """What a command prints in a folder, in which one is."""
    program, *arguments = shlex.split(command)
    if program == "derive":
        return CliRunner().invoke(main, arguments).output
    assert program == "pytest", "give what is not run the language text"
    return str(other_pytest(folder, *arguments).stdout)


@pytest.mark.parametrize("name", sorted(FOLLOWED))
def test_a_page_is_followed(folder: Path, monkeypatch: pytest.MonkeyPatch, other_pytest: Pytest, name: str) -> None:
    """Every block that is no text is a file, or commands with what they print."""
    here = folder
    blocks = [block for block in BLOCKS if block.page.name == name and block.language != "text"]
    assert {block.language for block in blocks} >= {"console", "python", "latex"}
    for block in blocks:
        if block.language != "console":
            assert block.file, block.place
            (here / block.file).write_text(block.text, encoding="utf-8")
            continue
        for command, answer in commands(block):
            if command.startswith("cd "):
                here = here / command[3:]
                monkeypatch.chdir(here)
                assert answer.strip() == ""
            else:
                assert _timeless(printed(command, here, other_pytest)) == _timeless(answer), f"{block.place}: {command}"


def _timeless(printed: str) -> str:
    return re.sub(r" in \d+\.\d+s", " in … s", printed.strip("\n"))


@pytest.mark.parametrize("block", of("python"))
def test_python_is_run(folder: Path, block: Block) -> None:
    """Sessions by doctest, which takes them from the pages by its own option; a file is run, and a command checks it."""
    if ">>>" in block.text:
        assert block.text.startswith(">>> ")
        return
    assert block.file, "a block of Python is a session, or names its file in a comment on its first line"
    lay_out(folder, block.page)
    runpy.run_path(block.file)
    shown = [command for other in BLOCKS if other.page == block.page for command, _ in commands(other)]
    assert any(shlex.split(command)[:2] == ["derive", "check"] and block.file in command for command in shown)


@pytest.mark.parametrize("block", of("latex"))
def test_papers_are_read(folder: Path, block: Block) -> None:
    """`derive check` proves all of a paper; one that is named may be refuted where a command of its page shows it."""
    name = block.file or "paper.tex"
    (folder / name).write_text(block.text, encoding="utf-8")
    made = CliRunner().invoke(main, ["check", "--no-cache", "--json", name])
    found = json.loads(made.output)["summary"]
    shown = [command for other in BLOCKS if other.page == block.page for command, _ in commands(other)]
    assert found["error"] == found["unsupported"] == 0, made.output
    checked = any({"derive", "check", name} <= {*shlex.split(command)} for command in shown)
    assert made.exit_code == 0 or (block.file and checked), made.output
    assert found["proved"] > 0


@pytest.mark.parametrize("block", of("toml", "json", "yaml"))
def test_data_are_parsed(block: Block) -> None:
    """As what their language says."""
    if block.language == "yaml":
        assert isinstance(yaml.safe_load(block.text), dict)
    else:
        assert (tomllib if block.language == "toml" else json).loads(block.text)


def test_shell_commands_are_those_that_are_run() -> None:
    """The two of the README: the first by `tests/test_install.py`, the second, which is marked, by ``.ci/run``."""
    readme = (ROOT / "README.md").read_text("utf-8")
    first, second = (block for block in BLOCKS if block.language == "sh")
    assert (first.page, second.page) == (PAGES[0], PAGES[0])
    assert first.text in (ROOT / "README.md").read_text("utf-8")[: readme.index("<!-- ci: test command -->")]
    assert f"<!-- ci: test command -->\n```sh\n{second.text}```" in readme


# --- links and names --------------------------------------------------------------------------------------------


def prose(page: Path) -> str:
    """A page without its blocks."""
    return _BLOCK.sub("", page.read_text("utf-8"))


def anchors(page: Path) -> set[str]:
    """What `page.md#…` may lead to: the headings, as GitHub makes anchors of them."""
    made: set[str] = set()
    for title in re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE):
        words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", title).lower()
        slug = re.sub(r"[^\w\- ]", "", words).strip().replace(" ", "-")
        found = (f"{slug}-{number}" if number else slug for number in range(100))
        made.add(next(each for each in found if each not in made))
    return made


def dead(page: Path, text: str) -> list[str]:
    """The links of a text that lead to no file, or to no heading of a page."""
    found = []
    for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)", text):
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            found.append(link)
    return found


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_links_lead_somewhere(page: Path) -> None:
    """Of those within the repository, to files and to headings."""
    assert dead(page, prose(page)) == []


def test_dead_links_are_found() -> None:
    """A missing file, and a missing heading of a page that is there."""
    text = "[a](docs/no.md) [b](docs/trust.md#no) [c](#no) [d](docs/trust.md#attacks) [e](#limits)"
    assert dead(PAGES[0], text) == ["docs/no.md", "docs/trust.md#no", "#no"]


def spoken(page: Path) -> list[str]:
    """What stands between backticks in a page."""
    return re.findall(r"`([^`\n]+)`", prose(page))


FILES = {path: path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py")}
TESTS = "\n".join(FILES.values())


def resolves(name: str) -> bool:
    """Is there such a module, or such an attribute of one?"""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        try:
            here: Any = import_module(".".join(parts[:count]))
        except ModuleNotFoundError:
            continue
        for part in parts[count:]:
            if not hasattr(here, part):
                return False
            here = getattr(here, part)
        return True
    return False


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_names_of_the_program_exist(page: Path) -> None:
    """``derive.room.module.name``, with or without arguments behind it."""
    named = {found[0] for words in spoken(page) if (found := re.match(r"derive(\.[A-Za-z_]\w*)+", words))}
    assert [name for name in sorted(named) if not resolves(name)] == []


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_paths_exist(page: Path) -> None:
    """Those that begin with a folder of the repository."""
    folders = "derive|tests|docs|templates|output"
    named = {found[0] for words in spoken(page) if (found := re.fullmatch(rf"(?:{folders})/[\w./]+", words))}
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_commands_and_options_exist(page: Path) -> None:
    """``derive COMMAND --option`` in the words of a page."""
    wrong = []
    for words in spoken(page):
        if not (found := re.match(r"derive ([a-z]+)\b", words)):
            continue
        later = main.commands.get(found[1])
        known = (
            {option for each in later.load().params for option in (*each.opts, *each.secondary_opts)}
            if later
            else set()
        )
        options = re.findall(r"(?<!\S)--[a-z-]+", words)
        wrong += [words] if later is None or not known.issuperset(options) else []
    assert wrong == []


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_tests_and_modules_exist(page: Path) -> None:
    """``test_…``, a function or a file, and ``python -m tests.…``."""
    words = spoken(page)
    named = {found[0] for each in words if (found := re.fullmatch(r"test_\w+(?:\.py)?", each))}
    assert [
        name for name in sorted(named) if f"def {name}(" not in TESTS and name not in {path.name for path in FILES}
    ] == []
    run = {found[1] for each in words if (found := re.match(r"python -m ([\w.]+)", each))}
    assert [
        name for name in sorted(run) if not any((ROOT / name.replace(".", "/")).parent.glob(f"{name.split('.')[-1]}*"))
    ] == []


def test_missing_names_are_found() -> None:
    """What the tests above would miss if they passed everything."""
    assert resolves("derive.kernel.decide.Equation.holds")
    assert not resolves("derive.kernel.decide.Equation.no")
    assert not resolves("derive.kernel.no")


# --- numbers ----------------------------------------------------------------------------------------------------


def test_the_readme_is_short() -> None:
    """What it is, two commands, a tour, and where to go on."""
    assert len((ROOT / "README.md").read_bytes()) <= 12_000


def test_numbers_of_theorems_and_claims() -> None:
    """As the theories, the certificates and the catalogue of claims have them."""
    trust, claims = ((ROOT / "docs" / name).read_text("utf-8") for name in ("trust.md", "claims.md"))
    counted = re.search(r"Of (\d+) theorems (\d+) are certified", trust)
    assert counted
    theorems = sum(len(load_theory(name).theorems) for name in THEORIES)
    assert [int(number) for number in counted.groups()] == [
        theorems,
        len([*(ROOT / "output/certificates").glob("*.json")]),
    ]
    said = {
        int(number) for text in (claims, PAGES[0].read_text("utf-8")) for number in re.findall(r"(\d+) claims of", text)
    }
    assert said == {len(all_claims())}


def test_lines_that_are_trusted() -> None:
    """Within a tenth of what `derive trust` counts."""
    table = (ROOT / "docs" / "trust.md").read_text("utf-8").partition("| answer | rests on |")[2].partition("\n\n")[0]
    said = [int(number.replace(",", "")) for number in re.findall(r"\| ([\d,]+)[^|]*\|$", table, re.MULTILINE)]
    counted = [
        answer["lines"] for answer in json.loads(CliRunner().invoke(main, ["trust", "--json"]).output)["answers"]
    ]
    assert len(said) == 4
    assert [number for number, lines in zip(said, counted, strict=False) if abs(number - lines) > lines / 10] == []


def test_what_a_theory_has_is_there() -> None:
    """The table of `docs/theories.md`: every method, decorator and parameter of it."""
    page = (ROOT / "docs" / "theories.md").read_text("utf-8")
    table = page.partition("| part | what it is |")[2].partition("\n\n")[0]
    named = [words for row in table.splitlines()[2:] for words in re.findall(r"`([^`]+)`", row.split("|")[1])]
    assert len(named) >= 10
    for words in named:
        name, given = re.match(r"[@.]*(\w+)", words)[1], re.findall(r"(\w+)=|(?<=[(, ])\*?(\w+)(?=[,)])", words)  # type: ignore[index]
        home = theory.Theory if words.lstrip("@")[0] == "." else theory if hasattr(theory, name) else vocabulary
        made = getattr(home, name, None)
        if made is None:
            assert name in theory.Theory.__dataclass_fields__
        else:
            assert {each for pair in given for each in pair if each} <= set(signature(made).parameters)
