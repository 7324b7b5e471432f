"""Elements of MathML in a row, as a string in which each character stands for one element.

The walk over terms (`derive.printing.walk`) puts pieces of text side by side.  A printer of markup has to know more of a
piece than its characters: is it one element, has it a script already?  So a `Sheet` gives every element a character of
its own, equal elements the same one; a row of elements is a string of these, and is written out once, at the end.  The
characters are those beyond the basic plane; none of them is ever shown, for what is shown is inside the elements.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

_FIRST = 0x10000

#: Elements whose arguments are one element each; all others hold rows.
_SCRIPTS = ("msub", "msup", "msubsup")
_FIXED = frozenset({*_SCRIPTS, "mfrac", "mover", "munder", "munderover"})

#: U+2061 between a function and its arguments, U+2062 between factors: read aloud, not seen; a blank that stays.
APPLY, TIMES, NO_BREAK = "\u2061", "\u2062", "\u00a0"


@dataclass(frozen=True)
class Element:
    """An element: its name and attributes; its text, or its contents in rows."""

    tag: str
    rows: tuple[str, ...] = ()
    text: str = ""
    attributes: tuple[tuple[str, str], ...] = ()

    @property
    def opening(self) -> str:
        """``<tag attribute="…">``."""
        attributes = (f' {name}="{escape(value)}"' for name, value in self.attributes)
        return f"<{self.tag}{''.join(attributes)}>"


class Sheet:
    """The elements that were made, and the characters that stand for them."""

    def __init__(self) -> None:
        self._signs: dict[Element, str] = {}
        self._elements: dict[str, Element] = {}

    def __getitem__(self, sign: str) -> Element:
        """The element that a character stands for."""
        return self._elements[sign]

    def add(self, tag: str, *rows: str, text: str = "", **attributes: str) -> str:
        """A row of one element."""
        made = tuple(map(self.one, rows)) if tag in _FIXED else rows
        element = Element(tag, made, text, tuple(attributes.items()))
        sign = self._signs.setdefault(element, chr(_FIRST + len(self._signs)))
        self._elements[sign] = element
        return sign

    def elements(self, row: str) -> tuple[Element, ...]:
        return tuple(self[sign] for sign in row if sign in self._elements)

    def one(self, row: str) -> str:
        """The row as one element: itself, or around it an ``mrow``."""
        row = row.replace(" ", "")
        return row if len(row) == 1 else self.add("mrow", row)

    def identifier(self, text: str, upright: bool = False) -> str:
        """A name; of one letter italic, unless it is to be ``upright``; of several letters always upright."""
        return self.add("mi", text=text, **({"mathvariant": "normal"} if upright and len(text) == 1 else {}))

    def number(self, text: str) -> str:
        return self.add("mn", text=text)

    def sign(self, text: str, **attributes: str) -> str:
        """An operator, a relation, a bracket, a comma."""
        return self.add("mo", text=text, **attributes)

    def space(self, width: str) -> str:
        return self.add("mspace", width=width)

    def fenced(self, left: str, row: str, right: str, tall: bool) -> str:
        """A row between brackets, as high as the row where it is ``tall``."""
        stretchy = {} if tall else {"stretchy": "false"}
        return self.add("mrow", self.sign(left, **stretchy) + row + self.sign(right, **stretchy))

    def scripted(self, base: str, sub: str = "", sup: str = "") -> str:
        """A row with scripts; one that has scripts already gets further ones, not scripts of scripts."""
        base = self.one(base)
        element = self[base]
        if element.tag in _SCRIPTS:
            base, *scripts = element.rows
            if element.tag != "msup":
                sub = scripts.pop(0) + sub
            sup = "".join(scripts) + sup
        if sub and sup:
            return self.add("msubsup", base, sub, sup)
        return self.add("msub", base, sub) if sub else self.add("msup", base, sup) if sup else base

    def written(self, row: str) -> str:
        """The markup of a row; of any depth."""
        out: list[str] = []
        stack = [*reversed(row)]
        while stack:
            item = stack.pop()
            element = self._elements.get(item)
            if element is None:
                out.append(item.strip(" "))  # the end of an element, or the gap after a sign of a sum
            elif element.rows:
                out.append(element.opening)
                stack.append(f"</{element.tag}>")
                stack.extend(sign for row in reversed(element.rows) for sign in reversed(row))
            else:
                out.append(f"{element.opening}{escape(element.text, quote=False)}</{element.tag}>")
        return "".join(out)


def math_element(markup: str, latex: str, *, display: bool = False) -> str:
    """``<math>`` around markup, with the LaTeX of it as its ``alttext``; ``display`` asks for the size of a display."""
    size = ' displaystyle="true"' if display else ""
    return f'<math{size} alttext="{escape(latex)}">{markup}</math>'


def words_markup(words: str) -> str:
    """Words inside a formula, with the blanks at their ends."""
    return f"<mtext>{escape(words, quote=False).replace(' ', NO_BREAK)}</mtext>"
