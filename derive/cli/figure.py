"""``derive figure``: the pictures of a theory, as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from derive.cli.completing import THEORY, TargetType
from derive.cli.console import say
from derive.cli.notation import some_of
from derive.targets import figure_labelled, theory_named

if TYPE_CHECKING:
    from derive.drawing import Figure

FORMATS = ("svg", "tikz", "pdf")


@click.command()
@click.argument("name", required=False, type=TargetType(kind="figure"))
@click.option("--theory", type=THEORY, metavar="THEORY", help="List the figures of this theory, or look there.")
@click.option("--to", default="svg", show_default=True, callback=some_of(FORMATS), metavar="svg,tikz,pdf",
              help="The formats, with commas between.")  # fmt: skip
@click.option("--out", default="figures", show_default=True, type=click.Path(path_type=Path), metavar="FOLDER",
              help="Where the files go; it is made if it is not there.")  # fmt: skip
@click.option("--list", "only_list", is_flag=True, help="List what there is, as without a name.")
def figure(name: str | None, theory: str | None, to: tuple[str, ...], out: Path, only_list: bool) -> None:
    """Draw a figure: a file for each panel, or one PDF. Without a name, list the figures there are.

    SVG and TikZ have one file for each panel, a PDF has the whole figure with its caption.

    A TikZ picture needs tikz and the styles of theme.tex, which is written beside it, in the preamble. An SVG follows the
    reader's choice of a light or dark page. The data are computed anew; the bytes are the same in every run.

    \b
    Examples:
      derive figure
      derive figure layernorm.geometry
      derive figure my_theory.py:drawing
      derive figure geometry --theory layernorm --to tikz,pdf --out /tmp/figures

    \b
    Exit codes: 0 listed or written; 2 no such figure, a folder that cannot be written, or no pdflatex for a PDF.
    """
    if name is None or only_list:
        _list(theory)
        return
    from derive.report.files import make_folder, write_atomically

    label = f"{theory}.{name}" if theory is not None and "." not in name else name
    files = _files(figure_labelled(label), to)
    make_folder(out)
    for file, content in files.items():
        write_atomically(out / file, content)
        say(f"wrote {out / file}")


def _files(figure: Figure, to: tuple[str, ...]) -> dict[str, bytes]:
    """Name of a file → what is in it."""
    from derive.drawing import document, svg, theme_tex, tikz
    from derive.report.files import compile_pdf

    made: dict[str, bytes] = {}
    for number, panel in enumerate(figure.panels, 1):
        if "svg" in to:
            made[f"{figure.label}-{number}.svg"] = svg(panel, standalone=True).encode()
        if "tikz" in to:
            made[f"{figure.label}-{number}.tikz"] = tikz(panel).encode()
    if "tikz" in to:
        made["theme.tex"] = theme_tex().encode()
    if "pdf" in to:
        made[f"{figure.label}.pdf"] = compile_pdf(document(figure))[0]
    return made


def _list(theory: str | None) -> None:
    from derive.theories.registry import theory_names

    found = [
        each for name in ([theory] if theory is not None else theory_names()) for each in theory_named(name).figures
    ]
    for each in found:
        say(f"{each.label}: {each.title}")
    if not found:
        say(f"no figures in {theory}")
    else:
        say("", f"one figure: derive figure {found[0].label}")
