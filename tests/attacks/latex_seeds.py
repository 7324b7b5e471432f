r"""What the LaTeX that is mutated comes from: formulas in the styles of several authors, each in a context that reads it.

They are formulas written for this attack, the displays of the papers of ``tests/papers``, and what `derive` prints of its
theorems in each notation.  A text from a paper that its context does not read, because a display before it defines a name,
is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from string import ascii_letters

import derive.reading.latex as reader
from derive.errors import InputError
from derive.language.substitution import subterms, symbols_of
from derive.language.terms import Defined, Term
from derive.printing import PROFILES, latex
from derive.printing.latex import LatexSpelling
from derive.printing.notation import Notation
from derive.printing.walk import survey
from derive.reading.decided import context_from, proved
from derive.reading.latex import Context, LatexChain, read_macros
from derive.reading.latex.declarations import terms_of
from derive.theories.registry import THEORIES, load_theory
from tests.attacks.latex_account import account
from tests.attacks.latex_styles import STYLES
from tests.attacks.latex_tokens import Macros, Unaccounted, macros_in
from tests.attacks.latex_trees import GREEK, Tree, head, leaves

PAPERS = Path(__file__).parent.parent / "papers"
#: Functions of the theories, as they are printed.
PRINTED_FUNCTIONS = frozenset({r"\mu", r"\sigma", "LN", "RMS", "nu", r"\nu", r"\kappa", "GN", "BN", "IN", "centre"})
#: Of the theorems, every so many.
STEP = 4


@dataclass(frozen=True)
class Seed:
    """A text that is read in a context; what declares its names, as text, where that is known, its macros and functions.

    ``own`` are the calls of functions of the symbols that they are defined of, for which the name alone stands; upright
    ``words`` are one sign in scripts, an index.
    """

    text: str
    context: Context
    declarations: str = ""
    macros: Macros | None = None
    functions: frozenset[str] = frozenset()
    own: Mapping[Tree, Tree] = field(default_factory=dict)
    words: frozenset[str] = frozenset()

    def read(self, text: str) -> LatexChain:
        """A text read here, whatever was read here before it; raises `InputError`."""
        return reader.read_latex(text, replace(self.context, relied=set(self.context.relied)))


_DISPLAY = re.compile(
    r"\\begin\{(align|equation|gather|multline|split|aligned)(\*?)\}(?P<inside>.*?)\\end\{\1\2\}|\$\$(?P<dollars>.*?)\$\$"
    r"|\\\[(?P<bracket>.*?)\\\]",
    re.DOTALL,
)
_DECLARED = re.compile(r"(?:^[ \t]*%+|<!--)[ \t]*derive:(?P<text>.*?)(?=-->|$)", re.MULTILINE | re.DOTALL)


def readable(seed: Seed) -> bool:
    """Does the seed itself read?"""
    try:
        return bool(seed.read(seed.text).terms)
    except InputError:
        return False


def of_style(name: str) -> list[Seed]:
    """The formulas of one style."""
    declarations, texts = STYLES[name]
    context, macros = context_from(declarations), macros_in(declarations)
    functions = functions_in(declarations, macros)
    own = own_names(declarations, macros, functions)
    return [Seed(text, context, declarations, macros, functions, own) for text in texts]


def parts_of(path: Path) -> list[tuple[str, str]]:
    """A paper between two ``forget``: what stands before the first, and each part."""
    text = path.read_text(encoding="utf-8")
    begin = text.find(r"\begin{document}") if path.suffix == ".tex" else 0
    head, body = text[:begin], text[begin:]
    return [(head, part) for part in re.split(r"(?m)^(?=(?:%|<!--) derive: forget)", body)]


def declared_in(part: str) -> str:
    """The declarations of a part of a paper."""
    texts = [re.sub(r"(?m)^[ \t]*%+[ \t]*derive:|\bforget\b", "", match["text"]) for match in _DECLARED.finditer(part)]
    return ";\n".join(text.strip() for text in texts if text.strip())


def of_paper(path: Path, number: int) -> list[Seed]:
    """The displays of a part of a paper, whole and row by row, that can be read with what its comments declare."""
    head, part = parts_of(path)[number]
    try:
        declarations = declared_in(part)
        choices = {"sums": "narrow"} if "narrow sums" in head + part else {}
        context = context_from(declarations, Context(macros=read_macros(head + part), choices=choices))
    except InputError:
        return []
    macros = macros_in(head + part)
    functions = functions_in(declarations, macros)
    own = own_names(declarations, macros, functions)
    found: list[Seed] = []
    for match in _DISPLAY.finditer(part):
        inside = next(text for text in match.groupdict().values() if text is not None)
        rows = [re.sub(r"%%.*", "", row).strip() for row in inside.split("\\\\")]
        texts = [re.sub(r"%%.*", "", inside), *(row for row in rows if not re.match(r"&?\s*(=|\\le|\\ge|<|>)", row))]
        found += [
            Seed(text, context, declarations, macros, functions, own) for text in dict.fromkeys(texts) if len(text) > 4
        ]
    return [seed for seed in found if readable(seed)]


def functions_in(text: str, macros: Macros) -> frozenset[str]:
    r"""The functions that declarations define, ``let f(x) = …``, or name, ``vector \nabla f(x) : N``."""
    found = set[str]()
    clauses = re.findall(r"\b(?:scalars?|vectors?|matrix|matrices)\s([^;]*)", text)
    named = [name for clause in clauses for name in re.findall(r"([^\s(),]+)\(", clause)]
    for name in [*re.findall(r"\blet\s+([^=;()]*)\(", text), *named]:
        try:
            tree = account(name, macros).sides[0]
            found.add(head(tree[1] if tree[0] == "row" else tree))
        except Unaccounted:
            continue
    return frozenset(found)


def own_names(declarations: str, macros: Macros, functions: frozenset[str]) -> dict[Tree, Tree]:
    """Calls that are another tree: of what declarations define of a symbol, the call with that symbol is the name alone.

    So it is of what depends on a symbol; a Jacobian J_x(y) is a derivative, where no J is declared.
    """
    found: dict[Tree, Tree] = {}
    made_of: dict[str, set[str]] = {}
    jacobian = not re.search(r"(?<![A-Za-z])J(?![A-Za-z])", declarations)
    for clause in re.finditer(
        r"\brows\s+([^;\s]+)\(([^;()]+)_i\) of ([^;\s]+)", declarations
    ):  # \phi(x_i), a row of \Phi
        with suppress(Unaccounted):
            words = (rf"\{text}" if text.lower() in GREEK else text for text in clause.groups())  # Phi
            phi, x, array = (account(text, macros).sides[0] for text in words)
            found |= {("call", phi, (*x, index)): (*array, index) for index in ascii_letters}
    for clause in re.finditer(r"\blet\s+([^=;]*?)\s*:?=([^;]*)|([^\s;]+) depends on ([^;]*)", declarations):
        try:
            name, body = (account(text, macros, functions).sides[0] for text in clause.groups() if text)
        except Unaccounted:
            continue
        if name[0] == "call":
            found[name] = name[1]
        elif name[0] == "name":
            made_of[name[1]] = {*leaves(body)}.union(*(made_of.get(leaf, ()) for leaf in leaves(body)))
            symbols = [leaf for leaf in sorted(made_of[name[1]]) if leaf.lstrip("\\").isalpha()]
            names = [name, *([name[:2]] if len(name) == 3 and re.fullmatch("[a-z]", name[2]) else [])]
            found.update({("call", one, ("name", leaf)): one for one in names for leaf in symbols})
            if jacobian and len(name) == 2:
                by = [*symbols, name[1]]
                found |= {("call", ("name", "J", x), name): ("derivative", name, ("name", x), "") for x in by}
    return found


def own_calls(definitions: Iterable[Term], notation: Notation) -> dict[Tree, Tree]:
    """Of functions, and of vectors that are defined of some symbol: the call with that symbol is the name alone."""
    found: dict[Tree, Tree] = {}
    for defined in definitions:
        try:
            said = account(latex(defined, notation)).sides[0]
            symbols = [account(latex(symbol, notation)).sides[0] for symbol in symbols_of(defined)]
        except Unaccounted:
            continue
        if said[0] == "call":
            found[said] = said[1]
        elif said[0] == "name" and len(defined.shape) == 1:
            found.update({("call", said, symbol): said for symbol in symbols})
    return found


def of_theory(name: str, profile: str) -> list[Seed]:
    """What is printed of some of the theorems of a theory."""
    notation = PROFILES[profile]
    theory = load_theory(name)
    context = Context(notation=notation, decide=proved).use(theory)
    own = own_calls((entry.term for entry in theory.definitions), notation)
    functions = PRINTED_FUNCTIONS | {head(name) for (_, name, *arguments) in own if len(arguments) > 1}
    found: list[Seed] = []
    equations = [theorem for theorem in theory.theorems if theorem.statement.equated]
    for entry in equations[len(profile) % STEP :: STEP]:
        page = terms_of(name, entry.label.partition(".")[2])
        try:
            inside = context.of_terms(*page)
        except InputError:
            continue
        walk = survey(LatexSpelling(notation), page)
        used = {part for term in page for part in subterms(term) if isinstance(part, Defined) and not part.arguments}
        names = {**own_calls(used, notation), **own}
        lines = [line.term for line in entry.derivation.lines] if entry.derivation else []
        texts = [" = ".join(walk.show(term).text for term in chain) for chain in (entry.terms, lines[:4])]
        found += [Seed(text, inside, functions=functions, own=names) for text in texts]
    return [seed for seed in found if len(seed.text) > 4 and readable(seed)]


@cache
def papers() -> tuple[Path, ...]:
    """The papers of the corpus."""
    return (*sorted(PAPERS.glob("*.tex")), PAPERS / "notes.md")


@cache
def sources() -> tuple[dict[str, Callable[[], list[Seed]]], ...]:
    """Where seeds come from, by name: written for this attack, of papers, printed."""
    parts = [(path, number) for path in papers() for number in range(len(parts_of(path)))]
    return (
        {f"written: {name}": partial(of_style, name) for name in STYLES},
        {f"paper: {path.name} {number}": partial(of_paper, path, number) for path, number in parts},
        {f"printed: {name}, {profile}": partial(of_theory, name, profile) for name in THEORIES for profile in PROFILES},
    )


@cache
def seeds_of(source: str) -> tuple[Seed, ...]:
    """The seeds from one place."""
    return tuple(next(found[source] for found in sources() if source in found)())
