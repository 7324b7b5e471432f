r"""Names that are written as formulas: ``\nabla L(\theta_k)``, ``L(\theta^\star)``, ``\frac{\partial L}{\partial z_j}``.

Of such a name nothing is known but how it is written: it is the value of an unknown function L, or of a derivative of it.
L and what L is differentiated by may have no other meaning.  The arguments are declared names or formulas of them, and two
values of L whose arguments are equal are equal (`ValueOf`); or names that are not declared, which are things of their own.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from derive.errors import InputError, NameError_
from derive.language.substitution import substitute
from derive.language.terms import Defined, Dim, Symbol, Term
from derive.language.unknown import Tied, ValueOf
from derive.reading.latex.abbreviations import is_tied
from derive.reading.latex.context import Context
from derive.reading.latex.formula_meaning import check_meaning, inside, means
from derive.reading.latex.formula_shapes import FormulaName, compact, key_of, scripts_of, shape_of
from derive.reading.latex.spelling import Key, plain_name
from derive.reading.latex.statement import read_latex_term

#: The longest such name, as it is kept.
MAX_NAME = 80
#: What stands for an argument in the name of the function that two values may be of.
_ARGUMENT = r"\square"


def formula_name(
    items: Sequence[str], context: Context, kind: tuple[int, frozenset[str]] | None = None
) -> FormulaName | None:
    """The name that items are in a context, None where they have another form.

    Raises `InputError` where the notation means something by what is declared, or could.
    """
    shape = shape_of(items)
    if shape is None:
        return None
    name = compact(items)
    if len(name) > MAX_NAME:
        raise InputError(f"a name of more than {MAX_NAME} signs", hint="declare a letter for it")
    check_meaning(shape, context)
    terms = [argument_of(part, context) for part in shape.arguments]
    own = shape.head == ("d",) and context.is_size_d  # d(K^T) and d(Q^T) are no values of one function
    of = [part if term is None or own else (_ARGUMENT,) for part, term in zip(shape.arguments, terms, strict=True)]
    by, arguments = shape.by, tuple(term for term in terms if term is not None)
    if by and not shape.arguments and (variable := _declared(by, context)) is not None:
        by, arguments = (_ARGUMENT,), (variable,)
    core, *scripts = scripts_of(shape.head)
    for number, script in enumerate(scripts):  # f_s(x) is f(s, x)
        if (variable := _declared(script, context)) is not None:
            scripts[number], arguments = (_ARGUMENT,), (*arguments, variable)
    head = (*core, "_", *scripts[0], "^", *scripts[1])
    parts = (shape.sign, "^", *shape.order, "_", *by, "of", *head, "at", *(" ".join(part) for part in of))
    letters = frozenset(_letter(text) for text in items)
    meant = inside(tuple(items), context)
    return FormulaName(name, tuple(items), shape, " ".join(parts), arguments, letters, meant, kind)


def _letter(text: str) -> str:
    return plain_name(Key(text))


def _declared(items: Sequence[str], context: Context) -> Term | None:
    """The declared symbol that items are the name of."""
    found = key_of(items)
    names = context.names(*found) if found is not None else ()
    meaning = context.env.names.get(names[0]) if names else None
    return meaning if isinstance(meaning, Term) else None


def argument_of(items: Sequence[str], context: Context) -> Term | None:
    """An argument as a term; None of a name that is not declared, which is a thing of its own.

    Raises `InputError` for what is neither.
    """
    text = " ".join(items)
    try:
        term = read_latex_term(text, context)
    except InputError as error:
        known = key_of(items)
        if isinstance(error, NameError_) and known is not None and not means(known[0], known[1], context):
            return None
        if known is not None and is_step(known[0], context):
            return None
        hint = "let a letter be what stands inside, and write that there"
        raise InputError(f"what stands inside of a name, {text}: {error.message.splitlines()[0]}", hint=hint) from None
    if term.free:
        raise _of_index(", ".join(sorted(index.name for index in term.free)))
    return term


def is_step(key: Key, context: Context) -> bool:
    r"""Has a name a superscript with a letter that nothing declares, ``x^{k+1}``, so that it is no power of x?"""
    letters = re.findall(r"\\?[A-Za-z]+", key.sup)
    return bool(letters) and not any(context.is_word(letter) or context.index(Key(letter)) for letter in letters)


def _of_index(name: str) -> InputError:
    hint = "declare the vector of which it is a component"
    return InputError(f"the index {name} inside of a name that is written as a formula", hint=hint)


def check_beside(new: FormulaName, known: Iterable[FormulaName], said: Collection[str] = ()) -> None:
    """Raise `InputError` where names may be one value, which nothing here would know; ``said``: those it is made of."""
    others = [other for other in known if other.name != new.name and other.name not in said]
    for other in others:
        hint = (
            f"let one be the other: let {new} = {other}" if new.shape.sign else "declare one, and write the other by it"
        )
        if new.function != other.function:
            reason = _tied(new, other)
        elif not new.arguments:
            reason = "which may be the same value"
        elif new.defined or other.defined:
            reason = "of which one is defined: where their arguments are equal, so are they"
            hint = "declare both without let, and assume what is known of them"
        else:
            reason = "of which one has other properties: where their arguments are equal, so are they"
            reason = reason if new.kind != other.kind else ""
            hint = "declare both with them, or assume them of one"
        if reason:
            raise InputError(f"{new} beside {other}, {reason}", hint=hint)
    _check_chain(new, others)


def is_one_function(context: Context, new: FormulaName, body: Term, known: FormulaName) -> bool:
    r"""Is a name defined as another one is, at its own arguments: ``\nabla f(x) = A x`` beside ``\nabla f(y) = A y``?"""
    values = [context.env.names[name] for name in context.names(Key(known.name), "", True)]
    pairs = dict(zip(known.arguments, new.arguments, strict=True)) if known.function == new.function else {}
    symbols = {one: other for one, other in pairs.items() if isinstance(one, Symbol) and one.shape == other.shape}
    if known.name == new.name or not symbols or len(symbols) < len(known.arguments):
        return False
    symbols |= _values_there(context, symbols)
    return any(isinstance(value, Defined) and substitute(value.unfold(), symbols) == body for value in values)


def _values_there(context: Context, symbols: Mapping[Symbol, Term]) -> dict[Symbol, Term]:
    r"""The values of unknown functions at some symbols, and those of the same functions at others, ``\nabla f(y)``."""
    declared = [context.env.names[name] for core in context.formulas for name in context.names(Key(core), "", True)]
    values = [value for value in declared if isinstance(value, ValueOf)]
    return {
        one: other
        for one in values
        for other in values
        if one.function == other.function and one.shape == other.shape and not symbols.keys().isdisjoint(one.arguments)
        and other.arguments == tuple(substitute(argument, symbols) for argument in one.arguments)
    }  # fmt: skip


def _check_chain(new: FormulaName, others: Sequence[FormulaName]) -> None:
    """Refuse ∂L/∂w beside ∂L/∂u and ∂u/∂w of which nothing is known: the chain rule may tie them."""
    rates = {(one.shape.base, one.shape.by): one for one in (*others, new) if one.shape.by and not one.defined}
    for (above, middle), first in rates.items():
        for (inner, below), last in rates.items():
            whole = rates.get((above, below))
            if inner == middle and whole is not None and new in (first, last, whole):
                hint = f"say what one of them is: let {whole} = …, or leave one of them out"
                raise InputError(f"{whole} beside {first} and {last}, which the chain rule may tie", hint=hint)


def _tied(new: FormulaName, other: FormulaName) -> str:
    """Why two names may be one value, or parts, powers or inverses of one; "" where they are two."""
    one, two = new.shape, other.shape
    if one.base != two.base:
        if one.by and (one.by, one.base) == (two.base, two.by):
            return "which may be its inverse"
        return _tied_by_scripts(new, other) or _tied_by_scripts(other, new)
    if not all(shape.sign or shape.primes for shape in (one, two)):
        return ""
    if (one.primes, one.sign) == (two.primes, two.sign):
        if one.head != two.head:  # one has dots
            return "which may be the same derivative"
        if one.order != two.order or (one.by == two.by and one.arguments and two.arguments):
            return ""
        first, second = key_of(one.by), key_of(two.by)
        if first and second and one.sign != r"\nabla" and not (one.arguments or two.arguments):
            (this, _), (that, _) = first, second
            part = this.core == that.core and (this.sup == that.sup or "" in (this.sup, that.sup))
            part = part and "" in (this.sub + this.sup, that.sub + that.sup, this.sub, that.sub)
            return "which may be a part of it" if part and this != that else ""
    elif not (one.sign or two.sign):
        return ""  # f'(x) and f''(x)
    return "which may be the same derivative"


def _tied_by_scripts(new: FormulaName, other: FormulaName) -> str:
    """Why f_1, f^2, f^{-1} or f^{(1)} may be made of f."""
    (core, sub, sup), (plain, *none) = (scripts_of(one.shape.base) for one in (new, other))
    below, above = "".join(sub), "".join(sup)
    if core != plain or any(none) or (sub and sup):
        return ""
    if sub:
        part = below.isdecimal() and other.kind is not None and other.kind[0] > 0
        return "which may be a part of it" if part else ""
    if above.startswith("(") and other.shape.primes:
        return "which may be the same derivative"
    return "which may be a power or the inverse of it" if above.lstrip("-").isdecimal() else ""


def opaque(context: Context, key: Key, symbol: Symbol) -> Symbol:
    """A symbol as the value of the unknown function that its name says, if it is written as a formula."""
    if is_tied(context, key.core):
        return Tied(symbol.name, symbol.dims, symbol.properties)
    name = context.formulas.get(key.core)
    return (
        symbol if name is None else ValueOf(symbol.name, symbol.dims, symbol.properties, name.function, name.arguments)
    )


def check_second(name: FormulaName, dims: tuple[Dim, ...], words: Collection[str]) -> None:
    """Raise `InputError` for second derivatives by one name as a matrix that is not said to be symmetric."""
    known = {"symmetric", "positive_definite"} & set(words)
    if name.shape.order and len(dims) == 2 and dims[0] == dims[1] and not known:
        hint = "declare it so: matrix … : n x n symmetric"
        raise InputError(f"{name}, a matrix of second derivatives, which is symmetric", hint=hint)
