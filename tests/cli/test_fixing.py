"""``--fix``: a repair is written where it has its exact place, and nothing else is touched."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

HEAD = "% derive: dimension N; vector x : N; scalar s, t\n% derive: let \\bar x = \\frac1N \\sum_{i=1}^N x_i\n"


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of one test."""
    monkeypatch.chdir(tmp_path)


def write(text: str, name: str = "p.tex") -> bytes:
    """A paper; gives its bytes."""
    Path(name).write_bytes((HEAD + text).encode())
    return Path(name).read_bytes()


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("2 s &= 3 s .", "2 s &= 2 s ."),
        ("s - t &= t - s ,", "s - t &= -(t-s) ,"),
        (r"\sum_{i=1}^N (x_i - \bar x)^2 &= \Bigl(\sum_{i=1}^N x_i^2\Bigr) - \bar x^2", None),
        (r"\sum_{i=1}^N x_i &= \bar x", None),
        (r"(s + t)^2 &= s^2 - 2st + t^2", "(s + t)^2 &= s^2 + 2st + t^2"),
        (r"s^2 + t^2 &< 2st", None),
    ],
)
def test_a_repair_is_written(run: Any, wrong: str, right: str | None) -> None:
    """The paper is proved then; a run that only shows does not write."""
    before = write(f"Text $s$.\n\\begin{{align}}\n  {wrong} \\label{{eq:one}} % a remark\n\\end{{align}}\nMore.\n")
    shown = run("check", "p.tex", "--fix", "--diff", code=1).stdout
    assert "+++ p.tex" in shown
    assert Path("p.tex").read_bytes() == before
    found = run("check", "p.tex", "--fix", code=0).stdout
    assert "--- p.tex" in found
    assert "1 proved): all as expected" in found
    after = Path("p.tex").read_text("utf-8")
    assert [row for row in after.splitlines() if "&" not in row] == [
        row for row in before.decode().splitlines() if "&" not in row
    ]
    assert after.count("% a remark") == after.count("\\label{eq:one}") == 1
    if right is not None:
        assert right in after
    assert run("check", "p.tex", "--no-cache").exit_code == 0


def test_several_in_a_chain(run: Any) -> None:
    """Each is read again before the next; one that would spoil its neighbour is left."""
    write("\\begin{align} 2 s &= 3s \\\\ &= 4 s - 2 s \\end{align}\n\\[ t + t = 3 t \\]\n")
    found = run("check", "p.tex", "--fix", code=0).stdout
    assert "3 relations (3 proved)" in found
    write("\\begin{align} 2 s &= 3s \\\\ &= s + 2s \\end{align}\n")
    kept = Path("p.tex").read_bytes()
    assert "0 of 1 repair" in run("check", "p.tex", "--fix", code=1).stdout
    assert Path("p.tex").read_bytes() == kept


@pytest.mark.parametrize(
    "text",
    [
        "\\[ s = t \\]\n",  # no repair
        "\\[ s = q \\]\n\\[ s = s \\]\n",  # unread
        "% derive: expect refuted\n\\[ 2 s = 3 s \\]\n",  # false on purpose
        "\\newcommand\\wrong{2 s = 3 s}\n\\[ \\wrong \\]\n",  # its sign is not in the text
    ],
)
def test_anything_else_is_untouched(run: Any, text: str) -> None:
    """Whatever comes out."""
    before = write(text)
    run("check", "p.tex", "--fix")
    assert Path("p.tex").read_bytes() == before


def test_a_file_that_is_input(run: Any) -> None:
    """The change is in the file in which the relation stands."""
    main = write("\\input{part}\n")
    Path("part.tex").write_text("\\[ 2 s = 3 s \\]\n", "utf-8")
    assert run("check", "p.tex", "--fix").exit_code == 0
    assert Path("p.tex").read_bytes() == main
    assert Path("part.tex").read_text("utf-8") == "\\[ 2 s = 2 s \\]\n"


def test_markdown_with_quotes(run: Any) -> None:
    """A display in a quotation has its marks still."""
    Path("p.md").write_text("<!-- derive: scalar s -->\n> Some words\n>\n> $$ 2 s = 3 s $$\n", "utf-8")
    assert run("check", "p.md", "--fix").exit_code == 0
    assert Path("p.md").read_text("utf-8") == "<!-- derive: scalar s -->\n> Some words\n>\n> $$ 2 s = 2 s $$\n"


def test_line_ends_and_mark_stay(run: Any) -> None:
    """A file of another system is written as it was; one with several kinds of line ends is not written."""
    Path("p.tex").write_bytes(b"\xef\xbb\xbf% derive: scalar s\r\n\\[\r\n 2 s = 3 s\r\n\\]\r\n")
    assert run("check", "p.tex", "--fix").exit_code == 0
    assert Path("p.tex").read_bytes() == b"\xef\xbb\xbf% derive: scalar s\r\n\\[\r\n 2 s = 2 s\r\n\\]\r\n"
    mixed = b"% derive: scalar s\r\n\\[\n 2 s = 3 s\r\n\\]\r\n"
    Path("p.tex").write_bytes(mixed)
    assert "line ends" in run("check", "p.tex", "--fix", code=2).stderr
    assert Path("p.tex").read_bytes() == mixed


def test_a_file_that_is_saved_meanwhile(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody else wrote stays."""
    from derive.cli import fixing

    write("\\[ 2 s = 3 s \\]\n")
    found = fixing.edit_for

    def slow(*given: Any) -> Any:
        edit = found(*given)
        Path("p.tex").write_text("% mine\n", "utf-8")
        return edit

    monkeypatch.setattr(fixing, "edit_for", slow)
    assert "meanwhile" in run("check", "p.tex", "--fix", code=2).stderr
    assert Path("p.tex").read_text("utf-8") == "% mine\n"


def test_usage(run: Any) -> None:
    """What does not go together is said."""
    write("\\[ s = s \\]\n")
    assert run("check", "p.tex", "--diff").exit_code == 2
    assert run("check", "p.tex", "--fix", "--json").exit_code == 2
    assert "no refuted relation has a repair" in run("check", "p.tex", "--fix", code=0).stdout


@pytest.mark.parametrize(
    "text",
    [
        r"\[ (s + t)^2 = s^2 - 2st + t^2 \quad \text{since $t = 0$} \]",
        r"\[ (s + t)^2 = s^2 - 2st + t^2 \tag*{for $t = 0$} \]",
        r"\[ (s + t)^2 = s^2 - 2st + t^2 \] if $t = 0$.",
    ],
)
def test_what_may_hold_under_words_is_not_repaired(run: Any, text: str) -> None:
    """It is not refuted."""
    before = write(text)
    assert "not checked" in run("check", "p.tex", "--fix", code=1).stdout
    assert Path("p.tex").read_bytes() == before
