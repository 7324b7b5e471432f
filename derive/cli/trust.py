"""``derive trust``: what must be believed for each kind of answer, counted in lines of code of the installed package."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from derive.cli.console import say, say_json, say_prose

_PACKAGE = Path(__file__).parents[1]
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)

_HELP = """\b
JSON (schema "derive-trust/1"): {"schema", "parts", "axioms", "answers"}. Each part has "name", "lines" (of code: neither
blank, nor comment, nor docstring) and "files" (name → lines); each answer has "answer", "parts" (the names of those
that must be believed for it), "lines" (of these together) and "besides"."""


@dataclass(frozen=True)
class Part:
    """Files that are believed together, with the lines of code of each."""

    name: str
    files: dict[str, int]

    @property
    def lines(self) -> int:
        return sum(self.files.values())


@dataclass(frozen=True)
class Answer:
    """A kind of answer, the parts it rests on, and what else has to be believed."""

    answer: str
    parts: tuple[str, ...]
    besides: str


ANSWERS = (
    Answer(
        "proved",
        ("verifier", "writer"),
        "the Python interpreter; of the writer no more than that the statement it gave the verifier is the one printed",
    ),
    Answer(
        "proved, not certified",
        ("language", "kernel", "consequences", "kinds"),
        "the Python interpreter, the definitions as printed; of the kinds only the one in question: its docstring proves "
        "that the parts it names imply it",
    ),
    Answer("refuted", ("language", "evaluation"), "nothing of the kernel; the counterexample can be checked by hand"),
    Answer("accepted certificate", ("verifier",), "the Python interpreter, the statement as you read it"),
    Answer("accepted by coqc", (), "the kernel of Rocq, the statement as the exported file has it"),
)


def code_lines(source: str) -> int:
    """Lines that hold code: not blank, not only a comment, not part of a docstring."""
    documented: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            first = node.body[0]
            documented |= set(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return sum(
        1
        for number, line in enumerate(source.splitlines(), 1)
        if line.strip() and not line.strip().startswith("#") and number not in documented
    )


def trusted_base() -> tuple[Part, ...]:
    """The parts that some answer rests on, counted in the installed package."""
    return (
        _part("language", _room("language")),
        _part("kernel", _room("kernel")),
        _part("consequences", [_PACKAGE / "statements" / "consequences.py"]),
        _part("kinds", _kinds()),
        _part("evaluation", _room("evaluate")),
        _part("verifier", [_PACKAGE / "verifier.py"]),
        _part(
            "writer",
            [
                *(_PACKAGE / "certificates" / f"{name}.py" for name in ("statements", "declarations", "notation")),
                _PACKAGE / "statements" / "declaration.py",
            ],
        ),
    )


def _room(name: str) -> list[Path]:
    return sorted((_PACKAGE / name).glob("*.py"))


def _kinds() -> Iterator[Path]:
    """The modules of `derive.statements` that decide: those with a class that has ``obligations``, and their base."""
    for path in _room("statements"):
        classes = [node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.ClassDef)]
        named = {node.name for each in classes for node in each.body if isinstance(node, ast.FunctionDef)}
        if named & {"obligations", "decide"} or path.stem in ("equation", "lemmas"):
            yield path


def _part(name: str, paths: Iterable[Path]) -> Part:
    return Part(name, {str(path.relative_to(_PACKAGE)): code_lines(path.read_text("utf-8")) for path in paths})


@click.command("trust", epilog=_HELP)
@click.option("--files", is_flag=True, help="List the files of each part, too.")
@click.option("--json", "as_json", is_flag=True, help='Print JSON, schema "derive-trust/1".')
def trust(files: bool, as_json: bool) -> None:
    """Count what must be believed for each kind of answer: lines of code, and axioms.

    \b
    Examples:
      derive trust
      derive trust --files

    \b
    Exit codes: 0 counted; 2 a usage error.
    """
    parts = {part.name: part for part in trusted_base()}
    totals = {answer.answer: sum(parts[name].lines for name in answer.parts) for answer in ANSWERS}
    if as_json:
        say_json(
            {
                "schema": "derive-trust/1",
                "parts": [{"name": p.name, "lines": p.lines, "files": p.files} for p in parts.values()],
                "axioms": [],
                "answers": [
                    {"answer": a.answer, "parts": list(a.parts), "lines": totals[a.answer], "besides": a.besides}
                    for a in ANSWERS
                ],
            }
        )
        return
    say("lines of code (neither blank, nor comment, nor docstring)", style="bold")
    for part in parts.values():
        say(f"{part.lines:6}  {part.name}", indent=1)
        if files:
            say(*(f"{lines:6}  {name}" for name, lines in part.files.items()), indent=6)
    say("axioms: none", "")
    say("to believe an answer", style="bold")
    for answer in ANSWERS:
        counted = f"{' + '.join(answer.parts)}, {totals[answer.answer]} lines" if answer.parts else "no line of derive"
        say(f"{answer.answer}: {counted}", indent=1)
        say_prose(answer.besides, indent=4)
