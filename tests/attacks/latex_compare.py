r"""When the account of a text and that of what is printed of its reading say the same, and why they may differ."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from derive.language.terms import Term
from derive.printing import latex
from derive.reading.latex import Context, LatexChain
from tests.attacks import latex_conventions as ways
from tests.attacks import latex_naming as naming
from tests.attacks import latex_reach as reach
from tests.attacks.latex_account import account
from tests.attacks.latex_data import data_of, has_values, used_in, worth_the_same
from tests.attacks.latex_seeds import Seed
from tests.attacks.latex_sides import (
    Convention,
    Side,
    arrays_of,
    binds_twice,
    both,
    d_names,
    declared_indices,
    derived_by,
    gone,
    has_new,
    indices_above,
    is_bare,
    is_bracketed,
    less_traces,
    lower_entries,
    lying,
    matrices,
    more_ones,
    new_index,
    of_families,
    of_numbers,
    of_print,
    of_text,
    open_names,
    renamed,
    spelled,
    words_before_products,
)
from tests.attacks.latex_tables import NEW
from tests.attacks.latex_tokens import LETTERS
from tests.attacks.latex_trees import FUNCTIONS, Account, Tree, alike, leaves

#: Why the account of what is printed may differ from that of the text, and how its leaves, or what is printed, show it.
REASONS: dict[str, tuple[str, str]] = {
    "a name that no print has": ("", r"\\backslash"),
    "a derivative by a row, which is the Jacobian": (r"by a row", r"\\partial"),
    "a derivative by a matrix, in components": (r"derivative", r"\\delta"),
    "a derivative by what is defined, worked out": (r"derivative", r"\\mathbf e_|\\sum"),
    "a function of a matrix, entry by entry": (r"(log|exp|tanh)\b.* _", r"\\(log|exp|tanh)"),
    "a sum below a hat": (r"hat [^ ]+ \\sum", r"\\widehat"),
    "a mean over a formula": (r"bar ([^ ]+ )?(\\(sqrt|sum|overline|bar)|[^ ]*[-+])", r"\\sum"),
}
#: A sum over ordered pairs.
ORDERED = re.compile(r"_\s*\{[^{}]*([<>]|\\[lg](t|e)\b)")
#: Where brackets may stand elsewhere than in the text, since a sign says how far it reaches.
REACHING = re.compile(r"/|\\slash|\\odot[^=&]*\\cdot")


def said(start: Seed, text: str, **views: bool) -> Account:
    """The account of a text in the place of a seed, in one of the views of `account`."""
    return account(text, start.macros, start.functions, start.own, words=start.words, **views)


#: How the second name of a letter is printed; which of them is meant is said by its shape.
OTHER = re.compile(r"_\{\\mathrm\{other\}\}|\\_other(?=\})")


def shown(terms: Sequence[Term], context: Context) -> list[str]:
    """Terms as they are printed beside each other."""
    return [latex(term, context.notation, beside=terms) for term in terms]


def agree(one: Account, other: Account) -> bool:
    """Do two accounts say the same, up to brackets?"""
    same = len(one.sides) == len(other.sides) and all(map(alike, one.sides, other.sides))
    return one.relations == other.relations and (same or one.census == other.census)


def one_reading(one: Account, other: Account, text: str, start: Seed, terms: Sequence[Term]) -> bool:
    """May two accounts say the same, which was read as some terms, by conventions that need no sign of their own?"""
    families = of_families(start)
    is_number = of_numbers(data_of(terms, start, other.sides))
    changes = [
        *([ways.unsummed(("number", "1"))] if start.context.einstein else []),
        naming.below(declared_indices(start)),
        *([naming.factored(start.own, lambda _: False)] if start.context.graph else []),
        ways.columns,
        *([ways.transposed] if start.context.transposes else []),
        ways.unturned(is_number),
        naming.of_its_own(start.own),
        lambda tree: renamed(tree, families),
        ways.indexed,
        naming.lying(lying(start)),
        *([naming.at_a_point] if r"\nabla" in text else []),
        *([ways.unindexed] if is_bare((*one.sides, *other.sides)) else []),
        *([ways.undotted] if r"\odot" in text.translate(LETTERS) else []),
        ways.unspread,
        ways.nought,
    ]
    for change in changes:
        one, other = (replace(found, sides=tuple(map(change, found.sides))) for found in (one, other))
    return (
        one.relations == other.relations
        and len(one.sides) == len(other.sides)
        and all(map(alike, one.sides, other.sides))
    )


def compared(
    text: str, written: Account, chain: LatexChain, printed: Sequence[tuple[Tree, ...]], start: Seed
) -> list[tuple[str, str]]:
    """In which column each side is counted, and what is wrong with it."""
    if written.relations != chain.relations or len(written.sides) != len(chain.terms):
        return [
            ("relations differ", f"the relations {' '.join(written.relations)} are read as {' '.join(chain.relations)}")
        ]
    found = []
    prints = shown(chain.terms, start.context)
    plain = text.translate(LETTERS)
    others = [said(start, text, spaced=True).sides, said(replace(start, own={}), text).sides]
    others += [said(start, text, flat=True).sides] if "{" in text else []
    others += [said(start, text, traces=True).sides] if r"\lang" in plain or start.macros else []
    data = data_of(chain.terms, start, written.sides)
    used = used_in(written.sides, data) if has_values(written.sides, data) else {}
    for side, *views, sides, term, line in zip(written.sides, *others, printed, chain.terms, prints, strict=True):
        sides = (bound_anew(side, sides[0]), *sides[1:])
        one, other = Counter(leaves(side)), Counter(leaves(sides[0]))
        less, more = dict(one - other), dict(other - one)
        here = Side(plain, [side, *views], sides[0], term, start, data, written.sides, used)
        form = same_form(here) if len(sides) == 1 else ""
        defined = "derivative" in one or any(part[:1] == ("call",) for part in ways.parts(side))
        worked = defined and ORDERED.search(plain)  # over i < j, of what is symmetric as it is defined
        if form == OTHER_VALUE and worked:
            found.append(("for a reason", ""))
        elif form and not (form == OTHER_VALUE and loose(start.context, one)):
            found.append((form, "it has another value" if form == OTHER_VALUE else ""))
        elif less.keys() == {"Var"} and more == dict.fromkeys((r"\sigma", "2"), less["Var"]):
            found.append(("a function by its sign", ""))
        elif one == other and REACHING.search(plain):
            found.append(("brackets by reach", ""))
        elif less and "".join(more).isalpha() and letters(less) == letters(more):
            found.append(("a word of letters", ""))
        elif loose(start.context, one) and not missing(lowered_in(here), other, start.context):
            found.append(("by a convention", ""))
        elif "derivative" in less and by_what_is_defined(side, start):
            found.append(("a derivative by what is defined, worked out", ""))
        elif any(re.search(a, " ".join(leaves(side))) and re.search(b, line) for a, b in REASONS.values()):
            found.append(("for a reason", ""))
        else:
            found.append(("differs", f"lost {less}, new {more}" if less or more else "other brackets or order"))
    return found


def lowered_in(side: Side) -> Counter[str]:
    """The leaves of a text, with indices above as those below."""
    return Counter(leaves(naming.below(indices_above(side))(side.views[0])))


def by_what_is_defined(tree: Tree, start: Seed) -> bool:
    """Is every derivative in a tree by a name that declarations define?"""
    by = [part[2] for part in ways.parts(tree) if part[:1] == ("derivative",) and len(part) == 4]
    return bool(by) and all(name in start.own.values() for name in by)


def bound_anew(written: Tree, printed: Tree) -> Tree:
    """What is printed with the indices of the text, where signs bind some anew, which have names of their own then."""
    one, other = (Counter(leaf for leaf in leaves(tree) if leaf.startswith("_")) for tree in (written, printed))
    lost, new = [name[1:] for name in one - other], [name[1:] for name in other - one]
    if all(f"_{name}" in other or name == NEW for name in lost) and 0 < len(new) < 4:  # the outer sign keeps its index
        for way in product(lost, repeat=len(new)):
            found = ways.called(printed, dict(zip(new, way, strict=True)))
            names = Counter(leaf for leaf in leaves(found) if leaf.startswith("_"))
            if names == one or (names > one and ("big", "sum", "") in {part[:3] for part in ways.parts(written)}):
                return found
    return printed


#: The conventions of docs/reading.md, in the order in which they are followed where several apply.
CONVENTIONS = (
    of_text("a prime that is a transpose", spelled("'|prime"), ways.transposed),
    Convention("a slope of a formula", spelled("'|prime"), lambda side, tree: ways.sloped(side.data.shapes)(tree)),
    Convention("a name with a d", d_names, lambda side, tree: naming.with_d(d_names(side))(tree)),
    of_text("an accent over a name with scripts", spelled(r"\\[a-z]+\{"), ways.under_accents),
    of_text("a list as a column", spelled("[,;]"), ways.lists(turned=False)),
    of_text("a list as a row", spelled("[,;]"), ways.lists(turned=True)),
    Convention("entries in brackets", spelled(r"\["), lambda side, tree: ways.bracketed(side.data.shapes)(tree)),
    Convention(
        "entries by a small letter", lower_entries, lambda side, tree: naming.entries(lower_entries(side))(tree)
    ),
    Convention(
        "a row by its own name",
        lambda side: of_families(side.start),
        lambda side, tree: renamed(tree, of_families(side.start)),
    ),
    *(
        Convention(
            "a gradient by the only vector",
            spelled(r"\\nabla(?!\s*_)"),
            lambda side, tree, whole=whole: reach.by_only(arrays_of(side), derived_by(side), whole)(tree),
        )
        for whole in (True, False)
    ),
    of_text("a function of the first factor", spelled(r"\\[A-Za-z]"), reach.of_first),
    of_text("a function of the next factor", spelled(r"\\[A-Za-z]"), reach.of_next),
    Convention(
        "a function of a number and a factor",
        spelled(r"\\[A-Za-z]"),
        lambda side, tree: reach.of_numbers({name for name, shape in side.data.shapes.items() if shape == ()})(tree),
    ),
    of_text("a function of two factors", spelled("det|[tT]r|rank"), reach.of_several(2)),
    of_text("a function of three factors", spelled("det|[tT]r|rank"), reach.of_several(3)),
    of_text("a function of the product", spelled(r"\\[A-Za-z]"), reach.of_all),
    Convention(
        "a derivative of a product",
        spelled(r"\\partial|d|\\nabla"),
        lambda side, tree: reach.differentiated(side.start.own)(tree),
    ),
    of_text(
        "a derivative of all factors",
        lambda side: words_before_products(side) in ("product", "all") or spelled(r"\\nabla")(side),
        reach.differentiated_all,
    ),
    both(
        "a derivative of the first factor",
        lambda side: side.start.context.printed or words_before_products(side) == "first",
        reach.differentiated_first,
    ),
    Convention(
        "a function before a name",
        lambda side: side.start.functions or side.start.own,
        lambda side, tree: naming.applied_to_next(side.start.functions, side.start.own)(tree),
    ),
    Convention(
        "a node as a factor",
        lambda side: side.start.context.graph,
        lambda side, tree: naming.factored(side.start.own, of_numbers(side.data))(tree),
    ),
    Convention(
        "a sum by its dots",
        lambda side: spelled("dots")(side) and new_index(side),
        lambda side, tree: ways.by_dots(new_index(side))(tree),
    ),
    Convention("an index above", indices_above, lambda side, tree: naming.below(indices_above(side))(tree)),
    of_text("a column by a colon", spelled(":"), ways.columns),
    both("a scalar product of matrices", spelled(r"\\lang|:"), ways.traced),
    of_text("a power by components", spelled(r"\\odot"), ways.by_components),
    of_text("a pseudo-inverse", spelled("dagger"), ways.daggers),
    Convention(
        "a power of a longer name",
        lambda side: any(name[0] == "row" for name in side.data.shapes),
        lambda side, tree: naming.raised_whole(side.data.shapes)(tree),
    ),
    of_text("a power by its exponential", has_new("exp"), ways.by_exponential),
    of_text("a component of a value", spelled(r"_.*[(\[]"), naming.valued),
    of_text("a declared e", has_new("e"), ways.by_name),
    of_text("an indicator by its delta", has_new(r"\delta"), ways.by_delta),
    of_text("all-ones by a plain 1", more_ones, ways.by_one),
    of_text("a component of all-ones", spelled(r"1"), ways.of_ones),
    of_text("a derivative by a row", spelled(r"\\partial"), ways.by_row),
    Convention(
        "a transpose of a number", spelled("top|T|t"), lambda side, tree: ways.unturned(of_numbers(side.data))(tree)
    ),
    Convention(
        "a function of its own symbols, behind signs",
        lambda side: side.start.own,
        lambda side, tree: naming.of_its_own(side.start.own)(tree),
    ),
    Convention("a norm of a number", spelled(r"\|"), lambda side, tree: ways.unmeasured(of_numbers(side.data))(tree)),
    Convention("a trace of a number", less_traces, lambda side, tree: ways.untraced(of_numbers(side.data))(tree)),
    Convention(
        "a factor in parentheses",
        lambda side: side.start.context.printed,
        lambda _, tree: naming.measured(None)(tree),
    ),
    of_print("a derivative of the first factor, as it is printed", spelled("partial|d"), reach.differentiated_first),
    of_print("an exponent behind a derivative", lambda side: side.start.context.printed, reach.outside),
    Convention(
        "a dimension as a factor",
        lambda side: side.data.sizes and "(" in side.text,
        lambda side, tree: naming.measured(side.data.sizes)(tree),
    ),
    of_text("a sum that ends before the next", lambda side: is_bare(side.views), reach.apart),
    of_text("a sum above a slash", spelled(r"/"), reach.above),
    of_text("a sum below a slash", spelled(r"/"), reach.below),
    both("a product by components", lambda side: gone(side), ways.undotted),
    Convention(
        "a product that ends",
        spelled(r"\\(prod|max|min)"),
        lambda side, tree: reach.ended(of_numbers(side.data))(tree),
    ),
    of_text("a diagonal of components", spelled("diag"), ways.diagonal),
    of_text("a sum that goes on", spelled(r"\\sum|∑"), ways.widened(several=False)),
    of_text("a sum over several indices that goes on", spelled(r"\\sum|∑"), ways.widened(several=True)),
    of_text("a sum without one value", spelled(r"\\ne|\\not"), ways.excepted),
    of_text("a sum over pairs", spelled(r"\\ne|\\not"), ways.in_pairs),
    of_text("a product by components first", lambda side: not is_bracketed(side.text), ways.tight),
    Convention(
        "a sum over what stands twice",
        lambda side: side.start.context.einstein,
        lambda side, tree: ways.resummed(side.whole)(tree),
    ),
    both("a sum before its factors", lambda side: side.start.context.einstein, ways.fronted),
    Convention(
        "a sum that is not written",
        lambda side: side.start.context.einstein,
        printed=lambda side, tree: ways.unsummed(side.views[0])(tree),
    ),
    Convention(
        "a definition with an index in it",
        open_names,
        printed=lambda side, tree: naming.opened(open_names(side))(tree),
    ),
    of_text("the name of a gradient", spelled(r"\\nabla"), naming.by_gradient),
    Convention(
        "a gradient by its name",
        spelled(r"\\nabla"),
        printed=lambda side, tree: naming.gradient(side.start.functions)(tree),
    ),
    of_text("a gradient at a point", spelled(r"\\nabla"), naming.at_a_point),
    both("scripts of a gradient", spelled(r"\\nabla"), naming.named),
    Convention(
        "a row or a column by the index that the text has",
        has_new("e"),
        printed=lambda side, tree: ways.indexed_as({*ways.parts(side.views[0])})(tree),
    ),
    of_print("a row or a column by its index", has_new("e"), ways.indexed),
    Convention(
        "a component of a derivative",
        lambda side: any(
            {part[0], part[1][0]} == {"component", "derivative"}
            for part in ways.parts(side.views[0])
            if len(part) > 2 and part[1]
        ),
        *[lambda side, tree: ways.derived(side.data.shapes, of_numbers(side.data))(tree)] * 2,
    ),
    Convention(
        "a named row as it lies",
        lambda side: lying(side.start) | matrices(side),
        lambda side, tree: naming.lying(lying(side.start) | matrices(side))(tree),
        lambda side, tree: naming.lying(lying(side.start) | matrices(side))(tree),
    ),
    of_print("a power of a row", has_new("transpose"), ways.row_powers),
    of_print("a quotient of rows", has_new("transpose"), ways.rowwise),
    of_print("a row on a diagonal", has_new("transpose"), ways.columned),
    Convention(
        "a zero of any shape",
        lambda side: side.views[0] == ways.NOUGHT,
        printed=lambda _, tree: ways.nought(tree),
    ),
    both("a sum without an index", lambda side: is_bare(side.views), ways.unindexed),
    of_print("a number added to each component, by its last factor", more_ones, ways.unspread_behind),
    both("a number added to each component", more_ones, ways.unspread),
    Convention(
        "a component of a factor",
        lambda side: any(part[:1] == ("component",) for part in ways.parts(side.views[0])),
        *[lambda side, tree: ways.of_factors(of_numbers(side.data))(tree)] * 2,
    ),
    both("an index by another name", binds_twice, ways.renumbered),
    both("a scalar beside a vector", lambda side: side.start.context.broadcast and more_ones(side), ways.without_ones),
    of_text("an even power of a vector", spelled(r"\^\{?(-|[0468])"), ways.halved),
    both("a square of a vector", lambda side: side.new["2"] or spelled(r"2|²")(side), ways.squared),
)
#: In which column a side is counted that has another value than what is printed, whatever is followed.
OTHER_VALUE = "another value"
#: The most conventions that one side follows.
MOST = 4


def same_form(side: Side) -> str:
    """By which conventions what may be written is what is printed, in form or by its value; nothing if it is not."""
    values: list[tuple[Tree, Tree]] = []
    valued = has_values(tuple(side.views), side.data) or side.data.first == 0
    for name, views, printed in forms(side):
        if any(alike(view, printed) for view in views):
            return name
        values += [(view, printed) for view in views] if valued else []
    differs = False
    for pair in dict.fromkeys(values):
        found = worth_the_same(*pair, side.data, side.used)
        if found:
            return "by its value"
        differs = differs or found is False
    return OTHER_VALUE if differs else ""


def forms(side: Side) -> Iterator[tuple[str, Sequence[Tree], Tree]]:
    """What may be written and what is printed, as it stands, and by conventions that are known to apply."""
    yield "as written", side.views, side.printed
    known = [convention for convention in CONVENTIONS if convention.applies(side)]
    followed: list[tuple[int, tuple[Tree, ...]]] = [(-1, (*side.views, side.printed))]
    for count in range(1, MOST + 1):
        before, followed = followed, []
        for last, (*views, printed) in before:
            for at, one in enumerate(known[last + 1 :], last + 1):
                trees = (*(one.written(side, view) for view in views), one.printed(side, printed))
                if trees != (*views, printed):  # else it is followed already, by fewer
                    followed.append((at, trees))
                    yield one.name if count == 1 else "by several conventions", trees[:-1], trees[-1]


def letters(words: Mapping[str, int]) -> list[str]:
    """The letters of words, each as often as it occurs."""
    return sorted("".join(word * times for word, times in words.items()))


def loose(context: Context, one: Counter[str]) -> bool:
    """Has what is written a derivative, or a mean, which is worked out?"""
    if "derivative" in one and (context.losses or context.depends):
        return True
    means = {re.sub(r"\\math[a-z]+|[{} ]", "", core) for core, _ in context.operators}
    words = {re.sub(r"\\math[a-z]+ ", "", leaf) for leaf in one}
    accents = means and ("mean" in one or any(leaf.startswith("bar ") for leaf in one))
    return bool(accents or words & means)


def missing(one: Counter[str], other: Counter[str], context: Context) -> set[str]:
    """Names and numerals of a text that do not occur in what was read, but for those a convention is written with."""
    own = {core for core, _ in context.operators} | {
        re.sub(r"[{} ]|\\math[a-z]+", "", key.core) for key in context.losses
    }
    if context.losses and "derivative" in one:  # by what it is, the chain rule need not name
        own |= set(one)
    own |= {y for y, _ in (*(pair for each in context.losses.values() for pair in each), *context.depends)}
    written: set[str] = set()
    for leaf in one:
        accent, _, rest = leaf.partition(" ")
        if accent == "bar" and r"\bar" in own:
            written |= {name for name in barred(rest) if f"_{name}" not in other}
        elif leaf.startswith(r"\math"):
            written.add(re.sub(r"\\math[a-z]+ ", "", leaf))
        elif not leaf.startswith("_"):
            written.add(leaf.rstrip("'") if "'" in context.turned else leaf)
    if "derivative" in other:
        own.add(r"\nabla")
    if "'" in context.turned and any("'" in leaf or leaf == "primed" for leaf in one):
        own |= {"'", "primed"}
    return {leaf for leaf in written if leaf not in other} - own - IMPLIED


def barred(word: str) -> set[str]:
    """The names and numerals of a formula below a bar, which its account has as one word."""
    names = set(re.findall(r"\\[A-Za-z]+|[A-Za-z]", word)) - {r"\bar", r"\frac", r"\times", r"\cdot"}
    found = {FUNCTIONS.get(name[1:], name) for name in names}
    for number in map(Fraction, re.findall(r"[0-9]+(?:\.[0-9]+)?", word)):
        found |= {str(number.numerator), str(number.denominator)}
    return found


#: Signs that a convention may write in another way: a derivative by its symbol, a mean by a sum.
IMPLIED = frozenset({"derivative", "mean", "tr", "/", "-", "+", "1", "2", "raw", r"\odot"})
