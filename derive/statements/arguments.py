"""Arguments of public constructors, held against their annotations: what does not fit is an `InputError` with a hint.

A number where a term is wanted becomes one.  An annotation that is not among those below is not asked about.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from functools import lru_cache, wraps
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from derive.errors import InputError
from derive.kernel.decide import Theorem
from derive.language.hypotheses import Condition, Equality
from derive.language.terms import Definition, Dimension, Index, Operand, Symbol, Term, as_term

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

#: What is wanted, in words, and a way to write it.
_WORDS: dict[type, tuple[str, str]] = {
    Term: ("a term", "build one of symbols: vector('v', N), A * v, …"),
    Symbol: ("a symbol", "declare one: scalar('x'), vector('v', N), matrix('A', N, N)"),
    Index: ("an index", "declare one: n = index('n', N)"),
    Dimension: ("a dimension", "declare one: N = dimension('N')"),
    Definition: ("a definition", "define one: define('f', body, x)"),
    Condition: ("a hypothesis", "write nonzero(g), positive(p), equal(p, q), …"),
    Equality: ("a hypothesis", "write nonzero(g), positive(p), equal(p, q), …"),
    Theorem: ("a theorem of the kernel", "prove one: rule(name, lhs, rhs) has that of its equation"),
    str: ("a word", "give a string"),
    int: ("an integer", "give one as it is: 2"),
    Fraction: ("a fraction", "write fractions.Fraction(1, 2)"),
}


def checked(function: F) -> F:
    """The function, with its arguments held against their annotations before it is called."""
    signature = inspect.signature(function)

    @wraps(function)
    def called(*arguments: Any, **named: Any) -> Any:
        try:
            bound = signature.bind(*arguments, **named)
        except TypeError as error:
            raise TypeError(f"{function.__name__}{_parameters(signature)}: {error}") from None
        hints = _hints(function)
        for name, value in bound.arguments.items():
            if name in hints:
                bound.arguments[name] = _argument(signature.parameters[name], value, hints[name])
        return function(*bound.args, **bound.kwargs)

    return called  # type: ignore[return-value]  # it has the same parameters


def checked_fields(cls: type[T]) -> type[T]:
    """For a class that `dataclass` is about to make: its fields are held against their annotations when one is built."""
    post = getattr(cls, "__post_init__", None)

    def held(self: Any) -> None:
        kind: Any = type(self)
        hints = _hints(kind)
        for each in fields(self):
            if each.init and each.name in hints:
                object.__setattr__(self, each.name, _fit(getattr(self, each.name), hints[each.name], each.name))
        if post is not None:
            post(self)

    made: Any = cls
    made.__post_init__ = held
    return cls


def _parameters(signature: inspect.Signature) -> str:
    """The parameters as a call is written, without their annotations."""
    empty = inspect.Parameter.empty
    return str(
        signature.replace(
            parameters=[each.replace(annotation=empty) for each in signature.parameters.values()],
            return_annotation=inspect.Signature.empty,
        )
    )


@lru_cache(maxsize=256)
def _hints(annotated: Any) -> Mapping[str, Any]:
    try:
        return get_type_hints(annotated)
    except NameError:  # a name for type checkers alone
        return {}


def _argument(parameter: inspect.Parameter, value: Any, hint: Any) -> Any:
    name = parameter.name
    if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
        return tuple(_fit(each, hint, name) for each in value)
    if parameter.kind is inspect.Parameter.VAR_KEYWORD:
        return {key: _fit(each, hint, name) for key, each in value.items()}
    return _fit(value, hint, name)


def _fit(value: Any, hint: Any, name: str) -> Any:
    """The value as its annotation wants it; raises `InputError`."""
    if hint in (Term, Operand):
        return as_term(value)
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _one_of(value, [kind for kind in inner if kind is not NoneType], NoneType in inner, name)
    if origin in (Sequence, tuple, list) and inner:
        return _several(value, inner, name)
    if isinstance(hint, type) and _known(hint) and (isinstance(value, bool) or not isinstance(value, hint)):
        raise _wrong(value, name, hint)
    return value


def _known(kind: Any) -> bool:
    return isinstance(kind, type) and (kind in _WORDS or kind.__module__.startswith("derive."))


def _one_of(value: Any, kinds: list[Any], optional: bool, name: str) -> Any:
    """One of several kinds, if all of them are known."""
    if value is None and optional:
        return None
    if len(kinds) == 1:
        return _fit(value, kinds[0], name)
    if set(kinds) == set(get_args(Operand)):
        return as_term(value)
    lists = [kind for kind in kinds if get_origin(kind) in (Sequence, tuple, list)]
    if lists and isinstance(value, list | tuple):
        return _fit(value, lists[0], name)
    single = [kind for kind in kinds if kind not in lists]
    if not all(map(_known, single)):
        return value
    if isinstance(value, bool) or not isinstance(value, tuple(single)):
        raise _wrong(value, name, single[0])
    return value


def _several(value: Any, inner: tuple[Any, ...], name: str) -> Any:
    """A list or tuple of one kind; a tuple of several kinds part by part."""
    alike = inner[1:] in ((), (Ellipsis,))
    if alike and isinstance(value, Condition | Equality) and set(get_args(inner[0])) == {Condition, Equality}:
        return (value,)  # one hypothesis needs no list
    if not isinstance(value, list | tuple):
        raise InputError(f"{name}: {_as_text(value)} of type {type(value).__name__}", hint="give a list or tuple")
    if alike:
        return tuple(_fit(each, inner[0], name) for each in value)
    if len(inner) != len(value):
        raise InputError(f"{name}: {len(value)} parts where {len(inner)} belong together", hint="see its documentation")
    return tuple(_fit(each, kind, name) for each, kind in zip(value, inner, strict=True))


def _wrong(value: Any, name: str, kind: type) -> InputError:
    what, hint = _WORDS.get(kind, (f"a {kind.__name__}", "see the documentation of its kinds"))
    return InputError(f"{name}: {_as_text(value)} of type {type(value).__name__}, where {what} belongs", hint=hint)


def _as_text(value: Any) -> str:
    """What is of the language as it is printed, all else as Python writes it."""
    return str(value) if isinstance(value, Term | Index | Condition | Equality | Definition) else repr(value)
