r"""A session: declarations that live on, and the relations that are decided with them.

A text is declarations and relations, a line each, or several with semicolons between.  What begins with the first word of a
declaration is one; any other line is a relation, which goes on in the next line where that begins with a relation sign.  A
relation is read as ``derive prove`` reads it, with what stands above it and in the texts before: LaTeX, where there is a
backslash in any of it.  A display of LaTeX (``\[``, ``$$``, ``\begin{align}``) is read as one of a paper.

A text that cannot be read decides nothing, and declares nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Any, overload

from derive.cli.papers import repair_of, verdict_of
from derive.cli.prove import Declared, Known, decide, explained, latex_context, only, read
from derive.cli.records import came_from
from derive.errors import InputError
from derive.language.hypotheses import CONDITION_KINDS
from derive.reading import ReadChain
from derive.reading.latex.declaring import Clause, clauses
from derive.reading.latex.macros import DEFINING
from derive.reading.latex.signs import RELATIONS
from derive.reading.paper import Relation
from derive.reading.paper.formulas import formulas_of
from derive.reading.paper.patterns import ENVIRONMENTS, WITH_ARGUMENTS
from derive.reading.paper.relations import DisplayReader
from derive.reading.source import Source
from derive.report import escape
from derive.showing.formats import markdown
from derive.showing.formats import text as in_text
from derive.statements.verdict import Verdict

#: What is said of names of a text before, where they cannot be read with what is new.
BEFORE = "an earlier text"

#: A comment of plain syntax.
_COMMENT = re.compile(r"(?:^|(?<=[ \t]))#[^\n]*", re.MULTILINE)
#: A sign at the beginning of a line.
_SIGN = re.compile(r"[=<>!+-]|\\[A-Za-z]+")
#: What stands behind a name, and not behind the first word of a declaration.
_OPERATOR = re.compile(r"[(\[^_*/+\-=<>!.,)|&]")
#: What declares without a first word.
_DECLARES = re.compile(
    rf"(?P<macro>(?:{'|'.join(map(re.escape, sorted(DEFINING)))})(?![A-Za-z]))|(?P<depends>[^\n]*\sdepends\s+on\s)"
)
#: What is read with declarations alone, to see whether they can be.
_NOTHING = "1 = 1"
_NAMES = "|".join(sorted(set(ENVIRONMENTS) - set(WITH_ARGUMENTS)))
_SHOWN = re.compile(
    rf"^[ \t]*(?:\\begin\{{(?P<name>{_NAMES})(?P<star>\*?)\}}(?P<rows>.*?)\\end\{{(?P=name)(?P=star)\}}"
    r"|\\\[(?P<bracket>.*?)\\\]|\$\$(?P<dollars>.*?)\$\$)[ \t]*$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, repr=False)
class Answers(Sequence[Verdict]):
    """The verdicts of the relations of a text, in order; true where there are some, and all are proved.

    ``notes`` are the relations that are not decided, each with its place and the reason.
    """

    verdicts: tuple[Verdict, ...] = ()
    notes: tuple[str, ...] = ()

    @overload
    def __getitem__(self, at: int) -> Verdict: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Verdict, ...]: ...
    def __getitem__(self, at: int | slice) -> Verdict | tuple[Verdict, ...]:
        return self.verdicts[at]

    def __len__(self) -> int:
        return len(self.verdicts)

    def __bool__(self) -> bool:
        return len(self) > 0 and all(verdict.status == "proved" for verdict in self)

    def __str__(self) -> str:
        return "\n\n".join([*map(in_text, self), *self.notes])

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def _repr_markdown_(self) -> str:
        return "\n\n---\n\n".join([*map(markdown, self), *map(escape.markdown, self.notes)])


@dataclass
class Session:
    r"""Names, hypotheses and conventions that were declared, which live on until ``forget``.

    >>> session = Session()
    >>> len(session.decide("dimension N; vector x : N"))
    0
    >>> print(session.decide("norm(x)^2 = dot(x, x)"))
    |x|² = x · x
    proved for all N ≥ 1
    >>> session.decide("forget; dimension K; norm(x) = 1")
    Traceback (most recent call last):
    ...
    derive.errors.NameError_: 1:27: the unknown name 'x'
    ...
    """

    declared: list[Declared] = field(default_factory=list)
    theory: str | None = None

    def decide(self, text: str, theory: str | None = None, as_latex: bool = False) -> Answers:
        """The verdicts of the relations in a text, whose declarations are kept.

        Args:
            text: declarations and relations.
            theory: whose names may be used, from here on.
            as_latex: read it as LaTeX, though there is no backslash.

        Raises `InputError` with line and column of what cannot be read; nothing is decided or kept then.
        """
        declared, of = self.declared, theory if theory is not None else self.theory
        bare = _COMMENT.sub(lambda found: " " * len(found[0]), text)
        latex = as_latex or "\\" in bare
        found: list[Callable[[], Verdict]] = []
        notes: list[str] = []
        parts: list[Clause] = []  # the declarations of the text
        for clause in _clauses(bare):
            here = [*declared, ("", _only(bare, parts))]
            if clause.keyword == "forget":
                declared, parts, of = [], [], theory
            elif clause.keyword.startswith("\\"):
                relations, said = _read_display(bare, clause, here, of)
                found += relations
                notes += said
            elif clause.keyword:
                parts.append(clause)
            else:
                found.append(partial(_decided, _read(_only(bare, [clause]), here, of, latex)))
        if parts:
            _read(_NOTHING, [*declared, ("", _only(bare, parts))], of, latex)
            declared = [*declared, (BEFORE, _only(bare, parts))]
        verdicts = tuple(decide() for decide in found)
        self.declared, self.theory = declared, of
        return Answers(verdicts, tuple(notes))


def _read(statement: str, declared: list[Declared], theory: str | None, as_latex: bool) -> Known:
    """As ``derive prove`` reads it; in plain syntax ``use NAME`` is what the option ``--theory NAME`` is there."""
    before = not as_latex and any("\\" in text for _, text in declared)
    if as_latex or before:
        try:
            return only(read(statement, declared, theory, as_latex=True))
        except InputError as error:
            if before:
                error.add_note("this is read as LaTeX, as names before are; forget begins anew")
            raise
    names = []
    for where, text in declared:
        found = list(clauses(text))
        used = [text[clause.begin : clause.end].strip() for clause in found if clause.keyword == "use"]
        theory = used[-1] if used else theory
        names.append((where, _only(text, [clause for clause in found if clause.keyword != "use"])))
    return only(read(statement, names, theory))


def _read_display(
    text: str, display: Clause, declared: list[Declared], theory: str | None
) -> tuple[list[Callable[[], Verdict]], list[str]]:
    """The relations of a display, read as in a paper, and what is said of those that are not decided."""
    of, context = latex_context(theory, declared)
    source = Source(text)
    if (inside := text.find("derive:", display.at, display.end)) >= 0:
        raise source.error(inside, "a comment of derive inside of a display", "declarations above it")
    reader = DisplayReader(source, context, set(), None)
    reader.display(formulas_of(source, display.at, display.end, display.keyword[1:], context.macros))
    for relation in reader.relations:
        if relation.error is not None:
            raise explained(relation.error, of) from None
    found = [partial(_decided_relation, relation, context.origins) for relation in reader.relations]
    return list(found), [f"not decided, {note.place}: {note.text}" for note in reader.notes]


def _decided_relation(relation: Relation, origins: Mapping[str, str]) -> Verdict:
    read = ReadChain(relation.sides, relation.hypotheses, (relation.place,), (relation.sign,))
    verdict = relation.source.make(relation.at, verdict_of, relation)
    better = repair_of(relation, verdict.counterexample) if verdict.status == "refuted" else ""
    return _noting(verdict, came_from(read, origins), better)


def _clauses(text: str) -> Iterator[Clause]:
    r"""The clauses of a text, a relation in several lines as one; and its displays, with keywords such as ``\align``."""
    begin = 0
    for display in _SHOWN.finditer(text):
        yield from _joined(text, begin, display.start())
        inside = next(name for name in ("rows", "bracket", "dollars") if display[name] is not None)
        keyword = {"bracket": r"\[", "dollars": r"\$"}.get(inside, rf"\{display['name']}")
        yield Clause(keyword, display.start(inside), display.start(inside), display.end(inside))
        begin = display.end()
    yield from _joined(text, begin, len(text))


def _joined(text: str, begin: int, end: int) -> Iterator[Clause]:
    """Raises `ReadError` for a line that could begin a relation, or go on with the one above."""
    waiting: Clause | None = None
    for clause in map(partial(_told_apart, text), clauses(text, begin, end)):
        if waiting is not None and not clause.keyword and ";" not in text[waiting.end : clause.at]:
            sign = _SIGN.match(text, clause.at)
            if sign is not None and sign[0] in "+-":
                expected = "a relation sign, or the whole relation in one line"
                hint = "what begins anew stands behind a semicolon, or in parentheses"
                raise Source(text).error(clause.at, f"a line that begins with '{sign[0]}'", expected, hint)
            if sign is not None and (not sign[0].startswith("\\") or sign[0] in RELATIONS):
                waiting = replace(waiting, end=clause.end)
                continue
        if waiting is not None:
            yield waiting
        waiting = None if clause.keyword else clause
        if clause.keyword:
            yield clause
    if waiting is not None:
        yield waiting


def _told_apart(text: str, clause: Clause) -> Clause:
    """The clause with a keyword if it is a declaration, and without one if it is a relation: ``mean(x) = 0`` is one."""
    if not clause.keyword:
        declares = _DECLARES.match(text, clause.at, clause.end)
        return replace(clause, keyword=declares.lastgroup or "") if declares else clause
    rest = text[clause.begin : clause.end].lstrip()
    of_terms = clause.keyword == "assume" or (clause.keyword in CONDITION_KINDS and rest.startswith("("))
    return clause if of_terms or not _OPERATOR.match(rest) else replace(clause, keyword="", begin=clause.at)


def _only(text: str, parts: list[Clause]) -> str:
    """The text with blanks in the place of everything else, so that places in it are those of the text."""
    kept = set(chain.from_iterable(range(part.at, part.end) for part in parts))
    breaks = {part.end for part in parts}
    return "".join(
        ";" if at in breaks and letter != "\n" else letter if at in kept or letter == "\n" else " "
        for at, letter in enumerate(f"{text} ")
    ).rstrip(" \n;")


def _decided(known: Known) -> Verdict:
    return _noting(decide(known.chain), known.names)


def _noting(verdict: Verdict, names: tuple[str, ...], better: str = "") -> Verdict:
    """The verdict, which says which names came from a theory, and what would be true."""
    said = (*([f"names: {'; '.join(names)}"] if names else []), *([better] if better else []))
    return replace(verdict, notes=(*said, *verdict.notes))
