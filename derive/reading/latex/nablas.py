r"""``\nabla_x f``, ``\nabla f(x)``, ``\nabla_{x x^\top} f``, ``J_x(y)``.

What ``\nabla_x`` acts on is a scalar in which x occurs, or else a vector: the fewest factors after it that are one, and
more of them only where that says something else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise, takewhile

from derive.derivation.partials import jacobian
from derive.errors import AmbiguityError, InputError, LimitError, NameError_, ShapeError
from derive.language.substitution import symbols_of
from derive.language.terms import Defined, Symbol, Term
from derive.reading.latex import derivatives, losses
from derive.reading.latex import syntax as tex
from derive.reading.latex.context import shown
from derive.reading.latex.conventions import ONE_WAY, relied_on
from derive.reading.latex.formula_uses import check_parameters, declared_with
from derive.reading.latex.functions import applied
from derive.reading.latex.heads import arguments_of, is_used
from derive.reading.latex.letters import everything
from derive.reading.latex.matrices import transpose_of
from derive.reading.latex.names import derived_function, function_named, only_parameter
from derive.reading.latex.readings import Built, Option, Reader, Reading, is_column, is_row, show_rough
from derive.reading.latex.scripts import sorted_scripts
from derive.reading.latex.spelling import Lexeme, plain_name
from derive.reading.latex.superscripts import raising_of
from derive.reading.shapes import axes_in
from derive.reading.syntax import Call, Raised, Transposed, Tree, Word

#: The convention on ``\\nabla^2``, and words of a text that say which one it has.
SECOND = "second nablas"
_HESSIAN = re.compile(
    r"hess(?:ian(?![-‐]free)|e|ien|isch)|гессиан|гессе|海森|黑塞|海塞|ヘッセ|ヘシアン|헤세|헤시안|헷세", re.IGNORECASE
)
_LAPLACIAN = re.compile(r"laplac|лаплас|拉普拉|ラプラ|라플라", re.IGNORECASE)
_COMMENT = re.compile(r"<!--.*?-->|!\[[^\]]*\]\([^)]*\)|(?<!\\)%[^\n]*", re.DOTALL)
#: The most factors that a gradient may act on.
MAX_TAKEN = 6


def is_nabla(reader: Reader, node: tex.Node) -> bool:
    r"""Is a node ``\nabla``, and no declared name?"""
    base, _ = tex.parted(node)
    return isinstance(base, tex.Name) and base.lexeme.text == r"\nabla" and not reader.context.is_word(r"\nabla")


def read_nabla(reader: Reader, before: Sequence[tex.Node], sign: tex.Node, rest: Sequence[tex.Node]) -> list[Reading]:
    r"""A row with ``\nabla_x``: derivatives of what follows, as a column; ``\nabla_x^2``: second ones; ``\nabla f(x)``."""
    if (found := gradient_of_function(reader, sign, rest)) is not None:
        return reader.around(before, sign.at, found, rest[2:], tex.group_of(rest[1])[1])
    check_power(reader, sign, rest)
    head = tex.parted(rest[0])[0] if rest else sign
    hint = declared_with(reader.context, head.lexeme.text) if isinstance(head, tex.Name) else ""
    nothing = not rest or isinstance(rest[0], tex.Op) or is_nabla(reader, rest[0])
    fraction = operator_of_nabla(reader, sign, () if nothing else rest, hint)
    if nothing:
        raise reader.error(sign.at, r"\nabla of nothing", "what is differentiated")
    if (loss := losses.loss_of(reader, rest[0])) is not None:
        found = losses.loss_derivative(reader, loss, fraction, "mixed")
        return reader.around(before, sign.at, found, rest[1:])
    variable, *second = derivatives.variables_of(reader, fraction, True)
    squared = bool(second) and any(script.sign == "^" for script in tex.parted(sign)[1])

    def gradient(count: int, column: bool = False) -> list[Reading]:
        found = reader.row(rest[:count])
        fitting = [c for c in found if (is_column(c.shape) if column else not c.shape)]
        if not fitting:
            shape = show_rough(found[0].shape)
            hint = rf"\nabla is of a scalar; of a vector the matrix of derivatives is J_{{{variable.name}}}(…)"
            raise reader.fail(rest[0].at, rf"\nabla of shape {shape}", hint, ShapeError)
        if not any(derivatives.varies(reader, c.tree, variable.term) for c in fitting):
            name = variable.name
            raise reader.fail(rest[0].at, rf"\nabla by {name} of what has no {name} in it", "", NameError_)
        made = derivatives.derivative_of(reader, fitting, fraction, "mixed")
        if column and is_turned(reader, sign.at):
            made = [transpose_of(c, sign.at) for c in made]
        if squared and any(len(c.shape) == 2 for c in made) and second_nabla(reader, sign.at) == "laplacian":
            made = [Reading(Call(sign.at, "trace", (c.tree,)), ()) for c in made]
        return reader.around(before, sign.at, made, rest[count:])

    stop = next((n for n, item in enumerate(rest) if isinstance(item, tex.Op) or is_nabla(reader, item)), len(rest))
    counts = [*range(1, min(stop, MAX_TAKEN) + 1), *([len(rest)] if stop < len(rest) else [])]
    called = {
        n + 1
        for n, head in enumerate(rest[:-1])
        if isinstance(head, tex.Func) or (tex.is_group(rest[n + 1]) and function_named(reader, head))
    }
    options: list[Option] = []
    typed = 0
    bare = not any(script.sign == "_" for script in tex.parted(sign)[1])  # of a vector it is before parentheses alone
    columns = len(variable.axes) == 1 and not second and not variable.row and (not bare or is_formula(rest[0]))
    tried = [(count, False) for count in counts if count not in called]
    tried += [(count, True) for count in counts[: 1 if bare else None] if columns and count not in called]
    for count, column in tried:
        if typed and (column or not derivatives.has_name(reader, rest[typed:count], variable.name)):
            continue
        try:
            made = gradient(count, column)
        except (AmbiguityError, LimitError):
            raise
        except InputError as error:
            options.append(("", partial(_again, error)))
            continue
        options.append((f"of {count} of the factors", partial(list, made)))
        typed = count
    return reader.alternatives(sign.at, r"\nabla", options, "write parentheses around what is differentiated")


def second_nabla(reader: Reader, at: int) -> str:
    r"""What ``\nabla^2`` of a scalar by a vector is: as it is declared, or the Hessian in a text that speaks of one.

    In a text that speaks of the Laplacian, too, or of neither, nothing says so.
    """
    if not reader.context.choice(SECOND):
        text = _COMMENT.sub(" ", reader.source.text)
        if _HESSIAN.search(text) and not _LAPLACIAN.search(text):
            reader.effort.relied.add(relied_on(SECOND, "hessian"))
            reader.effort.told.add(SECOND)
            return "hessian"
    return reader.choice(SECOND, at, r"\nabla^2 of a scalar by a vector")


def check_power(reader: Reader, sign: tex.Node, rest: Sequence[tex.Node]) -> None:
    r"""Refuse ``\nabla^2 f(x)^{-1}``: the inverse of the Hessian, or the Hessian of 1/f?"""
    if len(rest) < 2 or not tex.is_group(rest[1]) or function_named(reader, rest[0]) is None:
        return
    scripts = tex.parted(sign)[1]
    second = any(script.sign == "^" for script in scripts) or any(len(script.raw) > 1 for script in scripts)
    if second and is_raised(reader, rest[1]):
        labels = ["of the derivative", "of the function"]
        raise reader.ambiguous(rest[0].at, r"a power behind \nabla^2 of a function", labels, "write parentheses")


def is_raised(reader: Reader, node: tex.Node) -> bool:
    """Does a group have a power?"""
    return any(raising_of(reader, script).kind == "power" for script in tex.group_of(node)[1] if script.sign == "^")


def is_formula(node: tex.Node) -> bool:
    """Is it a formula in parentheses, and no name in them, which could be what an unwritten function is of?"""
    parts = tex.group_of(node)[0].parts if tex.is_group(node) else ()
    return len(parts) == 1 and not isinstance(tex.parted(parts[0])[0], tex.Name)


def gradient_of_function(reader: Reader, sign: tex.Node, rest: Sequence[tex.Node]) -> list[Reading] | None:
    r"""``\nabla f(x)`` of a declared function of one vector, whose value is a number or a vector; None for anything else.

    Of ``\nabla f(A x)`` nobody can tell what it derives by: the argument must be a name, or one beside others, ``x + t p``.
    ``\nabla_x f(v)`` of a function of x is its gradient at v, where v has no x in it.  ``\nabla f(x) g(x)`` is that of the
    product, too.
    """
    known = function_named(reader, rest[0]) if len(rest) > 1 and tex.is_group(rest[1]) else None
    parts = tex.group_of(rest[1])[0].parts if known is not None else ()
    if known is None or len(parts) != 1:
        return None
    definition = known[0]
    variable = only_parameter(reader, definition)
    column = is_column(definition.body.shape)
    if variable is None or len(variable.shape) != 1 or is_used(reader, definition.name, rest[0]):
        return None
    if definition.body.shape and not column:
        return None
    named = isinstance(tex.parted(parts[0])[0], tex.Name) or is_shifted(reader, parts[0])
    if isinstance(sign, tex.Scripted):  # \mu(x) has a parameter that no text named
        named = known[1] not in reader.context.built_in and is_elsewhere(reader, sign, variable, parts[0])
    if not named:
        return None
    at = rest[0].at
    if is_raised(reader, rest[1]):
        labels = ["of the gradient", f"of {definition.name}, and then the gradient"]
        raise reader.ambiguous(at, r"a power behind \nabla of a function", labels, "write parentheses")
    check_factors(reader, rest, parts[0], variable)
    reader.make(at, check_parameters, reader.context, definition.body, (variable,))
    body = reader.make(at, jacobian, definition.body, variable)
    body = body.T if column and is_turned(reader, at) else body
    made = derived_function(reader, definition, f"nabla_{definition.name}", body)
    return applied(reader, made, at, arguments_of(reader, made, parts))


def is_shifted(reader: Reader, argument: tex.Node) -> bool:
    """Is it a vector by its name, and vectors without that name and multiples of them: x + t p, at which ∇f is meant?"""
    if not isinstance(argument, tex.Terms) or argument.terms[0][0] not in ("", "+"):
        return False
    (_, _, first), *others = argument.terms
    if not isinstance(tex.parted(first)[0], tex.Name):
        return False
    written = [written_name(reader, each) for _, _, node in others for each in everything(node)]
    if written_name(reader, first) in written or not is_scaling(reader, first):
        return False
    factors = (item for _, _, node in others for item in tex.items_of(node))
    return all(is_scaling(reader, item) for item in factors)


def written_name(reader: Reader, node: tex.Node) -> str:
    """How a name with its scripts is spelled; nothing of anything else."""
    name, scripts = tex.parted(node)
    return shown(sorted_scripts(reader, scripts).key(name.lexeme.text)) if isinstance(name, tex.Name) else ""


def is_scaling(reader: Reader, item: tex.Node) -> bool:
    """Is a factor a number or a vector, and no matrix, through which one might mean to derive?"""
    if isinstance(item, tex.Op):
        return True
    try:
        return all(not c.shape or is_column(c.shape) for c in reader.outside.enclosed.read(item))
    except InputError:
        return False


def is_elsewhere(reader: Reader, sign: tex.Scripted, variable: Symbol, argument: tex.Node) -> bool:
    r"""Is ``\nabla_x`` by the parameter of a function, and has what the function is of here no x in it?"""
    scripts = sorted_scripts(reader, sign.scripts)
    if scripts.sub is None or scripts.sup is not None or scripts.primes:
        return False
    name, found = tex.parted(derivatives.in_script(reader, scripts.sub.raw))
    if (
        not isinstance(name, tex.Name)
        or plain_name(sorted_scripts(reader, found).key(name.lexeme.text)) != variable.name
    ):
        return False
    declared = reader.context.env.names.get(variable.name)
    trees = [reading.tree for reading in reader.outside.enclosed.read(argument)]
    if not isinstance(declared, Term) or not any(derivatives.varies(reader, tree, declared) for tree in trees):
        return True
    if any(isinstance(tree, Word) and tree.name != variable.name for tree in trees):
        labels = ["its gradient there", f"the derivative of the value there, through {variable.name}"]
        hint = r"write \nabla f(w) for the first; \nabla_x \left( f(w) \right) for the other"
        raise reader.ambiguous(sign.at, rf"\nabla by {variable.name} of a function at what is made of it", labels, hint)
    return False


def is_turned(reader: Reader, at: int) -> bool:
    r"""Are the columns of ``\nabla_x y`` the gradients of the components of the vector y?  Else it is the Jacobian."""
    if reader.context.layout and not reader.context.supposed:
        return reader.context.layout == "denominator"
    return reader.choice("nablas of vectors", at, r"\nabla of a vector") == "gradients"


def is_jacobian(reader: Reader, node: tex.Node) -> bool:
    r"""Is a node ``J_x``, where no J is declared?"""
    base, scripts = tex.parted(node)
    named = isinstance(base, tex.Name) and base.lexeme.text == "J" and not reader.context.printed
    return named and [script.sign for script in scripts] == ["_"] and not reader.context.is_word("J")


def read_jacobian(
    reader: Reader, before: Sequence[tex.Node], head: tex.Node, rest: Sequence[tex.Node]
) -> list[Reading] | None:
    r"""A row with ``J_x(y)``, the matrix of ∂y_i/∂x_j of a vector y that is made of the vector x; rows as columns."""
    raw = tex.parted(head)[1][0].raw
    if not rest or not tex.is_group(rest[0]) or len(tex.group_of(rest[0])[0].parts) != 1:
        return None
    group, scripts = tex.group_of(rest[0])
    variable = derivatives.variables_of(
        reader, derivatives.by_variables(head.at, tex.Partial(head.at), [derivatives.in_script(reader, raw)]), True
    )[0]
    if len(rest) > 1 and tex.is_group(rest[1]):
        labels = ["its value there", "a product"]
        raise reader.ambiguous(head.at, "a Jacobian before parentheses", labels, r"write \cdot for the product")
    found = reader.outside.enclosed.read(group.parts[0])
    vectors = len(variable.axes) == 1 and all(len(axes_in(c.shape)) == 1 for c in found)
    if not vectors or not all(derivatives.mentions_name(reader, c.tree, variable.term) for c in found):
        what = f"J_{variable.name} of what is no vector made of {variable.name}"
        raise reader.fail(
            head.at, what, "the Jacobian is J_x(y) of a vector y made of x; declare another J", NameError_
        )
    columns = [transpose_of(c, head.at) if is_row(c.shape) else c for c in found]
    made = reader.mapped(columns, lambda c: derivatives.by_one(reader, c, replace(variable, row=False), head.at))
    return reader.around(before, head.at, made, rest[1:], scripts)


def check_factors(reader: Reader, rest: Sequence[tex.Node], argument: tex.Node, variable: Symbol) -> None:
    r"""Refuse ``\nabla f(x) g(x)``: the gradient of f times g(x), or that of the product?"""
    point = reader.read(argument)[0].tree
    beside = list(takewhile(lambda node: not isinstance(node, tex.Op) and not is_nabla(reader, node), rest[2:]))
    names = [variable.name, *([point.name] if isinstance(point, Word) else [])]
    terms = [term for name in names if isinstance(term := reader.context.env.names.get(name), Term)]
    if tex.group_of(rest[1])[1] or not beside:
        return
    try:
        factors = [c for c in reader.row(beside) if not c.shape]
    except InputError:
        return
    if any(derivatives.varies(reader, c.tree, term) for c in factors for term in terms):
        labels = ["times what follows", "of the product"]
        raise reader.ambiguous(rest[0].at, r"\nabla of a function before a factor", labels, "add parentheses")


def operator_of_nabla(reader: Reader, sign: tex.Node, rest: Sequence[tex.Node], hint: str) -> tex.Fraction_:
    r"""``\nabla_x`` as ``\frac{\partial}{\partial x}``, ``\nabla_x^2`` and ``\nabla_{x x^\top}`` as second derivatives."""
    scripts = sorted_scripts(reader, tex.parted(sign)[1])
    if scripts.primes or (scripts.sub is None and not rest):
        raise reader.error(sign.at, r"\nabla without a variable", r"\nabla_x f", hint)
    if scripts.sup is not None and scripts.sup.text != "2":
        raise reader.error(scripts.sup.at, r"a power of \nabla", r"\nabla_x^2 f")
    if scripts.sub is None:
        variables: tuple[tex.Node, ...] = (only_array(reader, sign.at, rest, hint),)
    else:
        variables = tex.items_of(derivatives.in_script(reader, scripts.sub.raw))
    order = 2 if scripts.sup is not None or len(variables) == 2 else 1
    variables = variables * order if len(variables) == 1 else variables
    above = tex.Partial(sign.at, (Lexeme("DIGIT", "2", sign.at),) if order == 2 else ())
    return derivatives.by_variables(sign.at, above, variables)


def symbol_in(reader: Reader, rest: Sequence[tex.Node]) -> tex.Node | None:
    """The symbol that a function of one vector, or matrix, is of, in the parentheses right behind it; None of anything else.

    Nothing that the function is made of besides has the symbol in it.
    """
    known = function_named(reader, rest[0]) if len(rest) > 1 and tex.is_group(rest[1]) else None
    variable = only_parameter(reader, known[0]) if known is not None else None
    parts = tex.group_of(rest[1])[0].parts if known is not None else ()
    if known is None or variable is None or not variable.shape or len(parts) != 1:
        return None
    tree, constants = reader.read(parts[0])[0].tree, reader.context.constants.get(known[0], ())
    name = tree.name if isinstance(tree, Word) else ""
    varies = any(symbol.name == name or (symbol.name, name) in reader.context.of_derivatives for symbol in constants)
    return parts[0] if name and not varies and isinstance(reader.named_term(name), Symbol) else None


def only_array(reader: Reader, at: int, rest: Sequence[tex.Node], hint: str) -> tex.Node:
    r"""The only vector or matrix in some factors, or that a function is of; raises `ReadError` for none and for several.

    ``\nabla^2 f(v)`` of a function of one vector is by the symbol v.
    """
    if (argument := symbol_in(reader, rest)) is not None:
        return argument
    known = function_named(reader, rest[0]) if len(rest) == 1 else None
    variable = only_parameter(reader, known[0]) if known else None
    if variable is not None and variable.shape and reader.context.env.names.get(variable.name) == variable:
        return Built(at, (Reading(Word(at, variable.name), variable.shape),))
    for head, group in pairwise(rest):  # the gradient of f(2x), or that of f at 2x
        if tex.is_group(group) and len(several := tex.group_of(group)[0].parts) > 1 and not isinstance(head, tex.Func):
            names = [spoken for part in several if (spoken := written_name(reader, part))]
            choices = " or ".join(rf"\nabla_{{{name}}}" for name in names) or r"\nabla_x f(x, y)"
            raise reader.error(at, r"\nabla of what is made of several, without a variable", choices, hint)
        inner = tex.group_of(group)[0].parts if tex.is_group(group) and function_named(reader, head) else ()
        if not all(isinstance(tex.parted(part)[0], tex.Name) and is_plain(reader, part) for part in inner):
            expected = r"\nabla_x f(2x), or the gradient at a point by its name"
            raise reader.error(at, r"\nabla without a variable", expected, hint)
    try:
        trees = [c.tree for node in rest if not isinstance(node, tex.Op | tex.Func) for c in reader.read(node)]
    except NameError_ as error:
        raise error if not hint else reader.error(at, r"\nabla without a variable", r"\nabla_x f", hint) from None
    found = arrays_in(reader, trees)
    if len(found) != 1:
        said = (reader.context.as_written(name) for name in sorted(found))
        choices = " or ".join(rf"\nabla_{name}" if len(name) == 1 else rf"\nabla_{{{name}}}" for name in said)
        raise reader.error(at, r"\nabla without a variable", choices or r"\nabla_x f", hint)
    reader.effort.relied.add(ONE_WAY["nabla"])
    ((name, term),) = found.items()
    return Built(at, (Reading(Word(at, name), term.shape),))


def is_plain(reader: Reader, node: tex.Node) -> bool:
    r"""Is a name with its scripts no transpose or power of another one, ``X^\top``?"""
    try:
        return all(not isinstance(c.tree, Transposed | Raised) for c in reader.read(node))
    except NameError_:
        return True


def arrays_in(reader: Reader, trees: Sequence[Tree]) -> dict[str, Term]:
    """The vectors and matrices in trees by their names: those that stand there, what these are made of or depend on."""
    names, found = reader.context.env.names, dict[str, Term]()
    for part in (part for tree in trees for part in tree.parts()):
        term = names.get(part.name) if isinstance(part, Word) else None
        terms = [term] if isinstance(term, Symbol | Defined) else [*getattr(part, "constants", ())]
        made = {symbol.name: symbol for each in terms for symbol in symbols_of(each)}
        beside = {x: names[x] for y, x in reader.context.depends if y in made}
        own = {part.name: term} if isinstance(part, Word) and isinstance(term, Defined) else {}
        found |= {
            name: each for name, each in {**made, **beside, **own}.items() if isinstance(each, Term) and each.shape
        }
    return found


def _again(error: InputError) -> list[Reading]:
    raise error
