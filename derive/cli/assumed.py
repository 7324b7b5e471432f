r"""What a pasted text assumes: the words and formulas before its equation, held to what its theorems assume.

The words are few and known ("Let", "with", "for every", …): a text with any other is not read.  A formula is a hypothesis of
a theorem where it is printed so, or is read as that hypothesis.  Nothing may be assumed besides, and nothing may be missing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from derive.errors import InputError
from derive.printing import Notation
from derive.reading.decided import proved
from derive.reading.latex import Context, read_latex
from derive.reading.latex import declarations as named
from derive.reading.latex.symbols import hypothesis_of
from derive.reading.latex.tokens import Tok
from derive.reading.paper import Pasted
from derive.report.formulas import Typeset
from derive.report.stating import Given, definitions_in, given, terms_of
from derive.statements.needs import needs, stated_terms
from derive.theories.theory import CheckedTheorem, Theorem

COMMENT = re.compile(r"(?<!\\)%[^\n]*")
#: Environments of what is claimed and why, and of displays; any other may hide what is in it, or say that it is not so.
_ENVIRONMENTS = (
    r"(?:theorem|thm|lemma|lem|proposition|prop|corollary|cor|proof|enumerate|equation|align|gather|multline"
    r"|flalign|alignat|displaymath|aligned|split|gathered)\*?"
)
#: The beginning of such an environment with its title, or its end.
FRAME = re.compile(
    rf"\\begin\s*\{{{_ENVIRONMENTS}\}}(?:\s*\[(?P<title>[^\n]*)\](?=\s*(?:\\label|\n)))?|\\end\s*\{{{_ENVIRONMENTS}\}}|\\\]"
)
#: Layout of a text, which says nothing: blanks, marks of alignment, ends of rows, numbers and their labels.
_LAYOUT = re.compile(
    r"\\(?:label|tag)\s*\{[^{}]*\}|\\(?:notag|nonumber|displaybreak|allowdisplaybreaks|noindent|par|q?quad)(?![A-Za-z])"
    r"|(?<=begin\{align)\*|(?<=end\{align)\*|\\\\(?:\[[^\]]*\])?|(?<!\\)&|~|\s+"
)
_BRACE = re.compile(r"\\([lr])brace(?![A-Za-z])")
_SHORT = re.compile(r"(\\[gln]e)(?![A-Za-z])")
#: Words that may stand among what a text assumes; properties of matrices, which stand behind them.
_WORDS = frozenset(["let", "and", "with", "then", "wherever", "put", "assume", "where", "suppose", "such", "that"])
_OF_MATRICES = ("symmetric", "orthogonal", "idempotent", "invertible", "positive definite")
_INLINE = re.compile(r"\$([^$]*)\$|\\\(((?:[^\\]|\\[^()])*)\\\)")
_SHOWN = re.compile(r"\\begin\s*\{(align|equation)\*?\}(?P<rows>.*?)\\end\s*\{\1\*?\}", re.DOTALL)
_STOP = re.compile(r"\s*(?:\\,)?[,.;]?\s*\Z")
_MARKS = frozenset({r"\mathbf", r"\boldsymbol", r"\bm", r"\overrightarrow", r"\underline"})


def said(text: str) -> str:
    """A text without its layout, with one spelling of each sign of order and of braces."""
    return _LAYOUT.sub("", _SHORT.sub(r"\1q ", _BRACE.sub(lambda found: rf"\{'{' if found[1] == 'l' else '}'}", text)))


def below(pasted: Pasted) -> int:
    """The offset below the comment of a pasted text."""
    at = pasted.source.text.find("\n", pasted.at)
    return pasted.end if at < 0 else min(at, pasted.end)


def redefined(pasted: Pasted, text: str) -> bool:
    """Does a text use a command to which the paper gives another meaning, and not only another shape?"""
    table, used = pasted.macros.table, set(re.findall(r"\\(?:[A-Za-z]+|.)", text))
    return any(name in table and not _shape_only(name, table[name].body) for name in used)


def _shape_only(name: str, body: Sequence[Tok]) -> bool:
    r"""Is a command given another mark, as ``\vec`` is by ``\mathbf{#1}``, or another form of its own letter?"""
    meant = "".join(token.text for token in body if token.text not in ("{", "}"))
    return meant.removesuffix("#1") in _MARKS if name == r"\vec" else meant == rf"\var{name[1:]}"


def context_of(pasted: Pasted, theorem: Theorem, notation: Notation) -> Context:
    """The names of a theorem, as a pasted text has them."""
    shown = (*named.terms_of(*theorem.label.split(".", 1)), *stated_terms(theorem.statement))
    return Context(macros=pasted.macros, notation=notation, decide=proved).of_terms(*shown)


def assumes_otherwise(
    pasted: Pasted, theorems: Sequence[CheckedTheorem], notation: Notation, first: int
) -> dict[str, str]:
    """How what a text assumes differs from what its theorems assume, by label; "" where it does not.

    ``first`` is the offset of the inside of the display that the words end before.
    """
    begin = below(pasted)
    opening = max(pasted.source.text.rfind(sign, begin, first) for sign in (r"\begin", r"\[", "$$"))
    text = COMMENT.sub("", pasted.source.text[begin : max(opening, begin)])
    pieces, unknown = _assumed_in(text)
    given = {theorem.label: _given(theorem, notation) for theorem in theorems}
    known = {said(p) for g in given.values() for p in (*g.sizes, *g.spaces, *g.assumed, *g.where, *g.put)}
    plain = not redefined(pasted, text)
    found: set[str] = set()
    wrong = f"the word {unknown!r} before it is not read" if unknown else ""
    for piece in pieces:
        if plain and said(piece) in known:
            found.add(said(piece))
        elif read := [said_ for t in theorems if (said_ := _read_as(piece, pasted, t.theorem, notation))]:
            found.update(read)
        else:
            wrong = wrong or f"it assumes ${piece.strip()}$, and the theorem does not"
    made = {}
    for label, own in given.items():
        needed = (*own.assumed, *(size for size in own.sizes if not size.endswith(r"\geq 1")))
        missing = next((piece for piece in needed if said(piece) not in found), "")
        made[label] = wrong or (f"it does not assume ${missing}$" if missing else "")
    return made


def _given(theorem: CheckedTheorem, notation: Notation) -> Given:
    terms = terms_of(theorem)
    typeset = Typeset(notation).on_page(terms)
    return given(theorem.theorem.statement, theorem.sizes, theorem.conditions, typeset, definitions_in(terms))


def _assumed_in(text: str) -> tuple[list[str], str]:
    """What words assume, formula by formula; and the first word that is not known."""
    bare = _SHOWN.sub(_as_inline, re.sub(r"\\label\s*\{[^{}]*\}", "", text))
    parts = _INLINE.split(FRAME.sub(" ", bare).replace("~", " "))
    words = [part.lower() for part in parts[::3]]
    formulas = [one or other for one, other in zip(parts[1::3], parts[2::3], strict=True)]
    pieces: list[str] = []
    for number, formula in enumerate(formulas):
        if pieces and " ".join(words[number].split()) == "for every":
            pieces[-1] += rf" \text{{ for every }} {formula}"
            words[number] = ""
        else:
            pieces.append(formula)
        after = " ".join(words[number + 1].split())
        for of_matrix in _OF_MATRICES:
            if re.match(rf"{of_matrix}(?![a-z])", after):
                pieces[-1] += rf" \text{{ {of_matrix}}}"
                words[number + 1] = after.removeprefix(of_matrix)
    said_ = [re.findall(r"[^\s,.;:]+", part) for part in words]
    unknown = [word for part in said_ for word in part if word not in _WORDS]
    return pieces, unknown[0][:40] if unknown else _behind_then(said_)


def _behind_then(words: Sequence[Sequence[str]]) -> str:
    """The word "then" or one behind it where more than "wherever …" stands behind: it is claimed there, and not assumed."""
    for number, part in enumerate(words):
        if "then" not in part:
            continue
        own = part[part.index("then") + 1 :]
        if number + 1 < len(words) and own[:1] != ["wherever"]:
            return "then"
        behind = [*own, *(word for later in words[number + 1 :] for word in later)]
        return next((word for word in behind if word not in ("wherever", "and")), "")
    return ""


def _as_inline(shown: re.Match[str]) -> str:
    """Rows of a display as formulas of the text."""
    return " ".join(f"${_STOP.sub('', row)}$" for row in re.split(r"\\\\", shown["rows"]))


def _read_as(piece: str, pasted: Pasted, theorem: Theorem, notation: Notation) -> str:
    """Which of the hypotheses of a theorem a piece says, as that is printed; "" for none."""
    typeset = Typeset(notation).on_page(stated_terms(theorem.statement))
    try:
        chain = read_latex(piece, context_of(pasted, theorem, notation), pasted.source.file)
        if len(chain.relations) != 1:
            return ""
        found = hypothesis_of(chain.terms[0], chain.relations[0], chain.terms[1])
    except InputError:
        return ""
    return next((said(typeset.hypothesis(h).latex) for h in needs(theorem.statement) if h == found), "")
