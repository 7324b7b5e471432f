r"""Shapes of parameters; those of which nothing is said, ``let f(v) = …``, are numbers, or vectors where the body says so.

``\frac1n \sum_i v_i`` and ``\|v\|`` are of vectors, of the one size that fits; so is ``\sigma(\theta^\top v)``.  What is a
function of numbers and could be one of whole vectors, too, ``v - \mathbb E[v]``, is one of numbers, and of no vector: that
has two readings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from derive.errors import AmbiguityError, InputError, ShapeError
from derive.language.terms import Defined, Definition, Dim, Dimension, Term
from derive.reading.latex import declared_sizes, left_sides
from derive.reading.latex import syntax as tex
from derive.reading.latex.context import Context, shown
from derive.reading.latex.declaring import Declaring, arguments, find
from derive.reading.latex.letters import everything, letters
from derive.reading.latex.signs import TRANSPOSES
from derive.reading.latex.spelling import Key, plain_name

#: A definition with its parameters of no shape as vectors of a size, or as numbers.
Declare = Callable[[Dimension | None], Context]
#: What a power of a vector is.
POWERS = "powers of vectors"


class Unsaid(ShapeError):
    """Nothing says the shape of a parameter, and several fit."""


def shape_of_parameter(here: Declaring, key: Key, mark: str, colon: int, end: int) -> tuple[Dim | None, ...]:
    """The shape that stands behind a colon, or else that of what is declared so; None for the 1 of a row."""
    if colon < 0:
        known = [here.context.env.names[name] for name in here.context.names(key, mark)]
        own = known[0] if known else None
        return own.shape if isinstance(own, Term) else left_sides.sample_shape(here.context, key, mark)
    shape = declared_sizes.dims(here, colon + 1, end)
    if None in shape[1:] or len(shape) > 2 or set(shape) == {None}:
        raise here.error(colon + 1, "no dimension of a vector or a matrix", "N, or N x K")
    return shape


def unsaid(here: Declaring, begin: int, end: int) -> tuple[list[Key], bool]:
    """The parameters between two offsets of which nothing says a shape, and whether no other one is there without a colon.

    None are beside a component, as of a node.
    """
    parts = [part for part in arguments(here.text, begin, end)[0] if find(here.text, *part, ":") < 0]
    named = [here.name(*part)[:2] for part in parts]
    if any(key.sub and here.context.names(Key(key.core), mark, True) for key, mark in named):
        return [], False
    found = [key for key, mark in named if is_unsaid(here, key, mark)]
    return found, len(found) == len(named)


def is_unsaid(here: Declaring, key: Key, mark: str) -> bool:
    """Does nothing that is declared say the shape of a parameter?"""
    return not here.context.names(key, mark) and left_sides.sample_shape(here.context, key, mark) == ()


def with_shapes(here: Declaring, keys: Sequence[Key], body: tuple[int, int], declare: Declare, alone: bool) -> Context:
    """The context with a definition of parameters of which nothing says a shape; raises as ``declare`` does.

    Where they are not ``alone``, beside names that are declared, it may be a node, and they others that are declared below.
    """
    names = {plain_name(key) for key in keys}
    number: Context | InputError
    try:
        number = declare(None)
        nodes = [node for node in everything(left_sides.formula_of(here, *body)) if names & letters(node)]
    except InputError as error:
        if isinstance(error, AmbiguityError) and error.convention:
            raise
        number, nodes = error, []
    normed = any(is_of_a_vector(here.context, node) for node in nodes)
    if isinstance(number, InputError) or normed:
        found = of_vectors(here, declare) if alone else {}
        if len(found) == 1:
            (only,) = found.values()
            if isinstance(only, InputError):
                raise only
            return only
        if not found and isinstance(number, InputError):
            raise number
        if isinstance(number, InputError) and not alone:
            raise number
        said = " and ".join(shown(key) for key in keys)
        hint = f"say it: let f({shown(keys[0])} : N) = …; or declare it: scalar {shown(keys[0])}"
        several = here.fail(body[0], f"the shape of {said}, which is a vector here, or could be one", hint)
        raise Unsaid(several.message, hint=several.hint)
    made, outside = next((each for each in number.constants if each not in here.context.constants), None), here.context
    if made is None:
        return number
    if not outside.choice(POWERS):  # t^2 of a function of numbers is of each entry
        here.context = outside.choose(POWERS, "componentwise")
    found = of_vectors(here, declare)
    here.context = outside
    if alone and made.body.shape and len(numbers := values_of_vectors(outside, found)) == 1:
        return numbers[0]  # \theta^\top v is no row
    if not any(differs(here, made, each, dim, nodes) for dim, each in found.items()):
        return number
    return replace(number, of_numbers=number.of_numbers | {made})


def is_of_a_vector(context: Context, node: tex.Node) -> bool:
    r"""Is a part one that is written of vectors, and of no number: ``\|v\|``, ``v^\top``?"""
    base, scripts = tex.parted(node)
    turned = (script.text for script in scripts if script.sign == "^" and script.text in TRANSPOSES)
    return (isinstance(base, tex.Bars) and base.double) or any(not context.names(Key(text)) for text in turned)


def of_vectors(here: Declaring, declare: Declare) -> dict[Dimension, Context | AmbiguityError]:
    """What the definition is with vectors of each size for which it can be read, or is read in several ways."""
    found: dict[Dimension, Context | AmbiguityError] = {}
    for dim in {meaning for meaning in here.context.env.names.values() if isinstance(meaning, Dimension)}:
        try:
            found[dim] = declare(dim)
        except AmbiguityError as error:
            found[dim] = error
        except InputError:
            continue
    return found


def values_of_vectors(outside: Context, found: Mapping[Dimension, Context | AmbiguityError]) -> list[Context]:
    """The definitions of functions of vectors whose value is a number."""
    made = [each for each in found.values() if isinstance(each, Context)]
    return [
        each for each in made if any(not new.body.shape for new in each.constants.keys() - outside.constants.keys())
    ]


def differs(
    here: Declaring, made: Definition, other: Context | AmbiguityError, dim: Dimension, nodes: Sequence[tex.Node]
) -> bool:
    """Is a function of numbers, taken entry by entry, another one than that of whole vectors, or could it be?"""
    if isinstance(other, AmbiguityError):
        return any(is_of_all(here.context, node) for node in nodes)
    whole = next((each for each in other.constants if each not in here.context.constants), None)
    if whole is None or whole.body.shape != (dim,):
        return whole is not None
    count = len(whole.parameters) - len(other.constants[whole])
    try:
        each = Defined(made, (*whole.parameters[:count], *made.parameters[count:]))
    except InputError:
        return False  # it is no function that is taken entry by entry
    return not here.context.holds(each, whole.body)


def is_of_all(context: Context, node: tex.Node) -> bool:
    """Is a part one that is made of all components of a vector: bars, a mean, a sum over all?"""
    base, scripts = tex.parted(node)
    if isinstance(base, tex.Name):
        return (base.lexeme.text, base.lexeme.mark) in context.operators
    return isinstance(base, tex.Bars | tex.Over) or (isinstance(base, tex.BigSign) and not scripts)
