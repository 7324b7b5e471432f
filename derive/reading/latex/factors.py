r"""Single factors: numbers, roots, what has scripts, and what is in a fence or under an accent: ``|x|``, ``\bar{x y}``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from derive.errors import LimitError, ShapeError
from derive.language.substitution import entrywise_root
from derive.reading.declarations import is_zero
from derive.reading.grammar import MAX_DIGITS
from derive.reading.latex import syntax as tex
from derive.reading.latex.braces import below_scripts, unprinted
from derive.reading.latex.conventions import BARS
from derive.reading.latex.extremes import greatest_size
from derive.reading.latex.functions import applied
from derive.reading.latex.indicators import indicator, is_indicator
from derive.reading.latex.letters import parts
from derive.reading.latex.matrices import bare_table, determinant_of, read_list, read_matrix, scalar_product
from derive.reading.latex.means import statistic
from derive.reading.latex.metrics import matrix_below, norm_by, product_by
from derive.reading.latex.nablas import is_nabla
from derive.reading.latex.names import read_name
from derive.reading.latex.nodes import Componentwise, Constant
from derive.reading.latex.primes import is_primed
from derive.reading.latex.readings import Reader, Reading, Rough, is_column, is_matrix, is_one, is_square, show_rough
from derive.reading.latex.scripts import are_indices, scripted, sorted_scripts
from derive.reading.latex.signs import TABLES, TRANSPOSES
from derive.reading.latex.sizes import sized_constant
from derive.reading.latex.spelling import ACCENTS, Key, written
from derive.reading.latex.superscripts import is_half
from derive.reading.latex.values import is_valued, read_value
from derive.reading.syntax import Call, Indexed, Numeral, Word


def read_number(reader: Reader, node: tex.Num) -> list[Reading]:
    if len(node.text) > MAX_DIGITS:
        raise reader.fail(node.at, f"a numeral of more than {MAX_DIGITS} digits", kind=LimitError)
    if node.spaced:
        hint = r"write the number without spaces, or \cdot between two numbers"
        raise reader.error(node.at, "digits with a space between them", "one number", hint)
    return [Reading(Numeral(node.at, Fraction(node.text)), ())]


def read_root(reader: Reader, node: tex.Root) -> list[Reading]:
    r"""``\sqrt{x}`` of a number, and of each entry of a vector."""
    found = reader.read(tex.of_log(node.inner))
    powers = any(
        isinstance(part, Componentwise) for c in found for part in c.tree.parts()
    )  # \sqrt{x^2} is of x \cdot x
    if all(is_column(c.shape) for c in found) and not powers:
        return applied(reader, entrywise_root(reader.context.env.names), node.at, [found])
    if all(c.shape for c in found):
        shape = show_rough(found[0].shape)
        hint = r"write that of each entry, \sqrt{A_{ij}}"
        raise reader.fail(node.at, f"a square root of shape {shape}", hint, ShapeError)
    inner = reader.shaped(found, node.at, lambda shape: not shape, "a square root")
    return reader.mapped(inner, lambda c: Reading(Call(node.at, "sqrt", (c.tree,)), ()))


def is_transposed(reader: Reader, scripts: tex.Scripts) -> bool:
    """Is the superscript on a number, which has no transpose, one of transposes, after ``ones N``?"""
    above = scripts.sup if reader.context.size is not None and not reader.context.printed else None
    return above is not None and written(above.raw) in TRANSPOSES and not scripts.primes


def transposed_ones(base: tex.Num, reader: Reader, scripts: tex.Scripts) -> list[Reading]:
    """``1^T`` and ``11^T``: a row of ones, and the matrix of ones."""
    ones = Reading(Constant(base.at, "ones"), (None,))
    row = scripted(reader, [ones], scripts if base.text == "1" else replace(scripts, sub=None))
    if base.text == "1":
        return row
    whole = reader.mapped(row, lambda c: reader.product([ones, c]))
    return scripted(reader, whole, replace(scripts, sup=None))


def constant_of(reader: Reader, base: tex.Num, scripts: tex.Scripts) -> list[Reading] | None:
    r"""``1_N``, ``0_{N \times K}``, ``1_{i=j}``; after ``ones N`` ``1^T``, ``11^T``, ``1_i``; None of others."""
    if base.text == "11" or scripts.sub is None:
        return transposed_ones(base, reader, scripts) if base.text != "0" and is_transposed(reader, scripts) else None
    raw = scripts.sub.raw
    if base.text == "1" and is_indicator(raw):
        return scripted(reader, indicator(reader, base.at, raw), scripts.above)
    digits = base.text == "1" and all(lexeme.kind == "DIGIT" for lexeme in raw)
    sized = None if digits else sized_constant(reader, base.at, "ones" if base.text == "1" else "zeros", raw)
    if sized is not None:
        return scripted(reader, [sized], scripts.above)
    known = base.text == "1" and reader.context.size is not None and not reader.context.printed
    if digits or not known or not are_indices(reader, raw, 1) or is_transposed(reader, scripts):
        raise reader.error(scripts.sub.at, "a number with a subscript", "dimensions, as in 0_{N \\times K}")
    return scripted(reader, [Reading(Constant(base.at, "ones"), (None,))], scripts)


def read_scripted(reader: Reader, node: tex.Scripted) -> list[Reading]:
    """A name or a part with scripts."""
    base = node.base
    if (
        isinstance(base, tex.Group) and not base.visible and isinstance(tex.held(base), tex.Name)
    ):  # {X}^{(1)} is X^{(1)}
        node = replace(node, base=tex.held(base))
        base = node.base
    if is_nabla(reader, node) or is_primed(reader, node):
        return reader.row((node,))
    if isinstance(base, tex.Name):
        return read_name(reader, node)
    if isinstance(base, tex.BigSign | tex.Func):
        return reader.row((node,))
    scripts = sorted_scripts(reader, node.scripts)
    if isinstance(base, tex.Num) and base.text in ("0", "1", "11"):
        made = constant_of(reader, base, scripts)
        if made is not None:
            return made
    if isinstance(base, tex.Group) and is_valued(base):
        return read_value(reader, base, scripts)
    if scripts.sup is not None and is_half(reader, scripts.sup):
        base = tex.of_log(base)
    if isinstance(base, tex.Bars) and scripts.sub is not None and (base.double or is_norm(reader, base, scripts.sub)):
        return marked_norm(reader, base, scripts)
    if isinstance(base, tex.Angles | tex.Over) and scripts.sub is not None and len(inner := tuple(parts(base))) == 1:
        sign = r"\langle" if isinstance(base, tex.Angles) else r"\bar"
        found = mean_by(reader, sign, base, inner, scripts.sub)
        return scripted(reader, found, scripts.above)
    if unprinted(base, tex.Row):
        return below_scripts(reader, node)
    if isinstance(base, tex.Angles) and scripts.sub is not None:
        euclidean = NORMS.get(scripts.sub.text) in ("F", "2")
        if (made_by := product_by(reader, base, scripts.sub, euclidean)) is not None:
            return scripted(reader, made_by, scripts.above)
        if not euclidean:
            what = rf"the scalar product \langle … \rangle_{scripts.sub.text[:20]}"
            hint = r"declare a symmetric matrix, or write u^\top M v"
            raise reader.error(
                scripts.sub.at, what, "the Euclidean one, that of matrices by entries, or by a matrix", hint
            )
        scripts = scripts.above
    return scripted(reader, reader.read(base), scripts)


#: The core of the key of a norm with a name, which nothing else has.
NORM = r"\|norm"
#: What marks a norm, and the norm it is.
NORMS = {"F": "F", "2": "2", "1": "1", r"\ell_2": "2", r"\ell_1": "1"}


def read_group(reader: Reader, node: tex.Group) -> list[Reading]:
    """(x): a number in parentheses is no part of 1/2 or -1 any more."""
    if node.visible and node.fence in TABLES.values() and (table := bare_table(node.parts)) is not None:
        return read_matrix(reader, table)
    if is_valued(node):
        return read_value(reader, node, tex.Scripts())
    if not node.parts:
        raise reader.error(node.at, "empty braces", "a formula")
    inside = tex.items_of(node.parts[0])
    if node.fence == "{" and node.visible and any(isinstance(item, tex.Op) and item.sign == ":" for item in inside):
        raise reader.error(node.at, "a set", "a formula", r"the scalar product of two matrices is \langle A, B \rangle")
    if len(node.parts) > 1:
        if node.fence == "{" or not node.visible:
            raise reader.error(node.at, "a set", "a formula")
        return read_list(reader, node)
    found = reader.read(node.parts[0])
    if not node.visible:
        return found
    return [
        Reading(Numeral(c.tree.at, c.tree.value, bare=False), c.shape) if isinstance(c.tree, Numeral) else c
        for c in found
    ]


def read_bars(reader: Reader, node: tex.Bars) -> list[Reading]:
    """A norm, or an absolute value; of an array the determinant."""
    if not node.double and (table := bare_table((node.inner,))) is not None:
        return determinant_of(reader, table)
    return reader.mapped(_normed(reader, node), lambda c: size_of(reader, node, c))


def _normed(reader: Reader, node: tex.Bars) -> list[Reading]:
    """The readings in a norm: of a name alone, x_i, that of an array is meant where there is one, and no number."""
    found = reader.read(node.inner)
    named = isinstance(tex.held(node.inner), tex.Name | tex.Scripted)
    return [c for c in found if c.shape or not (node.double and named)] or found


def size_of(reader: Reader, node: tex.Bars, inner: Reading) -> Reading:
    """|x| of a scalar is its absolute value, as ‖x‖ is, of a vector its norm; |A| of a square matrix could be two things."""
    if not inner.shape:
        if node.double and reader.running is not None:
            hint = r"inside of a mean a vector is its component; name \|x\| with let"
            raise reader.fail(node.at, "a norm of shape scalar", hint, ShapeError)
        return Reading(Call(node.at, "abs", (inner.tree,)), ())
    if is_matrix(inner.shape) and not reader.context.printed:
        if node.double:
            labels = ["the Frobenius norm", "the spectral norm"]
            raise reader.ambiguous(node.at, r"\|A\| of a matrix", labels, r"write \|A\|_F")
        what = "|A| of a matrix"
        settled = node.of_log and reader.context.choice(BARS) != "norm"
        if is_square(inner.shape) and (settled or reader.choice(BARS, node.at, what) == "determinant"):
            return Reading(Call(node.at, "det", (inner.tree,)), ())
    return Reading(Call(node.at, "norm", (inner.tree,)), ())


def is_norm(reader: Reader, node: tex.Bars, script: tex.Script) -> bool:
    r"""Are single bars with a subscript the norm of a vector, ``|x - y|_\infty``, or ``|A|_F`` of an array?"""
    if reader.context.printed or (script.text not in NORMS and script.text != r"\infty"):
        return False
    return all(c.shape if script.text == "F" else len(c.shape) == 1 for c in _normed(reader, node))


def marked_norm(reader: Reader, node: tex.Bars, scripts: tex.Scripts) -> list[Reading]:
    r"""``\|A\|_F``, ``\|v\|_2``, ``\|v\|_1`` and ``\|v\|_\infty``."""
    script = scripts.sub
    text = script.text if script else ""
    kind = NORMS.get(text)
    index = reader.fresh([node])
    if script is not None and (norm := reader.context.function(Key(NORM, text))) is not None:
        if matrix_below(reader, script) is not None:
            labels = [rf"the norm that is defined as \|…\|_{text}", "the norm by that matrix"]
            raise reader.ambiguous(node.at, rf"the norm \|…\|_{text}", labels, "take another letter for one of them")
        return scripted(reader, applied(reader, norm, node.at, [_normed(reader, node)]), scripts.above)
    if text == r"\infty":

        def greatest(c: Reading) -> Reading:
            return greatest_size(reader, node.at, c, index) if c.shape else size_of(reader, node, c)

        return scripted(reader, reader.mapped(_normed(reader, node), greatest), scripts.above)
    if script is not None and (by_matrix := norm_by(reader, node, script, kind is not None)) is not None:
        return scripted(reader, by_matrix, scripts.above)
    if kind is None:
        hint = r"\|v\|_2, \|v\|_1 and \|v\|_\infty are norms of a vector, \|A\|_F is that of a matrix"
        raise reader.error(node.at, rf"the norm \|…\|_{text[:20]}", "the Euclidean or the Frobenius norm", hint)

    def takes(shape: Rough) -> bool:
        return len(shape) <= 1 or kind == "F" or (kind == "2" and shape[0] == 1)

    found = reader.shaped(_normed(reader, node), node.at, takes, rf"the norm \|…\|_{text}")

    def made(c: Reading) -> Reading:
        if not c.shape:
            return size_of(reader, node, c)
        if kind != "1":
            return Reading(Call(node.at, "norm", (c.tree,)), ())
        size = Call(node.at, "abs", (Indexed(node.at, c.tree, (Word(node.at, index),)),))
        return Reading(Call(node.at, "sum", (Word(node.at, index), size)), ())

    return scripted(reader, reader.mapped(found, made), scripts.above)


def read_angles(reader: Reader, node: tex.Angles) -> list[Reading]:
    r"""``\langle u, v \rangle`` as a scalar product, ``\langle x \rangle`` as a mean."""
    if len(node.parts) == 1:
        return mean_by(reader, r"\langle", node, node.parts)
    read = [[as_ones(reader, part, c) for c in reader.read(part)] for part in node.parts]
    if node.orthogonal and any(len(c.shape) == 2 for found in read for c in found):
        raise reader.fail(
            node.at, r"\perp between matrices", r"write A^\top B = 0, or \langle A, B \rangle = 0", ShapeError
        )
    return reader.combine(node.at, read, lambda pair: [scalar_product(reader, node.at, with_nought(pair))])


def with_nought(pair: Sequence[Reading]) -> Sequence[Reading]:
    """A pair of which the one is a vector, and the other a vector too if it is a bare 0."""
    beside = any(is_column(c.shape) for c in pair)
    return [Reading(Constant(c.tree.at, "zeros"), (None,)) if beside and is_zero(c.tree) else c for c in pair]


def as_ones(reader: Reader, node: tex.Node, c: Reading) -> Reading:
    """The vector of ones for a bare 1 in a scalar product, after ``ones N``; 1.0 is a number."""
    digits = [item.text for item in tex.items_of(node) if isinstance(item, tex.Num)]
    ones = is_one(c.tree) and digits == ["1"] and reader.context.size is not None and not reader.context.printed
    return Reading(Constant(c.tree.at, "ones"), (None,)) if ones else c


def read_over(reader: Reader, node: tex.Over) -> list[Reading]:
    r"""``\widehat{…}`` as a unit vector, where that function is known; ``\overline{…}`` as a mean, where that is."""
    if ACCENTS[node.accent] == "bar":
        return mean_by(reader, r"\bar", node, [node.inner])
    hat = reader.context.definitions.get("hat")
    if node.accent not in (r"\widehat", r"\hat") or hat is None:
        raise reader.error(node.at, f"{node.accent} over a formula", "a name", "name the formula with let")
    found = reader.shaped(reader.outside.read(node.inner), node.at, is_column, "a unit vector")
    return applied(reader, hat, node.at, [found])


def mean_by(
    reader: Reader, sign: str, node: tex.Node, parts: Sequence[tex.Node], script: tex.Script | None = None
) -> list[Reading]:
    r"""``\overline{x y}`` and ``\langle x y \rangle`` as a mean, if that is declared."""
    kind = reader.context.operators.get((sign, ""))
    if kind is None:
        name = {r"\bar": r"\overline"}.get(sign, sign)
        hint = rf"name it with let; % derive: mean {name} for the mean of the components"
        raise reader.error(node.at, f"{name} over a formula" if sign == r"\bar" else "angles", "a name", hint)
    return statistic(reader, kind, node.at, parts, script)
