"""What a target names, for every command: a theory, or theorems, wherever they are written.

=====================================  =====================================================================
``layernorm``                          a theory of the program, or of an installed package
``layernorm.eq6``, ``eq6``             a theorem of it, by label or name
``mytheory.py``, ``package.module``    what stands at the top level of a Python file or module; IT IS RUN
``paper.tex``, ``.md``, ``.ipynb``     the theory that a document states, or the relations of a paper or of a notebook's text
``mytheory.py:eq1``, ``paper.tex:eq:1``  one theorem of it, or the relations with this label
=====================================  =====================================================================
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from derive.errors import InputError, NameError_, close_to, nearest
from derive.theories.registry import DOCUMENTS, THEORIES, load_theory, theory_names

if TYPE_CHECKING:
    from derive.authoring.theory import Theorem, Theory
    from derive.drawing import Figure

_T = TypeVar("_T")

#: The theory whose words a statement may use when no other is named.
DEFAULT_THEORY = "layernorm"
#: Files that are papers, which may state a theory.
PAPERS = DOCUMENTS
#: What can be given.
WAYS = (
    "give a theory (derive list), a label such as layernorm.eq6, a Python file or module, a paper (.tex, .md, .ipynb)"
)

_AT = re.compile(r"(.+?\.(?:py|tex|md|ipynb)|[\w.]+):(.+)", re.DOTALL)
_MODULE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")


@dataclass(frozen=True)
class Target:
    """What was given: ``source`` is a theory's name, a path or a module; ``label`` is one of its theorems, or ""."""

    given: str
    source: str
    label: str = ""

    @classmethod
    def of(cls, given: str) -> Target:
        """Read a target; whether there is what it names is seen when it is asked for."""
        if match := _AT.fullmatch(given):
            return cls(given, match[1], match[2])
        name, dot, label = given.partition(".")
        if dot and name in theory_names() and Path(given).suffix not in (".py", *PAPERS):
            return cls(given, name, label or given)
        return cls(given, given)

    @property
    def is_theory(self) -> bool:
        """Is its source a theory of the program, or of a package?"""
        return self.source in theory_names()

    @property
    def is_ours(self) -> bool:
        """Is its source a part of the program, so that a change of it is a change of the program?"""
        return THEORIES.get(self.source, "").partition(".")[0] == __name__.partition(".")[0]

    @property
    def is_paper(self) -> bool:
        return not self.is_theory and self.source.endswith(PAPERS)

    @cached_property
    def python(self) -> Path | None:
        """The Python file of its source; None for what is none."""
        if self.is_theory or self.is_paper:
            return None
        path = Path(self.source)
        if path.suffix == ".py":
            return path
        if path.exists() or not _MODULE.fullmatch(self.source):
            return None
        from derive.authoring.modules import file_of

        return file_of(self.source)

    @cached_property
    def theory(self) -> Theory:
        """The theory that its source is; raises `InputError` where it is none."""
        if self.is_theory:
            return load_theory(self.source)
        if self.is_paper:
            from derive.reading.paper.theory import theory_of_paper

            return theory_of_paper(Path(self.source))
        if self.python is not None:
            from derive.authoring.collected import theory_in
            from derive.authoring.modules import run_file, run_module

            if self.source.endswith(".py"):
                return theory_in(vars(run_file(self.python)), self.python.stem)
            return theory_in(vars(run_module(self.source)), self.source.rpartition(".")[2])
        raise self.unknown()

    @property
    def known(self) -> Target:
        """Itself, if there is such a source, which is not read for that; raises `InputError` otherwise."""
        if self._has_source:
            return self
        raise self.unknown()

    def unknown(self) -> InputError:
        """Why there is nothing of this name."""
        path = Path(self.source)
        if path.is_dir():
            return InputError(
                f"the target {self.given!r} is a folder", hint="derive check takes folders; give a file of it"
            )
        if path.exists():
            return InputError(f"the target {self.given!r} is neither a Python file (.py) nor a paper", hint=WAYS)
        name = self.source.partition(".")[0] or self.given
        return NameError_(f"there is no theory {name!r}", hint=nearest(name, theory_names(), WAYS))

    @property
    def theorems(self) -> tuple[Theorem, ...]:
        """The theorem that it names, or all of its source."""
        return (self.theorem,) if self.label or not self._has_source else self.theory.theorems

    @property
    def _has_source(self) -> bool:
        return self.is_theory or self.is_paper or self.python is not None

    @property
    def theorem(self) -> Theorem:
        """The one theorem; of a bare name the one in any theory.  Raises `NameError_` with close labels."""
        if self.is_paper and self.label:
            from derive.reading.paper.theory import theory_of_paper

            theorems = {each.label: each for each in theory_of_paper(Path(self.source), self.label).stated}
            if len(theorems) == 1:
                return next(iter(theorems.values()))
        else:
            theorems = {each.label: each for theory in self._theories() for each in theory.stated}
        return self._one_of(theorems, "theorem")

    @property
    def figure(self) -> Figure:
        """The one figure; of a bare name the one in any theory.  Raises `NameError_` with close labels."""
        figures = {each.label: each for theory in self._theories() for each in theory.figures}
        return self._one_of(figures, "figure")

    def _one_of(self, known: Mapping[str, _T], what: str) -> _T:
        """The one that it names; raises `NameError_` for a whole source, and for what nothing has as a label."""
        names = [label.partition(".")[2] for label in known]
        if not self.label and self._has_source:
            example = f", as in {self.source}{'.' if self.is_theory else ':'}{names[0]}" if names else ""
            message = f"{self.given!r} is a whole theory, with {len(names)} {what}s"
            raise NameError_(message, hint=f"name one{example}; see derive list {self.source}")
        theory = "" if self.label else nearest(self.given, theory_names(), "")
        return labelled(self.label or self.given, known, what, self.given, theory)

    def _theories(self) -> Iterator[Theory]:
        """Where its label is looked for."""
        if self.label or self._has_source:
            yield self.theory
        elif "." in self.source or (self.source and Path(self.source).exists()):
            raise self.unknown()
        else:
            yield from map(load_theory, theory_names())


#: Folders in which nothing is looked for, besides hidden ones and virtual environments.
PASSED_OVER = frozenset({"__pycache__", "node_modules", "site-packages", "build", "dist"})

_MAY_DECLARE = re.compile(r"(%+|<!--+)\s*derive\b|\\(input|include|subfile|(sub)?import)", re.IGNORECASE)
_IMPORTS = re.compile(r"^\s*(from|import)\s+derive\b", re.MULTILINE)


def files_in(folder: Path) -> Iterator[Path]:
    """The files below a folder that speak to derive (`speaks`), in the order of their names."""
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path.name in PASSED_OVER or (path / "pyvenv.cfg").exists():
            continue
        if path.is_dir() and not path.is_symlink():
            yield from files_in(path)
        elif path.suffix in (".py", *PAPERS) and path.is_file() and speaks(path):
            yield path


def speaks(path: Path) -> bool:
    """Does a Python file import derive and is no test, or does a paper declare something, or have a sidecar?

    A paper that cannot be read does, and says so when it is checked.
    """
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    if path.suffix == ".py":
        is_test = path.name == "conftest.py" or path.name.startswith("test_") or path.name.endswith("_test.py")
        return not is_test and bool(_IMPORTS.search(text))
    if path.with_suffix(".derive.toml").is_file():
        return True
    if not _MAY_DECLARE.search(text):
        return False
    from derive.reading.paper import declares

    try:
        return declares(path)
    except InputError:
        return True


def theory_named(target: str) -> Theory:
    """The theory of a target; raises `InputError` where it is none, with close names."""
    found = Target.of(target)
    if found.label:
        raise InputError(f"the label {target!r} in the place of a theory", hint=f"give {found.source}")
    return found.theory


def theorem_labelled(target: str) -> Theorem:
    """The theorem of a target; raises `NameError_` with close labels."""
    return Target.of(target).theorem


def theorem_named_in_text(label: str) -> Theorem:
    """The theorem that a text names: of a theory that has a name, or of any of them.  No text has a file or module run.

    Raises `NameError_` with close labels.
    """
    name, dot, _ = label.partition(".")
    if dot and name not in theory_names():
        hint = nearest(name, theory_names(), "theories: derive list")
        raise NameError_(f"there is no theory {name!r}, as the label {label!r} asks for", hint=hint)
    theories = [name] if dot else theory_names()
    known = {theorem.label: theorem for each in theories for theorem in load_theory(each).stated}
    return labelled(label, known, "theorem")


def figure_labelled(target: str) -> Figure:
    """The figure of a target; raises `NameError_` with close labels."""
    return Target.of(target).figure


def theorems_of(targets: Iterable[str]) -> list[Theorem]:
    """The theorems of these targets, each label once; of no targets, all of the program.  Raises `InputError`."""
    found: dict[str, Theorem] = {}
    for target in tuple(targets) or THEORIES:
        found.update({theorem.label: theorem for theorem in Target.of(target).theorems})
    return list(found.values())


def theories_of(targets: Iterable[str]) -> list[Theory]:
    """The theories of these targets, each with the theorems that are asked for; of no targets, all of the program.

    Raises `InputError`.
    """
    found: dict[str, Theory] = {}
    for target in map(Target.of, tuple(targets) or THEORIES):
        theorems = target.theorems
        name = "" if not theorems else theorems[0].label.partition(".")[0]
        whole = target.theory if target._has_source else load_theory(name)
        known = found.setdefault(whole.name, replace(whole, stated=[]))
        known.stated += [theorem for theorem in theorems if theorem not in known.stated]
    return list(found.values())


def labelled(label: str, known: Mapping[str, _T], what: str, given: str = "", otherwise: str = "") -> _T:
    """The one with this label, or with this label in its theory.

    Raises `NameError_` with close ones; ``given`` is what was given, ``otherwise`` what to do instead of the nearest.
    """
    found = [each for each in known if label in (each, each.partition(".")[2])]
    if len(found) == 1:
        return known[found[0]]
    source, dot, _ = (given or label).partition(".")
    source = source if dot else ""
    names = {each.partition(".")[2]: each for each in found or known}
    near = [names[name] for name in close_to(label.partition(".")[2] or label, names)]
    hint = otherwise or (f"did you mean {' or '.join(near)}?" if near else f"labels: derive list {source}".rstrip())
    raise NameError_(
        f"{f'several {what}s have' if found else f'no {what} has'} the label {given or label!r}", hint=hint
    )
