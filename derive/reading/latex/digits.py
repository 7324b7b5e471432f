r"""The digit 1 for the vector of ones: ``1 1^T`` and ``11^T`` after ``ones n``, where no number is transposed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive.reading.latex.context import Context
from derive.reading.latex.spelling import Lexeme


def with_ones(context: Context, lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    r"""Lexemes with ``\mathbf 1 \mathbf 1^T`` for ``11^T``, where the dimension of all-ones is declared."""
    made = list(lexemes)
    for at in range(len(made) - 3) if context.size is not None and not context.printed else ():
        digits = [lexeme.text if lexeme.kind in ("DIGIT", "NUMBER") else "" for lexeme in made[max(at - 1, 0) : at + 3]]
        alone = digits[-3:] == ["1", "1", ""] and (at == 0 or not digits[0])
        if alone and made[at + 2].kind == "SUP" and _is_transpose(made[at + 3 :]):
            made[at : at + 2] = [replace(one, kind="NAME", mark=r"\mathbf") for one in made[at : at + 2]]
    return made


def _is_transpose(script: Sequence[Lexeme]) -> bool:
    r"""Do lexemes begin with ``T``, ``{\top}`` and their like?"""
    inner = script[1:] if script[0].kind == "LBRACE" else script
    ends = inner is script or (len(inner) > 1 and inner[1].kind == "RBRACE")
    return ends and bool(inner) and inner[0].text in ("T", "t", r"\top", r"\intercal")
