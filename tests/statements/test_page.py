"""`docs/statements.md`: every kind of statement stands there, as it is."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass, fields
from functools import cache
from importlib import import_module
from io import StringIO
from pathlib import Path
from pkgutil import walk_packages
from unittest import mock

import pytest

import derive.statements
import derive.theories
from derive import api
from derive.answers.bounds import with_certificates
from derive.authoring.theory import Theorem
from derive.certificates.certificate import certificate_of
from derive.certificates.statements import NoPlace
from derive.errors import Undecided
from derive.rocq.export import reach
from derive.statements.statement import Statement
from derive.theories.registry import THEORIES, load_theory

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "statements.md"
#: So many examples of a kind are tried before it is said to have none.
ENOUGH = 4


@dataclass(frozen=True)
class Entry:
    """A section of the page: the class in its heading, the file it leads to, and what stands after the words in bold."""

    name: str
    path: str
    says: dict[str, str]


def sections() -> dict[str, Entry]:
    """Class → section."""
    found = {}
    for part in re.split(r"^### ", PAGE.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        heading = re.match(r"\[`(\w+)`\]\(\.\./(\S+)\)\n", part)
        assert heading, part[:60]
        bullets = re.findall(r"^- ((?:.|\n(?!\n|- ))+)", part, re.MULTILINE)
        words = " ".join(" ".join(bullet.split()) for bullet in bullets)
        pieces = re.split(r"\*\*([A-Z][\w ]*)\*\*: ", words)[1:]
        assert heading[1] not in found
        found[heading[1]] = Entry(
            heading[1], heading[2], {name: said.strip() for name, said in zip(pieces[::2], pieces[1::2], strict=True)}
        )
    return found


PAGE_SAYS = sections()


def _below(kind: type[Statement]) -> Iterator[type[Statement]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)


@cache
def kinds() -> dict[str, type[Statement]]:
    """Every class of statement in the program, by its name."""
    for room in (derive.statements, derive.theories):
        for module in walk_packages(room.__path__, f"{room.__name__}."):
            import_module(module.name)
    made = {each for each in _below(Statement) if each.__module__.startswith("derive.") and hasattr(each, "kind")}
    return {each.__name__: each for each in made}


def _inside(statement: Statement, depth: int = 3) -> Iterator[Statement]:
    """A statement and its parts, and theirs."""
    yield statement
    if depth == 0:
        return
    try:
        parts = statement.obligations(statement.hypotheses)
    except (Undecided, derive.InputError):
        return
    for part in parts:
        yield from _inside(part.statement, depth - 1)


@cache
def examples() -> dict[str, list[Statement]]:
    """Class → statements of the page, then of the theories, and what they are made of."""
    names: dict[str, object] = {}
    found: dict[str, list[Statement]] = {}
    with mock.patch.object(api, "prove", wraps=api.prove) as asked, redirect_stdout(StringIO()):
        for example in doctest.DocTestParser().get_examples(PAGE.read_text("utf-8")):
            exec(compile(example.source, PAGE.name, "single"), names)
    made = [with_certificates(call.args[0]) for call in asked.call_args_list]
    made += [theorem.statement for theory in THEORIES for theorem in load_theory(theory).theorems]
    for statement in made:
        for each in _inside(statement):
            those = found.setdefault(type(each).__name__, [])
            if len(those) < ENOUGH and each not in those:
                those.append(each)
    return found


def test_every_kind_stands_on_the_page() -> None:
    """And the page has no other."""
    assert sorted(PAGE_SAYS) == sorted(kinds())


@pytest.mark.parametrize("name", PAGE_SAYS)
def test_a_section_says_what_the_class_is(name: str) -> None:
    """The file that it leads to, every field and no other, and the lemma word for word."""
    section, kind = PAGE_SAYS[name], kinds()[name]
    assert list(section.says) == ["Fields", "State it", "Lemma", "Refuted by", "Certificate", "Rocq"]
    assert section.path == f"{kind.__module__.replace('.', '/')}.py"
    every = {each.name for each in fields(kind)}  # type: ignore[arg-type]
    assert "hypotheses" in every
    own = every - {"hypotheses"}
    listed = set(re.findall(r"`(\w+)`", section.says["Fields"]))
    assert own <= listed
    assert listed - own <= _words(kind)
    if kind.lemma:
        assert section.says["Lemma"] == kind.lemma
    else:
        assert section.says["Lemma"].startswith("none; ")


def _words(kind: type[Statement]) -> set[str]:
    """What the fields of a class may be said with besides: classes, values and fields of what they hold."""
    module = import_module(kind.__module__)
    held = {
        word
        for each in vars(module).values()
        if hasattr(each, "__dataclass_fields__")
        for word in each.__dataclass_fields__
    }
    return {*kinds(), *held, *vars(module), "right", "left", "None"}


@pytest.mark.parametrize("name", PAGE_SAYS)
def test_certificates_and_rocq_are_as_the_page_says(name: str) -> None:
    """Yes where an example has one; no where the examples have none."""
    known = examples().get(name, [])
    assert known, f"no example of {name}"
    says = PAGE_SAYS[name].says
    assert any(map(_certified, known)) == says["Certificate"].startswith("yes")
    assert any(reach(Theorem("page.it", name, each)) is None for each in known) == says["Rocq"].startswith("yes")


def _certified(statement: Statement) -> bool:
    try:
        return certificate_of("page.it", statement) is not None
    except NoPlace:
        return statement.kind == "characteristic polynomial" and statement.decide().certificate is not None
    except derive.DeriveError:
        return False
