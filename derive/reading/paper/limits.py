r"""What the words around a display may limit: "set $t = 0$:", ``\text{since $t = 0$}``, "If $A$ is symmetric, then".

What they mean is not known.  A relation in them, or a property, that is not known to hold may be where the relations of the
display hold: these are proved without it, or not checked, and never refuted.  Labels, types, and what is assumed or holds
anyway limit nothing; nor do words in the text what has none of the names that they speak of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from derive.errors import InputError
from derive.language.hypotheses import Equality, Hypothesis
from derive.language.substitution import dimensions_of, symbols_of
from derive.language.terms import Defined, Symbol, Term
from derive.language.unknown import Coefficients
from derive.reading.latex import Context, limiting
from derive.reading.latex.conventions import Equal
from derive.reading.latex.signs import INLINE
from derive.reading.latex.tokens import TEXTUAL, WORDS, group, tokens
from derive.reading.paper import leading
from derive.reading.paper.claims import Relation, conditioned
from derive.reading.paper.conditions import Behind, conditions, named_in
from derive.reading.paper.document import Display
from derive.reading.paper.kinds import is_type
from derive.reading.paper.known import (
    SIGN,
    function_in,
    index_of,
    is_foreign,
    is_given,
    is_known_member,
    read,
    speaking,
    speaks_of,
    unknown,
    without_new,
)
from derive.reading.paper.scopes import in_scope, region
from derive.reading.paper.stationary import linked_to
from derive.reading.paper.texts import DISPLAY, FORMULA, Text
from derive.reading.paper.units import SO, Premise
from derive.reading.paper.unsaid import Doubt
from derive.reading.paper.unsummed import Unsummed
from derive.reading.source import Source

_RELATED = re.compile(
    r"[=<>≠≤≥∈⊥]|\\(?:neq?|l(?:eq?|t)|leqslant|g(?:eq?|t)|geqslant|in|notin|ni|perp|equiv|approx|to|mid|propto|parallel|sim(?:eq)?|cong"
    r"|succ\w*|prec\w*|ll|gg|su[bp]set\w*|asymp|models|gtrsim|lesssim)(?![A-Za-z])"
)
#: A name that gets its value, if it is not declared.
_NEW = re.compile(r"(\\?[A-Za-z]+)\s*:?=[^<>≤≥]*\Z")
#: Of two indices in words, or typed, whether they are the same.
_SAME = re.compile(
    r"\$([^$]{1,9})\$\s+(?:(?:is|are|be|being)\s+)?(?:not\s+)?(?:equals?(?:\s+to)?|the\s+same\s+as|identical\s+(?:to|with)|not)"
    r"\s+\$([^$]{1,9})\$|\$([^$]{1,9})\$\s+and\s+\$([^$]{1,9})\$\s+(?:are|be|being)\s+(?:not\s+)?"
    r"(?:the\s+same|equal|identical|different|distinct)"
    r"|(?<![\w$\\])[*_`]*([a-z])[*_`]*\s*(?:!=|==?|≠|<>)\s*[*_`]*([a-z])[*_`]*(?![\w$])"
)
#: Where a relation is no claim.
_SCRIPT = re.compile(r"[_^]\s*\{[^{}]*\}")
#: A rule, whose name may have the word of a property.
_RULE = re.compile(r"\s*(?:\(\s*)?(?:by|definition|trivial\w*|q\.?e\.?d)(?![A-Za-z])[^$]*", re.IGNORECASE)
#: A relation that is written without mathematics.
_BARE = re.compile(r"[=<>≠≤≥]")
_MARK = r"\\(?:mathbf|bm|boldsymbol|vec)\s*"
_NAME = rf"((?:{_MARK}\{{\s*\\?[A-Za-z]+\s*\}}|(?:{_MARK})?\\?[A-Za-z]+)(?:_(?:\w|\{{\w+\}}))?)"
#: What something is differentiated by.
_DIFFERENTIATED = re.compile(
    rf"\}}\s*\{{\s*(?:\\partial|\\mathrm\s*\{{?d\}}?|d)\s*{_NAME}|\\nabla\s*_\s*\{{?\s*{_NAME}|\\nabla\s*\w*\s*\(\s*{_NAME}\s*\)"
)
#: A sign before a reason.
_BECAUSE = re.compile(r"\A\\because(?![A-Za-z])\s*(?:\\(?:space|[,;:! ])\s*)*")
_AND = re.compile(r"\W*(?:and\W*)?")
#: Behind a formula that is all of a clause.
_CLAUSE = re.compile(r"\s*(?:[,.:;)]|and(?![A-Za-z])|\Z)")
#: What to do about words that may limit, and about some of them that say so.
_UNREAD = (
    "declare what it says of its names, in formulas that can be read: % derive: assume …; or reword it if it is none"
)
_MEMBER = "a subspace is declared by its projection, % derive: assume P v = v; or reword it, if it limits nothing"
_NO_FORMULA = "no formula in it could be declared: reword it, if it limits nothing"
_REWORD = "'{}' may be a condition: declare it, % derive: assume …, or reword it if it is none"
_OVER = (r"\overset", r"\stackrel", r"\underset", r"\xlongequal")


@dataclass(frozen=True)
class Limitation:
    """What may limit relations; ``premise`` says why these are not checked.

    ``within`` a range of a display it limits all relations, elsewhere those with one of the ``symbols``, or any;
    ``of_indices`` those with two free ones.  Of ``names`` it is a condition on free indices, or that they are ``equal``;
    ``sets`` is that condition where the sentence sets it for the display, and relations are decided under it.  Where it
    ``claims`` nothing is decided.  ``stationary``: something is set to zero, which an equation among the
    hypotheses may say.  What is ``summed`` over may be meant so where it is free alone;
    what is ``demanded`` may be supposed below.
    """

    premise: Premise
    names: frozenset[str] = frozenset()
    equal: bool = False
    symbols: frozenset[Term] | None = None
    within: tuple[int, int] | None = None
    claims: bool = False
    sets: Behind | None = None
    stationary: bool = False
    of_indices: bool = False
    summed: frozenset[str] = frozenset()
    demanded: bool = False

    def limited(self, relation: Relation) -> Relation:
        """A relation that may hold under it alone."""
        if self.claims:
            return relation.with_error(self.premise)
        return replace(relation, supposed=self.premise.after(relation.supposed))

    def limits(self, relation: Relation) -> bool:
        """Is it said of a relation?  Of one with an own condition on indices none is, nor what has none of its names."""
        if self.names and relation.under.narrows:
            return False
        if self.stationary and any(isinstance(each, Equality) for each in relation.hypotheses):
            return False
        free = {index.name for side in relation.sides for index in side.free}
        if self.within:
            return self.within[0] <= relation.at < self.within[1] and (
                not self.summed or bool(self.summed & free or relation.readings)
            )
        if self.of_indices:
            return len(free) > 1
        if self.names:
            return len(self.names & free) > (1 if self.equal else 0)
        return self.symbols is None or bool(self.symbols & {*linked_to(relation), *dimensions_of(*relation.sides)})


def limited(
    relation: Relation, limits: Sequence[Limitation | Unsummed], context: Context, over: Sequence[Hypothesis] = ()
) -> Relation:
    """A relation with what may limit it: under the conditions that its sentence sets, unless it is proved without them.

    What is ``over`` was supposed above.
    """
    limits = [limit for limit in limits if limit.limits(relation)]
    set_ = {(each.names, each.equal) for each in limits if isinstance(each, Limitation) and each.sets is not None}
    beside = [each for each in limits if isinstance(each, Limitation) and each.names and each.within]
    own = any((each.names, each.equal) not in set_ for each in beside)  # where one stands beside it no other is set
    told = [
        each.sets
        for each in limits
        if each.sets is not None and not own and not relation.under.every.issuperset(each.sets.names)
    ]
    sets = {(each.sign, frozenset(each.names)): each for each in told}
    narrowed = [each for *_, each in relation.readings if each.under.narrows]
    goes_on = len(sets) == len(narrowed) == 1 and {*narrowed[0].under.said} == {told[0].said}  # from a row with it
    if goes_on:
        relation, limits, sets = narrowed[0], [limit for limit in limits if limit.sets is None], {}
    ways = [each for *_, each in relation.readings] or [relation]
    plain = all(each.error is None and each.under == relation.under for each in ways) and not any(
        each.readings for each in ways if each is not relation
    )
    under = _under(relation, context, tuple(sets.values())) if plain and sets and relation.error is None else relation
    if under is not relation and all(each.error is None for *_, each in (*under.readings, ("", "", under))):
        asked = [Equal(each.sides, each.hypotheses) for each in ways]
        if relation.sign != "=" or not all(map(context.decide, asked)):
            relation = under
            limits = [limit for limit in limits if limit not in beside and limit.sets is None]
    for limit in limits:
        relation = limit.limited(relation)
    return in_scope(relation, over, context)


def _under(relation: Relation, context: Context, sets: tuple[Behind, ...]) -> Relation:
    """A relation under conditions, in each of its readings."""
    readings = tuple(
        (words, said, conditioned(each, context, sets, joined=False, perhaps=False))
        for words, said, each in relation.readings
    )
    return replace(conditioned(relation, context, sets, joined=False, perhaps=False), readings=readings)


def nearest(
    own: Sequence[Limitation | Unsummed], above: Sequence[Limitation | Unsummed]
) -> list[Limitation | Unsummed]:
    """What may limit a display that goes on from one ``above``, the own sentence first; what that sets is no longer else."""
    sets = {frozenset(limit.sets.names) for limit in own if limit.sets is not None}
    kept = [each for each in above if isinstance(each, Limitation) and each.within is None and each.names not in sets]
    return [*own, *kept]


def held_on(limits: Sequence[Limitation | Unsummed]) -> list[Limitation]:
    """Those of a display that may hold below it, too: what its text says, which sets no condition there."""
    return [replace(each, sets=None) for each in limits if isinstance(each, Limitation) and each.within is None]


def goes_on_in_the_case(display: Display, text: Text) -> bool:
    """Does the sentence of a display go on from that of the display above it, with "Hence", or "Moreover"?"""
    (first, begin), _ = text.around(display)
    lead = text.bare[first:begin]
    return text.is_behind_a_display(first) and bool(limiting.SO.match(lead) or limiting.ALSO.match(lead))


def limits_of(
    display: Display, text: Text, context: Context, doubts: Sequence[Doubt], stated: bool
) -> list[Limitation | Unsummed]:
    """What may limit the relations of a display: words in it, its sentence, what holds on to it, what is said behind it.

    ``doubts`` are those about its rows; where a theory is ``stated`` all other words are titles and reasons.
    """
    found = [*_of_functions(display, text, context), *_limits_of(display, text, context, doubts, stated)]
    return [_with_equal(each, found) for each in found]


def _with_equal(limit: Limitation | Unsummed, others: Sequence[Limitation | Unsummed]) -> Limitation | Unsummed:
    """A condition that indices are equal, with those that others say are equal to these: $i = j$ and $j = k$."""
    if not isinstance(limit, Limitation) or not limit.equal or not limit.names or limit.sets is not None:
        return limit
    equal = [each.names for each in others if isinstance(each, Limitation) and each.equal]
    names = limit.names
    while more := [each for each in equal if each & names and not each <= names]:
        names = names.union(*more)
    return replace(limit, names=names)


def _limits_of(
    display: Display, text: Text, context: Context, doubts: Sequence[Doubt], stated: bool
) -> Iterator[Limitation | Unsummed]:
    others = _without(display, doubts) if doubts else ""
    for doubt in doubts:
        if _DEFINITION.fullmatch(doubt.text):
            continue
        if not doubt.labels or limiting.DOUBTED.search(speaking(doubt.text, others, context)):
            premise, summed = _premise(display.source, doubt.at, doubt.text), limiting.SUMMED.fullmatch(doubt.text)
            names = frozenset[str]({summed[1]} if summed else ())
            yield Limitation(premise, within=(doubt.begin, doubt.end), summed=names)
    (first, begin), (end, last) = text.around(display)
    behind = text.behind(last)
    inside = [*_words_in(display, context)]
    for at, words in inside:
        if words == "$!$":
            yield Limitation(_premise(display.source, at, "!"), within=(at - 1, at + 2), demanded=True)
    said = [(at, words, True) for at, words in inside] + [(first, text.bare[first:begin], True)]
    *displays, lead = text.marked[first:begin].split(DISPLAY)
    follows = not lead.strip() or limiting.SO.match(lead)
    for one in text.before(first) if lead.strip() or not displays else ():
        words = text.bare[slice(*one)]
        alone = FORMULA in text.marked[slice(*one)] and not leading.speaks(text.marked[slice(*one)])
        if follows or limiting.HOLDING_ON.search(words) or one[0] in text.titles or alone:
            said.append((one[0], words, not text.is_apart(begin)))
        follows = follows and limiting.SO.match(words)
    known = {at for at, *_ in said}
    said += [(at, text.bare[at:stop], False) for at, stop in text.headings(begin) if at not in known]
    if (above := text.above(begin)) is not None:  # $$ i \ne j $$
        whole = display.source.text[slice(*above)].strip("$ \n\t.,:;\\[]")
        if None not in [index_of(side, context) for side in SIGN.split(whole)[::2]]:
            yield from _said(f"${whole}$", above[0], display, context, False)
    for at, stop in _supposing(text, first) if not stated else ():  # equations of names, and bounds
        words = text.bare[at:stop].lstrip()
        held = _said(words, at := stop - len(words), display, context, near=False)
        yield from (limit for limit in held if not limit.names and limit.premise.at > at)
    for at, stop in (text.marked.rfind(DISPLAY, 0, begin) + 1, begin), (end, text.marked.find(DISPLAY, end)):
        joined = limiting.BETWEEN.fullmatch(text.marked, at, stop) or limiting.IF_BETWEEN.fullmatch(text.bare, at, stop)
        if at and stop > at and joined:
            yield Limitation(_premise(display.source, at, text.bare[at:stop]))
    if (before := _led_on(display, text, begin)) is not None:
        yield Limitation(_premise(display.source, *before))
    if not limiting.SO.match(words := text.bare[end:last]) and not leading.leads_on(text, end, last):
        said.append((end, words, True))
    if limiting.LOOKING_BACK.search(words := text.bare[slice(*behind)]) and not limiting.ANEW.match(words):
        said.append((behind[0], words, True))
    elsewhere = [] if stated else [*leading.elsewhere(text, first, begin, end, last)]
    other, is_set = any(not of_indices for *_, of_indices in elsewhere), False
    for at, words, near in said:
        found = [*_said(words, at, display, context, near)] if not stated else []
        for number, limit in enumerate(found):
            place = limit.premise.at
            sets = leading.sets(text, place, first, begin) or leading.follows(text, place, end, last)
            if limit.names and not (limit.within or other) and sets:
                found[number] = replace(limit, sets=_condition(text.bare, limit.premise.at, context))
        is_known = any(each.sets and leading.begins(text, first, each.premise.at) == at for each in found)
        is_set = is_set or is_known
        for limit in found:
            if limit.names and not limit.within and leading.was_set(text, limit.premise.at, first, begin):
                continue
            if limit.names or not is_known:
                yield limit
        if context.einstein:
            yield from _unsummed(words, at, display.source, context)
    for at, words, of_indices in elsewhere:
        if not (of_indices and is_set):
            yield Limitation(_premise(display.source, at, words), of_indices=of_indices)


def _of_functions(display: Display, text: Text, context: Context) -> Iterator[Limitation]:
    """What a text says anywhere of one function, such as the sigmoid: an unknown one may be meant to be that.

    Where the sentence names unknown functions, it is of these.
    """
    known = (context.unknown(key) for key in context.functions)
    unknown = frozenset[Term](Coefficients.of(function) for function in known if function is not None)
    if not unknown:
        return
    for said in limiting.OF_ONE_FUNCTION.finditer(text.bare):
        sentence = INLINE.findall(text.bare, *text.sentence(said.start()))
        named = frozenset().union(*(function_in(first or second, context) for first, second in sentence))
        yield Limitation(_premise(display.source, said.start(), said[0]), symbols=named or unknown)
    if inside := limiting.OF_ONE_FUNCTION.search(display.source.text, display.begin, display.end):
        yield Limitation(_premise(display.source, inside.start(), inside[0]), symbols=unknown)


#: What a display ends with that goes on in the next one, ``y = 0 \\text{ iff }``.
_LEADING = re.compile(
    r"(?:\\(?:text\w*|mbox|hbox|mathrm)\s*\{\s*(?:[a-z]+\s+)?(?:if|iff|if\s+and\s+only\s+if|when|whenever"
    rf"|provided(?:\s+that)?|{'|'.join(map(re.escape, SO))})\W*\}}"
    r"|\\(?:iff|implies|(?:L|Longl)eftrightarrow|(?:R|Longr)ightarrow)(?![A-Za-z]))"
    r"(?:\\(?:[,;:!\\\]]|q?quad(?![A-Za-z])|end\s*\{[^{}]*\})|[.,;:\s&$])*\Z",
    re.IGNORECASE,
)


def _led_on(display: Display, text: Text, begin: int) -> tuple[int, str] | None:
    """Where the display right above one ends with words such as "iff", and these words."""
    above = text.marked.rfind(DISPLAY, 0, begin)
    end = next((stop for start, stop in text.whole.values() if start == above), -1)
    if end < 0 or text.bare[end:begin].strip():
        return None
    found = _LEADING.search(display.source.text, above, end)
    return None if found is None else (found.start(), found[0])


#: A reason that says nothing else than by which definition: it limits nothing.
_DEFINITION = re.compile(
    r"(?:\\[A-Za-z]+\s*(?=\{)|[\s({&])*(?:by\s+)?(?:the\s+)?definitions?\s+of(?![A-Za-z])[^=<>≤≥≠]*", re.IGNORECASE
)


def _without(display: Display, doubts: Sequence[Doubt]) -> str:
    """The text up to the end of a display, without the remarks in the display."""
    text = display.source.text[: display.end]
    for doubt in doubts:
        text = text.replace(doubt.text, " ")
    return text


def _supposing(text: Text, first: int) -> Iterator[tuple[int, int]]:
    """The sentences that suppose something in the theorem, or paragraph, up to the sentence of a display."""
    at = region(text, first)
    while at < first and (one := text.sentence(at))[1] > at:
        if limiting.SUPPOSES.search(words := text.bare[at : one[1]]) and limiting.HOLDING_ON.search(words):
            yield at, one[1]
        at = one[1]


def _words_in(display: Display, context: Context) -> Iterator[tuple[int, str]]:
    """The words in a display that may say more than a label, and what stands over a sign, each with its offset."""
    try:
        found = context.macros.expand(display.source, tokens(display.source, display.begin, display.end))
    except InputError:
        return
    for at, token in enumerate(found):
        if token.kind in TEXTUAL:
            named = token.kind in ("label", "begin", "end") or context.is_word(token.text.strip())
            if not named and (
                token.kind not in WORDS or INLINE.search(token.text) or limiting.LIMITS.search(token.text)
            ):
                yield token.at, token.text
        elif token.text in _OVER and at + 1 < len(found):
            over = group(display.source, found, at + 1)[0]
            yield token.at, f"${' '.join(each.text for each in over if each.kind not in TEXTUAL)}$"


def _said(words: str, at: int, display: Display, context: Context, near: bool) -> Iterator[Limitation]:
    """What words that stand at an offset may limit: in the display all of it; what cannot be read only ``near`` it."""
    beside = (display.begin, display.end) if display.begin <= at < display.end else None
    claims = bool(beside) and display.source.text.startswith(r"\tag", at) and limiting.SO.match(words) is not None
    written, words = words, unknown(words, context)
    before, supposed, of_diagonal, named = 0, False, False, set[Term]()
    spoken: frozenset[Term] | None = frozenset()
    functions = frozenset[Term]()
    for found in INLINE.finditer(words):
        formula = _BECAUSE.sub("", (found[1] or found[2] or "").strip())
        between, before = words[before : found.start()], found.end()
        supposed = bool(limiting.IMPERATIVE.search(between) or (supposed and _AND.fullmatch(between)))
        chain = read(formula, context)
        function = function_in(formula, context)
        functions |= function
        symbols = function or (frozenset[Term]() if is_foreign(formula, context) else speaks_of(chain, context))
        named |= {chain.terms[0]} if chain and not chain.relations and isinstance(chain.terms[0], Symbol) else set()
        spoken = None if spoken is None or symbols is None else spoken | symbols
        if not _RELATED.search(_SCRIPT.sub(" ", formula)) or is_type(formula):
            continue
        if is_known_member(formula, context):
            continue
        first, *rest = SIGN.split(formula)
        names = [index_of(side, context) for side in (first, *rest[1::2])] if rest else [None]
        own = frozenset[str]() if None in names else frozenset(map(str, names))
        new = _NEW.match(formula) if formula.count("=") == 1 else None
        given = (new and _is_new(new[1], context)) or is_given(formula, chain, context)
        given = given or without_new(formula, context)
        of_diagonal = of_diagonal or bool(own)
        if own or ((chain or near) and not given):
            behind = rf"write behind the relation where it holds: \quad ({formula})"
            said = formula.rstrip(".,;: ")
            hint = behind if own else f"declare it: % derive: assume {said}" if chain else _UNREAD
            premise = _premise(display.source, at if beside else at + found.start(), formula, hint)
            if supposed and at < display.begin and _CLAUSE.match(words, before) and chain and chain.is_equation:
                premise = replace(premise, given=tuple(pairwise(chain.terms)))
            yield Limitation(premise, own, set(rest[::2]) == {"="}, symbols, beside, claims)
    formulas = [found.span() for found in INLINE.finditer(words)]
    for found in _SAME.finditer(words):
        if any(begin < found.start() < end for begin, end in formulas):
            continue
        letters = [letter for letter in found.groups() if letter]
        indices = [index_of(letter.strip(), context) for letter in letters]
        if None not in indices and len(set(indices)) == 2:
            premise = _premise(display.source, at if beside else at + found.start(), found[0])
            yield Limitation(premise, frozenset(map(str, indices)), within=beside)
    bare = limiting.DIAGONAL_OF.sub(" ", INLINE.sub(" $ ", words))
    bare = leading.ENTRIES.sub(" ", bare) if of_diagonal else bare
    under = limiting.LIMITS.search(bare)
    vague = limiting.VAGUE.search(bare, under.end() if under else 0) if under or beside else None
    if named and not beside and limiting.SPECIAL.search(bare) and under:
        yield Limitation(_premise(display.source, at, written), symbols=frozenset(named))
    if functions and limiting.OF_FUNCTIONS.search(bare):
        yield Limitation(_premise(display.source, at, written), symbols=functions, within=beside)
    stationary = at < display.begin and near and limiting.STATIONARY.search(bare)
    if (
        stationary
        or ((vague or limiting.PROPERTIES.search(bare)) and (beside or "$" in bare) and not _RULE.fullmatch(words))
        or (beside and _BARE.search(bare))
    ):
        spoken = _varied(display.source.text[: display.begin], context) if stationary else spoken
        what = stationary or vague or limiting.PROPERTIES.search(bare) or _BARE.search(bare)
        hint = _REWORD.format(" ".join(what[0].strip(" $").split())) if what else _UNREAD
        premise = _premise(display.source, at, written, hint)
        yield Limitation(premise, symbols=spoken, within=beside, claims=claims, stationary=bool(stationary))


def _is_new(word: str, context: Context) -> bool:
    """Is a word no declared name, nor a product of letters of which one is declared, ``Ax``?"""
    letters = word if word[0] != "\\" else ""
    return not any(context.is_word(each, upright=True) for each in (word, *letters))


def _varied(text: str, context: Context) -> frozenset[Term] | None:
    """The symbols that a text differentiates by; None, for any, where it names none."""
    found = [read(next(filter(None, each)), context) for each in _DIFFERENTIATED.findall(text)]
    symbols = [
        symbol
        for chain in found
        if chain and not isinstance(chain.terms[0], Defined)
        for symbol in symbols_of(chain.terms[0])
    ]
    return frozenset[Term](symbols) or None


def _condition(words: str, at: int, context: Context) -> Behind | None:
    """The condition on two indices that the formula at an offset is."""
    found = INLINE.match(words, at)
    formula = Source((found[1] or found[2] or "") if found else "")
    said = " ".join(token.text for token in tokens(formula, 0, len(formula.text)))
    made = conditions(at, said, False, named_in(context)) or ()
    return made[0] if len(made) == 1 and len(made[0].names) == 2 else None


def _premise(source: Source, at: int, said: str, hint: str = _UNREAD) -> Premise:
    at += len(said) - len(said.lstrip())
    if hint == _UNREAD:
        member = re.search(r"\\in(?![A-Za-z])", said)
        hint = _MEMBER if member else hint if re.search(r"[\\$=<>_^]", said) else _NO_FORMULA
    said, place = " ".join(said.split())[:80], f"{source.file}:{source.place(at)}"
    error = InputError(f"not checked: it may hold where the text says, {said}, at {place}", hint=hint)
    return Premise(source, at, "the condition in the text", error)


_RANGE = re.compile(
    r"\s*((?:\\[A-Za-z]+|[A-Za-z])(?:\s*,\s*(?:\\[A-Za-z]+|[A-Za-z]))*)\s*(?:=\s*1\s*,.*|\\in(?![A-Za-z]).*)?",
    re.DOTALL,
)


def _unsummed(words: str, at: int, source: Source, context: Context) -> Iterator[Unsummed]:
    """What words under the summation convention say of indices: "no sum over $i$", "for each $i$"."""
    none = limiting.UNSUMMED.search(words)
    said = INLINE.finditer(words, none.end()) if none else limiting.EACH.finditer(words)
    ranges = [_RANGE.fullmatch(found[1] or found[2] or "") for found in said]
    names = {index_of(name, context) or name.strip() for found in ranges if found for name in found[1].split(",")}
    if names or none:
        hint = "% derive: hold i fixed for an index that is not summed"
        yield Unsummed(_premise(source, at, words, hint), frozenset(names))
