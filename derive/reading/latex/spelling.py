r"""Names as they are typeset: ``\hat x``, ``s_x^2``, ``\mathrm{LN}`` → keys under which they are declared and found.

A name is a core (a letter, a letter under accents, a word), scripts, and primes.  Marks of vectors (``\vec``, ``\mathbf``,
``\bm``) are kept apart: an author who declares ``\vec a`` writes ``a_i`` for its components.  A name of a theory has the
key of its printed form, so that what is printed reads back by construction.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from derive.errors import InputError, LimitError
from derive.language.terms import Defined, Definition, Dimension, Index, Symbol, Term, is_vector
from derive.printing import typeset
from derive.printing.latex import LatexSpelling
from derive.printing.names import read_name
from derive.printing.notation import ARROW, Notation
from derive.printing.spelling import Page
from derive.reading.latex.tokens import WORDS, Tok, after_digits, group, tokens
from derive.reading.source import Source

#: Commands that mark a vector or matrix.
MARKS = frozenset({r"\vec", r"\overrightarrow", r"\underline", r"\mathbf", r"\boldsymbol", r"\bm", r"\bf", r"\mathsf",
                   r"\sf", r"\pmb", r"\mathbb", r"\mathbbm", r"\mathds", r"\symbf", r"\vect", r"\bold",
                   r"\Bbb", r"\mathbfit", r"\mathbfup", r"\symbfit", r"\symbfup"})  # fmt: skip
#: Marks of a name that say nothing about being a vector.
UNMARKED = ("", "rm", "text", "tt")
#: Accents, and the name they have here.
ACCENTS = {
    r"\hat": "hat", r"\widehat": "hat", r"\bar": "bar", r"\overline": "bar", r"\tilde": "tilde", r"\widetilde": "tilde",
    r"\dot": "dot", r"\ddot": "ddot", r"\check": "check", r"\breve": "breve", r"\acute": "acute", r"\grave": "grave",
}  # fmt: skip
#: Commands whose argument is a word.
UPRIGHT = frozenset({r"\mathrm", r"\operatorname", r"\mathit", r"\mathtt", r"\rm"})
#: Commands around one letter whose mark is not that of an upright one, and the mark that it has.
SLANTED = {r"\mathit": "", "textit": "", "textbf": r"\mathbf", "textsf": r"\mathsf", r"\mathtt": "tt", "text": "text",
           "mbox": "text", "textnormal": "text"}  # fmt: skip
#: Alphabets that make another letter.
ALPHABETS = frozenset({r"\mathcal", r"\mathfrak", r"\mathscr", r"\frak"})
#: Commands that are letters.
LETTERS = frozenset(rf"\{word}" for word in (*typeset.LETTERS, "Re", "Im"))
#: Words that may be a name, or stand in a script of one, ``x^{\\text{(from y)}}``.
_WORD = re.compile(r"(\()?[A-Za-z][A-Za-z0-9-]*(?: [A-Za-z0-9-]+)*(?(1)\))")
#: Letters that make another name of the one behind them, where it is declared: ``\\Delta\\mu``, ``d\\hat x``, ``J\\sigma``.
PREFIXES = frozenset({r"\Delta", r"\delta", "d", "D", "J", "H"})
#: Another one, where it is no sign of a derivative.
PARTIAL = r"\partial"
#: Those of them that are no indices.
OPERATORS = frozenset({r"\nabla", r"\Re", r"\Im"})
#: The bar of a script, ``C_{\\theta \\mid D}``, however it is written.
GIVEN = "|"
#: Commands of functions that are words in a script, and those that print a bar.
_WORDS = {r"\min": "min", r"\max": "max", r"\mid": GIVEN, r"\vert": GIVEN}
#: The most accents and marks of a name without braces between them.
MAX_MARKS = 6
#: Commands whose argument is a name, or makes one.
_OF_NAMES = MARKS | UPRIGHT | ALPHABETS | ACCENTS.keys()


#: Marks that look like another one, and those that are all usual for vectors, of which one name has one.
_ALIKE = {
    **dict.fromkeys((r"\vec", r"\overrightarrow", r"\underline", r"\boldsymbol", r"\bm", r"\bf", r"\pmb", r"\symbf",
                     r"\vect", r"\bold", r"\mathbfit", r"\mathbfup", r"\symbfit", r"\symbfup"), r"\mathbf"),
    r"\sf": r"\mathsf", r"\mathbbm": r"\mathbb", r"\mathds": r"\mathbb", r"\Bbb": r"\mathbb",
}  # fmt: skip


def alike(mark: str) -> str:
    """One of the marks that say the same as this one."""
    return _ALIKE.get(mark, mark)


class Key(NamedTuple):
    """What tells names apart; scripts as their tokens in one string."""

    core: str
    sub: str = ""
    sup: str = ""
    primes: int = 0


#: Lexemes whose text is not what was written.
_WRITTEN = {("OP", "."): r"\cdot"}


@dataclass(frozen=True, slots=True)
class Lexeme(Tok):
    """A word of the grammar, of one or more tokens: ``kind`` is a terminal, ``mark`` that of a vector, ``rm`` or none."""

    mark: str = ""

    def __str__(self) -> str:
        return self.text


def is_differential(lexeme: Lexeme) -> bool:
    """Is a name an upright d, which is an operator?"""
    return lexeme.text == "d" and lexeme.mark == "rm"


def is_of_d(lexeme: Lexeme) -> bool:
    r"""Is a name one that begins with a d or a ∂ and has more behind it, ``dy``, ``\partial\hat x`` or ``d(K^\top)``?"""
    begun = re.fullmatch(r"d[A-Za-z]|(d|\\partial) .+|d[(\[].+", lexeme.text)
    return lexeme.kind == "NAME" and bool(begun) and not lexeme.mark


def is_dot(text: str) -> bool:
    r"""Is a sign in a subscript the dot of ``\bar y_{i\cdot}``, which stands for an index that is averaged over?"""
    return text in (".", r"\cdot", r"\bullet")


def dotted(sub: str) -> str:
    r"""The part of a subscript with dots that belongs to the name: its indices are left open.

    So it is of one index that stands twice, ``h_{ii}``, of which nothing says what h_{ij} is.

    >>> dotted(r"i \cdot"), dotted("i j"), dotted("i i")
    ('\\square \\cdot', '', '\\square \\square')
    """
    words = [word for word in sub.split() if word != ","]
    open_ = is_diagonal(Key("", sub)) or any(map(is_dot, words))
    return " ".join(word if is_dot(word) else r"\square" for word in words) if open_ else ""


def is_diagonal(key: Key) -> bool:
    """Does one index stand below a name twice, and nothing else, as in h_{ii}?"""
    words = [word for word in key.sub.split() if word != ","]
    return len(words) == 2 and words[0] == words[1] and words[0].strip("\\").isalpha()


def left_open(raw: Sequence[Lexeme]) -> tuple[Lexeme, ...]:
    """The indices in a subscript that is `dotted`, the one that stands twice once."""
    names = tuple(x for x in raw if not is_dot(written([x])) and x.kind not in ("COMMA", "LBRACE", "RBRACE"))
    return names[:1] if len(names) == 2 and names[0].text == names[1].text else names


def stem(sub: str) -> str:
    r"""The part of a subscript that belongs to a name whose indices are left open: its dots, or a word before a comma.

    >>> stem(r"i \cdot"), stem("LN , i j"), stem("i , j")
    ('\\square \\cdot', 'LN', '')
    """
    label, comma, _ = sub.partition(" , ")
    return dotted(sub) or (label if comma and len(label) > 1 and label.isalpha() else "")


def written(lexemes: Sequence[Lexeme]) -> str:
    """Lexemes as one string, braces left out; letters that happen to be a word are letters in a script."""
    texts = [(_WRITTEN.get((x.kind, x.text), x.text), x.mark) for x in lexemes if x.kind not in ("LBRACE", "RBRACE")]
    return " ".join(" ".join(text) if text.isalpha() and not mark else text for text, mark in texts)


def _marks(found: Sequence[Tok], at: int) -> int:
    """How many commands that take a name, up to `MAX_MARKS`, stand one after the other."""
    ahead = found[at : at + MAX_MARKS]
    others = (n for n, token in enumerate(ahead) if token.kind != "command" or token.text not in _OF_NAMES)
    return next(others, len(ahead))


def _mark(word: str, command: str) -> str:
    """The mark of a word that is written with a command for words; a letter d that is not slanted is upright."""
    if command == r"\mathtt" and word in ("0", "1"):  # the vector of ones
        return r"\mathbf"
    mark = SLANTED.get(command, "rm") if len(word) == 1 else "rm"
    return "rm" if word == "d" and mark in ("text", "tt") else mark


def name_at(source: Source, found: Sequence[Tok], at: int, depth: int = 0) -> tuple[Lexeme | None, int]:
    """The core of a name at a position, and the position after it; None when no name, or more than one, stands there.

    Raises `LimitError` below more than `MAX_MARKS` accents, of which ``depth`` were seen.
    """
    token = found[at]
    if token.kind == "letter" or (token.kind == "command" and token.text in LETTERS):
        return Lexeme("NAME", token.text, token.at, token.spaced, token.end), at + 1
    if token.kind in WORDS:
        word = token.text.strip()
        bold = token.kind == "textbf" and word in ("0", "1")  # \textbf{1}, the vector of ones
        good = bold or _WORD.fullmatch(word)
        mark = _mark(word, token.kind)
        return (Lexeme("NAME", word, token.at, token.spaced, token.end, mark), at + 1) if good else (None, at)
    if token.kind != "command" or token.text not in _OF_NAMES:
        return None, at
    if depth > MAX_MARKS:
        message = f"more than {MAX_MARKS} accents and marks on one name"
        raise source.fail(token.at, message, "declare a name of its own", LimitError)
    start = at + 1
    if token.text == r"\operatorname" and start < len(found) and found[start].text == "*":
        start += 1
    inside, after = group(source, found, start)
    if len(inside) == 1 and _marks(found, start) in range(1, MAX_MARKS):  # \hat\mathbf{x}, without braces
        name, stop = name_at(source, found, start, depth + 1)
        inside, after = (list(found[start:stop]), stop) if name is not None else (inside, after)
    end = found[after - 1].end
    if token.text in UPRIGHT:
        word = "".join(t.text for t in inside if t.text not in "{}")
        mark = _mark(word, token.text)
        return (Lexeme("NAME", word, token.at, token.spaced, end, mark), after) if word else (None, at)
    letters = [t for t in inside if t.text not in "{}" or t.kind != "sign"]
    if token.text in ALPHABETS:
        word = "".join(t.text for t in letters)
        alphabet = r"\mathfrak" if token.text == r"\frak" else token.text
        return Lexeme("NAME", f"{alphabet}{{{word}}}", token.at, token.spaced, end), after
    spelled = all(t.kind in ("letter", "digit") or t.text == r"\_" for t in letters)
    begins = letters and (letters[0].kind == "letter" or all(t.kind == "digit" for t in letters))  # 2x is a product
    if token.text in MARKS and len(letters) > 1 and spelled and begins:
        word = "".join(t.text for t in letters)
        return Lexeme("NAME", word, token.at, token.spaced, end, token.text), after
    if len(inside) == 1 and inside[0].kind == "digit":
        inner: Lexeme | None = Lexeme("NAME", inside[0].text, inside[0].at)
        rest = 1
    else:
        inner, rest = name_at(source, inside, 0, depth + 1) if inside else (None, 0)
        if inner is None and len(inside) > 2 and inside[0].text == "{":
            within, stop = group(source, inside, 0)
            if within and stop == len(inside):
                inside = within
                inner, rest = name_at(source, inside, 0, depth + 1)
    if token.text in MARKS and rest != len(inside):  # \mathbf{d\bar y}
        inner, rest = prefixed(source, inside, 0, partial=True)
    if inner is None or rest != len(inside):
        return None, at
    if token.text in MARKS:
        return replace(inner, at=token.at, spaced=token.spaced, mark=token.text, end=end), after
    text = rf"\{ACCENTS[token.text]} {inner.text}"
    return replace(inner, text=text, at=token.at, spaced=token.spaced, end=end), after


def prefixed(source: Source, found: Sequence[Tok], at: int, partial: bool = False) -> tuple[Lexeme | None, int]:
    r"""The core ``\Delta\mu`` of tokens at a position, and the position after it; None where there is none.

    With ``partial`` that of ``\partial\mu`` as well.
    """
    begins = at + 1 < len(found) and (found[at].text in PREFIXES or (partial and found[at].text == PARTIAL))
    if not begins:
        return None, at
    if found[at].text.isalpha() and (found[at].kind != "letter" or found[at + 1].kind == "letter"):  # dy is a word
        return None, at
    name, after = name_at(source, found, at + 1)
    if name is None:
        return None, at
    return replace(name, text=f"{found[at].text} {name.text}", at=found[at].at, spaced=found[at].spaced), after


def accented(source: Source, found: Sequence[Tok], at: int) -> tuple[Lexeme, int]:
    r"""An accent over more than a name as one core, ``\overline{x^2}``, and the position after it."""
    token = found[at]
    text, after = script_text(source, found, at + 1)
    core = rf"\{ACCENTS[token.text]}{{{text}}}"
    return Lexeme("NAME", core, token.at, token.spaced, found[after - 1].end), after


def script_text(source: Source, found: Sequence[Tok], at: int) -> tuple[str, int]:
    """The argument of ``_`` or ``^`` at a position as one string, and the position after it."""
    token = found[at] if at < len(found) else None
    if token is not None and token.text != "{":
        name, after = name_at(source, found, at)
        if name is not None:
            return name.text, after
    inside, after = group(source, found, at)
    words, position = [], 0
    while position < len(inside):
        name, rest = name_at(source, inside, position)
        if name is not None:
            words.append(name.text)
        elif inside[position].text not in "{}":
            words.append(_WORDS.get(inside[position].text, inside[position].text))
        position = rest if name is not None else position + 1
    return " ".join(words), after


def unprimed(words: Sequence[str]) -> range:
    r"""Where the words of a superscript stand without the primes around them: ``\prime (i)`` is that of ``x'^{(i)}``.

    A prime behind a name, ``N'``, is that of the name; one behind anything else, ``*'``, is that of the whole.

    >>> unprimed([r"\prime", "(", "i", ")"]), unprimed([r"\prime"]), unprimed(["N", "'"]), unprimed(["*", "'"])
    (range(1, 4), range(1, 1), range(0, 2), range(0, 1))
    """
    none = [n for n, word in enumerate(words) if word not in ("'", r"\prime")]
    if not none:
        return range(len(words), len(words))
    return range(none[0], len(words) if words[none[-1]][:1].isalpha() or words[none[-1]][:1] == "\\" else none[-1] + 1)


def read_key(source: Source, found: Sequence[Tok]) -> tuple[Key, str] | None:
    """The key and the mark of tokens that are one name, or None."""
    while found and found[0].text == "{" and found[0].kind == "sign":  # {SS}_{xy}
        inside, after = group(source, found, 0)
        found = [*inside, *found[after:]]
    if not found:
        return None
    letters = list(takewhile(lambda token: token.kind == "letter" or token.text == r"\_", found))
    words = "".join(token.text for token in letters).split(r"\_")
    if len(words) > 1 and (max(map(len, words)) == 1 or not all(words)):  # h\_i is h_i, and dy\_g one word
        found = [replace(token, kind="sign", text="_") if token.text == r"\_" else token for token in found]
        letters = letters[: len(words[0])]
    core, at = prefixed(source, found, 0, partial=True)
    behind = after_digits(found, len(letters)) if letters and letters[-1].kind == "letter" else len(letters)
    if len(letters) > 1 or behind > len(letters):  # M2 is one word
        core, at = Lexeme("NAME", "".join(token.text for token in found[:behind]), found[0].at), behind
    if core is None:
        core, at = name_at(source, found, 0)
    if core is None and found[0].text in ACCENTS:
        core, at = accented(source, found, 0)
    if core is None:
        return None
    key = Key(core.text)
    while at < len(found):
        sign = found[at].text
        if sign == "'" or sign == r"\prime":
            key, at = key._replace(primes=key.primes + 1), at + 1
        elif sign in "_^" and at + 1 < len(found):
            text, at = script_text(source, found, at + 1)
            if sign == "^" and (kept := unprimed(words := text.split())) != range(len(words)):
                key = key._replace(primes=key.primes + len(words) - len(kept))
                text = " ".join(words[kept.start : kept.stop])
                if not kept:
                    continue
            if not text or (key.sub if sign == "_" else key.sup):
                return None
            key = key._replace(sub=text) if sign == "_" else key._replace(sup=text)
        else:
            return None
    return key, core.mark


@lru_cache(maxsize=4096)
def key_of_text(text: str) -> tuple[Key, str] | None:
    """The key and the mark of LaTeX that is one name, or None."""
    source = Source(text)
    try:
        return read_key(source, tokens(source))
    except InputError:
        return None


def key_of_name(name: str, notation: Notation = ARROW, vector: bool = False) -> Key | None:
    r"""The key of the printed form of a name; None when it is printed as no name.

    >>> key_of_name("sigma2"), key_of_name("x_hat").core
    (Key(core='\\sigma', sub='', sup='2', primes=0), '\\hat x')
    """
    found = key_of_text(LatexSpelling(notation).name(name, vector, Page()).text)
    return found and found[0]


def verbatim_key(name: str, notation: Notation = ARROW) -> Key | None:
    """The key of a name that is printed letter by letter, because its usual form means something else on its page."""
    found = key_of_text(LatexSpelling(notation).upright(name, False).text)
    return found and found[0]


def key_of_meaning(name: str, meaning: Term | Index | Definition, notation: Notation) -> Key | None:
    """The key of a declared name: a function has that of its head."""
    if isinstance(meaning, Definition) and name not in notation.names:
        if name == "mean":
            return Key(r"\mu")
        if name == "var":
            return Key(r"\sigma", sup="2")
    if isinstance(meaning, Term) and not isinstance(meaning, Symbol | Defined | Dimension):
        return None
    vector = isinstance(meaning, Term) and is_vector(meaning.shape)
    return key_of_name(name, notation, vector)


def letters_in(key: Key) -> list[str]:
    """The letters in the scripts of a name, each of which could be an index: i and j of ``p_{ij}``, k of ``c^{(k)}``."""
    return re.findall(r"\\?[A-Za-z]+", f"{key.sub} {key.sup}") if key.sub or key.sup else []


def plain_name(key: Key, taken: Container[str] = ()) -> str:
    r"""A name for a key that prints as it does where there is one, else the key itself.

    >>> plain_name(Key(r"\bar X")), plain_name(Key("s", "x", "2"))
    ('X_bar', 's_x^2')
    """
    name = _plain_name(key)
    while name in taken:
        name += "_other"
    return name


@lru_cache(maxsize=4096)
def _plain_name(key: Key) -> str:
    accents = re.findall(r"\\(hat|bar|tilde) ", key.core)
    letter = re.sub(r"^(\\(hat|bar|tilde) )+", "", key.core).lstrip("\\")
    letter = "one" if letter == "1" else letter
    name = letter + "".join(f"_{accent}" for accent in accents)
    if key.sub:
        name += "".join("_" + re.sub(r"[^A-Za-z0-9]", "", part) for part in key.sub.split(","))
    if key.sup:
        name += f"^{key.sup.replace(' ', '')}"
    name += "'" * key.primes
    if re.fullmatch(r"sigma\^2", name):
        name = "sigma2"
    if read_name(name) is None and not (key.core == letter and key == Key(letter) and " " not in letter):
        name = ""
    if not name or GIVEN in key.sub or (key_of_name(name) != key and key.core != letter):
        scripts = (f"_{{{key.sub}}}" if key.sub else "", f"^{{{key.sup}}}" if key.sup else "")
        name = re.sub(r"(\\[A-Za-z]+) ([A-Za-z])", r"\1{\2}", "".join((key.core, *scripts)))
        name = re.sub(r"\s+", "", name)
        name = (name + "'" * key.primes)[:90] or "x"
    return name


def basis_letter(notation: Notation) -> tuple[str, bool]:
    """The letter of basis vectors, and whether it has a mark."""
    found = key_of_text(notation.basis)
    return ("e", True) if found is None else (found[0].core, found[1] != "")
