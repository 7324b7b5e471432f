r"""Reports as Markdown, LaTeX and HTML, by Jinja templates.

A template gets the report, its target, a `Writer` for the equations and `SentenceWriter` for others.  Whatever it puts
out passes through the target: text that is not marked `Safe`, or made by a macro, is escaped, so that a forgotten filter
escapes twice rather than never.  A name that a template misspells is an error.  In LaTeX templates ``\VAR{…}`` stands for a
value, ``\BLOCK{…}`` for a statement, ``\#{…}`` for a comment.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import jinja2

from derive.errors import InputError
from derive.printing import ARROW, Notation
from derive.report.model import Report
from derive.report.sentences import SentenceWriter
from derive.report.targets import TARGETS, Target
from derive.report.writers import Writer

#: Where templates are: beside the package in a checkout, inside this package in a wheel.
TEMPLATES = (Path(__file__).parents[2] / "templates", Path(__file__).parent / "templates")

_BEGIN = {"block": r"\BLOCK{", "variable": r"\VAR{", "comment": r"\#{"}
_OF_TEX = {
    f"{what}_{end}_string": sign for what, begin in _BEGIN.items() for end, sign in (("start", begin), ("end", "}"))
}


def render(report: Report, target: str, notation: Notation = ARROW) -> str:
    """The report as ``md``, ``tex`` or ``html``, each in one file that fetches nothing.

    Raises `InputError` for an unknown target.
    """
    to = target_named(target, notation)
    return filled(f"report.{target}.jinja", target, to, report=report, w=Writer(report, to), s=SentenceWriter(to))


def target_named(target: str, notation: Notation = ARROW) -> Target:
    """The target with this name; raises `InputError` for another one."""
    if target not in TARGETS:
        raise InputError(f"the target {target!r} of a report", hint=f"targets: {', '.join(TARGETS)}, pdf")
    return TARGETS[target](notation)


def filled(template: str, name: str, target: Target, **values: Any) -> str:
    """A template with its values.  No blanks at the ends of lines, one line end at the end."""
    text = environment(name, target).get_template(template).render(**values)
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n") + "\n"


def environment(name: str, target: Target) -> jinja2.Environment:
    """The Jinja environment of a target, which is ``t`` there: strict, and escaping everything that is not `Safe`."""

    def finalize(value: Any) -> str:
        return value if hasattr(value, "__html__") else str(value) if isinstance(value, int) else target.line(value)

    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(str(folder())),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=name == "html",  # marks what a macro made as escaped; `finalize` escapes, for each target in its way
        finalize=finalize,
        **(_OF_TEX if name == "tex" else {}),  # type: ignore[arg-type]  # strings, as Jinja wants them
    )
    made.globals["t"] = target
    return made


@cache
def folder() -> Path:
    """The folder of templates; raises `InputError` when the installation has none."""
    for candidate in TEMPLATES:
        if (candidate / "report.md.jinja").is_file():
            return candidate
    raise InputError("no templates in this installation", hint="reinstall derive")
