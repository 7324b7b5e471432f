"""``derive latex``: the snippet."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ((), [r"\begin{align}", r"\end{align}", r"\vec a", r"\label{layernorm.eq6}"]),
        (("--style", "aligned"), [r"\begin{aligned}", r"\end{aligned}"]),
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
    assert "The null space of $\\Pi$ is spanned by $\\mathbf 1$.\n\\begin{align}\n" in result.stdout
    assert r"\begin{aligned}" in run("latex", "structured.null_space", "--style", "aligned").stdout


def test_unknown_labels(run: Any) -> None:
    """A message with the nearest labels, and exit code 2."""
    result = run("latex", "layernorm.eq7")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "did you mean layernorm.eq6" in result.stderr
