"""``derive new``: a project of one's own that passes at once."""

from __future__ import annotations

from pathlib import Path

import click

from derive.cli.console import say


@click.command()
@click.argument("name")
@click.option("--as", "form", type=click.Choice(["python", "latex", "markdown"]), default="python", show_default=True,
              help="What the theory is written in.")  # fmt: skip
def new(name: str, form: str) -> None:
    """Write a project that passes at once: a theory, a paper that uses it, tests and CI.

    NAME is a name for a Python module that no theory and no module has. No file is overwritten. The folder NAME gets

    \b
      NAME.py, or .tex, or .md        a theory: a derivation, near misses, definitions
      paper.tex                       a paper that uses its names
      pyproject.toml                  plain pytest checks both; in Python, installed, it is a package
      .github/workflows/derive.yml    checks, tests and a report at every push
      .pre-commit-config.yaml         checks before every commit
      README.md, .gitignore           what to do next; what is not committed

    \b
    Examples:
      derive new weight_norm
      derive new demo --as latex && cd demo && pytest

    \b
    Exit codes: 0 written; 2 the name cannot be one, a file is there already, or a folder cannot be written.
    """
    from derive.report.project import write_project

    for path in write_project(name, Path(), form):
        say(f"wrote {path}")
    say("", f"next: cd {name}, then derive check . or pytest; README.md says more")
