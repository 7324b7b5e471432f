"""ASCII identifiers for symbols, definitions and theorems: different things get different names.

A name keeps its ASCII letters, digits and underscores; any other character becomes the word that Unicode has for it (α is
``alpha``).  Two things that would get one identifier, or that would hide a name the generated file uses, are told apart by
a number, so the map is injective whatever the names are.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable

_KEYWORDS = (
    "as at cofix else end exists fix for forall fun if in is isn let match mod of return then using where with "
    "Prop Set SProp Type by Definition Lemma Theorem Proof Qed Variable"
)
#: What a generated file writes itself.
_USED = (
    "F m n one norm I i j e ones dot diag hadamard vpow vinv conj erefl esym etrans Env Num GRing nat bool seq True False "
    "invmx const_mx char_poly delta_mx S0 S1 SN SP SAdd SSub SOpp SMul SPow SNat SDivNat SDot SEntry STr SSum V0 V1 VS VAdd "
    "VSub VOpp VScale VHad VPow VMul VTr VCol R0 RTr RAdd RSub ROpp RScale RMul M0 MId MScal MDiag MOuter MAdd MSub MOpp "
    "MScale MMul MPow MTr MHad MMat CS CI CJ CE CD CAdd CSub COpp CMul CPow CSumJ RS RV sRule vRule rels_hold"
)
RESERVED = frozenset(_KEYWORDS.split()) | frozenset(_USED.split())


def ascii_word(name: str) -> str:
    """A word of ASCII letters, digits and underscores that begins with a letter; not injective by itself."""
    pieces = [c if c.isascii() and (c.isalnum() or c == "_") else _spelt(c) for c in name]
    word = "".join(pieces).strip("_") or "x"
    return word if word[0].isalpha() else f"x{word}"


def _spelt(char: str) -> str:
    words = unicodedata.name(char, f"u{ord(char):x}").split()
    if words[0] in ("GREEK", "LATIN") and len(words) >= 4 and words[2] == "LETTER":
        word = words[3].lower()
        return word.capitalize() if words[1] == "CAPITAL" else word
    return "_" + "_".join(words).lower().replace("-", "_")


class Names:
    """Gives every key its own identifier."""

    def __init__(self) -> None:
        self._given: dict[Hashable, str] = {}
        self._taken = set(RESERVED)

    def copy(self) -> Names:
        """Names that give the same, and go on by themselves."""
        made = Names()
        made._given, made._taken = dict(self._given), set(self._taken)
        return made

    def __call__(self, key: Hashable, name: str) -> str:
        """The identifier of a key, made from a name when it is first asked for."""
        if key not in self._given:
            word = made = ascii_word(name)
            number = 2
            # h1, e2, s3, … are names inside proofs
            while made in self._taken or (made[0] in "hesRDELd" and made[1:].isdigit()):
                made, number = f"{word}_{number}", number + 1
            self._taken.add(made)
            self._given[key] = made
        return self._given[key]
