r"""Jinja templates: those of the program, and those of a folder that take their places.

Whatever a template puts out passes through the target: text that is not marked `Safe`, or made by a macro, is escaped, so
that a forgotten filter escapes twice rather than never.  A name that a template misspells is an error.  In LaTeX templates
``\VAR{…}`` stands for a value, ``\BLOCK{…}`` for a statement, ``\#{…}`` for a comment.

A template of a folder takes the place of that of the program with the same name; ``builtin/`` before a name means the
program's.  It is run in Jinja's sandbox: a project that one looks at may name it.
"""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import jinja2
from jinja2.sandbox import ImmutableSandboxedEnvironment

from derive.errors import InputError
from derive.report.targets import Target

#: Where templates are: beside the package in a checkout, inside this package in a wheel.
PLACES = (Path(__file__).parents[2] / "templates", Path(__file__).parent / "templates")
#: The LaTeX package that a note is set with: it stands among the templates, and is no template.
STYLE = "derive-note.sty"
#: What stands before the name of a template that is the program's.
BUILTIN = "builtin"

_BEGIN = {"block": r"\BLOCK{", "variable": r"\VAR{", "comment": r"\#{"}
_OF_TEX = {
    f"{what}_{end}_string": sign for what, begin in _BEGIN.items() for end, sign in (("start", begin), ("end", "}"))
}


@cache
def folder() -> Path:
    """The folder of the program's templates; raises `InputError` when the installation has none."""
    for candidate in PLACES:
        if (candidate / "report.md.jinja").is_file():
            return candidate
    raise InputError("no templates in this installation", hint="reinstall derive")


@dataclass(frozen=True)
class Templates:
    """The templates of the program, behind those of a folder of the user, if there is one."""

    own: Path | None = None

    def checked(self) -> Templates:
        """Itself; raises `InputError` where the folder is none, or nothing in it takes the place of a template."""
        if self.own is not None:
            known = sorted(path.name for path in folder().iterdir())
            if not self.own.is_dir():
                raise InputError(f"{self.own}: no such folder of templates", hint="--templates FOLDER")
            if not any((self.own / name).is_file() for name in known):
                message = f"{self.own}: no file in it has the name of a template"
                raise InputError(message, hint=f"names: {', '.join(known)}")
        return self

    @property
    def digest(self) -> str:
        """A hash of every file of the folder with its name; "" without a folder."""
        if self.own is None:
            return ""
        digest = sha256()
        for path in sorted(path for path in self.own.rglob("*") if path.is_file()):
            name, content = path.relative_to(self.own).as_posix().encode(), path.read_bytes()
            digest.update(b"%d %s %d %s" % (len(name), name, len(content), content))
        return digest.hexdigest()

    def style(self) -> str:
        """The LaTeX package of notes."""
        own = self.own / STYLE if self.own is not None else None
        return (own if own is not None and own.is_file() else folder() / STYLE).read_text(encoding="utf-8")

    def filled(self, template: str, name: str, target: Target, **values: Any) -> str:
        """A template with its values.  No blanks at the ends of lines, one line end at the end.

        Raises `InputError`, with file and line, where a template of the user fails.
        """
        try:
            text = self.environment(name, target).get_template(template).render(**values)
        except Exception as error:
            failed = self._failed(error, template, values)
            if failed is None:
                raise
            raise failed from error
        return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n") + "\n"

    def environment(self, name: str, target: Target) -> jinja2.Environment:
        """The Jinja environment of a target, which is ``t`` there: strict, and escaping everything that is not `Safe`."""

        def finalize(value: Any) -> str:
            return value if hasattr(value, "__html__") else str(value) if isinstance(value, int) else target.line(value)

        ours = jinja2.FileSystemLoader(str(folder()))
        first = [] if self.own is None else [jinja2.FileSystemLoader(str(self.own))]
        kind = jinja2.Environment if self.own is None else ImmutableSandboxedEnvironment
        made = kind(
            loader=jinja2.ChoiceLoader([*first, ours, jinja2.PrefixLoader({BUILTIN: ours})]),
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            autoescape=name
            == "html",  # marks what a macro made as escaped; `finalize` escapes, for each target in its way
            finalize=finalize,
            **(_OF_TEX if name == "tex" else {}),  # type: ignore[arg-type]  # strings, as Jinja wants them
        )
        made.globals["t"] = target
        return made

    def _failed(self, error: Exception, template: str, values: dict[str, Any]) -> InputError | None:
        """The error to show where a template of the user failed, at the last place in it; None where none of them did."""
        if self.own is None:
            return None
        frames = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
        if isinstance(error, jinja2.TemplateSyntaxError) and error.filename:
            frames.append((error.filename, error.lineno))
        inside = [(file, line) for file, line in frames if Path(file).is_relative_to(self.own)]
        if not inside:
            return None
        file, line = inside[-1]
        said = str(error).splitlines()[0] if str(error) else "it fails"
        word = "" if isinstance(error, jinja2.TemplateError) else f"{type(error).__name__}: "
        if isinstance(error, jinja2.TemplateNotFound):
            said = f"there is no template {error.message!r}"
        names = ", ".join(["t", *values])
        return InputError(f"{file}:{line}: {word}{said}", hint=f"{template} gets {names}: docs/report.md, Templates")


#: The program's alone.
OURS = Templates()
