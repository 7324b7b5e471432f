"""Letters and signs that are typed as they look, and the commands that they are."""

from __future__ import annotations

import unicodedata

from derive.printing.names import GREEK

#: Greek letters, angles and signs as people type them, and their commands; some letters have two.
TYPED = (
    {"⟨": r"\langle", "⟩": r"\rangle", **dict.fromkeys("‖∥", r"\|")}
    | {letter: rf"\{word}" for word, letter in GREEK.items()}
    | {"µ": r"\mu", "ϵ": r"\epsilon", "ϕ": r"\phi"}
    | {
        "⊤": r"\top",
        **dict.fromkeys("·⋅∙･・", r"\cdot"),
        "ℓ": r"\ell",
        "×": r"\times",
        "⊙": r"\odot",
        "∂": r"\partial",
        "∇": r"\nabla",
        "∑": r"\sum",
        "∏": r"\prod",
        "∎": r"\blacksquare",
        "✓": r"\checkmark",
        "✔": r"\checkmark",
        "∴": r"\therefore",
        "∵": r"\because",
        "■": r"\blacksquare",
        "□": r"\square",
    }
)
#: Signs of relations, arrows and dots, as people type them.
TYPED_SIGNS = {
    "≤": r"\le",
    "≥": r"\ge",
    "≠": r"\ne",
    "≈": r"\approx",
    "∝": r"\propto",
    "∈": r"\in",
    "∀": r"\forall",
    "→": r"\to",
    "⇒": r"\Rightarrow",
    "⇔": r"\Leftrightarrow",
    "∞": r"\infty",
    "…": r"\dots",
    "⋯": r"\cdots",
}
#: Exponents that are typed as one sign, and what they are.
TYPED_ABOVE = {"ᵀ": ("command", r"\top"), "²": ("digit", "2"), "³": ("digit", "3")}
#: Signs of the width of an Eastern letter, and those that they are.
WIDE = {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)} | {"\u3000": " ", "。": ".", "、": ","}

#: Marks that are typed behind a letter, or in one sign with it.
ACCENT = {
    "\u0302": r"\hat", "\u0303": r"\tilde", "\u0304": r"\bar", "\u0305": r"\bar", "\u0307": r"\dot",
}  # fmt: skip


def accented_letter(sign: str) -> tuple[str, str] | None:
    """The commands of an accent and of the letter below it that one sign is; None of any other.

    >>> accented_letter("ŷ"), accented_letter("é")
    (('\\\\hat', 'y'), None)
    """
    letter, *marks = list(unicodedata.normalize("NFD", sign))
    if len(marks) != 1 or marks[0] not in ACCENT:
        return None
    text = letter if letter.isascii() and letter.isalpha() else TYPED.get(letter, "")
    return (ACCENT[marks[0]], text) if text else None
