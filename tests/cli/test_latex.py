"""``derive latex``: the snippet."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ((), [r"\begin{align}", r"\end{align}", r"\vec a", r"\label{eq:layernorm.eq6}"]),
        (("--layout", "twocolumn"), [r"\overset{(a)}{=}", "Reasons: (a)~"]),
        (("--layout", "theorem"), [r"\begin{theorem}[", "Put", r"\begin{proof}", r"\end{proof}"]),
        (("--with", "definitions"), [r"\mu & = \frac{\vec a \cdot \vec 1}{N}"]),
        (("--number", "none"), [r"\begin{align*}"]),
        (("--ends",), [r"& = \sqrt{N}"]),
        (("--name", r"epsilon=\varepsilon"), [r"\varepsilon \geq 0"]),
        (("--name", "sigma2=v"), [r"\sqrt{v + \epsilon}"]),
        (("--notation", "hat"), [r"\hat a"]),
        (("--notation", "bold"), [r"\mathbf a", r"\begin{align}"]),
        (("--notation", "plain"), [r"\mathbf 1", r"\begin{align}"]),
    ],
)
def test_styles_and_notations(run: Any, options: tuple[str, ...], parts: list[str]) -> None:
    """Each option reaches the snippet; it ends in one line end, and is ASCII."""
    result = run("latex", "layernorm.eq6", *options)
    assert (result.exit_code, result.stderr) == (0, "")
    assert all(part in result.stdout for part in parts)
    assert result.stdout.endswith("\n")
    assert not result.stdout.endswith("\n\n")
    assert result.stdout.isascii()


@pytest.mark.usefixtures("structured")
def test_a_sentence_and_its_parts(run: Any) -> None:
    """A theorem that is no equation: the sentence, and its parts in the style that was asked for."""
    result = run("latex", "structured.null_space", "--notation", "bold")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("% derive: theorem structured.null_space\n")
    assert "Then the null space of $\\Pi$ is spanned by $\\mathbf 1$.\n" in result.stdout


def test_the_notation_of_a_project(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The nearest pyproject.toml says how LaTeX is spelled; options come first; what was pasted is read so."""
    table = "[tool.derive.notation]\nprofile = 'bold'\n[tool.derive.notation.names]\nepsilon = '\\varepsilon'\n"
    (tmp_path / "pyproject.toml").write_text(table, encoding="utf-8")
    (tmp_path / "paper").mkdir()
    monkeypatch.chdir(tmp_path / "paper")
    printed = run("latex", "layernorm.eq6").stdout
    assert r"\mathbf a" in printed
    assert r"\varepsilon" in printed
    assert r"\vec a" in run("latex", "layernorm.eq6", "--notation", "arrow").stdout
    Path("p.tex").write_text(printed, encoding="utf-8")
    assert run("check", "p.tex").exit_code == 0
    assert r"\mathbf" in run("show", "layernorm.eq6", "--json").stdout


@pytest.mark.parametrize(
    "table", ["[tool.derive]\nnotation = 3\n", "[tool.derive.notation]\nprofil = 'bold'\n", "[tool"]
)
def test_a_table_that_is_none(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: str) -> None:
    """An error for users, with a hint."""
    (tmp_path / "pyproject.toml").write_text(table, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    result = run("latex", "layernorm.eq6")
    assert (result.exit_code, "hint:" in result.stderr) == (2, True)


def test_a_comment_says_where_it_is_from(run: Any) -> None:
    """The scope, the certificate, and the command."""
    first, second, third, *_ = run("latex", "layernorm.eq6").stdout.splitlines()
    assert first == "% derive: theorem layernorm.eq6"
    assert second.startswith(r"% for all N \geq 1, wherever \sigma^2 + \epsilon > 0 [derive ")
    text = Path(__file__).parents[2].joinpath("output/certificates/layernorm.eq6.json").read_bytes()
    assert second.endswith(f"certificate {sha256(text).hexdigest()[:12]}]")
    assert third == "% derive latex layernorm.eq6 --layout article"


def test_unknown_labels(run: Any) -> None:
    """A message with the nearest labels, and exit code 2."""
    result = run("latex", "layernorm.eq7")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "did you mean layernorm.eq6" in result.stderr
