r"""What declarations are made of: names, dimensions, the symbols of derivatives, and conventions.

``loss L of y`` and ``y depends on x`` declare derivatives that no formula gives; ``hold m fixed`` says that derivatives do
not look into m.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from derive.errors import InputError, NameError_, ShapeError
from derive.language.terms import Dim, Dimension, Shape, Symbol, Term, axes_of, show_shape
from derive.printing.names import GREEK
from derive.reading.latex.clauses import Clause, split
from derive.reading.latex.context import Context, Family, shown
from derive.reading.latex.conventions import CONVENTIONS, declaration_of
from derive.reading.latex.dependence import closes_a_circle
from derive.reading.latex.jacobians import LAYOUTS
from derive.reading.latex.spelling import UNMARKED, Key, read_key
from derive.reading.latex.tokens import tokens
from derive.reading.names import Names
from derive.reading.source import Source

#: Words that people write for letters outside of mathematics.
_LETTERS = {"eps": r"\epsilon", **{word: rf"\{word}" for word in GREEK}}


#: Signs of a mean that are no names.
SIGNS_OF_MEANS = {
    r"\overline": r"\bar", r"\bar": r"\bar", r"\langle": r"\langle", r"\langle \rangle": r"\langle",
    r"\langle\cdot\rangle": r"\langle", r"\langle \cdot \rangle": r"\langle",
}  # fmt: skip


#: The numbers of axes of what is declared.
RANKS = (0, 1, 2)


class Declaring:
    """A text of declarations, and the context before one of its clauses."""

    def __init__(self, source: Source, context: Context, declared: set[tuple[Key, bool]]) -> None:
        self.source, self.context, self.declared = source, context, declared
        self.make = Names(source, context.env).make

    def name(self, begin: int, end: int) -> tuple[Key, str, int]:
        """The key, mark and place of a name; raises for what is no single name."""
        text = self.source.text[begin:end]
        at = begin + len(text) - len(text.lstrip())
        found = self.context.macros.expand(self.source, tokens(self.source, begin, end))
        key = read_key(self.source, found)
        if key is None:
            raise self.source.error(
                at, f"'{text.strip()[:40]}'", r"a name as it is typeset, such as \vec a or \sigma_x^2"
            )
        if key[0].core == "d" and key[1] == "rm":
            found_, hint = f"'{text.strip()[:40]}', a differential", "an upright d is an operator: declare d in italics"
            raise self.source.error(at, found_, "a name", hint)
        return key[0]._replace(core=_LETTERS.get(key[0].core, key[0].core)), key[1], at

    def once(
        self, key: Key, mark: str, at: int, ranks: Sequence[int] = RANKS, beside: Sequence[int] | None = None
    ) -> None:
        r"""A name may be declared once in a text, but a scalar \mu beside a vector with the components \mu_g.

        ``ranks``: the numbers of axes that the name takes; ``beside``: those that must be free, the same by default.
        """
        entries = [_entry(key, mark, rank) for rank in (ranks if beside is None else beside)]
        operator = key == Key(key.core) and (key.core, mark) in self.context.operators
        if operator or not self.declared.isdisjoint(entries):
            raise self.source.placed(NameError_(f"the name {shown(key)} is declared twice", hint="declare it once"), at)
        self.declared.update(_entry(key, mark, rank) for rank in ranks)

    def internal(self, key: Key, mark: str, rank: int) -> str:
        """The name in the environment for a key that is being declared with so many axes."""
        shared = any(_entry(key, mark, other) in self.declared for other in RANKS if other != rank)
        return self.context.internal(key, mark, rank if shared else None)

    def dim(self, begin: int, end: int) -> Dim:
        """A dimension: its name, or an integer of at least 2."""
        text = self.source.text[begin:end].strip().strip("${} ")
        if text.isdecimal() and text.isascii() and len(text) < 9 and int(text) >= 2:
            return int(text)
        key, mark, at = self.name(begin, end)
        for name in self.context.names(key, mark):
            if isinstance(dim := self.context.env.names[name], Dimension):
                return dim
        hint = f"declare it first: dimension {shown(key)}"
        raise self.source.placed(NameError_(f"the unknown dimension {shown(key)}", hint=hint), at)

    # --- derivatives ------------------------------------------------------------------------------------------------

    def term_named(self, begin: int, end: int) -> tuple[str, Term]:
        """The one declared name between two offsets, and what it means."""
        key, mark, at = self.name(begin, end)
        names = self.context.names(key, mark)
        meaning = self.context.env.names[names[0]] if len(names) == 1 else None
        if not isinstance(meaning, Term):
            raise self.source.placed(NameError_(f"the unknown name {shown(key)}", hint="declare it first"), at)
        return names[0], meaning

    def loss(self, clause: Clause) -> Context:
        """``loss L of y``: ∂L/∂y is a symbol."""
        found = re.search(r"\sof\s", self.source.text[clause.begin : clause.end])
        if found is None:
            raise self.source.error(clause.end, "the end", "'of' and a name, as in loss L of y")
        key, mark, at = self.name(clause.begin, clause.begin + found.start())
        self.once(key, mark, at)
        y, meaning = self.term_named(clause.begin + found.end(), clause.end)
        letter = re.sub(r"\\math[a-z]+|[^A-Za-z]", "", key.core) or "L"
        symbol = self.derived(f"{letter}_{y}", meaning.shape)
        context = self.context.declare({(Key(f"∂{key.core}/∂{y}"), ""): symbol})
        return replace(context, losses={**context.losses, key: (y, symbol.name)})

    def derived(self, name: str, shape: Shape) -> Symbol:
        """A symbol for a derivative, of a name that is not taken."""
        while name in self.context.env.names:
            name += "_derivative"
        return Symbol(name, shape)

    def depends(self, begin: int, end: int, start: int, stop: int) -> Context:
        """``y depends on x``: ∂y/∂x is a symbol."""
        (y, above), (x, below) = self.term_named(begin, end), self.term_named(start, stop)
        for name, term in ((y, above), (x, below)):
            if not isinstance(term, Symbol):
                message = f"{name}, which is defined: what it depends on is known"
                raise self.source.placed(InputError(message, hint="declare it as a symbol instead"), begin)
        if closes_a_circle(y, x, self.context.depends):
            message = f"{y} depends on {x}, which is said to depend on {y}"
            raise self.source.placed(InputError(message, hint="declare one of the two"), begin)
        symbol = self.derived(f"{y}_{x}", axes_of(above.shape) + axes_of(below.shape))
        context = self.context.declare({(Key(f"∂{y}/∂{x}"), ""): symbol})
        return replace(context, depends={**context.depends, (y, x): symbol.name})

    def hold(self, clause: Clause) -> Context:
        """``hold m fixed``: m keeps its value, and from here on its derivative is 0."""
        text = self.source.text[clause.begin : clause.end]
        match = re.fullmatch(r"(.*)\sfixed\s*", text, re.DOTALL)
        if match is None:
            raise self.source.error(clause.begin, f"'hold{text[:20]}'", "hold m fixed")
        key, _, _ = self.name(clause.begin, clause.begin + match.end(1))
        if (index := self.context.index(key)) is not None:
            return replace(self.context, fixed=self.context.fixed | {index})
        name, meaning = self.term_named(clause.begin, clause.begin + match.end(1))
        if isinstance(meaning, Symbol):
            depends = {pair: symbol for pair, symbol in self.context.depends.items() if pair[0] != name}
            return replace(self.context, depends=depends)
        return replace(self.context, held=self.context.held | {name})

    # --- conventions ------------------------------------------------------------------------------------------------

    def convention(self, clause: Clause) -> Context:
        r"""``mean \mathbb{E}, \overline``, ``variance \operatorname{Var}``, ``einstein``, ``layout mixed`` …"""
        rest = self.source.text[clause.begin : clause.end].strip()
        if clause.keyword in ("einstein", "broadcast"):
            if rest:
                raise self.source.error(clause.begin, f"'{rest[:20]}'", f"nothing after '{clause.keyword}'")
            context = self.context
            einstein = clause.keyword == "einstein"
            return replace(context, einstein=True) if einstein else replace(context, broadcast=True)
        if clause.keyword in ("rows", "columns"):
            return self.family(clause)
        if clause.keyword == "layout":
            if rest not in LAYOUTS:
                raise self.source.error(clause.begin, f"'layout {rest[:20]}'", f"one of {', '.join(LAYOUTS)}")
            return replace(self.context, layout=rest)
        if clause.keyword == "transpose":
            if rest not in ("'", r"\prime"):
                raise self.source.error(clause.begin, f"'transpose {rest[:20]}'", "transpose '")
            return replace(self.context, primed=True)
        operators = dict(self.context.operators)
        kind, start = clause.keyword, clause.begin
        if kind == "sample":
            statistic = re.match(r"\s*(variance|covariance)\b", self.source.text[start : clause.end])
            if statistic is None:
                raise self.source.error(start, f"'sample{rest[:20]}'", "sample variance, or sample covariance")
            kind, start = f"sample {statistic[1]}", start + statistic.end()
        for begin, end in split(self.source.text, start, clause.end, ","):
            operators[self.operator(kind, begin, end)] = kind
        if operators == self.context.operators:
            raise self.source.error(clause.end, "the end", rf"a sign, as in {kind} \mathbb{{E}}")
        return replace(self.context, operators=operators)

    def choice(self, clause: Clause) -> Context:
        """``powers of vectors: dot``"""
        name, colon, choice = self.source.text[clause.at : clause.end].partition(":")
        name, choice = " ".join(name.split()), choice.strip()
        known = CONVENTIONS.get(name)
        if known is None or choice not in known.choices:
            expected = "; ".join(map(declaration_of, (name,) if known else CONVENTIONS))
            raise self.source.error(clause.at, f"'{name[:40]}{colon} {choice[:20]}'", expected)
        return self.context.choose(name, choice)

    def family(self, clause: Clause) -> Context:
        """``rows x_i of X``, ``columns v_j of V``"""
        families = dict(self.context.families)
        for begin, end in split(self.source.text, clause.begin, clause.end, ","):
            found = re.search(r"\sof\s", self.source.text[begin:end])
            if found is None:
                raise self.source.error(end, "the end", f"'of' and a matrix, as in {clause.keyword} x_i of X")
            key, mark, at = self.name(begin, begin + found.start())
            matrix, meaning = self.term_named(begin + found.end(), end)
            if len(meaning.shape) != 2 or meaning.shape[0] == 1:
                message = f"{clause.keyword} of {matrix} of shape {show_shape(meaning.shape)}"
                raise self.source.placed(ShapeError(message, hint="name a matrix"), begin + found.end())
            if key.core in families or key != Key(key.core, key.sub):
                message = f"{clause.keyword} with the name {shown(key)}"
                raise self.source.placed(NameError_(message, hint="use a new letter"), at)
            families[key.core] = Family(matrix, clause.keyword == "columns", mark not in UNMARKED)
        return replace(self.context, families=families)

    def operator(self, kind: str, begin: int, end: int) -> tuple[str, str]:
        """The core and the mark of a sign for a statistic."""
        text = self.source.text[begin:end].strip()
        sign = SIGNS_OF_MEANS.get(text)
        if sign is not None:
            if kind != "mean":
                raise self.source.error(begin, f"'{text[:40]}' for a {kind}", r"a name, such as \operatorname{Var}")
            return sign, ""
        key, mark, at = self.name(begin, end)
        if key != Key(key.core):
            raise self.source.error(at, f"'{text[:40]}'", r"a sign without scripts, such as \mathbb{E}")
        entries = self.context.keys.table.get(key, ())
        if any((declared in UNMARKED) == (mark in UNMARKED) for declared, _ in entries):
            hint = "choose another sign, or another name"
            raise self.source.placed(NameError_(f"the name {shown(key)} is declared twice", hint=hint), at)
        self.once(key, mark, at)
        return key.core, mark


def _entry(key: Key, mark: str, rank: int) -> tuple[Key, bool]:
    """A name that has been declared: an array is told from a scalar by brackets for its indices."""
    return key._replace(sub=key.sub + "[]" * rank), mark not in UNMARKED


def labels_in(source: Source, begin: int, end: int) -> tuple[str, ...]:
    """The labels after ``theorem``: the first word, and every ``theory.name`` behind it; other words are text."""
    from derive.theories.registry import THEORIES

    words = re.findall(r"[^\s,()\[\]]+", source.text[begin:end])
    if not words or (len(words) > 1 and "." not in words[0]):
        found = f"'{source.text[begin:end].strip()[:40]}'"
        raise source.error(begin, found, "labels, as in theorem layernorm.eq6", "labels: derive list THEORY")
    named = (re.fullmatch(r"([a-z]+)\.[A-Za-z]\w*", word.rstrip(".:")) for word in words[1:])
    return tuple(
        dict.fromkeys((words[0].rstrip(":"), *(match[0] for match in named if match and match[1] in THEORIES)))
    )


def terms_of(theory: str, name: str) -> tuple[Term, ...]:
    """Every term that the LaTeX of a theorem shows, those of its derivation and near misses included."""
    from derive.printing.sentences import sentence_terms
    from derive.theories.registry import load_theory

    found = load_theory(theory)
    theorem = next((each for each in found.stated if each.label == f"{theory}.{name}"), None)
    if theorem is None:
        hint = f"labels: derive list {theory}"
        raise NameError_(f"no theorem has the label {theory}.{name}", hint=hint)
    lines = theorem.derivation.lines if theorem.derivation is not None else ()
    return (*theorem.terms, *sentence_terms(theorem.statement.sentence()), *(line.term for line in lines))
