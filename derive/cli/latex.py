"""``derive latex``: the snippet to paste."""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from derive.cli.completing import TARGET
from derive.cli.console import complain
from derive.cli.notation import as_options, notation_near, notation_options
from derive.targets import theorem_labelled

if TYPE_CHECKING:
    from derive.authoring.theory import CheckedTheorem, Theorem


@click.command()
@click.argument("label", type=TARGET)
@click.option("--layout", type=click.Choice(["article", "twocolumn", "theorem"]), default="article", show_default=True,
              help="For lines of 345 pt, of 229 pt, or as \\begin{theorem} and \\begin{proof} of amsthm.")  # fmt: skip
@click.option("--with", "extra", type=click.Choice(["definitions"]), multiple=True,
              help="Put the definitions that are used before it; theorem does so in any case.")  # fmt: skip
@click.option("--ends", is_flag=True, help="The first and the last line only, without reasons.")
@click.option("--number", type=click.Choice(["last", "all", "none"]), default=None,
              help="Which equations have numbers.  [default: last; of theorem none]")  # fmt: skip
@notation_options
@click.pass_context
def latex(
    ctx: click.Context,
    label: str,
    layout: str,
    extra: tuple[str, ...],
    ends: bool,
    number: Literal["last", "all", "none"] | None,
    profile: str | None,
    names: tuple[str, ...],
) -> None:
    """Print a theorem as LaTeX to paste: what it assumes, what it says, and why. It needs nothing but amsmath.

    LABEL is theory.name or the name alone, file.py:name, or paper.tex:label. What is pasted of a theory that has a name is
    held to its theorem by `derive check FILE.tex`, up to its last line, "% derive: end".

    \b
    Examples:
      derive latex layernorm.eq6
      derive latex layernorm.eq6 --layout twocolumn --name 'epsilon=\\varepsilon'
      derive latex layernorm.charpoly_inverse --layout theorem --notation bold

    \b
    Exit codes: 0 printed; 1 a line of it does not follow; 2 no such label.
    """
    from derive.report.snippet import LAYOUTS, Options, is_held, scope_words, snippet
    from derive.version import __version__

    theorem = theorem_labelled(label)
    notation = notation_near(Path.cwd(), profile, names)
    width = LAYOUTS[layout]
    options = Options(width, notation, number or ("none" if width.theorem else "last"),
                      bool(extra) or width.theorem, ends)  # fmt: skip
    found = checked_theorem(theorem)
    words = scope_words(found.sizes, found.conditions) if found.status == "proved" else "not proved"
    note = f"for {words} [derive {__version__}, {found.verdict.answer}{_hash_of(found)}]"
    flags = "".join([*(f" --with {each}" for each in extra), *([" --ends"] if ends else []),
                     *([f" --number {number}"] if number else []), as_options(profile, names)])  # fmt: skip
    made = f"derive latex {label} --layout {layout}{flags}"
    print(snippet(found, options, f"{note}\n% {made}").rstrip("\n"), file=sys.stdout)
    if not is_held(theorem.label):
        name = theorem.label.partition(".")[0]
        way = "with its theory in [tool.derive.theories] of pyproject.toml it is"
        print(f"derive: note: derive check does not hold this to {name}: {way}", file=sys.stderr)
    if found.status != "proved":
        ctx.exit(complain(f"{theorem.label} is {found.status}", 1, f"derive check {theorem.label}"))


@lru_cache(maxsize=512)
def checked_theorem(theorem: Theorem) -> CheckedTheorem:
    """A theorem with its verdicts, as snippets are made of; raises `DerivationError` for a line that does not follow."""
    from derive.authoring.theory import check_theorem

    checked = check_theorem(theorem)
    if checked.failure is not None:
        raise checked.failure
    return checked


def _hash_of(found: CheckedTheorem) -> str:
    """The first digits of the hash of its certificate, where it has one."""
    from derive.certificates.write import digest

    certificate = found.verdict.certificate if found.status == "proved" else None
    return "" if certificate is None else f"; certificate {digest(found.label, certificate)[:12]}"
