r"""Mutation of LaTeX: formulas, declarations and papers with errors that authors make, and that nobody makes, to the reader.

What must come out is a term or a refusal of the package's own, in time.  And what is read must be what is written:

(a)  what is printed of the terms reads back to them;
(b)  an account of the text, `latex_account`, which owes nothing to the reader, agrees with that of what is printed:
     every name, numeral, sign and operation, in the same order and under the same brackets, or for a reason of
     `latex_compare.REASONS`;
(c)  a mutant that is read as the original was is no other text to that account, or for such a reason.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from random import Random

import derive.reading.latex as reader
import derive.reading.paper as papers
from derive.errors import InputError, NameError_
from derive.language.substitution import subterms
from derive.language.terms import Binder, Symbol, Term, Zeros
from derive.printing.notation import Notation
from derive.reading.decided import context_from, proved
from derive.reading.latex import Context, LatexChain
from tests.attacks import latex_seeds
from tests.attacks.latex_account import account
from tests.attacks.latex_compare import OTHER, agree, compared, loose, one_reading, said, shown
from tests.attacks.latex_data import same_values
from tests.attacks.latex_mutations import MUTATIONS, SEVERAL, hostile_part, kinds, mutated, several
from tests.attacks.latex_seeds import Seed
from tests.attacks.latex_tokens import Unaccounted, macros_in
from tests.attacks.tally import Tally, TooLong, within
from tests.reading.latex.test_round_trip import alike as same_term
from tests.reading.latex.test_round_trip import binds_twice

#: Seconds that one text may take, and from which on it is worth a note.
PATIENCE, SLOW = 2.0, 0.5
#: Of the cases, the shares of mutated declarations and of mutated papers.
DECLARATIONS, PAPERS = 0.05, 0.01


@cache
def original(source: str, number: int) -> LatexChain | None:
    """What a seed says; None if the reader that is attacked does not read it."""
    seed = latex_seeds.seeds_of(source)[number]
    try:
        return seed.read(seed.text)
    except InputError:
        return None


def attack(seeds: Sequence[str]) -> Tally:
    """Mutated LaTeX, one case for each seed."""
    tally = Tally("mutated LaTeX")
    for seed in seeds:
        random = Random(f"latex {seed}")
        part = random.random()
        if part < PAPERS:
            paper(tally, seed, random)
        elif part < PAPERS + DECLARATIONS:
            declarations(tally, seed, random)
        else:
            formula(tally, seed, random)
    return tally


def chosen(random: Random) -> tuple[str, int, Seed]:
    """A seed, from the sources one as likely as the other."""
    while True:
        source = random.choice(list(random.choice(latex_seeds.sources())))
        if found := latex_seeds.seeds_of(source):
            number = random.randrange(len(found))
            return source, number, found[number]


def formula(tally: Tally, seed: str, random: Random) -> None:
    """A mutated formula."""
    source, number, start = chosen(random)
    kind = random.choice(kinds())
    text = several(random, start.text) if kind == SEVERAL else mutated(random, kind, start.text)
    tally.count(kind, "cases")
    if text == start.text:
        tally.count(kind, "no mutant")
        return
    chain = asked(tally, seed, kind, text, lambda: start.read(text))
    if isinstance(chain, LatexChain):
        tally.count(kind, "read")
        look(tally, seed, kind, text, start, chain, original(source, number))


#: An upright word, which is an index where it is no part of a name.
UPRIGHT = re.compile(r"\\(?:mathrm|operatorname|mathit|mathtt)\s*\{\s*([A-Za-z]{2,})\s*\}")
#: Clauses that define a macro; inside of another clause a definition ends with it.
DEFINES = re.compile(
    r"(?:^|;)\s*(?:%+\s*derive:)?\s*(\\(?:new|renew|provide)?(?:command|def|DeclareMathOperator)[^;\n]*)", re.M
)


def declarations(tally: Tally, seed: str, random: Random) -> None:
    """The declarations of a formula mutated: what is read by what they declare is still what is written."""
    _, _, start = chosen(random)
    kind = "declarations"
    text = mutated(random, random.choice(list(MUTATIONS)), start.declarations or "scalar s, t; vector v : 3")
    tally.count(kind, "cases")

    def declared() -> Context:
        base = Context(macros=start.context.macros, choices=start.context.choices)
        return context_from(text, base)

    context = asked(tally, seed, kind, text, declared)
    if not isinstance(context, Context):
        return
    tally.count(kind, "declared")
    chain = asked(tally, seed, kind, start.text, lambda: replace(start, context=context).read(start.text))
    if isinstance(chain, LatexChain):
        tally.count(kind, "read")
        try:
            macros = {**(start.macros or {}), **macros_in("\n".join(DEFINES.findall(text)))}
            own = latex_seeds.own_names(text, macros, start.functions)
        except Unaccounted:
            return
        inside = Seed(start.text, context, text, macros, start.functions, own)
        look(tally, seed, kind, start.text, inside, chain)


def paper(tally: Tally, seed: str, random: Random) -> None:
    """A part of a paper, mutated: every relation that is read prints as what reads back."""
    path = random.choice(latex_seeds.papers())
    head, part = random.choice(latex_seeds.parts_of(path))
    kind = "paper"
    text = hostile_part(random, head, part)
    tally.count(kind, "cases")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"paper{path.suffix}"
        file.write_text(text, encoding="utf-8", errors="surrogatepass")
        found = asked(tally, seed, kind, text, lambda: papers.read_paper(file))
    if not isinstance(found, papers.Paper):
        return
    tally.count(kind, "walked")
    for item in found.items:
        if not isinstance(item, papers.Relation) or item.lhs is None or item.rhs is None:
            continue
        tally.count(kind, "relations read")
        lines = asked(tally, seed, kind, text, lambda terms=(item.lhs, item.rhs): not_back(terms, Context()))
        for line in lines if isinstance(lines, list) else []:
            wrong(tally, seed, kind, f"line {item.place.line}: {line}")


def asked(tally: Tally, seed: str, kind: str, text: str, question: Callable[[], object]) -> object:
    """The answer; None where it is a refusal, or a fault, which is reported."""
    begin = clock()
    try:
        with within(5 * PATIENCE):  # of the time that passes, of which other processes take a part
            return question()
    except InputError:
        tally.count(kind, "refused")
    except TooLong:
        pass
    except Exception as error:
        tally.count(kind, "crash")
        tally.report(seed, f"{kind}: {type(error).__name__}: {str(error)[:100]}: {text}")
    finally:
        if (spent := clock() - begin) > PATIENCE:
            tally.count(kind, "too long")
            wrong(tally, seed, kind, f"{spent:.1f} s: {text}")
        elif spent > SLOW:
            tally.note(seed, f"{kind}: {spent:.2f} s: {text[:200]}")
    return None


def clock() -> float:
    """Seconds of this process."""
    import time

    return time.process_time()


def wrong(tally: Tally, seed: str, kind: str, what: str) -> None:
    """Something that must not be."""
    tally.count(kind, "wrong")
    tally.report(seed, f"{kind}: {what}")


# --- what is read is what is written ---------------------------------------------------------------------------


def look(
    tally: Tally, seed: str, kind: str, text: str, start: Seed, chain: LatexChain, before: LatexChain | None = None
) -> None:
    """Compare what was read with what was written."""
    lines = asked(tally, seed, kind, text, lambda: not_back(tuple(chain.terms), start.context))
    for line in lines if isinstance(lines, list) else []:
        wrong(tally, seed, kind, f"{text}: {line}")
    start = replace(
        start, words=frozenset(UPRIGHT.findall(text)).difference(UPRIGHT.findall(start.text + start.declarations))
    )
    try:
        written = said(start, text)
        lines = [OTHER.sub("", line) for line in shown(chain.terms, start.context)]
        printed = [
            account(line, None, start.functions, start.own, spaced=True, words=start.words).sides for line in lines
        ]
        columns = compared(text, written, chain, printed, start)
    except Unaccounted as error:
        tally.count(kind, "no account")
        tally.note(seed, f"{kind}: no account ({error}): {text[:300]}")
        return
    for column, fault in columns:
        tally.count(kind, column)
        if fault:
            wrong(tally, seed, kind, f"{fault}: {text}  READ AS  {'  ;  '.join(shown(chain.terms, start.context))}")
    if before is not None and (before.terms, before.relations) == (chain.terms, chain.relations):
        tally.count(kind, "read as the original")
        first = said(start, start.text)
        spelled = written.census.keys() ^ first.census.keys()  # LN as a name, or by its letters
        same = agree(first, written) or agree(written, first) or (spelled and "".join(spelled).isalpha())
        same = same or one_reading(first, written, text + start.text, start, chain.terms)
        same = same or same_values(first, written, chain.terms, start)
        by_row = "by a row" in written.census  # the Jacobian, as without its transpose
        if not same and not by_row and not loose(start.context, written.census + first.census):
            wrong(tally, seed, kind, f"read as the original is: {text}  ORIGINAL  {start.text}")


#: Why a print need not read back: sizes that stand elsewhere, one print of two symbols, very many bars, and an index that
#: is left out and stands nowhere else.
UNTOLD = re.compile(
    r"cannot be told|two readings: the name (\S+), [^;]*; or the name \1,|bars that may be paired in many ways"
    r"|an inequality below a sign with two readings|the indices \S+ over \S+ and \S+ over \S+ in one inequality"
)


def not_back(terms: tuple[Term, ...], of: Context) -> list[str]:
    """Terms that do not read back from what is printed of them; where 0 has its shape from the others, beside them.

    Beside names that are formulas, which the context has, they do if they do there, or with their names as they are printed.
    """
    return _lost(terms, of.notation) if not of.formulas or lost(terms, of) else []


@lru_cache(maxsize=2000)
def _lost(terms: tuple[Term, ...], notation: Notation) -> list[str]:
    return lost(terms, Context(notation=notation, decide=proved))


def is_shared(term: Term) -> bool:
    """Has a number in a sum the letter of its index?"""
    sums = [part for part in subterms(term) if isinstance(part, Binder)]
    inside = ((one.index.name, part) for one in sums for part in subterms(one.body))
    return any(isinstance(part, Symbol) and not part.shape and part.name == name for name, part in inside)


def lost(terms: tuple[Term, ...], context: Context) -> list[str]:
    """The prints of terms that do not read back, with their names as they are printed, or as formulas in the context."""
    try:
        page = Context(notation=context.notation, decide=proved).of_terms(*terms)
        page = context.extend({}, page.definitions) if context.formulas else page
    except NameError_:  # one name for two things, which no one context can have
        return []
    nought = "0" if context.notation.zero_vector == "0" else "zero vectors have a sign of their own"
    found = []
    texts = shown(terms, context)
    for number, (term, text) in enumerate(zip(terms, texts, strict=True)):
        if binds_twice(term) or isinstance(term, Zeros):  # 0 alone has the shape of what stands beside it
            continue
        if is_shared(term):  # an index with the letter of a number is printed with a prime
            continue
        noughts = any(isinstance(part, Zeros) for part in subterms(term))
        sized = len({each.shape for each in terms}) > 1  # by what does not fit
        if noughts and (sized or beside(texts, page)[number : number + 1] == [term]):
            continue
        try:
            again = reader.read_latex_term(text, page)
        except InputError as error:
            if nought in text or UNTOLD.search(error.message) or beside(texts, page)[number : number + 1] == [term]:
                continue
            found.append(f"{text} does not read back: {error.message[:120]}")
            continue
        if not same_term(again, term) and nought not in text:
            found.append(f"{text} reads back to another term")
    return found


def beside(texts: Sequence[str], page: Context) -> list[Term]:
    """What is printed of several terms, read as sides of a chain."""
    try:
        return list(reader.read_latex(" = ".join(texts), page).terms)
    except InputError:
        return []
