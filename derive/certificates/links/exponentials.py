"""Steps for exponentials and logarithms: see `derive.certificates.links.values`."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING

from derive import verifier
from derive.certificates.links.asking import size_text
from derive.certificates.links.writing import Poly, power, product
from derive.kernel.factors import factored

if TYPE_CHECKING:
    from derive.certificates.links.values import Value, Values


def note_exponents(values: Values, value: Value) -> None:
    """Note the exponent of an exponential, or those under a root."""
    atom = values.scope.atoms[value[0]]
    if atom.kind == "exp":
        for mono, c in values.scope.substituted(values.argument(value)).items():
            _unit(values, mono, Fraction(c))
    if atom.kind == "sqrt":
        for mono in dict(atom.name):
            for a, _, _ in mono:
                if values.scope.atoms[a].kind == "exp":
                    for inner, c in dict(values.scope.atoms[a].name).items():
                        _unit(values, inner, Fraction(c) / 2)


def _unit(values: Values, mono: verifier.Mono, c: Fraction) -> Fraction:
    if _is_log(values, mono):
        return Fraction(1)
    ((exponential, _),) = values.scope.function("exp", {mono: 1}).items()
    key = values.scope.atoms[exponential[0][0]].name  # of a function it is the key
    known = values.units.get(key)
    if known is None:
        values.units[key] = abs(c)
    else:
        below = lcm(known.denominator, c.denominator)
        values.units[key] = Fraction(gcd(int(known * below), int(c * below)), below)
    return values.units[key]


def _is_log(values: Values, mono: verifier.Mono) -> bool:
    return (
        len(mono) == 1 and mono[0][2] == 1 and values.scope.atoms[mono[0][0]].kind == "log" and verifier.is_bare(mono)
    )


def exponential(values: Values, q: Poly) -> None:
    """exp q, q ≠ 0, as a product."""
    items = sorted(q.items())
    while items:
        (mono, c), rest = items[0], items[1:]
        if rest:
            values.take("exp-sum", values.text({mono: c}), values.text(dict(rest)))
        _exp_of_multiple(values, mono, Fraction(c))
        items = rest


def _exp_of_multiple(values: Values, mono: verifier.Mono, c: Fraction) -> None:
    unit = _unit(values, mono, c)
    k = c / unit
    base = values.text({mono: verifier.whole(unit)})
    if k != 1 and k.denominator <= 2:
        u, v = f"exp({values.text({mono: verifier.whole(c)})})", f"pow(exp({base}), {k})"
        _equal_by_row(values, u, v, ["exp-power", base, str(k)])
    if _is_log(values, mono):
        argument = values.text(values.scope.argument(mono[0][0], mono[0][1]))
        values.take("exp-log", argument)
        if k.denominator == 2:
            values.take("root", f"sqrt(exp(log({argument})))", f"sqrt({argument})")


def _equal_by_row(values: Values, u: str, v: str, row: list[str]) -> None:
    """u = v, which is the row the other way round."""
    open_ = {i for t in (u, v) for i in values.scope.language.term(t).free if i[0].startswith("_")}
    free = sorted(open_, key=lambda i: (i[0], str(i[1])))
    own = [f"q{n}:{size_text(size)}" for n, (_, size) in enumerate(free)]
    at = product([f"delta({a}, {name}:{size_text(size)})" for a, (name, size) in zip(own, free, strict=True)])
    cofactor = [len(values.scope.equalities), own, f"neg({at})"]
    values.take("equal", u, v, {"steps": [row], "indices": [], "cofactors": [cofactor]})


def logarithm(values: Values, q: Poly, simple: Poly) -> None:
    """log q as a sum; ``simple`` is what q is brought to by what is known."""
    found = values.factoring.of(simple)
    parts: list[tuple[str, Poly | None, int]] = []
    number = found.number
    unknown = []
    for key, k in found.powers.items():
        f = dict(key)
        s = values.scope.sign(f)
        if s == verifier.NEGATIVE:
            f, number = verifier.scale(f, -1), number * Fraction(-1) ** k
        elif s != verifier.POSITIVE:
            unknown.append((f, k))
            continue
        parts.append((values.text(f), f, k))
    if len(unknown) == 1 and unknown[0][1] % 2:
        known = [(f, k) for _, f, k in parts if f is not None]
        g = values.signed_factor(q, number, unknown[0], known)
        if g is not None and values.scope.sign(g) == verifier.POSITIVE:
            parts.append((values.text(g), g, unknown[0][1]))
            unknown = []
            number = abs(number)
    if unknown:
        left = product(power(values.text(f), k) for f, k in unknown)
        parts.append((f"neg({left})" if number < 0 else left, None, 1))
        number = abs(number)
    above, below = factored(number.numerator), factored(number.denominator)
    parts = [*((str(prime), None, k) for prime, k in (*above, *((p, -k) for p, k in below))), *parts]
    if not parts:
        values.take("exp-zero", "1")  # log 1 = log exp 0 = 0
        values.take("log-power", "1", "0")
        return
    words = [power(text, k) for text, _, k in parts]
    whole = product(words)
    if not values.same(values.text(simple), whole):
        values.take("same", f"log({values.text(simple)})", f"log({whole})")
    for n, ((text, factor, k), word) in enumerate(zip(parts, words, strict=True)):
        rest = product(words[n + 1 :])
        if n + 1 < len(parts):
            values.take("log-product", word, rest)
        if k != 1:
            values.take("log-power", text, str(k))
        if factor is not None:
            _log_of_factor(values, factor)


def _log_of_factor(values: Values, f: Poly) -> None:
    """log of exp x, of √x, of a product over an index."""
    if len(f) != 1:
        return
    ((mono, _),) = f.items()
    a, at, _ = mono[0]
    kind = values.scope.atoms[a].kind
    if len(mono) > 1 or kind not in ("exp", "sqrt", "prod0"):
        return
    own = [values.scope.fresh(values.scope.size(i)) for i in values.scope.atoms[a].own]
    inner = values.scope.argument(a, at, own)
    if kind == "prod0":
        values.take("log-of-product", values.vector(inner, own[0]))
    elif kind == "exp":
        values.take("log-exp", values.text(inner))
    else:
        values.take("log-power", values.text(inner), "1/2")
        logarithm(values, inner, inner)
