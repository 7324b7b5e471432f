"""Terminals: ASCII streams, colours, folding."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive.cli.console import fold, width_of

FORMULA = "√N diag(g) (Πa / √(|Πa|² + Nε)) + b"


@pytest.mark.parametrize(
    ("shown", "in_ascii"),
    [
        ("√(σ² + ε)", "sqrt (sigma^2 + epsilon)"),
        ("Nε ≥ 0", "N epsilon >= 0"),
        ("Πa · 1̂ᵀ", "Pi a * 1^^T"),
        ("xₙ ≠ Π₂", "x_n != Pi_2"),
        ("ασβ", "alpha sigma beta"),
        ("日", "?"),
    ],
)
def test_ascii_streams_spell_letters_out(shown: str, in_ascii: str) -> None:
    """What an encoding lacks is spelled so that it can be read."""
    assert shown.encode("ascii", "derive-ascii").decode() == in_ascii


@pytest.mark.parametrize(
    "environment", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}]
)
def test_an_ascii_locale_does_not_crash(process: Any, environment: dict[str, str]) -> None:
    """Unicode output and messages are written in ASCII when the locale has nothing else."""
    code = (
        "import sys\nfrom derive.cli import main\n"
        "for args in (['prove', 'norm(Pi*a)^2 = N*sigma2'], ['prove', '\\u03b5 = \\u03c3']):\n"
        "    try:\n        main(args, prog_name='derive')\n"
        "    except SystemExit as end:\n        print('code', end.code)"
    )
    done = process(code=code, **environment)
    proved = b"read as: |Pi a|^2 = N sigma^2\nnames:   Pi, sigma^2 of layernorm\nproved for all N >= 1\n"
    assert proved in done.stdout
    assert done.stdout.endswith(b"code 0\ncode 2\n")
    assert done.stderr.startswith(b"derive: error: ")
    assert b"Traceback" not in done.stderr
    assert (done.stdout + done.stderr).isascii()


def test_no_escape_codes_when_piped(process: Any) -> None:
    """Output that is not for a terminal has no escape codes."""
    done = process("prove", "Pi*Pi = Pi")
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout


@pytest.mark.parametrize(("no_color", "coloured"), [("", True), ("1", False)])
def test_no_color_is_respected(process: Any, no_color: str, coloured: bool) -> None:
    """NO_COLOR wins over everything that asks for colours."""
    done = process("prove", "Pi*Pi = Pi", FORCE_COLOR="1", NO_COLOR=no_color, TERM="xterm-256color")
    assert (b"\x1b" in done.stdout) is coloured


@pytest.mark.parametrize(
    ("width", "rows"),
    [
        (80, [FORMULA]),
        (33, ["√N diag(g) (Πa / √(|Πa|² + Nε))", "    + b"]),
        (24, ["√N diag(g)", "    (Πa / √(|Πa|² + Nε))", "    + b"]),
    ],
)
def test_fold_breaks_where_a_formula_may_be_broken(width: int, rows: list[str]) -> None:
    """Outside brackets first, before a sign first."""
    assert fold(FORMULA, width) == rows


@pytest.mark.parametrize(
    ("text", "width", "rows"),
    [
        ("", 10, [""]),
        ("  indented text", 10, ["  indented", "  text"]),
        ("where |x|² + Nε > 0, |x|² / N + ε > 0", 24, ["where |x|² + Nε > 0,", "    |x|² / N + ε > 0"]),
        ("unbreakable" * 3, 10, ["unbreakable" * 3]),
        ("日日日日 日日日日", 10, ["日日日日", "  日日日日"]),
    ],
)
def test_fold_of_other_texts(text: str, width: int, rows: list[str]) -> None:
    """Words, indented text, wide letters, and what has no blank."""
    assert fold(text, width) == rows


@given(st.lists(st.text(alphabet="ab()[]+-=,²Π", min_size=1, max_size=8), min_size=1, max_size=30), st.integers(12, 60))
def test_fold_keeps_every_word(words: list[str], width: int) -> None:
    """No letter is lost, and no row is too wide when the words fit."""
    rows = fold(" ".join(words), width)
    assert " ".join(rows).split() == words
    assert all(width_of(row) <= width for row in rows)
