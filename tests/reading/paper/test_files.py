r"""Files of a paper: what ``\input`` finds, what it may not show, limits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from derive.errors import InputError
from derive.reading.paper import read_paper
from derive.reading.paper.files import MAX_BYTES


@pytest.mark.parametrize(
    "command", [r"\input{sec/one}", r"\include{sec/one}", r"\subfile{sec/one.tex}", r"\input{ sec/one }"]
)
def test_files_are_read_where_they_are_named(read: Any, command: str) -> None:
    """Their places are those of their own lines, and a chain goes on through them."""
    paper = read(f"\\[ s = t \\]\n{command}\n\\[ = v \\]", files={"sec/one.tex": "so\n\\[ = u \\]"})
    assert [(Path(item.source.file).name, str(item.place)) for item in paper.items] == [
        ("p.tex", "2:6"), ("one.tex", "2:4"), ("p.tex", "4:4"),
    ]  # fmt: skip
    assert {path.name for path in paper.files} >= {"p.tex", "one.tex"}


def test_packages_beside_the_paper_are_read(says: Any) -> None:
    """For the macros in them."""
    assert says(r"\usepackage{amsmath,own} \[ \x = t \]", files={"own.sty": r"\newcommand{\x}{s}"}) == ["s = t"]


@pytest.mark.parametrize("command", ["\\input one\n", r"\import{./}{one}", r"\subimport{./}{one}"])
def test_a_file_is_read_or_missed_aloud(read: Any, command: str) -> None:
    """However it is named."""
    assert read(command, files={"one.tex": r"\[ s = t \]"}).items


@pytest.mark.parametrize("name", ["one.txt", "sec.2"])
def test_a_file_that_is_passed_over_is_noted(read: Any, name: str) -> None:
    """There may be relations in it."""
    paper = read(rf"\input{{{name}}}", files={name: r"\[ s = t \]"})
    assert paper.items or paper.notes


def test_a_dotted_name_is_found(says: Any) -> None:
    r"""``\input{sec.1}`` is ``sec.1.tex``."""
    assert says(r"\input{sec.1}", files={"sec.1.tex": r"\[ s = t \]"}) == ["s = t"]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("nope", "no such file"), ("../../../etc/passwd", "outside of the folder"),
        ("/etc/hostname", "outside of the folder"), ("p", "names itself"), (r"\jobname-x", "no such file"),
        ("sec", "no such file"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_read_is_an_error_at_its_place(read: Any, name: str, says: str) -> None:
    """The rest of the paper is read."""
    paper = read(f" \\input{{{name}}}\n\\[ s = t \\]", files={"sec/one.tex": ""})
    assert [str(item.place) for item in paper.items] == ["2:2", "3:6"]
    assert says in str(paper.items[0].error)


def test_a_link_does_not_lead_outside(read: Any, tmp_path: Path) -> None:
    """What it points to lies elsewhere."""
    (tmp_path / "one.tex").symlink_to("/etc/hostname")
    assert "outside" in str(read(r"\input{one}").items[0].error)


def test_a_cycle_is_an_error(read: Any) -> None:
    """In the file that closes it."""
    (item,) = read(r"\input{one}", files={"one.tex": r"\input{two}", "two.tex": r"\input{one}"}).items
    assert "names itself" in str(item.error)
    assert Path(item.source.file).name == "two.tex"


def test_many_files_are_an_error(read: Any) -> None:
    """At most so many, so deep."""
    files = {f"f{n}.tex": f"\\input{{f{n + 1}}}" for n in range(30)}
    (item,) = read(r"\input{f0}", files=files).items
    assert "too many files" in str(item.error)


def test_files_that_are_no_papers_are_refused(tmp_path: Path) -> None:
    """Folders, other encodings, what is not there, what is too large."""
    with pytest.raises(InputError, match="no such file"):
        read_paper(tmp_path / "nope.tex")
    with pytest.raises(InputError, match="a folder"):
        read_paper(tmp_path)
    path = tmp_path / "p.tex"
    path.write_bytes(b"ab\xff")
    with pytest.raises(InputError, match="byte 2 is not UTF-8"):
        read_paper(path)
    path.write_bytes(b" " * (MAX_BYTES + 1))
    with pytest.raises(InputError, match="more than"):
        read_paper(path)


def test_line_ends_of_any_system(tmp_path: Path) -> None:
    """Lines are counted alike, and a comment ends with its line."""
    path = tmp_path / "p.tex"
    for end in ("\n", "\r\n", "\r"):
        path.write_bytes(f"\ufeff% derive: scalar s, t{end}% x{end}\\[ s = t \\]".encode())
        assert [str(item.place) for item in read_paper(path).items] == ["3:6"]
