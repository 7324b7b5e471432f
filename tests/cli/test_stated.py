"""Documents as targets: what commands print of them is what they print of a theory in Python."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from derive.cli.targets import subject
from tests.cli.conftest import Run

DOCUMENT = r"""% derive: theory mine: What is mine
% derive: source A book
% derive: dimension N; vectors x, u : N; scalar p
% derive: rule scalars out of a product
\[ \frac{\vec u}{p} \cdot \frac{\vec u}{p} = \frac{\vec u \cdot \vec u}{p^2} \]
% derive: theorem length: The length of a quotient
\begin{align*}
  \frac{\vec x}{p} \cdot \frac{\vec x}{p}
    &= \frac{\vec x \cdot \vec x}{p^2} && \text{by scalars out of a product} \\
    &= \frac{|\vec x|^2}{p^2} && \text{by squared norm as an inner product}
\end{align*}
% derive: near miss the root forgotten
\[ \frac{\vec x}{p} \cdot \frac{\vec x}{p} = \frac{|\vec x|}{p^2} \]
% derive: end
\[ \vec x \cdot \vec x = |\vec x|^2 \label{eq:squared} \]
"""


@pytest.fixture
def document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    subject.cache_clear()
    path = Path("mine.tex")
    path.write_text(DOCUMENT)
    return path


def test_check(document: Path, run: Run) -> None:
    """Rules, theorems and relations; the second time what was kept is said."""
    first = run("check", "mine.tex")
    assert first.exit_code == 0, first.output
    assert "mine: What is mine" in first.output
    assert "proved  mine.length                    all N ≥ 1, where p ≠ 0" in first.output
    assert "2 lines" in first.output
    assert "1 near miss" in first.output
    assert "1 relation" in first.output
    subject.cache_clear()
    assert run("check", "mine.tex").output == first.output


def test_places(document: Path, run: Run) -> None:
    """Lines, near misses and links of chains are said to be where they stand."""
    made = json.loads(run("check", "mine.tex", "--json").output)["obligations"]
    lines = {(o["label"], o["kind"], o["number"]): o["line"] for o in made}
    assert lines["mine.length", "line", 2] == 9
    assert lines["mine.length", "line", 3] == 10
    assert lines["mine.length", "near miss", None] == 12
    assert lines["mine.length", "theorem", None] == 6
    assert lines["mine.scalars_out_of_a_product", "theorem", None] == 5


def test_what_is_wrong_is_said_at_its_line(document: Path, run: Run) -> None:
    document.write_text(DOCUMENT.replace(r"= \frac{|\vec x|^2}{p^2}", r"= \frac{|\vec x|}{p^2}"))
    made = run("check", "mine.tex", "--json")
    assert made.exit_code == 1
    wrong = [o for o in json.loads(made.output)["obligations"] if not o["as_expected"]]
    assert ("line", 3, 10, "refuted") in [(o["kind"], o["number"], o["line"], o["verdict"]) for o in wrong]
    document.write_text(DOCUMENT.replace("by scalars out of a product", "by scalars out of products"))
    (one,) = [o for o in json.loads(run("check", "mine.tex", "--json").output)["obligations"] if not o["as_expected"]]
    assert (one["kind"], one["number"], one["line"]) == ("line", 2, 9)
    assert "did you mean scalars out of a product" in one["reason"]


@pytest.mark.parametrize("label", ["length", "mine.length"])
def test_one_theorem(label: str, document: Path, run: Run) -> None:
    assert "1 theorem, 4 obligations" in run("check", f"mine.tex:{label}").output
    assert "A book" not in (shown := run("show", f"mine.tex:{label}").output)
    assert "scalars out of a product" in shown
    assert r"\text{scalars out of a product}" in run("latex", f"mine.tex:{label}").output
    assert run("export", f"mine.tex:{label}", "--out", "-").exit_code == 0


def test_other_commands(document: Path, run: Run) -> None:
    listed = run("list", "mine.tex").output
    assert "mine.length: The length of a quotient (3 lines)" in listed
    assert "mine.eq:squared" in listed
    assert run("report", "mine.tex", "--to", "md").exit_code == 0
    assert "The length of a quotient" in Path("output/mine.md").read_text()
    assert "nothing has the label 'lenght'" in run("check", "mine.tex:lenght").output


def test_a_theory_of_a_project(document: Path, run: Run) -> None:
    """By its name in the settings it is for papers and commands what a theory in Python is."""
    Path("pyproject.toml").write_text('[tool.derive.theories]\nmine = "mine.tex"\n')
    assert "proved  mine.length" in run("check", "mine").output
    assert "proved  mine.length" in run("check", "mine.length").output
    assert "mine.length: The length" in run("show", "mine.length").output
    Path("paper.tex").write_text(
        "% derive: use mine\n\\[ \\vec u \\cdot \\vec x = \\vec x \\cdot \\vec u \\]\n"
        + run("latex", "mine.length").output
    )
    found = run("check", "paper.tex")
    assert found.exit_code == 0, found.output
    assert "(mine.length)" in found.output


def test_it_does_not_use_itself(document: Path, run: Run) -> None:
    Path("pyproject.toml").write_text('[tool.derive.theories]\nmine = "mine.tex"\n')
    document.write_text(DOCUMENT.replace("% derive: source A book", "% derive: use mine"))
    assert "a theory that uses itself" in run("check", "mine").output
