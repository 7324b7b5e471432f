"""``derive figure``."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest


def test_without_a_name_figures_are_listed(run: Any) -> None:
    """Every theory is looked at, or the one that is named."""
    listed = run("figure", "--theory", "layernorm")
    assert (listed.exit_code, listed.stderr) == (0, "")
    assert "layernorm.geometry: The four sub-steps at N = 3" in listed.stdout
    assert "no figures in rmsnorm" in run("figure", "--theory", "rmsnorm").stdout
    assert run("figure", "--theory", "layernorm", "--list").stdout == listed.stdout


def test_one_file_for_each_panel(run: Any, tmp_path: Path) -> None:
    """SVG and TikZ, with the styles that the pictures need; a second run leaves the same bytes."""
    args = ("figure", "zero_gains", "--theory", "layernorm", "--to", "svg,tikz", "--out", str(tmp_path / "new"))
    result = run(*args)
    assert (result.exit_code, result.stderr) == (0, "")
    files = {path.name: path.read_bytes() for path in (tmp_path / "new").iterdir()}
    stem = "layernorm.zero_gains"
    assert sorted(files) == sorted([f"{stem}-{n}.{e}" for n in (1, 2) for e in ("svg", "tikz")] + ["theme.tex"])
    assert "<style>" in files[f"{stem}-1.svg"].decode()
    ElementTree.fromstring(files[f"{stem}-2.svg"])
    assert run(*args).exit_code == 0
    assert files == {path.name: path.read_bytes() for path in (tmp_path / "new").iterdir()}


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex")
def test_a_pdf_of_the_whole(run: Any, tmp_path: Path) -> None:
    """One file with all panels."""
    assert run("figure", "layernorm.zero_gains", "--to", "pdf", "--out", str(tmp_path)).exit_code == 0
    assert (tmp_path / "layernorm.zero_gains.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("layernorm.geometri",), "did you mean layernorm.geometry"),
        (("x.geometry",), "there is no theory 'x'"),
        (("--theory", "layernrom"), "did you mean layernorm"),
        (("layernorm.geometry", "--to", "gif"), "found 'gif', expected some of svg, tikz, pdf"),
        (("layernorm.zero_gains", "--out", "/dev/null/x"), "the folder cannot be made"),
    ],
)
def test_what_cannot_be_done(run: Any, args: tuple[str, ...], said: str) -> None:
    """A message with a way on, and exit code 2; nothing is written."""
    assert said in run("figure", *args, code=2).stderr
