r"""Declarations in comments of a paper: ``% derive: dimension N; vectors a, g : N; let \mu = \vec a \cdot \vec 1 / N``.

Names are declared as they are typeset.  A ``let`` by components, ``let \bar X_k = \frac1N \sum_i X_{ik}``, defines the
vector Σₖ bodyₖ eₖ (a matrix with two indices); a function of declared names is also a node of a graph: y alone is its value,
∂y/∂x holds μ, ∂L/∂μ is the effect of μ in every way, d is total; nodes are declared in any order.

`derive.reading.latex.words` says what each first word declares.  What a field reads in two ways is settled by
`derive.reading.latex.conventions`, as in ``powers of vectors: dot``; ``functions of matrices: matrix`` (or ``entrywise``)
says what ``\exp(A)`` and ``\log(A)`` are of a square matrix.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from derive.errors import InputError, NameError_, ShapeError
from derive.language.build import function
from derive.language.hypotheses import Condition
from derive.language.terms import Term, show_shape
from derive.reading.environment import OF_MATRICES
from derive.reading.latex import declared_sizes, lets, symbols
from derive.reading.latex.abbreviations import check_new, is_index, with_entries, with_spelling
from derive.reading.latex.context import Context, Family, shown
from derive.reading.latex.conventions import CONVENTIONS, FIRST_WORDS, declaration_of
from derive.reading.latex.declaring import (
    DIRECTIVES,
    KEYWORDS,
    OF_SHAPE,
    REALS,
    Clause,
    Declaring,
    clauses,
    find,
    opening,
    split,
)
from derive.reading.latex.formula_meaning import family_name, is_nested, with_hole
from derive.reading.latex.jacobians import LAYOUTS
from derive.reading.latex.lets import body_of, with_waiting
from derive.reading.latex.macros import DEFINING, Macros
from derive.reading.latex.properties import BEYOND, NO_ORDER, TRAILING, properties_in
from derive.reading.latex.scripts import SIGNS_FOR_OTHERS
from derive.reading.latex.signs import RELATIONS, TRANSPOSES, is_known
from derive.reading.latex.spelling import UNMARKED, Key, Lexeme, name_at, plain_name
from derive.reading.latex.symbols import assumptions_in, declare_dependence, declare_properties
from derive.reading.latex.tokens import Tok, tokens
from derive.reading.source import MAX_LENGTH, Source

#: Signs of a mean that are no names.
SIGNS_OF_MEANS = {
    r"\overline": r"\bar", r"\bar": r"\bar", r"\langle": r"\langle", r"\langle \rangle": r"\langle",
    r"\langle\cdot\rangle": r"\langle", r"\langle \cdot \rangle": r"\langle",
}  # fmt: skip


#: Settings of one word: what may stand behind it, how a message says that, and the field of the context with its value.
_SETTINGS: dict[str, tuple[tuple[str, ...], str, str]] = {
    "einstein": (("", "off"), "nothing after 'einstein', or off", "einstein"),
    "broadcast": (("", "off"), "nothing after 'broadcast', or off", "broadcast"),
    "layout": (LAYOUTS, f"one of {', '.join(LAYOUTS)}", "layout"),
}


def declare_setting(here: Declaring, clause: Clause) -> Context:
    """``einstein``, ``einstein off``, ``broadcast``, ``layout mixed``"""
    allowed, expected, field = _SETTINGS[clause.keyword]
    rest = here.rest(clause)
    if rest not in allowed:
        found = rest[:20] if "" in allowed else f"{clause.keyword} {rest[:20]}"
        raise here.error(clause.begin, f"'{found}'", expected)
    value: dict[str, Any] = {field: rest if field == "layout" else rest != "off"}
    return replace(here.context, **value)


def declare_transpose(here: Declaring, clause: Clause) -> Context:
    r"""``transpose '``, ``transpose *``, ``transpose \dagger``, ``transpose H``, and the usual ones, ``T``, ``t``, …"""
    rest = here.rest(clause)
    sign = _ABOVE.sub("", rest)
    if sign == r"\dagger":
        return here.context.choose("daggers", "adjoint")
    sign = "'" if sign == r"\prime" else sign
    if sign not in ("'", "*", "H", "t", *TRANSPOSES):
        expected = r"transpose ', transpose *, transpose H, or transpose \dagger"
        raise here.error(clause.begin, f"'transpose {rest[:20]}'", expected)
    return replace(here.context, turned=here.context.turned | {sign})


#: What stands around a superscript.
_ABOVE = re.compile(r"[\s^{}]|\\math(?:sf|rm)(?![A-Za-z])")


def declare_narrow(here: Declaring, clause: Clause) -> Context:
    """``narrow sums``, as ``sums: narrow``"""
    if (rest := here.rest(clause)) != "sums":
        raise here.error(clause.at, f"'narrow {rest[:20]}'", "narrow sums")
    return here.context.choose("sums", "narrow")


def declare_size(here: Declaring, clause: Clause) -> Context:
    """``ones N``"""
    return replace(here.context, size=declared_sizes.dim(here, clause.begin, clause.end))


def declare_signs(here: Declaring, clause: Clause) -> Context:
    r"""``mean \mathbb{E}, \overline``, ``variance \operatorname{Var}``, ``sample variance s^2``"""
    operators = dict(here.context.operators)
    kind, start = clause.keyword, clause.begin
    if kind == "sample":
        statistic = re.match(r"\s*(variance|covariance)\b", here.text[start : clause.end])
        if statistic is None:
            raise here.error(start, f"'sample{here.rest(clause)[:20]}'", "sample variance, or sample covariance")
        kind, start = f"sample {statistic[1]}", start + statistic.end()
    if not here.text[start : clause.end].strip():
        raise here.error(clause.end, "the end", rf"a sign, as in {kind} \mathbb{{E}}")
    context = here.context
    for begin, end in split(here.text, start, clause.end, ","):
        core, mark = sign_of(here, kind, begin, end)
        operators[core, mark] = kind
        if "_" in core:  # \mathbb{E}_{sample}, one name wherever it is written so
            context = with_spelling(context, here.items(begin, end), Lexeme("NAME", core, begin, mark=mark))
    return replace(context, operators=operators)


def is_word_below(sub: str) -> bool:
    """Are the letters of a subscript one word, and no index?"""
    letters = sub.replace(" ", "")
    return len(letters) > 1 and letters.isalpha()


def declare_choice(here: Declaring, clause: Clause) -> Context:
    """``powers of vectors: dot``"""
    name, colon, choice = here.text[clause.at : clause.end].partition(":")
    name, choice = " ".join(name.split()), choice.strip()
    known = CONVENTIONS.get(name)
    if known is None or choice not in known.choices:
        expected = "; ".join(map(declaration_of, (name,) if known else CONVENTIONS))
        raise here.error(clause.at, f"'{name[:40]}{colon} {choice[:20]}'", expected)
    return here.context.choose(name, choice)


#: At the end of a name, where that is none of its own.
_TRANSPOSED = re.compile(r"\^\s*(?:\\top|\\intercal|T|\{\s*(?:\\top|\\intercal|T|\\mathsf\s*\{?\s*T\s*\}?)\s*\})\s*\Z")


def declare_family(here: Declaring, clause: Clause) -> Context:
    r"""``rows x_i of X``, ``columns v_j of V``; the rows of ``V^\top`` are the columns of V.

    Rows and columns of a matrix that is not square may have one letter, ``x_i`` and ``x_j``: what the index runs over tells.
    So may those with the index below and above, ``a_j`` and ``a^i``; the latter are kept under ``a^``.
    """
    families = dict(here.context.families)
    for begin, end in split(here.text, clause.begin, clause.end, ","):
        again = re.compile(rf"\s*{clause.keyword}\s").match(here.text, begin, end)
        begin = again.end() if again else begin
        found = re.search(r"\sof\s", here.text[begin:end])
        if found is None:
            raise here.error(end, "the end", f"'of' and a matrix, as in {clause.keyword} x_i of X")
        transposed = _TRANSPOSED.search(here.text, begin + found.end(), end)
        matrix, meaning = here.term_named(begin + found.end(), transposed.start() if transposed else end, True)
        columns = (clause.keyword == "columns") != (transposed is not None)
        if letter := in_brackets(here, begin, begin + found.start()):
            families[core := f"∂{clause.keyword}{len(families)}"] = Family(matrix, columns, False, lines=not columns)
            items, component = here.items(begin, begin + found.start()), r"\square"
            here.make(begin, check_new, here.context, items, [letter])
            here.context = with_entries(here.context, items, core, [letter], begin)
            if items[1] == "^":  # x^{(i, 2)}_j, whose subscript stands first among its items
                items = (items[0], "_", component, *items[1:])
                here.context = with_entries(here.context, items, core, [letter, component], begin)
            continue
        pattern = here.formula(begin, begin + found.start()) or nested(here, begin, begin + found.start())
        if pattern is not None:
            at, mark, key = begin, "", Key(here.make(begin, family_name, pattern, here.context, matrix))
        else:
            key, mark, at = here.name(begin, begin + found.start())
        matrix = next((name for name in same_array(here, key, meaning)), matrix)  # rows y_i of Y, which is y
        if len(meaning.shape) != 2 or meaning.shape[0] == 1:
            message = f"{clause.keyword} of {matrix} of shape {show_shape(meaning.shape)}"
            raise here.fail(begin + found.end(), message, "name a matrix", ShapeError)
        bare = key.sup not in ("", "t", "T") and here.context.index(Key(key.sup)) is not None
        primes, core = (0, key.core) if here.context.transposes else (key.primes, key.core + "'" * key.primes)
        above = (bare or bool(re.fullmatch(r"\( \S+ \)", key.sup))) and key == Key(key.core, "", key.sup, primes)
        names = () if pattern is None else with_hole(pattern)
        sign = sign_for_others(key.sub)
        family = Family(
            matrix, columns, mark not in UNMARKED, above, bare, names, lines=clause.keyword == "rows", sign=sign
        )
        known = families.get(core)
        if known == replace(family, columns=not columns, lines=not family.lines) and (
            sign or meaning.shape[0] != meaning.shape[1]
        ):
            families[core] = replace(family, columns=False, lines=True, both=True)
            continue
        if known is not None and replace(known, marked=family.marked) == family:  # with its mark and without
            families[core] = replace(family, marked=known.marked and family.marked)
            continue
        if known is not None and known.above != above and not (known.pattern or names):  # a_j beside a^i
            if above:
                core, known = f"{core}^", families.get(f"{core}^")
            else:
                families[f"{core}^"], known = known, None
        if known is not None or (key != Key(key.core, key.sub, primes=primes) and not above):
            hint = (
                f"use a new letter, or declare the index first: index {key.sup} : N" if key.sup else "use a new letter"
            )
            raise here.fail(at, f"{clause.keyword} with the name {shown(key)}", hint, NameError_)
        families[core] = family
    return replace(here.context, families=families)


def sign_for_others(sub: str) -> str:
    r"""What stands for the other index in ``X_{\cdot j}``, ``X_{i.}``, ``X_{*, j}``, as a lexeme has it; else none."""
    first, last = sub.split()[:1], sub.split()[-1:]
    found = {SIGNS_FOR_OTHERS.get(text, "") for text in first + last if first != last}
    return max(found, default="")


def in_brackets(here: Declaring, begin: int, end: int) -> str:
    r"""The index of ``x^{(i, 2)}``, ``A[i, :]`` or ``x_{i 1}``, a letter with more than one thing behind it; else none."""
    items = here.items(begin, end)
    shape = re.fullmatch(r"(?:\\\S+ )?(\S+) (?:\^ \{ \( (.+) \) \}|\[ (.+) \]|_ \{ (.+) \})", " ".join(items))
    if shape is None:
        return ""
    inside = (shape[2] or shape[3] or shape[4]).split()
    indices = [text for text in inside if is_index(text, here.context)]
    if shape[4]:  # x_{i 1}; of a declared x it is an entry
        own = len(inside) == 2 and all(text in indices or text.isdecimal() for text in inside)
        own = own and not here.context.is_word(shape[1])
    else:
        own = "," in inside and not {"+", "-"} & {*inside}
    return indices[0] if own and len(indices) == 1 else ""


def same_array(here: Declaring, key: Key, matrix: Term) -> Iterator[str]:
    """The arrays of the letter of rows that are the matrix of which they are rows."""
    for name in here.context.names(Key(key.core), "", True):
        known = here.context.env.names[name]
        if isinstance(known, Term) and known.shape == matrix.shape and here.context.holds(known, matrix):
            yield name


def nested(here: Declaring, begin: int, end: int) -> tuple[str, ...] | None:
    r"""The items of ``\mu_{y^{(i)}}``; None of any other name."""
    items = here.items(begin, end)
    return items if is_nested(items) else None


def sign_of(here: Declaring, kind: str, begin: int, end: int) -> tuple[str, str]:
    """The core and the mark of a sign for a statistic."""
    text = here.text[begin:end].strip()
    sign = SIGNS_OF_MEANS.get(text)
    if sign is not None:
        if kind != "mean":
            raise here.error(begin, f"'{text[:40]}' for a {kind}", r"a name, such as \operatorname{Var}")
        return sign, ""
    key, mark, at = here.name(begin, end)
    if key != Key(key.core, key.sub) or (key.sub and not is_word_below(key.sub)):
        expected = r"a sign without scripts, or with a word below it, such as \mathbb{E}, \mathbb{E}_{data}"
        raise here.error(at, f"'{text[:40]}'", expected)
    entries = here.context.keys.table.get(key, ())
    if any((declared in UNMARKED) == (mark in UNMARKED) for declared, _ in entries):
        hint = "choose another sign, or another name"
        raise here.fail(at, f"the name {shown(key)} is declared twice", hint, NameError_)
    core = shown(key)
    if here.context.operators.get((core, mark)) != kind:  # else it says again what is so
        here.once(key, mark, at)
    return core, mark


def with_declarations(text: str, context: Context, file: str = "") -> Context:
    """A context with what a text declares: see `derive.reading.decided.context_from`."""
    source = Source(text, file)
    if len(text) > 10 * MAX_LENGTH:
        raise InputError(f"declarations of {len(text)} characters; the limit is {10 * MAX_LENGTH}", hint="split them")
    declared: set[tuple[Key, bool]] = set()
    for clause in in_order(clauses(text)):
        context = declare(source, clause, context, declared)
    for waiting in context.waiting:
        if waiting.error is not None:
            raise waiting.error
    return context


def in_order(found: Iterable[Clause]) -> list[Clause]:
    """Clauses as they are declared: signs of transposes hold for all of a text, indices for the lets before them."""
    made: list[Clause] = []
    for clause in sorted(found, key=lambda clause: clause.keyword != "transpose"):
        start = max((n + 1 for n, other in enumerate(made) if other.keyword in ("dimension", "forget")), default=0)
        lets = [n for n in range(start, len(made)) if made[n].keyword == "let"]
        made.insert(lets[0] if clause.keyword == "index" and lets else len(made), clause)
    return made


def declare(source: Source, clause: Clause, context: Context, declared: set[tuple[Key, bool]]) -> Context:
    """The context with what one clause declares; ``declared`` has the names that the text has declared before, and grows."""
    here = Declaring(source, context, declared)
    check_definitions(here, clause)
    here.context = with_marks(here, clause)
    if found := BEYOND.search(here.text, clause.at, clause.end):
        said = " ".join(found[0].split())
        raise here.error(found.start(), f"'{said}', a property that is not in the language", "another one", NO_ORDER)
    return with_waiting(CLAUSES.get(clause.keyword, declare_properties)(here, clause), declared)


def check_definitions(here: Declaring, clause: Clause) -> None:
    """Refuse the definition of a macro in a clause of something else, and something else behind one."""
    text, found = here.text[clause.begin : clause.end], list[Tok]()
    if any(word in text for word in DEFINING):
        found = tokens(here.source, clause.begin, clause.end)
    if found and found[0].text in DEFINING:
        found = Macros().expand(here.source, found)
        expected = "nothing else in a clause with a macro"
    else:
        found = [token for token in found if token.text in DEFINING]
        expected = "macros in a clause of their own"
    if found:
        rest = here.text[found[0].at : clause.end].strip()
        raise here.error(found[0].at, f"'{rest[:20]}'", expected, "part them by ;")


def with_marks(here: Declaring, clause: Clause) -> Context:
    r"""With each command that nobody defines around a declared name, ``vector \Vec{b} : N``: another name of that letter.

    Of any other letter it says nothing, but of 0, which is the vector of zeros.
    """
    context = here.context
    if clause.keyword not in ("let", "vector", "vectors", "matrix", "matrices"):
        return context
    sign = find(here.text, clause.begin, clause.end, "=") if clause.keyword == "let" else clause.end
    found = tokens(here.source, clause.begin, max(sign, clause.begin), strict=False)
    for token, brace, name, closing in zip(found, found[1:], found[2:], found[3:], strict=False):
        known = token.kind != "command" or is_known(token.text) or token.text in context.macros.table
        if not known and (brace.text, closing.text) == ("{", "}") and name_at(here.source, [name], 0)[0] is not None:
            own = Lexeme("NAME", f"{token.text}{{{name.text}}}", token.at)
            context = with_spelling(context, (token.text, name.text), own)
            context = with_spelling(context, (token.text, "0"), Lexeme("NAME", "0", token.at, mark=r"\mathbf"))
    return context


def no_declaration(here: Declaring, clause: Clause) -> Context:
    """What a paper says of a relation."""
    raise here.error(clause.at, f"'{clause.keyword}'", "a declaration", "it concerns a relation of a paper")


def assume(here: Declaring, clause: Clause) -> Context:
    r"""``assume \vec 1 \cdot \vec v = 0, \epsilon > 0``"""
    return here.context.assume(assumptions_in(here, clause.begin, clause.end))


_REAL = rf"{REALS}(?!\s*\^)"
#: What a function of a number says that it takes and gives.
_REAL_FUNCTION = re.compile(rf"\s*(?::|\\colon(?![A-Za-z]))\s*{_REAL}\s*(?:\\to|\\rightarrow|->|→)\s*{_REAL}\s*\Z")


def declare_applied(here: Declaring, clause: Clause) -> Context:
    r"""``function \mu``, ``function \phi(t)``, and ``functions of matrices: matrix``"""
    if said := OF_MATRICES.fullmatch(here.text, clause.at, clause.end):
        env = here.make(clause.begin, here.context.env.functions_of_matrices, said["said"])
        return replace(here.context, env=env)
    if find(here.text, clause.begin, clause.end, "=") >= 0:  # function f(x) = x^2
        return lets.declare_let(here, clause)
    if real := _REAL_FUNCTION.search(here.text, clause.begin, clause.end):
        clause = replace(clause, end=real.start())
    keys = [applied_name(here, *part) for part in split(here.text, clause.begin, clause.end, ",")]
    return replace(here.context, functions=here.context.functions | set(keys))


def applied_name(here: Declaring, begin: int, end: int) -> Key:
    r"""The name of a function, written alone or with the letter of its argument, a number: ``\phi(t)``."""
    bracket = opening(here.text, begin, end)
    key, _, at = here.name(begin, end if bracket < 0 else bracket)
    if here.context.function(key) is None and not here.context.names(key) and not key.primes:
        here.make(at, function, plain_name(key))
    if bracket < 0:
        return key
    parts, written = list(split(here.text, bracket + 1, end, ",")), here.text[begin:end].strip()
    if len(parts) != 1 or not written.endswith((")", "]")):
        raise here.fail(at, f"{written[:40]}, a function of several things", "an unknown function is one of a number")
    own, mark, place = here.name(bracket + 1, begin + len(here.text[begin:end].rstrip()) - 1)
    if key in here.context.built_in:
        raise here.fail(at, f"{shown(key)}, which of a vector is a statistic here", "take another letter", NameError_)
    for name in here.context.names(own, mark):
        if isinstance(meaning := here.context.env.names[name], Term) and meaning.shape:
            hint = f"an unknown function is one of a number, taken entry by entry: function {shown(key)}"
            raise here.fail(place, f"{shown(key)} of {shown(own)}, which is no number", hint, ShapeError)
    return key


def forget(here: Declaring, clause: Clause) -> Context:
    if rest := here.rest(clause):
        raise here.error(clause.begin, f"'{rest[:20]}'", "nothing after 'forget'")
    here.declared.clear()
    return here.context.forgotten()


def declare_bare(here: Declaring, clause: Clause) -> Context:
    """A clause without a keyword: macros, properties after a name, or a hypothesis alone."""
    text, begin, end = here.text, clause.begin, clause.end
    first = text[clause.at : end].lstrip()
    command = re.match(r"\\[A-Za-z]+", first)
    if command and command[0] in DEFINING:
        found = tokens(here.source, begin, end)
        return replace(here.context, macros=here.context.macros.collected(here.source, found))
    if trailing := TRAILING.search(text, begin, end):
        words, stop = properties_in(trailing[1]), trailing.start()
        body = body_of(here, begin, stop)
        return here.context.assume([here.make(clause.at, Condition, word, body) for word in words])
    if dependence := re.search(r"\sdepends\s+on\s", text[begin:end]):
        return declare_dependence(here, begin, begin + dependence.start(), begin + dependence.end(), end)
    if any(token.text in RELATIONS for token in tokens(here.source, begin, end)):
        return here.context.assume(assumptions_in(here, begin, end))
    word = re.match(r"\\?[A-Za-z]*|.", first)
    raise here.error(clause.at, f"'{word[0][:40] if word else ''}'", f"a declaration ({', '.join(KEYWORDS)})")


def use(here: Declaring, clause: Clause) -> Context:
    """``use THEORY``"""
    from derive.theories.registry import load_theory

    context = here.context
    for name in re.split(r"[,\s]+", here.rest(clause)):
        context = context.use(here.make(clause.begin + 1, load_theory, name))
    return context


def name_theorem(here: Declaring, clause: Clause) -> Context:
    """``theorem LABEL``"""
    labels = [label.partition(".") for label in labels_in(here.source, clause.begin, clause.end)]
    terms = [here.make(clause.begin + 1, terms_of, theory, name) for theory, _, name in labels]
    return here.context.of_terms(*(term for found in terms for term in found))


def labels_in(source: Source, begin: int, end: int) -> tuple[str, ...]:
    """The labels after ``theorem``: the first word, and every ``theory.name`` behind it; other words are text."""
    from derive.theories.registry import theory_names

    words = re.findall(r"[^\s,()\[\]]+", source.text[begin:end])
    if not words or (len(words) > 1 and "." not in words[0]):
        found = f"'{source.text[begin:end].strip()[:40]}'"
        raise source.error(begin, found, "labels, as in theorem layernorm.eq6", "labels: derive list THEORY")
    named = (re.fullmatch(r"([a-z]+)\.[A-Za-z]\w*", word.rstrip(".:")) for word in words[1:])
    known = (match[0] for match in named if match and match[1] in theory_names())
    return tuple(dict.fromkeys((words[0].rstrip(":"), *known)))


def terms_of(theory: str, name: str) -> tuple[Term, ...]:
    """Every term that the LaTeX of a theorem shows, those of its derivation and near misses included."""
    from derive.printing.sentences import sentence_terms
    from derive.theories.registry import load_theory

    found = load_theory(theory)
    theorem = next((each for each in found.stated if each.label == f"{theory}.{name}"), None)
    if theorem is None:
        raise NameError_(f"no theorem has the label {theory}.{name}", hint=f"labels: derive list {theory}")
    lines = theorem.derivation.lines if theorem.derivation is not None else ()
    return (*theorem.terms, *sentence_terms(theorem.statement.sentence()), *(line.term for line in lines))


#: Who reads a clause, by its first word; any other is a property.
def declare_arrays(here: Declaring, clause: Clause) -> Context:
    """``vectors x, y : N``; ``vector y = 2 x`` defines it."""
    shaped = OF_SHAPE.search(here.text, clause.begin, clause.end)
    if not shaped and find(here.text, clause.begin, clause.end, "=") >= 0:
        return lets.declare_let(here, clause)
    return symbols.declare_symbols(here, clause)


CLAUSES: dict[str, Callable[[Declaring, Clause], Context]] = {
    "use": use,
    "theorem": name_theorem,
    **dict.fromkeys(("dimension", "index"), symbols.declare_symbols),
    **dict.fromkeys(("vector", "matrix"), declare_arrays),
    "scalar": symbols.declare_scalars,
    "let": lets.declare_let,
    "assume": assume,
    "function": declare_applied,
    "forget": forget,
    "ones": declare_size,
    "narrow": declare_narrow,
    "transpose": declare_transpose,
    **dict.fromkeys(("einstein", "broadcast", "layout"), declare_setting),
    **dict.fromkeys(("rows", "columns"), declare_family),
    **dict.fromkeys(("mean", "variance", "covariance", "sample"), declare_signs),
    "loss": symbols.declare_loss,
    "hold": symbols.declare_held,
    "": declare_bare,
    **dict.fromkeys(FIRST_WORDS, declare_choice),
    **dict.fromkeys(DIRECTIVES, no_declaration),
}
