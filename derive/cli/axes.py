"""``derive axes``: the ellipsoid of LayerNorm for the gains of a real network."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from derive.cli.console import many, say, say_json, say_prose, watched
from derive.errors import InputError

if TYPE_CHECKING:
    from derive.axes.ellipsoid import Ellipsoid

_HELP = """\b
JSON (schema "derive-axes/1"): {"schema", "source", "N", "zero_gains", "dimension", "semi_axes", "condition",
"log_volume", "tilt", "normal", "trace_error", "directions", "notes"}. "semi_axes" are the lengths that are not 0,
the longest first; "directions" has a unit vector for each of the first K; "zero_gains" counts neurons from 0;
"tilt" is in radians; "normal" is the direction of 1/g. What there is none of is null."""

#: The part of the semi-axes that are not longer.
QUANTILES = {
    "longest": 1.0,
    "90 % up to": 0.9,
    "75 % up to": 0.75,
    "median": 0.5,
    "25 % up to": 0.25,
    "10 % up to": 0.1,
    "shortest": 0.0,
}
#: Beyond this condition, a solver that sees its square keeps less than half of the digits of float64.
HALF = 1e4
#: Below this, 1/g² is no float64.
OVERFLOWS = 2.0**-512
#: Neurons that are named for a direction, and zero gains that are listed.
NAMED = 3
#: What a plot can be.
PLOTS = (".svg", ".pdf", ".png")


@click.command("axes", epilog=_HELP)
@click.argument("source", metavar="FILE[:KEY]")
@click.option("--directions", type=click.IntRange(min=0), default=0, metavar="K",
              help="Give the directions of the K longest semi-axes, too.")  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE.npy", help="Write all lengths there.")
@click.option("--plot", type=click.Path(path_type=Path), metavar="FILE.svg|.pdf|.png",
              help="Draw the lengths among the gains there.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help='Print JSON, schema "derive-axes/1".')
def axes(source: str, directions: int, out: Path | None, plot: Path | None, as_json: bool) -> None:
    """Measure LayerNorm's ellipsoid for real gains: semi-axes, volume, tilt.

    FILE is an .npz, .npy or .safetensors with a vector of gains under KEY, in float16, bfloat16, float32 or float64, or a
    .txt with numbers. The lengths are exact up to rounding, whatever the gains: zero, repeated, of any sign or size. Bias
    and ε play no part: the ellipsoid is centred at the bias, and bounds the image for every ε.

    \b
    Examples:
      derive axes model.safetensors:encoder.layer.0.output.LayerNorm.weight
      derive axes gains.npy --directions 3
      derive axes gains.npz:weight --json --out semi-axes.npy
      derive axes gains.txt --plot semi-axes.svg

    \b
    Exit codes: 0 measured; 2 a file that cannot be read, or holds no vector of finite numbers; no pdflatex for a PDF, or no
    pdftoppm for a PNG.
    """
    from derive.axes.ellipsoid import as_npy, ellipsoid
    from derive.axes.gains import read_gains
    from derive.report.files import write_atomically

    if plot is not None and plot.suffix not in PLOTS:
        raise InputError(f"{plot} is no {', '.join(PLOTS)}", hint="the name of a plot says what it is")
    with watched("axes", "semi-axes"):
        found = ellipsoid(read_gains(source))
    written = {out: as_npy(found.semi_axes)} if out is not None else {}
    if plot is not None:
        written[plot] = _drawn(found, plot.suffix)
    for path, content in written.items():
        write_atomically(path, content)
    if as_json:
        say_json(_data(source, found, directions))
        return
    _say_lengths(found)
    _say_position(found)
    for number, direction in enumerate(found.directions(directions)):
        say(f"direction {number + 1}  {found.semi_axes[number]:<18.15g} {_neurons(direction)}")
    for note in _notes(found):
        say_prose(f"note: {note}")
    for path in written:
        say(f"wrote {path}")


def _drawn(found: Ellipsoid, suffix: str) -> bytes:
    """The content of a plot."""
    from derive.axes.plot import plot
    from derive.drawing import document, svg
    from derive.report.files import compile_pdf, compile_png

    figure = plot(found)
    match suffix:
        case ".svg":
            return svg(figure.panels[0], standalone=True).encode()
        case ".pdf":
            return compile_pdf(document(figure))[0]
    return compile_png(document(figure))


def _say_lengths(found: Ellipsoid) -> None:
    count, zeros, dimension = len(found.gains), found.zero_gains.tolist(), found.dimension
    listed = ", ".join(map(str, zeros[:NAMED])) + ", …" * (len(zeros) > NAMED)
    which = f"{len(zeros)} zero (neurons {listed})" if zeros else "none zero"
    say(f"{many(count, 'gain')}, {which}: an ellipsoid of dimension {dimension}", style="bold")
    if not dimension:
        say("a point: there are no semi-axes")
    for name, part in QUANTILES.items() if dimension else ():
        say(f"{name:<12}{found.semi_axes[round((1 - part) * (dimension - 1))]:.15g}")


def _say_position(found: Ellipsoid) -> None:
    rows = {"condition": found.condition and f"{found.condition:.6g}, longest by shortest"}
    if found.tilt is not None:
        rows["tilt"] = f"{math.degrees(found.tilt):.6g}° between its hyperplane and that of 1 · w = 0"
    if found.normal is not None:
        rows["normal 1/g"] = _neurons(found.normal)
    if found.dimension:
        rows["log volume"] = f"{found.log_volume:.12g}, natural"
        error = max(math.ceil(math.log10(found.trace_error or 1e-15)), -15)
        rows["check"] = f"Σ ℓ² = (N − 1) Σ g², with a relative difference below 1e{error}"
    for name, words in rows.items():
        if words:
            say(f"{name:<12}{words}")


def _neurons(direction: Any) -> str:
    """``0.98 on neuron 3, …``: the greatest components of a unit vector."""
    greatest = abs(direction).argsort(kind="stable")[::-1][:NAMED]
    more = ", …" if len(direction) > NAMED else ""
    return ", ".join(f"{direction[n]:.3g} on neuron {n}" for n in greatest.tolist()) + more


def _notes(found: Ellipsoid) -> list[str]:
    """What other ways to the same lengths meet with these gains."""
    if len(found.zero_gains):
        return [
            "with zero gains there is no G⁻², and the published lengths √N |g| are too long: "
            "derive show layernorm.published_lengths"
        ]
    if abs(found.gains).min() < OVERFLOWS:
        return ["1/g² overflows in float64: Π₂G⁻²Π₂ cannot be formed; here nothing is inverted"]
    if found.condition is None or found.condition < HALF:
        return []
    error = round(2 * math.log10(found.condition) - 16)
    return [
        f"the longest axis is {found.condition:.0e} times the shortest, and an eigenvalue solver in float64 sees the square "
        f"of that: of Π₂G⁻²Π₂ it gives the long axes with relative errors of about 10^{error}, of GΠG the short ones; here "
        "no matrix is formed"
    ]


def _data(source: str, found: Ellipsoid, directions: int) -> dict[str, Any]:
    return {
        "schema": "derive-axes/1",
        "source": source,
        "N": len(found.gains),
        "zero_gains": found.zero_gains.tolist(),
        "dimension": found.dimension,
        "semi_axes": found.semi_axes.tolist(),
        "condition": found.condition,
        "log_volume": found.log_volume,
        "tilt": found.tilt,
        "normal": None if found.normal is None else found.normal.tolist(),
        "trace_error": found.trace_error,
        "directions": found.directions(directions).tolist(),
        "notes": _notes(found),
    }
