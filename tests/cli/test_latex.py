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


def test_unknown_labels(run: Any) -> None:
    """A message with the nearest labels, and exit code 2."""
    result = run("latex", "layernorm.eq7")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "did you mean layernorm.eq6" in result.stderr
