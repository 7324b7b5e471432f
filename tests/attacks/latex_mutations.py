"""What is done to LaTeX: the slips of authors, broken files, and texts that no author writes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

_TOKEN = re.compile(r"\\(?:begin|end)\{[^{}]*\}|\\[A-Za-z]+|\\.|\s+|[0-9]+|.", re.DOTALL)
_NAME = re.compile(r"\\(alpha|beta|gamma|mu|nu|sigma|epsilon|lambda|rho|theta|Pi)$|[A-Za-z]$")
_SIGNS = (
    "+",
    "-",
    "=",
    "/",
    r"\cdot ",
    r"\odot ",
    r"\times ",
    r"\le ",
    ">",
    r"\ne ",
    "*",
    ",",
    "",
    r"\pm ",
    ":=",
    r"\approx ",
)
_COMMANDS = (
    r"\frac", r"\sqrt", r"\sum_i ", r"\sum_{j=1}^N ", r"\max_i ", r"\vec ", r"\hat ", r"\bar ", r"\mathbf ", r"\partial ",
    r"\left(", r"\right)", r"\left.", r"\right|", r"\text{if}", r"\text{ok}", r"\top ", r"^\top ", r"\langle ", r"\rangle ",
    r"\lVert ", r"\operatorname{tr}", r"\det ", r"\exp ", r"\log ", r"\delta_{ij}", r"\mathbb{E}", r"\overline", r"\binom",
    r"\int ", r"\infty ", r"\dots ", r"\in ", r"\phantom{x}", r"\underbrace", r"\overset{!}", r"\substack", r"\mathrm{d}",
    r"\tfrac12", r"\nabla ", r"\not ", r"\%", r"\#", r"\input{/etc/passwd}", r"\csname x\endcsname", r"\unknown ",
)  # fmt: skip
_LAYOUT = (r"\,", r"\;", r"\quad ", r"~", r"\!", r"{}", r"\label{eq:1}", r"\tag{7}", r"\nonumber ", "&", r"\displaystyle ",
           " ", "\n", "% a remark\n", r"\big", r"\limits ", r"\hspace{2pt}", r"\mathstrut ", r"\\", r"\notag ",
           r"\left", r"\bigl")  # fmt: skip
_SPLICES = (
    "% derive: scalar q\n", "% derive: forget\n", "\n% derive: vector z : N; let q = 2 z\n", r"\newcommand{\q}{s}\q ",
    r"\renewcommand{\sum}{\prod}", r"\def\sqrt#1{#1}", r"\newcommand{\vec}[1]{#1 #1}", r"\let\a=b ",
    r"\DeclareMathOperator{\tr}{det}",
    "% derive: use layernorm\n", "<!-- derive: scalar q -->", r"\newcommand{\mu}{2\mu}", r"\providecommand{\frac}[2]{#2/#1}",
)  # fmt: skip
_ENVIRONMENTS = (r"\begin{align}", r"\end{align}", r"\begin{cases}", r"\end{cases}", r"\begin{aligned}", r"\end{aligned}",
                 "$$", "$", r"\[", r"\]", r"\begin{pmatrix}", r"\end{pmatrix}", r"\begin{document}",
                 r"\end{document}")  # fmt: skip
#: Signs that look like others, that print nothing, or that are no text.
_UNICODE = "−–×·⊙√∑∂αβµμσε′²³½ᵀ₁\u200b\u202e\u0301\u00a0\ufeff\udc80\x00\x1b\U0001d465，（）｜一"

Tokens = list[str]


def tokens(text: str) -> Tokens:
    """A text cut into what TeX would see, blanks included."""
    return _TOKEN.findall(text)


def _some(random: Random, found: Tokens, what: Callable[[str], bool]) -> int:
    places = [at for at, token in enumerate(found) if what(token)]
    return random.choice(places) if places else -1


def _solid(token: str) -> bool:
    return not token.isspace()


def _brace(random: Random, found: Tokens) -> None:
    if (at := _some(random, found, lambda token: token in "{}()[]|")) >= 0:
        found[at] = random.choice(("", "", "", "{", "}", "(", ")", "[", "]", "|", r"\{", r"\|"))


def _deleted(random: Random, found: Tokens) -> None:
    at = _some(random, found, _solid)
    del found[at : at + random.choice((1, 1, 1, 2, 3, 6))]


def _doubled(random: Random, found: Tokens) -> None:
    at = _some(random, found, _solid)
    found[at:at] = found[at : at + random.choice((1, 1, 1, 2, 3, 6))]


def _swapped(random: Random, found: Tokens) -> None:
    one = _some(random, found, _solid)
    other = _some(random, found, _solid) if random.random() < 0.5 else min(one + 1, len(found) - 1)
    found[one], found[other] = found[other], found[one]


def _named(random: Random, found: Tokens) -> None:
    if (at := _some(random, found, lambda token: bool(_NAME.match(token)))) >= 0:
        names = [token for token in found if _NAME.match(token)]
        strangers = [
            *"abcdeijklmnsxyzABINTX",
            r"\mu ",
            r"\zeta ",
            r"\mathrm{LN}",
            "x'",
            r"\hat x",
            "x_1",
            "x_N",
            "x_{N-1}",
            "1_{i=j}",
            r"\vec x",
            r"\mathbf{1}",
        ]
        found[at] = random.choice(names if random.random() < 0.6 else strangers)


def _called(random: Random, found: Tokens) -> None:
    """A name, or a component, in parentheses behind a name."""
    if (at := _some(random, found, lambda token: bool(_NAME.match(token)))) >= 0:
        name = random.choice([token for token in found if _NAME.match(token)])
        found[at + 1 : at + 1] = [random.choice(("", "'", "_i", "^2", r"\,", " ")) * (random.random() < 0.3),
                                  f"({name}{random.choice(('', '', '_i', '_2', '^2'))})"]  # fmt: skip


def _scripts(random: Random, found: Tokens) -> None:
    at = _some(random, found, lambda token: token in "_^'")
    if at < 0:
        found.insert(
            random.randrange(len(found) + 1),
            random.choice(("_", "^", "'", "_i", "^2", "_{ij}", "^{-1}", "^T", "_2", "_1")),
        )
        return
    match random.randrange(4):
        case 0:
            found[at] = {"_": "^", "^": "_"}.get(found[at], random.choice("_^"))
        case 1:
            del found[at]
        case 2:
            sign, argument = found[at], found[at + 1 : at + 2]
            del found[at : at + 2]
            to = random.randrange(len(found) + 1)
            found[to:to] = [sign, *argument]
        case _:
            found[at:at] = random.choice(("_", "^", "'", "_i", "^2", "_{ij}", "^{-1}", "^T", "_{n m}", "^{(2)}"))


def _command(random: Random, found: Tokens) -> None:
    at = _some(random, found, lambda token: len(token) > 2 and token[0] == "\\")
    if at < 0 or random.random() < 0.4:
        found.insert(random.randrange(len(found) + 1), random.choice(_COMMANDS))
        return
    word = found[at]
    cut = random.randrange(1, len(word))
    found[at] = random.choice((word[:cut] + word[cut + 1 :], word[1:], word + random.choice("abx"), "\\" + word,
                               word[:cut] + " " + word[cut:], random.choice(_COMMANDS)))  # fmt: skip


def _environment(random: Random, found: Tokens) -> None:
    at = _some(random, found, lambda token: token in ("&", r"\\", "$", "$$") or token.startswith((r"\begin", r"\end")))
    if at < 0 or random.random() < 0.5:
        if random.random() < 0.3:
            found[:0], found[len(found) :] = [r"\begin{align}"], [r"\end{align}"]
        found.insert(random.randrange(len(found) + 1), random.choice(_ENVIRONMENTS))
    else:
        found[at] = random.choice(("", " ", *_ENVIRONMENTS[:4], "&", "&&"))


def _rows(random: Random, found: Tokens) -> None:
    at = _some(random, found, lambda token: token == r"\\")
    if at >= 0 and random.random() < 0.6:
        found[at] = random.choice(("", " ", "\n\n", "&", r"\\[2pt]", r"\\\\"))
    else:
        to = random.randrange(len(found) + 1)
        found[to:to] = random.choice((r"\\", r"\\ &", r"\\ &=", r"\\ &+", r"\\ = ", r"&& \text{so} \\"))


def _nested(random: Random, found: Tokens) -> None:
    at = random.randrange(len(found))
    to = random.randrange(at, min(len(found), at + 12)) + 1
    depth = random.choice((1, 1, 2, 3, 20, 90, 110, 400, 3000))
    opening, closing = random.choice((("{", "}"), ("(", ")"), ("[", "]"), (r"\left(", r"\right)"), (r"\sqrt{", "}"),
                                      ("|", "|"),
                                      (r"\frac{1}{", "}"), (r"\hat{", "}"), ("^{", "}"), ("_{", "}"), (r"\|", r"\|"),
                                      ("-(", ")"),
                                      (r"\exp(", ")"), (r"\sum_i (", ")"), ("e^{", "}"), (r"\boxed{", "}")))  # fmt: skip
    found[at:to] = [opening * depth, *found[at:to], closing * (depth - (random.random() < 0.1))]


def _bytes(random: Random, found: Tokens) -> None:
    for _ in range(random.choice((1, 1, 2, 8))):
        at = random.randrange(len(found) + 1)
        found.insert(at, "".join(chr(random.randrange(256)) for _ in range(random.choice((1, 1, 3, 40)))))


def _unicode(random: Random, found: Tokens) -> None:
    for _ in range(random.choice((1, 1, 2, 8))):
        sign = random.choice(_UNICODE) if random.random() < 0.8 else chr(random.randrange(0x110000))
        found.insert(random.randrange(len(found) + 1), sign)


def _number(random: Random, found: Tokens) -> None:
    numbers = (
        "0",
        "2",
        "3",
        "1",
        "-1",
        "10",
        "1/2",
        "0.5",
        "12",
        "007",
        "1.0",
        "{-1}",
        "9" * 30,
        "1e9",
        "0.000001",
        "1 2",
        "2^{10}",
    )
    huge = (
        "9" * 400,
        "9" * 5_000,
        "9" * 19_000,
        "2^{999999999}",
        "10^{10^{10}}",
        "{1000000000}",
        "0." + "3" * 900,
        "1" + "0" * 100,
    )
    at = _some(random, found, str.isdigit)
    number = random.choice(huge if random.random() < 0.12 else numbers)
    if at >= 0 and random.random() < 0.7:
        found[at] = number
    else:
        found.insert(random.randrange(len(found) + 1), number)


def _macros(random: Random, found: Tokens) -> None:
    at = random.randrange(len(found))
    word = random.choice((r"\x", r"\loop", r"\mu", r"\sum", r"\frac"))
    body = random.choice(
        (word, word * 2, f"{word} s", f"{{{word}}}", "#1#1", r"\y", "s", "{", "", "#2", "a + b", "#1" * 20)
    )
    if random.random() < 0.03:
        body = "#1" * 500 + word
    count = "[1]" if "#" in body else ""
    defined = random.choice((rf"\newcommand{{{word}}}{count}{{{body}}}", rf"\def{word}{'#1' if count else ''}{{{body}}}",
                             rf"\renewcommand{word}{count}{{{body}}}",
                             rf"\newcommand{{\y}}{{{word}}}\def{word}{{\y\y}}"))  # fmt: skip
    found[at:at] = [defined, word, random.choice(("", "", "{s}", " "))]


def _ranged(random: Random, found: Tokens) -> None:
    """Another range below a sign, or above it; a sign, where there is none."""
    at = _some(random, found, lambda token: token in (r"\sum", r"\prod", r"\max", r"\min"))
    if at < 0 or random.random() < 0.2:
        at = random.randrange(len(found) + 1)
        found.insert(at, random.choice((r"\sum", r"\sum", r"\prod", r"\max", r"\min")))
    end = at + 1
    while end < len(found) and found[end] in "_^":
        end = _after(found, end + 1)
    index, other = random.choice(_INDICES), random.choice(_INDICES)
    below = random.choice(_BELOW).replace("J", other).replace("I", index)
    if end > at + 1 and found[at + 1] == "_" and "=" not in below:
        end = _after(found, at + 2) if random.random() < 0.5 else end
    elif found[at + 1 : at + 2] == ["_"] and random.random() < 0.5:
        below, at = "", _after(found, at + 2) - 1
    above = random.choice(_ABOVE).replace("J", other) if "=" in below or not below else ""
    found[at + 1 : end] = [f"_{{{below}}}" * (below != "") + f"^{{{above}}}" * (above != "") + " "]


def _after(found: Tokens, at: int) -> int:
    """Where the argument at a position ends."""
    depth = 0
    for end in range(at, len(found)):
        depth += (found[end] == "{") - (found[end] == "}")
        if depth <= 0 and not found[end].isspace():
            return end + 1
    return len(found)


_INDICES = ("i", "i", "j", "j", "k", "n", "m")
#: What stands below a sign, I and J being indices, and above it.
_BELOW = ("I", "I=1", "I=2", "I=3", "I=0", "I=J", "I=J+1", r"I \ne J", r"I \neq 1", r"I \le J", "I < J", "I > J", r"I \ge J",
          r"1 \le I \le N", r"1 < I < N", r"1 \le I < J \le N", r"I \le N-1", "I < N", r"I \in [N]", r"I=1, I \ne J",
          r"I \in \{1, \dots, N\}", "I,J", "I,J=1", r"I \ne J, I \ne 1")  # fmt: skip
_ABOVE = ("N", "N", "K", "n", "N-1", "N-2", "J", "J-1", "3", "")


def _spliced(random: Random, found: Tokens) -> None:
    found.insert(random.randrange(len(found) + 1), random.choice(_SPLICES))


def _signs(random: Random, found: Tokens) -> None:
    signs = ("+", "-", "=", "/", r"\cdot", r"\odot", r"\times", "<", ">", r"\le", r"\ge", r"\ne", ",")
    at = _some(random, found, lambda token: token in signs)
    if at < 0 or random.random() < 0.3:
        found.insert(random.randrange(len(found) + 1), random.choice(_SIGNS))
    else:
        found[at] = random.choice(_SIGNS)


def _moved(random: Random, found: Tokens) -> None:
    at = random.randrange(len(found))
    to = min(len(found), at + random.choice((1, 2, 3, 5, 8)))
    part = found[at:to]
    if random.random() < 0.7:
        del found[at:to]
    place = random.randrange(len(found) + 1)
    found[place:place] = part


def _layout(random: Random, found: Tokens) -> None:
    for _ in range(random.choice((1, 1, 2))):
        blank = _some(random, found, str.isspace)
        if blank >= 0 and random.random() < 0.3:
            found[blank] = ""
        else:
            found.insert(random.randrange(len(found) + 1), random.choice(_LAYOUT))


def _cut(random: Random, found: Tokens) -> None:
    at = random.randrange(len(found))
    if random.random() < 0.5:
        del found[at:]
    else:
        del found[:at]


#: What is done, by its name; each changes tokens in place.
MUTATIONS: dict[str, Callable[[Random, Tokens], None]] = {
    "brace or bracket": _brace,
    "token deleted": _deleted,
    "token doubled": _doubled,
    "tokens swapped": _swapped,
    "name": _named,
    "call": _called,
    "script": _scripts,
    "command": _command,
    "environment": _environment,
    "rows": _rows,
    "nesting": _nested,
    "bytes": _bytes,
    "Unicode": _unicode,
    "number": _number,
    "macro": _macros,
    "range": _ranged,
    "declaration spliced": _spliced,
    "sign": _signs,
    "part moved": _moved,
    "layout": _layout,
    "cut": _cut,
}
#: Several at once.
SEVERAL = "several at once"


def mutated(random: Random, kind: str, text: str) -> str:
    """A text with one change of a kind."""
    found = tokens(text)
    if found and any(map(_solid, found)):
        MUTATIONS[kind](random, found)
    return "".join(found)


def several(random: Random, text: str) -> str:
    """A text with two to six changes."""
    for _ in range(random.choice((2, 2, 3, 6))):
        text = mutated(random, random.choice(list(MUTATIONS)), text)
    return text


def hostile_part(random: Random, head: str, part: str) -> str:
    """A part of a paper with what stands before all parts, lines and tokens of both changed."""
    lines = part.split("\n")
    for _ in range(random.choice((1, 1, 2, 4))):
        at = random.randrange(len(lines))
        match random.randrange(8):
            case 0:
                del lines[at : at + random.choice((1, 1, 3, 10))]
            case 1:
                lines[at:at] = lines[at : at + random.choice((1, 3))]
            case 2:
                other = random.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                lines.insert(
                    at,
                    random.choice((*_ENVIRONMENTS, *_SPLICES, "```", "```math", r"\iffalse", r"\verb|x", "<!--", "%%")),
                )
            case 4:
                head = mutated(random, random.choice(list(MUTATIONS)), head)
            case _:
                lines[at] = mutated(random, random.choice(list(MUTATIONS)), lines[at])
        lines = lines or [""]
    return head + "\n".join(lines)


def kinds() -> Sequence[str]:
    """The names of all changes of one formula."""
    return (*MUTATIONS, SEVERAL)
