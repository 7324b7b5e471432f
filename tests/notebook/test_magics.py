"""``%load_ext derive`` in IPython itself: what the magics return and show, and errors without a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import derive
from derive.notebook import Answers

pytest.importorskip("IPython", reason="IPython is not installed: it comes with derive-proofs[notebook]")


@pytest.fixture
def shell() -> Iterator[Any]:
    """A shell of its own, that keeps no history."""
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.xmode = "Context"
    made = InteractiveShell(config=config)
    made.run_line_magic("load_ext", "derive")
    yield made
    made.history_manager.end_session()


def test_a_line_gives_its_verdict(shell: Any) -> None:
    """A declaration gives nothing."""
    assert shell.run_line_magic("derive", "dimension N; vector x : N") is None
    verdict = shell.run_line_magic("derive", "norm(x)^2 = dot(x, x)")
    assert isinstance(verdict, derive.Verdict)
    assert verdict.scope == "all N ≥ 1"
    refuted = shell.run_line_magic("derive", "x = 2*x; x = x")
    assert [each.status for each in refuted] == ["refuted", "proved"]


def test_a_cell_gives_the_verdicts(shell: Any) -> None:
    """And they can be used from Python, by what the cell returned."""
    found = shell.run_cell("%%derive\ndimension K\nvector y : K\ny = y\n\ny = 2*y").result
    assert isinstance(found, Answers)
    assert [verdict.status for verdict in found] == ["proved", "refuted"]
    assert shell.run_cell("[verdict.status for verdict in _]").result == ["proved", "refuted"]
    assert shell.run_cell("%%derive\nscalar t").result is None


def test_braces_are_no_variables(shell: Any) -> None:
    """IPython puts values of Python in the place of {x} and $x; here they are LaTeX."""
    shell.run_cell("i = 7; x = 3")
    verdict = shell.run_line_magic("derive", r"dimension N; vector x : N; \sum_{i} x_{i} = \vec{x} \cdot \vec 1")
    assert str(verdict.statement) == "Σᵢ xᵢ = x · 1"
    assert verdict


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        (
            "%%derive\ndimension N\n\nnorm(q) = 1",
            "UsageError: 4:6: the unknown name 'q'\n  norm(q) = 1\n       ^\n  hint: ",
        ),
        ("%derive --theory nothing a = a", "UsageError: there is no theory 'nothing'"),
        ("%derive --latex x", "UsageError: 1:10: "),
    ],
)
def test_errors_have_a_place_and_no_traceback(
    shell: Any, capsys: pytest.CaptureFixture[str], cell: str, message: str
) -> None:
    """Lines are those of the cell, of which the magic is the first."""
    result = shell.run_cell(cell)
    assert not result.success
    said = capsys.readouterr()
    assert message in said.err + said.out
    assert "Traceback" not in said.err + said.out


def test_options(shell: Any) -> None:
    """Before what is to be decided, and of a cell in its first line."""
    assert shell.run_line_magic("derive", "--theory layernorm dimension K; Pi*Pi = Pi")
    assert shell.run_line_magic("derive", "--latex forget; dimension N; vector x : N; 2 x = x + x")
    assert shell.run_cell("%%derive --theory=layernorm\nforget\nnorm(Pi*a)^2 = N*sigma2").result


def test_what_is_shown(shell: Any) -> None:
    """A term in Markdown, and as text in a terminal, in a list as well; of an answer with all its verdicts."""
    N = derive.dimension("N")
    a = derive.vector("a", N)
    show = shell.display_formatter.format
    data, _ = show(2 * a)
    assert data == {"text/markdown": r"$\displaystyle 2 \vec a$", "text/plain": "2a"}
    assert show([2 * a, derive.not_zero(a)])[0] == {"text/plain": "[2a, a ≠ 0]"}
    data, _ = show(shell.run_cell("%%derive\nnorm(v) = 1").result)
    assert "✗ **refuted**" in data["text/markdown"]
    assert "refuted: N = 1" in data["text/plain"]
