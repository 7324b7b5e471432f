r"""LaTeX as TeX sees it, by lines that owe nothing to `derive.reading`: tokens, macros expanded, layout left out."""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Mapping, Sequence

from derive.printing.names import GREEK

#: The most tokens, macros expanded.
MOST = 4000

_TOKEN = re.compile(
    r"%[^\n]*|\\(?:text|textrm|textit|textbf|mbox|textnormal|textup)\s*\{(?P<words>[^{}]*)\}"
    r"|(?P<function>(?<![A-Za-z])(?:diag|det|exp|log|ln|tanh|tr|max|min|rank)(?=\())"  # in letters
    r"|\\operatorname\*|\\[A-Za-z]+|\\.|[0-9]+\.[0-9]+|\S",
    re.DOTALL,
)
#: Commands that go, and what stands in their braces.
GONE = frozenset(
    {r"\label", r"\tag", r"\begin", r"\end", r"\intertext", r"\vphantom", r"\hphantom", r"\phantom", r"\hspace", r"\vspace",
     r"\mspace", r"\overset", r"\stackrel", r"\underset", r"\textcolor", r"\mathcolor", r"\color", r"\text",
     r"\mbox"}
)  # fmt: skip
LAYOUT = frozenset(
    {"&", "~", "$", r"\,", r"\;", r"\:", r"\!", r"\>", r"\/", r"\@", r"\[", r"\]", r"\(", r"\)", r"\quad",
     r"\qquad", r"\thinspace", r"\enspace", r"\medspace", r"\left", r"\right",
     r"\nonumber", r"\notag", r"\displaystyle", r"\textstyle", r"\scriptstyle", r"\limits", r"\nolimits", r"\hfill",
     r"\allowbreak", r"\nobreak", r"\mathstrut", r"\strut", r"\noindent", r"\relax",
     r"\protect", r"\ignorespaces", r"\null", r"\nolinebreak", "\\ "}
)  # fmt: skip
#: Before a parenthesis it says that this holds a factor, not an argument.
SPACE = r"\,"
_SIZE = re.compile(r"\\[bB]igg?([lrm]?)$")
_OPENING = frozenset({"(", "[", r"\{", r"\lbrace", r"\lbrack"})
_CLOSING = frozenset({")", "]", r"\}", r"\rbrace", r"\rbrack"})
BARS = {"|": "|", r"\vert": "|", r"\mid": "|", r"\|": "|", r"\Vert": "|", r"\lvert": "|(", r"\lVert": "|(", r"\rvert": "|)",
         r"\rVert": "|)"}  # fmt: skip
#: Commands of LaTeX, which are not provided anew.
_PROVIDED = frozenset({r"\frac", r"\vec", r"\sqrt", r"\hat", r"\bar", r"\mu", r"\sum"})
_DEFINING = frozenset(
    {r"\newcommand", r"\renewcommand", r"\providecommand", r"\def", r"\DeclareMathOperator", r"\DeclareRobustCommand"}
)


Macros = Mapping[str, tuple[int, Sequence[str]]]


class Unaccounted(Exception):
    """A text of which no account can be given."""


#: Greek letters in Unicode as commands.
LETTERS = {ord(letter): rf"\{word} " for word, letter in GREEK.items()}
LETTERS |= {ord("µ"): r"\mu ", ord("ϵ"): r"\epsilon ", ord("ϕ"): r"\phi "}
LETTERS |= {
    ord("⊤"): r"\top ", ord("·"): r"\cdot ", ord("×"): r"\times ", ord("⊙"): r"\odot ", ord("∑"): r"\sum ",
    ord("∏"): r"\prod ", ord("∂"): r"\partial ", ord("∇"): r"\nabla ",
    ord("−"): "-", ord("–"): "-",
}  # fmt: skip


def split(text: str) -> list[str]:
    r"""The tokens of a text without blanks, comments, labels and environments; ``\text{w}`` is ``\text w``."""
    found: list[str] = []
    for match in _TOKEN.finditer(text.translate(LETTERS)):
        if match["words"] is not None:
            found.append(rf"\text {match['words'].strip()}")
        elif match["function"] is not None:
            found += [r"\operatorname", "{", *match["function"], "}"]
        elif match[0][0] != "%":
            found.append(match[0])
    return found


def group(found: Sequence[str], at: int) -> tuple[list[str], int]:
    """The argument at a position, without braces, and the position after it."""
    if at >= len(found) or found[at] == "}":
        raise Unaccounted("no argument")
    if found[at] != "{":
        return [found[at]], at + 1
    depth = 0
    for position in range(at, len(found)):
        depth += (found[position] == "{") - (found[position] == "}")
        if not depth:
            return list(found[at + 1 : position]), position + 1
    raise Unaccounted("braces")


def scripts(found: Sequence[str], letters: Sequence[str]) -> bool:
    """Are these scripts, each with its argument, and letters, at least one of the former?"""
    at = 0
    while at < len(found) and (found[at] in letters or (found[at] in ("_", "^") and at + 1 < len(found))):
        at = at + 1 if found[at] in letters else group(found, at + 1)[1]
    return at == len(found) and bool({"_", "^"}.intersection(found))


def macros_in(text: str) -> dict[str, tuple[int, Sequence[str]]]:
    """The macros that a text defines."""
    table: dict[str, tuple[int, Sequence[str]]] = {}
    found = split(text)
    for at, token in enumerate(found):
        if token in _DEFINING:
            _define(found, at, table)
    return table


def _define(found: Sequence[str], at: int, table: dict[str, tuple[int, Sequence[str]]]) -> int:
    """Obey the definition at a position; the position after it."""
    word, at = found[at], at + 1
    if found[at : at + 1] == ["*"]:
        at += 1
    name, at = group(found, at)
    count = 0
    while found[at : at + 1] in (["["], ["#"]):
        if found[at] == "[" and found[at + 2 : at + 3] == ["]"] and found[at + 1].isdigit():
            count, at = int(found[at + 1]), at + 3
        elif found[at] == "#":
            count, at = count + 1, at + 2
        else:
            raise Unaccounted("an optional argument")
    body, at = group(found, at)
    if word == r"\DeclareMathOperator":
        body = [r"\operatorname", "{", *body, "}"]
    if len(name) != 1:
        raise Unaccounted("a definition")
    if word != r"\providecommand" or name[0] not in {*table, *_PROVIDED}:
        table[name[0]] = (count, tuple(body))
    return at


class Scopes:
    r"""The macros that are defined where one stands: what is defined in a group, or in a cell of a table, ends with it."""

    def __init__(self, macros: Macros) -> None:
        self.base = macros
        self.opened: list[tuple[str, dict[str, tuple[int, Sequence[str]]]]] = [("", dict(macros))]

    @property
    def table(self) -> dict[str, tuple[int, Sequence[str]]]:
        """The macros of the innermost group."""
        return self.opened[-1][1]

    def see(self, token: str) -> None:
        """Open or close groups and cells."""
        if token in _OPENS:
            self.opened.append((token, dict(self.table)))
        elif token in _CLOSES:
            if len(self.opened) > 1 and self.opened[-1][0] == _CLOSES[token]:
                self.opened.pop()
        elif token in ("&", r"\\") and self.opened[-1][0] in ("", r"\begin"):
            before = self.opened[-2][1] if len(self.opened) > 1 else self.base
            self.opened[-1] = (self.opened[-1][0], dict(before))


_CLOSES = {"}": "{", r"\right": r"\left", r"\end": r"\begin"}
_OPENS = frozenset(_CLOSES.values())


def expanded(found: Sequence[str], macros: Macros) -> list[str]:
    """The tokens with macros expanded."""
    scopes, done, left, steps = Scopes(macros), list[str](), list(found), 0
    if not macros and not _DEFINING.intersection(left):
        return left
    at = 0
    while at < len(left):
        steps += 1
        if steps > MOST or len(left) > MOST:
            raise Unaccounted("too long")
        token, table = left[at], scopes.table
        scopes.see(token)
        if token in _DEFINING:
            at = _define(left, at, table)
        elif token in table:
            count, body = table[token]
            arguments, after = [], at + 1
            for _ in range(count):
                argument, after = group(left, after)
                arguments.append(argument)
            made: list[str] = []
            number = False
            for part in body:
                if number:
                    made += arguments[int(part) - 1] if part.isdigit() and 0 < int(part) <= count else ["#"]
                elif part != "#":
                    made.append(part)
                number = part == "#" and not number
            left, at = made + left[after:], 0
        else:
            done.append(token)
            at += 1
        if at > 200:
            left, at = left[at:], 0
    return done


_SAME = {
    r"\slash": "/", r"\circ": r"\odot", r"\colon": ":", r"\prime": "'", r"\lang": r"\langle", r"\rang": r"\rangle",
    r"\neq": r"\ne", r"\leq": r"\le", r"\geq": r"\ge",
}  # fmt: skip


def over(found: Sequence[str]) -> list[str]:
    r"""``{a \over b}`` as ``{\frac{a}{b}}``."""
    made = list(found)
    while r"\over" in made:
        at = made.index(r"\over")
        depth, begin = 0, at - 1
        while begin >= 0 and (depth or made[begin] != "{"):
            depth += (made[begin] == "}") - (made[begin] == "{")
            begin -= 1
        if begin < 0:
            raise Unaccounted("no braces")
        inside, after = group(made, begin)
        cut = at - begin - 1
        if r"\over" in _outside(inside[cut + 1 :]):
            raise Unaccounted("twice over")
        parts = ["{", *inside[:cut], "}", "{", *inside[cut + 1 :], "}"]
        made = [*made[:begin], "{", r"\frac", *parts, "}", *made[after:]]
    return made


def _outside(found: Sequence[str]) -> list[str]:
    """The tokens that stand in no braces."""
    depth, kept = 0, list[str]()
    for token in found:
        depth += (token == "{") - (token == "}")
        kept += [token] if not depth else []
    return kept


#: Relations of an indicator in square brackets.
_COMPARED = frozenset({"=", r"\le", r"\ne", "<", ">", r"\ge", r"\leq", r"\geq", r"\neq"})


def indexed(found: Sequence[str]) -> list[str]:
    """``S_{i, j}`` for ``S[i, j]``, of letters that indices have, and ``1_{i = j}`` for ``[i = j]``, ``\\mathbf 1[i = j]``.

    Fences of all kinds are parentheses but for ``[``.
    """
    made: list[str] = []
    at = 0
    while at < len(found):
        end = found.index(")", at) if found[at] == "[" and ")" in found[at:] else at
        inside = found[at + 1 : end]
        if inside and made and (made[-1].isalpha() or made[-1] == "}") and all(x in "ijklmn," for x in inside):
            made += ["_", "{", *inside, "}"]
            at = end + 1
        elif len(inside) == 3 and inside[1] in _COMPARED and all(x in "ijklmn" for x in inside[::2]):
            if made[-2:] in ([r"\mathbf", "1"], [r"\mathbb", "1"], [r"\vec", "1"]) or made[-4:] == [r"\mathbf", *"{1}"]:
                del made[-4 if made[-1] == "}" else -2 :]
            made += ["{", "1", "_", "{", *inside, "}", "}"]
            at = end + 1
        else:
            made.append("(" if found[at] == "[" else found[at])
            at += 1
    return made


def bare_signs(found: Sequence[str]) -> list[str]:
    r"""With a sign for ``{\odot}``, which is set without space then."""
    made = [*found]
    while at := next((n for n in range(1, len(made) - 2) if made[n : n + 3] == ["{", r"\odot", "}"]), 0):
        if made[at - 1] in ("_", "^"):
            break
        made[at : at + 3] = [r"\odot"]
    return made


def cleaned(found: Sequence[str], spaced: bool = False) -> list[str]:
    r"""Without layout; fences and bars of all kinds become ``(``, ``)``, ``|(``, ``|)`` and ``|``; ``\,(`` if asked for."""
    found = bare_signs(over(found))
    done: list[str] = []
    side, at = "", 0
    while at < len(found):
        token, at = found[at], at + 1
        size = _SIZE.match(token)
        if token in (r"\left", r"\right") or size:
            side = {r"\left": "(", r"\right": ")"}.get(token) or (size and {"l": "(", "r": ")"}.get(size[1])) or ""
            if found[at : at + 1] == ["."]:
                raise Unaccounted("an open fence")
            if found[at : at + 1] in (["<"], [">"]):
                done.append({"<": r"\langle", ">": r"\rangle"}[found[at]])
                at += 1
            continue
        if token == r"\\":
            if found[at : at + 1] == ["["]:
                at = found.index("]", at) + 1 if "]" in found[at:] else len(found)
        elif token in GONE:
            inside, at = group(found, at + (found[at : at + 1] == ["*"]))
            if found[at - 1] != "}" and inside[0].startswith("\\"):
                raise Unaccounted("no argument")
        elif token == r"\boxed" and done and done[-1] in (r"\vec", r"\hat", r"\bar", r"\mathbf"):
            raise Unaccounted("a mark on a box")
        elif token in (r"\boxed", r"\substack", r"\underbrace", r"\overbrace"):
            inside, after = group(found, at)
            if inside[:1] == [r"\odot"]:  # \underbrace \odot
                raise Unaccounted("a sign in an argument")
            if token.endswith("brace") and found[after : after + 1] in (["_"], ["^"]):
                after = group(found, after + 1)[1]
            found, at = ["{", *inside, "}", *found[after:]], 0
        elif spaced and token == SPACE and opens(found, at):
            done.append(SPACE)
        elif token in LAYOUT or (token.startswith(r"\text ") and apart(found, at - 1)):
            pass
        elif token in BARS:
            done.append(BARS[token] + side if BARS[token] == "|" else BARS[token])
        elif token in _OPENING or token in _CLOSING:
            done.append(token if token == "[" else "(" if token in _OPENING else ")")
        elif token in (":", "<", ">", r"\not") and found[at : at + 1] == ["="]:
            done.append({":": r"\coloneqq", "<": r"\le", ">": r"\ge"}.get(token, r"\ne"))
            at += 1
        else:
            done.append(_SAME.get(token, token))
        side = ""
    while done and (done[-1] in (",", ".", ";", "?") or done[-1].startswith(r"\text ")):
        done.pop()
    return indexed(done)


def opens(found: Sequence[str], at: int) -> bool:
    """Does a parenthesis open here?"""
    while at < len(found) and (found[at] == r"\left" or _SIZE.match(found[at])):
        at += 1
    return at < len(found) and found[at] in _OPENING


def apart(found: Sequence[str], at: int) -> bool:
    """Do words stand at the end of a row, or in a column of their own?"""
    after = found[at + 1 :]
    while after and (after[0] in LAYOUT or after[0] in ".,;"):
        after = after[1:]
    return not after or after[0] == r"\\"


def listed(found: Sequence[str], at: int) -> bool:
    """Do several things stand in the parentheses that open here?"""
    depth = 0
    for place in range(at, len(found)):
        depth += (found[place] in ("(", "{")) - (found[place] in (")", "}"))
        if not depth or (depth == 1 and found[place] == ","):
            return depth == 1
    return False


def worded(found: Sequence[str], marks: Container[str], words: Collection[str]) -> list[str]:
    r"""With ``\text w`` for upright ``\mathrm{w}``, of some words."""
    made: list[str] = []
    at = 0
    while at < len(found):
        inside, after = group(found, at + 1) if words and found[at] in marks else ([], at + 1)
        word = "".join(inside)
        made.append(rf"\text {word}" if word in words else found[at])
        at = after if word in words else at + 1
    return made


def is_whole(found: Sequence[str], opening: str, closing: str) -> bool:
    """Does the bracket that opens a text close with its end?"""
    depth = 0
    for at, token in enumerate(found):
        depth += (token == opening) - (token == closing)
        if not depth:
            return at > 0 and at == len(found) - 1
    return False


def opened(found: Sequence[str]) -> list[str]:
    r"""The part of a fraction without brackets around all of it: ``{\partial y}``, ``(\partial y)``."""
    while is_whole(found, "(", ")") or is_whole(found, "{", "}"):
        found = found[1:-1]
    return list(found)


def is_letter(token: str) -> bool:
    """Is it a letter, also a Greek one, or a word?"""
    return bool(re.fullmatch(r"[A-Za-z]|\\text \w+", token)) or token[1:] in GREEK


def bracketed(found: Sequence[str], at: int) -> bool:
    """Does {(k)} stand here, as in y^{(k)}, which is a component as y_k is, or {(k)\\top}, its transpose?"""
    raw = group(found, at)[0] if found[at : at + 1] == ["{"] else []
    return raw[:1] + raw[2:] in (["(", ")"], ["(", ")", r"\top"]) and is_letter(raw[1])
