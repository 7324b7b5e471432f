"""``derive axes``: a table, JSON, a file, and messages with exit code 2."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest


@pytest.fixture
def gains(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """``gains(3, -4)``: a file with these gains, in the folder where the commands run."""
    monkeypatch.chdir(tmp_path)

    def write(*numbers: float) -> str:
        np.save("gains.npy", np.array(numbers, dtype=np.float64))
        return "gains.npy"

    return write


def test_table(run: Any, gains: Any) -> None:
    """The theorem for two sizes: √N times 1, and the root of (2 · 7² + 1²)/3 between them, √99 in all."""
    output = run("axes", gains(1, -7, 1), "--directions", "1", code=0).stdout
    assert output.startswith("3 gains, none zero: an ellipsoid of dimension 2\nlongest     9.9498743710662\n")
    assert "shortest    1.73205080756888\n" in output
    assert "condition   5.74456, longest by shortest\n" in output
    assert "direction 1  9.9498743710662    0.995 on neuron 1, " in output
    assert "check       Σ ℓ² = (N − 1) Σ g², with a relative difference below 1e-15\n" in output
    assert "note:" not in output


def test_json(run: Any, gains: Any) -> None:
    """The documented keys; what there is none of is null."""
    found = json.loads(run("axes", gains(3, 0, -4), "--json", "--directions", "9", code=0).stdout)
    assert list(found) == [
        "schema", "source", "N", "zero_gains", "dimension", "semi_axes", "condition", "log_volume", "tilt", "normal",
        "trace_error", "directions", "notes",
    ]  # fmt: skip
    assert (found["schema"], found["source"], found["N"]) == ("derive-axes/1", "gains.npy", 3)
    assert (found["zero_gains"], found["dimension"], found["normal"]) == ([1], 2, None)
    assert np.isclose(sum(length**2 for length in found["semi_axes"]), 2 * 25)
    assert np.shape(found["directions"]) == (2, 3)
    assert "published lengths" in found["notes"][0]
    point = json.loads(run("axes", gains(0, 0), "--json", code=0).stdout)
    assert (point["dimension"], point["semi_axes"], point["condition"], point["tilt"]) == (0, [], None, None)


def test_all_lengths_in_a_file(run: Any, gains: Any, tmp_path: Path) -> None:
    """With the bits that JSON has."""
    name = gains(*np.linspace(0.5, 2, 20))
    output = run("axes", name, "--json", "--out", "axes.npy", code=0).stdout
    assert np.load(tmp_path / "axes.npy").tolist() == json.loads(output)["semi_axes"]
    assert run("axes", name, "--out", "axes.npy", code=0).stdout.endswith("wrote axes.npy\n")


@pytest.mark.parametrize(
    ("suffix", "begins", "program"),
    [("svg", b"<svg class=", "python"), ("pdf", b"%PDF-", "pdflatex"), ("png", b"\x89PNG\r\n", "pdftoppm")],
)
def test_plot(run: Any, gains: Any, tmp_path: Path, suffix: str, begins: bytes, program: str) -> None:
    """As the name of the file says, also beside JSON."""
    if program != "python" and not all(map(shutil.which, ("pdflatex", program))):
        pytest.skip(f"no {program} on the PATH")
    name = gains(3, 0, -4, 2)
    assert run("axes", name, "--plot", f"plot.{suffix}", code=0).stdout.endswith(f"wrote plot.{suffix}\n")
    assert (tmp_path / f"plot.{suffix}").read_bytes().startswith(begins)
    json.loads(run("axes", name, "--json", "--plot", f"plot.{suffix}", code=0).stdout)


def test_what_is_no_plot(run: Any, gains: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another suffix, a point, and a system without the program that makes a PNG: nothing is written."""
    name = gains(3, 4)
    assert "plot.gif is no .svg, .pdf, .png\n  hint: " in run("axes", name, "--plot", "plot.gif", code=2).stderr
    monkeypatch.setenv("PATH", "")
    failed = run("axes", name, "--plot", "plot.png", "--out", "axes.npy", code=2)
    assert (failed.stdout, "no pdftoppm on the PATH\n  hint: " in failed.stderr) == ("", True)
    assert "no semi-axes to draw\n  hint: leave out --plot" in run("axes", gains(5), "--plot", "p.svg", code=2).stderr
    assert [path.name for path in tmp_path.iterdir()] == ["gains.npy"]


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ((1, 1e-6, 2e-6), "relative errors of about 10^-5, of GΠG the short ones"),
        ((1, 2, 1e-200), "1/g² overflows in float64"),
        ((1, 0), "there is no G⁻²"),
        ((1, 1, 1e-6), ""),  # one small gain makes no short axis
        ((5,), ""),
    ],
)
def test_notes(run: Any, gains: Any, numbers: tuple[float, ...], words: str) -> None:
    """What inverse squares would meet: of one small gain alone nothing, of two the condition squared."""
    notes = json.loads(run("axes", gains(*numbers), "--json", code=0).stdout)["notes"]
    assert notes == [] if not words else words in notes[0]


def test_the_note_tells_the_truth_about_inverse_squares(run: Any, gains: Any) -> None:
    """Two small gains among fifty: the longest axis by Π₂G⁻²Π₂ is wrong by more than 1e-8; the note says 1e-4."""
    numbers = np.linspace(0.5, 1.5, 50)
    numbers[[3, 7]] = 1e-6, -2e-6
    found = json.loads(run("axes", gains(*numbers), "--json", code=0).stdout)
    alpha = 1 / numbers
    projector = np.eye(50) - np.outer(alpha, alpha) / (alpha @ alpha)
    eigenvalues = np.linalg.eigvalsh(projector @ np.diag(alpha**2) @ projector)
    lengths = np.sort(np.sqrt(50 / np.abs(eigenvalues)))[::-1][1:]
    assert 1e-8 < np.abs(lengths / found["semi_axes"] - 1).max() < 1e-3
    assert "10^-4" in found["notes"][0]


@pytest.mark.parametrize("count", [1, 2])
def test_few_gains(run: Any, gains: Any, count: int) -> None:
    """A point and a segment."""
    output = run("axes", gains(*[4.0] * count), code=0).stdout
    assert ("a point: there are no semi-axes" in output) == (count == 1)
    assert ("longest     5.65685424949238" in output) == (count == 2)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("no.npy", "no.npy: No such file or directory\n  hint: give a file with a vector of gains"),
        ("gains.npy:w", "one array, and no name 'w'"),
        ("gains.pt", "is no .npz, .npy, .safetensors or .txt"),
        ("gains.npy", "nan at the neuron 1, and 1 such gains in all"),
    ],
)
def test_errors(run: Any, gains: Any, source: str, words: str) -> None:
    """Exit code 2, nothing on stdout."""
    gains(1, np.nan)
    result = run("axes", source, code=2)
    assert result.stdout == ""
    assert words in result.stderr
