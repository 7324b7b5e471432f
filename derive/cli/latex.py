"""``derive latex``: the snippet to paste."""

from __future__ import annotations

import sys
from typing import Literal

import click

from derive.cli.console import complain
from derive.cli.find import theorem_labelled


@click.command()
@click.argument("label")
@click.option("--style", type=click.Choice(["align", "aligned"]), default="align", show_default=True,
              help="align for papers, with a column of rules and \\label; aligned for notebooks.")  # fmt: skip
@click.option("--notation", type=click.Choice(["arrow", "bold", "plain"]), default="arrow", show_default=True,
              help="How vectors are marked: \\vec a, \\mathbf a, a.")  # fmt: skip
@click.pass_context
def latex(ctx: click.Context, label: str, style: Literal["align", "aligned"], notation: str) -> None:
    """Print the LaTeX of a derivation, to paste. It needs nothing but amsmath.

    A theorem that is no equation is a sentence, with the equations that establish it below.

    \b
    Examples:
      derive latex layernorm.eq6
      derive latex layernorm.eq6 --style aligned --notation bold

    \b
    Exit codes: 0 printed; 1 a line of it does not follow; 2 no such label.
    """
    from derive.printing import PROFILES
    from derive.report.snippet import snippet, structure_snippet
    from derive.theories.theory import Structure, check_entry

    theorem = theorem_labelled(label)
    if isinstance(theorem, Structure):
        judgement = theorem.statement.decide()
        made, status = structure_snippet(theorem, judgement, PROFILES[notation], style), judgement.status
    else:
        checked = check_entry(theorem)
        if checked.failure is not None:
            raise checked.failure
        made, status = snippet(checked, PROFILES[notation], style), checked.status
    print(made.rstrip("\n"), file=sys.stdout)
    if status != "proved":
        ctx.exit(complain(f"{theorem.label} is {status}", 1, f"derive check {theorem.label}"))
