"""A contraction in components: the sums, the δs and the entries that its letters say."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from derive.language.terms import Delta, Dim, Index, Term, axes_of

#: A term and the indices at which an entry of it is taken.
Entry = tuple[Term, tuple[Index, ...]]


def opened(
    indices: str, operands: Sequence[Term], at: tuple[Index, ...], new: Callable[[Dim], Index]
) -> tuple[list[Index], list[Term], list[Entry]]:
    """The component of a contraction at some indices: a sum over the first, of the product of the second and the third.

    ``indices`` are those of `derive.language.terms.Contraction`; ``new`` makes an index that is used nowhere else.
    tr A = Σₖ Aₖₖ, diag(v)ᵢⱼ = δᵢⱼ vᵢ, (Aᵀ)ᵢⱼ = Aⱼᵢ, (A B)ᵢₖ = Σⱼ Aᵢⱼ Bⱼₖ.
    """
    inputs, output = indices.split("->")
    names: dict[str, Index] = {}
    deltas: list[Term] = []
    for letter, index in zip(output, at, strict=True):
        if letter in names:
            deltas.append(Delta(names[letter], index))
        names.setdefault(letter, index)
    summed: list[Index] = []
    entries: list[Entry] = []
    for letters, operand in zip(inputs.split(","), operands, strict=True):
        for letter, dim in zip(letters, axes_of(operand.shape), strict=True):
            if letter not in names:
                summed.append(names.setdefault(letter, new(dim)))
        entries.append((operand, tuple(names[letter] for letter in letters)))
    return summed, deltas, entries
