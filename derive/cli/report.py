"""``derive report``: regenerate the report of a theory or of the claims, or check that it has not drifted."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import click

from derive.cache import remembered
from derive.cli.completing import TargetType
from derive.cli.console import complain, say, watched
from derive.cli.notation import some_of
from derive.errors import NameError_
from derive.report.write import TARGETS
from derive.settings import settings_near
from derive.targets import Target

#: What stands in the place of a theory for the catalogue of claims.
CLAIMS = "claims"


@click.command()
@click.argument("names", nargs=-1, required=True, type=TargetType(CLAIMS), metavar="TARGET...")
@click.option("--all", "everything", is_flag=True, help="The catalogue: every theorem, definition, rule and near miss.")
@click.option("--to", default="md,tex", show_default=True, callback=some_of(TARGETS), metavar="md,tex,html,pdf",
              help="The formats, with commas between.")  # fmt: skip
@click.option("--out", default="output", show_default=True, type=click.Path(path_type=Path), metavar="FOLDER",
              help="Where the files go.")  # fmt: skip
@click.option("--templates", envvar="DERIVE_TEMPLATES", type=click.Path(path_type=Path), metavar="FOLDER",
              help="Templates that take the places of those of the program.  [default: DERIVE_TEMPLATES, else templates in"
                   " [tool.derive] of the nearest pyproject.toml, else none]")  # fmt: skip
@click.option("--check", is_flag=True, help="Write nothing; fail when a file differs from what would be written.")
@click.option(
    "--measure", is_flag=True, help="Measure anew what measured.md has; without it a file with its form stays."
)
@click.option("-j", "--jobs", type=click.IntRange(min=1), default=None,
              help="Processes to share the work.  [default: one a core, at most one for a dozen theorems]")  # fmt: skip
@click.option("--cache/--no-cache", default=True, help="Keep what is made for the next run.  [default: cache]")
@click.pass_context
def report(
    ctx: click.Context,
    names: tuple[str, ...],
    everything: bool,
    to: tuple[str, ...],
    out: Path,
    templates: Path | None,
    check: bool,
    measure: bool,
    jobs: int | None,
    cache: bool,
) -> None:
    """Regenerate a theory's headline note, or its whole catalogue.

    The note is for a reader with five minutes: what is proved and for which sizes, the derivation line by line, what is
    refuted, spot checks, where each certificate is.  TARGET is a theory, a Python file or module, or a paper.  With --all it
    is the catalogue of all theorems.  Of labels in the place of a theory it is a note of these theorems.  "claims" stands
    for the catalogue of claims with its erratum.

    Every line is checked again while it is made; files are replaced as a whole or not at all.  What was made is kept until
    the program changes, or the real data that it rests on; a PDF is set anew each time.  Proofs are decided in one process;
    evidence beside them (exact values, SymPy's answers, the verifier's) is gathered by as many as --jobs says, and the
    files are the same.  Measured numbers
    (measured.md, beside a catalogue) differ from machine to machine: a file that has them is left as it is, unless
    --measure is given.  What takes long tells on stderr how far it is.

    A folder of --templates has files with the names of the program's (docs/report.md, Templates); what is made with them
    is kept apart.

    \b
    Examples:
      derive report layernorm
      derive report layernorm --to html,pdf --out /tmp/report
      derive report layernorm.jacobian layernorm.vjp --to md
      derive report layernorm --all
      derive report my_theory.py --to html
      derive report layernorm --check
      derive report claims --to md,pdf
      derive report layernorm --to html --templates my_templates --out site

    \b
    Exit codes: 0 written, or nothing drifted; 1 a proof fails or, with --check, a file drifted; 2 no such theory
    or label, a folder that cannot be written, or a template that fails.
    """
    from derive.report.write import write_report

    named = " ".join(names)
    near = settings_near(Path.cwd()).templates
    wanted = templates if templates is not None else Path(near) if near else None
    with watched(named, "steps") as watch:
        try:
            ours = names == (CLAIMS,) or all(Target.of(name).known.is_ours for name in names)
        except NameError_ as error:
            raise NameError_(error.message, hint=f"{error.hint}; or {CLAIMS}") from None
        result = write_report(
            names, to, out, check, everything=everything, progress=watch, measure=measure, jobs=jobs,
            remember=partial(remembered, use=cache and ours), templates=wanted,
        )  # fmt: skip
    for path in result.written:
        say(f"wrote {path}")
    for drift in result.drifted:
        print(drift.difference, file=sys.stdout)
        complain(f"{drift.path} is not what the code produces", 1)
    for label in result.unexpected:
        way = f"derive claims {label}" if names == (CLAIMS,) else f"derive check {label if ours else named}"
        complain(f"{label} did not come out as it should", 1, way)
    if result.drifted:
        whole = (" --all" if everything else "") + (f" --templates {wanted}" if wanted is not None else "")
        print(f"  to regenerate: derive report {named}{whole} --to {','.join(to)} --out {out}", file=sys.stderr)
    elif check:
        say(f"nothing drifted in {out}", style="green")
    if not result.ok:
        ctx.exit(1)
