r"""The text of declarations → clauses with their places: comments ``% derive: …``, separated by ``;`` or line ends; and what
every clause may speak of: names as they are typeset, dimensions, and what was declared before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from derive.errors import DeclaredTwice, InputError, NameError_
from derive.language.build import let
from derive.language.hypotheses import CONDITION_KINDS, Condition
from derive.language.terms import Defined, Symbol, Term
from derive.language.unknown import names_of
from derive.printing.names import GREEK
from derive.reading.environment import Meaning
from derive.reading.latex.abbreviations import is_entry, is_index, with_spelling
from derive.reading.latex.cardinals import size_name
from derive.reading.latex.composed import accented_component, marked_apart
from derive.reading.latex.context import Context, shown
from derive.reading.latex.conventions import FIRST_WORDS
from derive.reading.latex.formula_names import check_beside, formula_name
from derive.reading.latex.formula_shapes import CLOSING, items_of, key_of, shape_of
from derive.reading.latex.nodes import name_of
from derive.reading.latex.properties import DECLARED, PROPERTIES, properties_in
from derive.reading.latex.spelling import UNMARKED, Key, Lexeme, read_key
from derive.reading.latex.tokens import tokens
from derive.reading.latex.words import WORDS
from derive.reading.source import Source

#: The first words of what a paper says of a relation, or of the lines that follow.
DIRECTIVES = tuple(word for word, row in WORDS.items() if row.directive)

#: The first words of clauses.
KEYWORDS = (*WORDS, *FIRST_WORDS, *sorted(CONDITION_KINDS))

#: Other spellings of first words.
_PLURAL = {"dimensions": "dimension", "vectors": "vector", "matrices": "matrix", "scalars": "scalar", "indices": "index",
           "functions": "function"}  # fmt: skip
SYNONYMS = {
    **_PLURAL, **dict.fromkeys(("dim", "dims", "integer", "integers", "size"), "dimension"),
    **dict.fromkeys(("vec", "vecs"), "vector"), **dict.fromkeys(("mat", "mats"), "matrix"),
    **dict.fromkeys(("constant", "constants", "parameter", "parameters", "hyperparameter", "hyperparameters", "variable",
                     "variables", "number", "real", "reals"), "scalar"),
    **dict.fromkeys(("define", "denote"), "let"), **dict.fromkeys(("suppose", "assuming"), "assume"),
}  # fmt: skip
#: First word → all of its spellings, with itself.
SPELLINGS = {one: (one, *(other for other, word in SYNONYMS.items() if word == one)) for one in WORDS}
#: First word → its plural.
PLURALS = {one: more for more, one in _PLURAL.items()}
#: First words of clauses that say what is declared.
TYPES = ("scalar", "vector", "matrix")
#: What stands between names and their shape.
OF_SHAPE = re.compile(r":(?!=)|\\in(?![A-Za-z])|∈|\sin\s")
#: First words that go on behind a semicolon: ``matrices W : r x s; X : s x t``.
_GOING_ON = ("vector", "matrix", "index")
_PREFIX = re.compile(r"^[ \t]*%+[ \t]*derive:", re.MULTILINE)
_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_WORD = re.compile(r"\s*([A-Za-z_]+)(?![A-Za-z_])")
#: A first word in another spelling is none where a name of its letters is related to something, ``size = 2``.
_RELATED = re.compile(r"\s*(?:[=<>_^:(]|\\[lgn]e)")
_TYPED = "|".join((*TYPES, *(word for word, one in SYNONYMS.items() if one in TYPES)))
_ANEW = re.compile(rf",\s*(?:{'|'.join(('let', 'assume', 'dimension', 'index', *TYPES, *_PLURAL))})\s")
_COLON = re.compile(r"\s*:(?!=)")
#: What says nothing of a vector; a row is one of a matrix.
_COLUMN = re.compile(r"\s*(column|row|random)\s+(?=vectors?\b|vecs?\b)")
#: Properties before what is declared, ``symmetric matrix A : N x N``, or a property alone, ``positive definite A``.
_LEADING = re.compile(rf"\s*(?:(?P<before>{PROPERTIES})\s+(?={_TYPED}\b)|(?P<alone>{DECLARED}))")


@dataclass(frozen=True)
class Clause:
    """A keyword (empty when the clause has none), and the offsets of what follows it; ``words`` are properties before it."""

    keyword: str
    at: int
    begin: int
    end: int
    words: tuple[str, ...] = ()


def clauses(text: str, start: int = 0, stop: int | None = None) -> Iterator[Clause]:
    """The clauses of a part of a text; ``% derive:`` before a line is optional, any other comment is passed over."""
    blank = _PREFIX.sub(lambda match: " " * len(match[0]), text[start:stop])
    blank = _COMMENT.sub(lambda match: " " * len(match[0]), blank)
    last = ""
    for begin, end in _parted(blank):
        column = _COLUMN.match(blank, begin, end)
        lead = _LEADING.match(blank, begin, end)
        words = (*properties_in(lead["before"] or ""),) if lead else ("row",) if column and column[1] == "row" else ()
        first = lead.end() if lead and lead["before"] else column.end() if column else begin
        match = _WORD.match(blank, first, end)
        word = match[1] if match else ""
        if match and word in SYNONYMS and (word in _PLURAL or not _RELATED.match(blank, match.end(), end)):
            word = SYNONYMS[word]
        alone = properties_in(lead["alone"] or "") if lead else []
        if alone and (word := alone[0]) in KEYWORDS:
            match = lead
        known = word in KEYWORDS
        at = begin + len(blank[begin:end]) - len(blank[begin:end].lstrip())
        after = match.end() if known and match else at
        if word in (*TYPES, "dimension") and (colon := _COLON.match(blank, after, end)):
            after = colon.end()
        end = begin + len(blank[begin:end].rstrip())
        goes_on = not known and last and blank[begin - 1] == ";" and find(blank, begin, end, "=") < 0
        if goes_on and OF_SHAPE.search(blank, begin, end):
            word, known = last, True
        last = word if word in _GOING_ON else ""
        yield Clause(word if known else "", start + at, start + min(after, end), start + end, words)


def _parted(text: str) -> Iterator[tuple[int, int]]:
    """The clauses between semicolons and line ends, and between commas before the first word of a declaration."""
    for begin, end in split(text, 0, len(text), ";\n"):
        commas = [
            at for at, sign, depth in outside(text, begin, end) if sign == "," and not depth and _ANEW.match(text, at)
        ]
        edges = [begin, *(edge for at in commas for edge in (at, at + 1)), end]
        yield from zip(edges[::2], edges[1::2], strict=True)


#: A pair of angles, or of printed braces, in one clause, and the second of them; ``mean \langle`` has the first alone.
_ANGLES = re.compile(r"\\langle(?![A-Za-z])[^;\n]*?\\rangle(?![A-Za-z])|\\\{[^;\n]*?\\\}")
_CLOSING = re.compile(r"\\rangle(?![A-Za-z])|\\\}")


def outside(text: str, begin: int, end: int) -> Iterator[tuple[int, str, int]]:
    r"""The offset of each character but escaped ones, the character, and how many brackets are open before it.

    So is a ``\langle`` with its ``\rangle``, and a ``\{``.
    """
    depth, angles, at = 0, 0, begin
    while at < end:
        if text[at] == "\\":
            opens = bool(_ANGLES.match(text, at, end))
            closes = bool(angles and _CLOSING.match(text, at, end))
            depth, angles = depth + opens - closes, angles + opens - closes
            at += 2
            continue
        yield at, text[at], depth
        depth += (text[at] in "{([") - (text[at] in "})]")
        at += 1


def split(text: str, begin: int, end: int, separators: str) -> Iterator[tuple[int, int]]:
    """The parts of a text between separators that stand outside of brackets; empty parts are left out.

    What is open at a separator, or at the end of a line where that is one, does not count behind it.
    """
    start, closed = begin, 0
    for at, character, depth in outside(text, begin, end):
        if character == "\n" and "\n" in separators:
            closed = depth
        if character in separators and depth <= closed:
            if text[start:at].strip():
                yield start, at
            start, closed = at + 1, depth
    if text[start:end].strip():
        yield start, end


#: What stands between the arguments of ``L(\\theta \\mid X)``.
_BAR = re.compile(r"\\(?:mid|vert)(?![A-Za-z])|(?<!\\)\|")


def arguments(text: str, begin: int, end: int) -> tuple[list[tuple[int, int]], bool]:
    """The arguments of a function between two offsets, after commas, semicolons and one bar, and whether there is one."""
    parts, bars = list(split(text, begin, end, ",;")), list(_BAR.finditer(text, begin, end))
    if len(bars) != 1:
        return parts, False
    made = [one for a, b in parts for one in ((a, bars[0].start()), (bars[0].end(), b)) if a <= bars[0].start() < b]
    return sorted([*(part for part in parts if not part[0] <= bars[0].start() < part[1]), *made]), True


def opening(text: str, begin: int, end: int) -> int:
    """The offset of the bracket, round or square, with which the arguments of a function begin, or -1."""
    found = [at for at in (find(text, begin, end, sign) for sign in "([") if at >= 0]
    return min(found, default=-1)


def find(text: str, begin: int, end: int, sign: str) -> int:
    """The offset of a sign outside of brackets, or -1."""
    return next((at for at, found, depth in outside(text, begin, end) if found == sign and depth == 0), -1)


#: Words that people write for letters outside of mathematics.
_LETTERS = {"eps": r"\epsilon", **{word: rf"\{word}" for word in GREEK}}

#: What is expected where a name stands.
A_NAME = r"a name as it is typeset, such as \vec a or \sigma_x^2"
#: The numbers of axes of what is declared.
RANKS = (0, 1, 2)


#: What such a name begins with: a letter, a command, or a word, ``\text{Cov}``.
_HEAD = re.compile(r"\\?[A-Za-z]+(?:\{[A-Za-z .]+\})?")
#: What brackets hold that are those of no function of names: the signs of a distribution.
_SIGNS = frozenset({"|", r"\mid", r"\vert", "=", ";"})
#: The real numbers, as people write them.
REALS = r"\s*(?:\\mathbb\s*(?:\{\s*R\s*\}|R)|\\(?:R|Reals?)(?![A-Za-z])|ℝ|R)\s*"

_LETTERS_APART = re.compile(r"\s*[A-Za-ce-z](?:\s+[A-Za-z])+\s*")
_DOLLARS = re.compile(r"\s*\$([^$]+)\$\s*")


class Declaring:
    """A text of declarations, the context before one of its clauses, and the names that were declared in it."""

    def __init__(self, source: Source, context: Context, declared: set[tuple[Key, bool]]) -> None:
        self.source, self.context, self.declared = source, context, declared
        self.error, self.fail, self.make = source.error, source.fail, source.make
        #: The name that was defined last, and what a node has added to the names of the text.
        self.latest, self.added = "", frozenset[tuple[Key, bool]]()
        #: Is the body of a definition that was read last the gradient by a row?
        self.is_row_gradient = False
        self.text = source.text

    def undollared(self, begin: int, end: int) -> tuple[int, int]:
        """The offsets of a name within its dollar signs, if it has them."""
        found = _DOLLARS.fullmatch(self.text, begin, end)
        return found.span(1) if found else (begin, end)

    def name(self, begin: int, end: int) -> tuple[Key, str, int]:
        """The key, mark and place of a name; raises for what is no single name."""
        begin, end = self.undollared(begin, end)
        text = self.text[begin:end]
        at = begin + len(text) - len(text.lstrip())
        if r"\cos" in text and (cosine := self.cosine(begin, end)) is not None:
            return cosine, "", at
        self.check_entry(begin, end)
        found = self.context.macros.expand(self.source, tokens(self.source, begin, end))
        own = "".join(token.text for token in found) if len(found) == 4 else ""
        if any(each.body[0].text == own for each in self.context.abbreviations if len(each.body) == 1):
            return Key(own), "", at  # \Vec{b}
        found = marked_apart(self.source, found, bool)
        sized = size_name(self.source, found)
        key = (
            (Key(sized.text), "")
            if sized
            else read_key(self.source, accented_component(self.source, found, self.context))
        )
        if key is None:
            raise self.error(at, f"'{text.strip()[:40]}'", A_NAME)
        if key[0].core == "d" and key[1] == "rm":
            found_, hint = f"'{text.strip()[:40]}', a differential", "an upright d is an operator: declare d in italics"
            raise self.error(at, found_, "a name", hint)
        return key[0]._replace(core=_LETTERS.get(key[0].core, key[0].core)), key[1], at

    def new_name(self, begin: int, end: int, kind: tuple[int, frozenset[str]] | None = None) -> tuple[Key, str, int]:
        """`name`, or one that is written as a formula, which the context knows from here on; see `FormulaName.kind`."""
        begin, end = self.undollared(begin, end)
        if _LETTERS_APART.fullmatch(self.text, begin, end):
            raise self.error(begin, f"'{self.text[begin:end].strip()}'", "commas between names")
        items = self.formula(begin, end)
        if (items is None or "=" in items) and (tied := self.tied(begin, end)) is not None:
            return tied
        if items is None:
            return self.name(begin, end)
        at = begin + len(self.text[begin:end]) - len(self.text[begin:end].lstrip())
        found = self.make(at, formula_name, items, self.context, kind)
        if found is None:
            raise TypeError("the items of a formula that is no name")
        if kind is not None:  # of a definition it depends on what it is made of
            self.make(at, check_beside, found, self.context.formulas.values())
        self.context = replace(self.context, formulas={**self.context.formulas, found.name: found})
        return Key(found.name), "", at

    def tied(self, begin: int, end: int) -> tuple[Key, str, int] | None:
        r"""A name with brackets that hold a sign, ``P(y = k | X)``, ``\text{Cov}[v, v | Y]``; None of anything else.

        The context knows it from here on as it is written.  What ties it to others is not known (`Tied`).
        """
        items = self.items(begin, end)
        opens = next((at for at, text in enumerate(items) if text in CLOSING), 0)
        named = opens and _HEAD.fullmatch(items[0]) and "=" not in items[:opens]
        if not named or items[-1] != CLOSING[items[opens]] or _SIGNS.isdisjoint(items[opens:]):
            return None
        if index := next((text for text in items[opens:] if is_index(text, self.context)), ""):
            raise self.fail(
                begin, f"the index {index} inside of a name", "declare the vector of which it is a component"
            )
        key = Key(" ".join(items))
        self.context = with_spelling(self.context, items, Lexeme("NAME", key.core, begin), tied=True)
        return key, "", begin + len(self.text[begin:end]) - len(self.text[begin:end].lstrip())

    def check_entry(self, begin: int, end: int) -> None:
        """Refuse a declaration of what is an entry, or a row, of what is declared with an index in its name."""
        if any(each.indexed for each in self.context.abbreviations) and is_entry(self.context, self.items(begin, end)):
            written = self.text[begin:end].strip()
            raise self.fail(begin, f"{written}, which is declared for every index", "use another letter", DeclaredTwice)

    def hidden(self, at: int, name: str, whole: Term) -> Context:
        """The context with an array whose name nobody writes: it stands under ``∂name``."""
        return self.make(at, self.context.declare, {(Key(f"∂{name}"), ""): self.make(at, let, name, whole)})

    def cosine(self, begin: int, end: int) -> Key | None:
        r"""The name ``\cos\theta``, which the context knows from here on, also with parentheses; None of anything else."""
        found = [text for text in self.items(begin, end) if text not in "()"]
        if len(found) != 2 or found[0] != r"\cos" or not found[1].strip("\\").isalpha():
            return None
        name = Lexeme("NAME", " ".join(found), begin)
        for items in (tuple(found), (found[0], "(", found[1], ")")):
            self.context = with_spelling(self.context, items, name)
        return Key(name.text)

    def items(self, begin: int, end: int) -> tuple[str, ...]:
        """What stands between two offsets as items, its macros expanded."""
        return tuple(
            item.text for item in items_of(self.context.macros.expand(self.source, tokens(self.source, begin, end)))
        )

    def formula(self, begin: int, end: int) -> tuple[str, ...] | None:
        """What stands between two offsets as the items of a name that is written as a formula; None of anything else."""
        found = self.context.macros.expand(self.source, tokens(self.source, begin, end))
        if read_key(self.source, marked_apart(self.source, found, bool)) is not None:
            return None
        items = tuple(item.text for item in items_of(found))
        return items if shape_of(items) is not None else None

    def once(
        self, key: Key, mark: str, at: int, ranks: Sequence[int] = RANKS, beside: Sequence[int] | None = None
    ) -> None:
        r"""A name may be declared once in a text, but a scalar \mu beside a vector with the components \mu_g.

        ``ranks``: the numbers of axes that the name takes; ``beside``: those that must be free, the same by default.
        """
        entries = [entry_of(key, mark, rank) for rank in (ranks if beside is None else beside)]
        operator = key == Key(key.core) and (key.core, mark) in self.context.operators
        if operator or not self.declared.isdisjoint(entries):
            hint = "declare it once; a name whose shape is declared may be defined before anything is made or assumed of it"
            raise self.fail(at, f"the name {shown(key)} is declared twice", hint, DeclaredTwice)
        for formula in self.context.formulas.values():
            if (head := key_of(formula.shape.base)) is not None and head[0] == key:
                hint = "use another letter; or declare what it depends on, or define it, in the place of that name"
                raise self.fail(at, f"{shown(key)}, of which {formula} is declared: what does it depend on?", hint)
        self.declared.update(entry_of(key, mark, rank) for rank in ranks)

    def define_declared(self, key: Key, mark: str, meaning: Meaning, body: Term) -> None:
        """A name of which the shape alone is declared may be defined, as long as nothing is made or assumed of it."""
        context = self.context
        if not isinstance(meaning, Symbol | Defined) or meaning.shape != body.shape:
            return
        name = name_of(meaning)
        alone: Meaning = meaning
        if isinstance(meaning, Defined):  # a row is made of the vector of its entries
            alone = next((context.env.names[each] for each in context.names(Key(f"∂{name}"), "")), meaning)
        row = isinstance(meaning, Defined) and isinstance(alone, Symbol) and meaning.unfold() == alone.T
        if not isinstance(alone, Symbol) or alone != Symbol(alone.name, alone.shape) or not (row or alone is meaning):
            return
        terms = [each for each in context.env.names.values() if isinstance(each, Term) and each not in (meaning, alone)]
        terms += [each.body for each in context.definitions.values()]
        for said in context.env.hypotheses:
            terms += [said.term] if isinstance(said, Condition) else [said.lhs, said.rhs]
        pairs = (
            *chain.from_iterable(context.losses.values()),
            *context.depends,
            *context.slopes.values(),
            *context.graph.items(),
        )
        used = {name for one, other in pairs for name in (one, *((other,) if isinstance(other, str) else other))}
        used |= {family.matrix for family in context.families.values()} | context.held
        if alone not in names_of(body, *terms) and used.isdisjoint((name, alone.name)):
            self.declared.discard(entry_of(key, mark, len(body.shape)))

    def no_loss_and_function(self, context: Context, key: Key, at: int) -> Context:
        """A context, in which a name is not both a loss and a function, whose derivatives are known; or an error."""
        if key in context.losses and key in context.calls:
            hint = "leave out the loss: the derivatives of the function are known; or use another letter"
            raise self.fail(at, f"{shown(key)} as a loss, and as a function that is defined", hint, NameError_)
        return context

    def internal(self, key: Key, mark: str, rank: int) -> str:
        """The name in the environment for a key that is being declared with so many axes."""
        shared = any(entry_of(key, mark, other) in self.declared for other in RANKS if other != rank)
        return self.context.internal(key, mark, rank if shared else None)

    def rest(self, clause: Clause) -> str:
        """What stands behind the first word of a clause."""
        return self.text[clause.begin : clause.end].strip()

    def term_named(self, begin: int, end: int, formulas: bool = False) -> tuple[str, Term]:
        """The one declared name between two offsets, with ``formulas`` also one that is one, and what it means."""
        items = self.formula(begin, end) if formulas else None
        known = [one.name for one in self.context.formulas.values() if one.items == items]
        key, mark, at = (Key(known[0]), "", begin) if known else self.name(begin, end)
        names = self.context.names(key, mark)
        meaning = self.context.env.names[names[0]] if len(names) == 1 else None
        if not isinstance(meaning, Term):
            raise self.unknown(key, at)
        return names[0], meaning

    def unknown(self, key: Key, at: int) -> InputError:
        """The error for a name that is not declared, or is a function that is no node of a graph, yet."""
        word = shown(key)
        if key in self.context.opened:
            index = ", ".join(each.name for each in self.context.opened[key][1])
            message = f"{word}, in which the index {index} is free, as one name"
            return self.fail(at, message, f"declare it without {index}")
        if waiting := next(
            (each for each in self.context.waiting if word in (each.name, each.name.split("_")[0])), None
        ):
            hint = f"it is a function, and no node of a graph: {waiting.why}; write nothing but the name before '='"
            return self.fail(at, f"the function {word} as a name", hint, NameError_)
        if rows := next((core for core, family in self.context.families.items() if key.core in family.pattern), ""):
            what = rf"{word}, which stands in the name of rows alone, {rows},".replace(r"\square", "i")
            return self.fail(at, what, "write the entry itself, K_{ij}, or take another letter", NameError_)
        written = self.context.written(key)
        hint = f"declared is {written[0]}; write it so" if written else "declare it first"
        return self.fail(at, f"the unknown name {word}", hint, NameError_)


def entry_of(key: Key, mark: str, rank: int) -> tuple[Key, bool]:
    """A name that has been declared: an array is told from a scalar by brackets for its indices."""
    return key._replace(sub=key.sub + "[]" * rank), mark not in UNMARKED
