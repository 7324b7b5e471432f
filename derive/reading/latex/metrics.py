r"""Scalar products and norms by a matrix: ``\langle u, v \rangle_A`` = uᵀ A v of a symmetric A, ``\|u\|_A`` = √(uᵀ A u).

Of an A that is not symmetric it could be vᵀ A u, and of one that is not positive definite there is no norm: both are
refused.
"""

from __future__ import annotations

from derive.errors import InputError
from derive.language.hypotheses import SYMMETRIC, Condition
from derive.language.terms import Symbol, Term
from derive.reading.latex import syntax as tex
from derive.reading.latex.matrices import scalar_product
from derive.reading.latex.readings import Reader, Reading, is_column, is_matrix, is_square
from derive.reading.syntax import Call, Raised, Tree, Word

#: What a matrix has to be declared as.
_OF_PRODUCTS, _OF_NORMS = SYMMETRIC, frozenset({"positive_definite"})


def product_by(reader: Reader, node: tex.Angles, script: tex.Script, euclidean: bool) -> list[Reading] | None:
    r"""``\langle u, v \rangle_A``; None where no matrix stands below it.

    ``euclidean``: is it one of those without a matrix, too?
    """
    matrix = matrix_below(reader, script)
    if matrix is None:
        return None
    what = rf"the scalar product \langle … \rangle_{script.text}"
    read = [reader.read(part) for part in node.parts]
    if euclidean:
        if any(is_matrix(c.shape) for found in read for c in found):
            return None
        raise _two(reader, script, what)
    check(reader, script, matrix, what, _OF_PRODUCTS, r"write u^\top A v")
    parts = [reader.shaped(found, part.at, is_column, what) for found, part in zip(read, node.parts, strict=True)]
    return reader.combine(node.at, parts, lambda pair: [between(reader, node.at, pair[0], matrix, pair[1])])


def norm_by(reader: Reader, node: tex.Bars, script: tex.Script, euclidean: bool) -> list[Reading] | None:
    r"""``\|u\|_A``; None where no matrix stands below it, or it is that of a matrix."""
    matrix = matrix_below(reader, script)
    if matrix is None:
        return None
    inner, what = reader.read(node.inner), rf"the norm \|…\|_{script.text}"
    if euclidean:
        if any(is_matrix(c.shape) for c in inner):
            return None
        raise _two(reader, script, what)
    check(reader, script, matrix, what, _OF_NORMS, r"write \sqrt{u^\top A u}")
    vectors = reader.shaped(inner, node.at, is_column, what)
    squares = reader.mapped(vectors, lambda c: between(reader, node.at, c, matrix, c))
    return reader.mapped(squares, lambda c: Reading(Call(node.at, "sqrt", (c.tree,)), ()))


def matrix_below(reader: Reader, script: tex.Script) -> Reading | None:
    """The square matrix that a subscript is; None where it is none, or cannot be read."""
    if reader.context.printed:
        return None
    try:
        found = reader.inside(script.raw)
    except InputError:
        return None
    return next((c for c in found if is_square(c.shape)), None)


def check(
    reader: Reader, script: tex.Script, matrix: Reading, what: str, properties: frozenset[str], instead: str
) -> None:
    """Raise `InputError` where a matrix is not declared with one of some properties, nor the inverse of such a one."""
    if not properties & declared_of(reader, matrix.tree):
        said = " or ".join(sorted(word.replace("_", " ") for word in properties))
        raise reader.fail(script.at, f"{what} of a matrix that is not declared {said}", f"declare it so, or {instead}")


def declared_of(reader: Reader, tree: Tree) -> frozenset[str]:
    """The properties that a name, or one to the power -1, is declared with."""
    if isinstance(tree, Raised) and tree.exponent == -1:
        return declared_of(reader, tree.base)
    term = reader.context.env.names.get(tree.name) if isinstance(tree, Word) else None
    if not isinstance(term, Term):
        return frozenset()
    own = term.properties if isinstance(term, Symbol) else frozenset[str]()
    assumed = (each for each in reader.context.env.hypotheses if isinstance(each, Condition))
    return own | {each.kind for each in assumed if each.term == term}


def between(reader: Reader, at: int, left: Reading, matrix: Reading, right: Reading) -> Reading:
    """uᵀ A v; raises `ShapeError` for vectors of another size."""
    reader.alike([left, Reading(matrix.tree, matrix.shape[:1]), right], "a scalar product by a matrix")
    return scalar_product(reader, at, [left, Reading(Call(at, "product", (matrix.tree, right.tree)), right.shape)])


def _two(reader: Reader, script: tex.Script, what: str) -> InputError:
    labels = ["the one without the matrix", f"that by the matrix {script.text}"]
    return reader.ambiguous(script.at, what, labels, r"write u^\top v, or u^\top A v")
