"""What the shell offers where a command takes a target: theories, files, and the labels in the one that is named.

Nothing of the user's is run for that: labels are found in the syntax tree of a Python file, and in the text of a paper.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import click
from click.shell_completion import CompletionItem

from derive.errors import DeriveError

#: Labels that a paper gives to its relations, and names of its theorems.
_LABELS = re.compile(r"\\label\{([^{}\s]+)\}|\bderive:\s*(?:label|theorem)\s+([^\s;:]+)")
_STATED = re.compile(r"\bderive:\s*theorem\s+(?:\w+\.)?(\w+)")


class TargetType(click.types.StringParamType):
    """A target, as it was given: a theory, or something of a kind in one.

    Attributes:
        also: words that stand for something in the place of a target.
        kind: what labels are of; whole theories have none.
    """

    def __init__(self, *also: str, kind: Literal["theorem", "figure", "theory"] = "theorem") -> None:
        self.also, self.kind = also, kind

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """What begins so; nothing where that cannot be found out."""
        try:
            return [CompletionItem(each) for each in dict.fromkeys(self.beginning(incomplete))]
        except (DeriveError, OSError):
            return []

    def beginning(self, typed: str) -> Iterator[str]:
        """The targets that begin so; labels where one source is left, and where none is."""
        from derive.theories.registry import THEORIES, theory_names

        source, colon, _ = typed.partition(":")
        theory, dot, _ = typed.partition(".")
        if colon:
            found = list(self.labels(source))
        else:
            named = self.labels(theory) if dot and theory in theory_names() else (*theory_names(), *self.also)
            found = [*(name for name in named if name.startswith(typed)), *_files(typed)]
        if len(found) == 1:
            found += _files(found[0]) if found[0].endswith("/") else self.labels(found[0])
        elif not found:  # a label without its theory
            found = [label.partition(".")[2] for name in THEORIES for label in self.labels(name)]
        yield from (each for each in found if each.startswith(typed))

    def labels(self, source: str) -> Iterator[str]:
        """Those in a theory or a file, as targets."""
        from derive.targets import PAPERS
        from derive.theories.registry import load_theory, of_project, theory_names

        if self.kind == "theory":
            return
        if source in of_project():
            place = of_project()[source]
            if place.endswith(PAPERS):
                text = Path(place).read_text(encoding="utf-8", errors="replace")
                yield from (f"{source}.{name}" for name in _STATED.findall(text) if self.kind == "theorem")
                return
            path = Path(place if place.endswith(".py") else f"{place.replace('.', '/')}.py")
            yield from (f"{source}.{name}" for name in self.written(path, loose=False))
        elif source in theory_names():
            theory = load_theory(source)
            yield from (each.label for each in (theory.stated if self.kind == "theorem" else theory.figures))
        elif source.endswith(".py"):
            yield from (f"{source}:{name}" for name in self.written(Path(source), loose=True))
        elif source.endswith(PAPERS) and self.kind == "theorem":
            text = Path(source).read_text(encoding="utf-8", errors="replace")
            yield from (f"{source}:{found[1] or found[2]}" for found in _LABELS.finditer(text))

    def written(self, path: Path, *, loose: bool) -> Iterator[str]:
        """The functions of a file that are theorems, or figures; with ``loose`` also what is assigned at its top level."""
        try:
            tree = ast.parse(path.read_bytes())
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return
        for node in tree.body:
            match node:
                case ast.FunctionDef(name=name, decorator_list=above) if any(map(self._titles, above)):
                    yield name
                case ast.Assign(targets=[ast.Name(id=name)]) if loose and self.kind == "theorem":
                    yield name

    def _titles(self, decorator: ast.expr) -> bool:
        """Is this ``@theory.theorem(…)``?"""
        match decorator:
            case ast.Call(func=ast.Attribute(attr=kind)):
                return kind == self.kind
        return False


def _files(typed: str) -> Iterator[str]:
    """The folders, Python files and papers that begin so."""
    from derive.targets import PAPERS, PASSED_OVER

    folder, slash, start = typed.rpartition("/")
    for path in sorted(Path(folder + slash).iterdir()) if Path(folder + slash).is_dir() else ():
        shown = f"{folder}{slash}{path.name}"
        if not path.name.startswith(start) or (path.name.startswith(".") and not start):
            continue
        if path.is_dir():
            yield from () if path.name in PASSED_OVER else (f"{shown}/",)
        elif path.suffix in (".py", *PAPERS):
            yield shown


#: What a command takes that is about theorems, and about a theory as a whole.
TARGET, THEORY = TargetType(), TargetType(kind="theory")
