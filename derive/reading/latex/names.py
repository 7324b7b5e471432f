r"""Names with scripts → readings: declared names, components, powers, transposes, and the constants 1, 0, I, δᵢⱼ, eᵢ.

A script may belong to the name (``\sigma^2``, ``x_0``), or say something of it (a power, a component).  Every split under
which the name is declared is a reading; there is an error when two of them are well-typed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import partial

from derive.errors import InputError, NameError_, ShapeError
from derive.language.terms import Definition, Dimension, Term
from derive.reading.environment import is_generic
from derive.reading.functions import NATURAL
from derive.reading.latex.context import shown
from derive.reading.latex.conventions import CONVENTIONS
from derive.reading.latex.differentials import alone
from derive.reading.latex.grammar import parse
from derive.reading.latex.nodes import Apply, Constant, Statistic
from derive.reading.latex.readings import (
    Candidate,
    Option,
    Rough,
    Scope,
    is_column,
)
from derive.reading.latex.scripts import Scripting, Scripts
from derive.reading.latex.spelling import (
    UNMARKED,
    Key,
    Lexeme,
    basis_letter,
    dotted,
    is_differential,
    is_dot,
    plain_name,
    written,
)
from derive.reading.latex.syntax import Name, Node, Script, Scripted, parted
from derive.reading.syntax import Call, Indexed, Transposed, Tree, Word

_HAT = "\\hat "
_BAR = "\\bar "
#: Signs that are usual for statistics, and what declares them.
_STATISTICS = {
    "E": r"mean \mathbb{E}", "Var": r"variance \operatorname{Var}", "Cov": r"covariance \operatorname{Cov}",
    "cov": r"covariance \operatorname{cov}",
}  # fmt: skip


class Names(Scripting):
    """The readings of names."""

    def named(self, node: Name | Scripted, scope: Scope) -> list[Candidate]:
        """The readings of a name with its scripts."""
        name, found = parted(node)
        if not isinstance(name, Name):
            raise TypeError(f"a {type(name).__name__} as a name")
        if is_differential(name.lexeme) and not self.context.printed:
            raise alone(self.source, name.at)
        scripts = self.scripts(found)
        core, mark = name.lexeme.text, name.lexeme.mark
        options = self.declared(name, core, mark, scripts, scope)
        if scripts.primes == 1 and self.context.primed:
            transposed = self.declared(name, core, mark, replace(scripts, primes=0), scope, transposed=True)
            if options and transposed:
                labels = [options[0][0], f"the transpose of {core}"]
                raise self.ambiguous(
                    name.at, shown(self.full_key(core, scripts)), labels, r"write ^\top for the transpose"
                )
            options += transposed
        declared = bool(options)
        options += self.rows_of(name, core, mark, scripts, scope)
        options += self.constants(name, core, mark, scripts, scope, declared)
        if not options:
            raise self.unknown(name, scripts)
        return self.alternatives(name.at, shown(self.full_key(core, scripts)), options, self.settled(core, scripts))

    def settled(self, core: str, scripts: Scripts) -> str:
        """What settles a name with two readings."""
        full = shown(self.full_key(core, scripts))
        return (
            rf"write the other reading with parentheses, ({core}){full[len(core) :]}, or declare one of the names only"
        )

    def full_key(self, core: str, scripts: Scripts) -> Key:
        """The key with every script in it."""
        sub = written(scripts.sub.raw) if scripts.sub else ""
        sup = written(scripts.sup.raw) if scripts.sup else ""
        return Key(core, sub, sup, scripts.primes)

    def declared(
        self, name: Name, core: str, mark: str, scripts: Scripts, scope: Scope, transposed: bool = False
    ) -> list[Option]:
        """One option for every split of the scripts under which the name is declared; also as a unit vector or a mean.

        With ``transposed`` of arrays only, of which it is the transpose.
        """
        options: list[Option] = []
        full = self.full_key(core, scripts)
        for key, rest in _splits(full, scripts):
            words = [Word(name.at, found) for found in self.context.names(key, mark, rest.sub is not None)]
            label = f"the name {shown(key)}{_with(rest)}"
            if transposed:
                words = [word for word in words if self.shape_of(word)]
                label, rest = f"the transpose of {label}", replace(rest, primes=1)
            options += [(label, partial(self.of_tree, word, rest, scope)) for word in words]
            hat = self.context.definitions.get("hat")
            if core.startswith(_HAT) and hat is not None and not options:  # a declared name wins over a unit vector
                inner = key._replace(core=core.removeprefix(_HAT))
                trees: list[Tree] = [Word(name.at, found) for found in self.context.names(inner, mark, True)]
                if inner == Key("1"):
                    trees.append(Constant(name.at, "ones"))
                applied = [Apply(name.at, hat, (tree,)) for tree in trees if is_column(self.shape_of(tree))]
                label = f"the unit vector along {shown(inner)}"
                options += [(label, partial(self.of_tree, tree, rest, scope)) for tree in applied]
            if core.startswith(_BAR) and (r"\bar", "") in self.context.operators and not options:
                inner = key._replace(core=core.removeprefix(_BAR))
                of = [Word(name.at, found) for found in self.context.names(inner, mark, True)]
                label = f"the mean of {shown(inner)}"
                options += [
                    (label, partial(self.mean_of, word, rest, scope)) for word in of if is_column(self.shape_of(word))
                ]
        return options

    def mean_of(self, word: Word, rest: Scripts, scope: Scope) -> list[Candidate]:
        """The mean of the components of a vector, with the scripts on it."""
        index = Word(word.at, self.fresh(scope))
        tree = Statistic(word.at, "mean", index, (Indexed(word.at, word, (index,)),))
        return self.scripted([Candidate(tree, ())], rest, scope)

    def of_tree(self, tree: Tree, rest: Scripts, scope: Scope) -> list[Candidate]:
        """A name or constant with the scripts that are no part of it."""
        return self.scripted([self.at_running(Candidate(tree, self.shape_of(tree)))], rest, scope)

    def rows_of(self, name: Name, core: str, mark: str, scripts: Scripts, scope: Scope) -> list[Option]:
        """A name that is declared for the rows, or the columns, of a matrix: one of them, or a component of one."""
        family = self.context.families.get(core)
        if family is None or scripts.sub is None or (family.marked and mark in UNMARKED and len(scripts.sub.raw) == 1):
            return []
        meaning = self.context.env.names.get(family.matrix)
        if not isinstance(meaning, Term) or len(meaning.shape) != 2:
            return []
        (rows, columns), matrix = meaning.shape, Word(name.at, family.matrix)
        sub, rest = scripts.sub, replace(scripts, sub=None)
        label = f"a {'column' if family.columns else 'row'} of {family.matrix}"

        def one() -> list[Candidate]:
            indices = self.indices(sub.raw, scope)
            if len(indices) == 2:
                entry = Indexed(name.at, matrix, indices[::-1] if family.columns else indices)
                return self.scripted([Candidate(entry, ())], rest, scope)
            if len(indices) != 1:
                raise self.fail(
                    sub.at, f"{label} with {len(indices)} indices", "one, or two for a component", ShapeError
                )
            if self.running is not None:
                raise self.fail(sub.at, f"{label} inside of a mean", r"write the sum, \frac1N \sum_i x_i")
            whole = matrix if family.columns else Transposed(name.at, matrix)
            tree = Call(name.at, "product", (whole, Call(name.at, "basis", indices)))
            return self.scripted([Candidate(tree, (rows if family.columns else columns,))], rest, scope)

        return [(label, one)]

    def shape_of(self, tree: Tree) -> Rough:
        """The shape of a name, a constant, or a unit vector."""
        match tree:
            case Word(name=name):
                meaning = self.named_term(name)
                if is_generic(meaning, self.context.env.default):
                    return tuple(None if dim == self.context.env.default else dim for dim in meaning.shape)
                return meaning.shape
            case Constant(kind=kind):
                return (None, None) if kind == "identity" else (None,)
            case Apply(arguments=arguments):
                return self.shape_of(arguments[0])
        raise TypeError(f"the shape of a {type(tree).__name__}")

    def constants(
        self, name: Name, core: str, mark: str, scripts: Scripts, scope: Scope, declared: bool
    ) -> list[Option]:
        """Readings as 1, 0, I, δᵢⱼ, eᵢ, and as the exponential."""
        at, found = name.at, []
        marked = mark not in UNMARKED
        raw = scripts.sub.raw if scripts.sub else ()
        rest = Scripts(None, scripts.sup, scripts.primes)
        if core in ("1", "0") and marked:
            kind = "ones" if core == "1" else "zeros"
            sized = self.sized(at, kind, raw)
            one = sized or Candidate(Constant(at, kind), (None,))
            after = rest if sized else scripts
            found.append((f"the vector of {kind}", lambda: self.scripted([self.at_running(one)], after, scope)))
        if core == "I" and not declared:
            square = self.sized(at, "identity", raw)
            eye = square or Candidate(Constant(at, "identity"), (None, None))
            left = rest if square else scripts
            found.append(("the identity", lambda: self.scripted([self.at_running(eye)], left, scope)))
        if core == r"\delta" and raw and (not declared or self.are_indices(raw, scope, 2)):
            found.append(("Kronecker's δ", lambda: self.scripted([self.delta(at, raw, scope)], rest, scope)))
        letter, with_mark = basis_letter(self.context.notation)
        if core == letter and (marked or not with_mark) and raw and self.are_indices(raw, scope, 1):
            unit = self.basis(at, raw, scope)
            found.append(("a basis vector", lambda: self.scripted([self.at_running(unit)], rest, scope)))
        plain = not (marked or scripts.sub or scripts.primes)
        if core == "e" and plain and scripts.sup and not declared:
            raised = scripts.sup.raw
            found.append(("the exponential", lambda: self.mapped(
                self.inside(raised, scope), lambda c: Candidate(Call(at, NATURAL, (c.tree,)), c.shape))))  # fmt: skip
        return found

    def dimension(self, raw: Sequence[Lexeme]) -> Word | None:
        """The dimension that a script names, with scripts of its own or without: ``N``, ``n_1``."""
        if not raw or raw[0].kind != "NAME":
            return None
        try:
            name, found = parted(parse(self.source, raw, "expr", raw[-1].end))
            scripts = self.scripts(found)
        except InputError:
            return None
        if not isinstance(name, Name):
            return None
        key = self.full_key(name.lexeme.text, scripts)
        for word in self.context.names(key, name.lexeme.mark):
            if isinstance(self.context.env.names[word], Dimension):
                return Word(raw[0].at, word)
        return None

    def sized(self, at: int, kind: str, raw: Sequence[Lexeme]) -> Candidate | None:
        r"""``\vec 1_N``, ``I_N``, ``0_{N \times K}``: a constant with its dimensions below, if they are that."""
        cut = next((n for n, x in enumerate(raw) if x.kind == "OP" and x.text == "x"), None)
        parts = [raw] if cut is None else [raw[:cut], raw[cut + 1 :]]
        dims = [self.dimension(part) for part in parts]
        words = tuple(dim for dim in dims if dim is not None)
        if len(words) != len(dims) or (kind == "identity" and len(words) != 1):
            return None
        shape = tuple(self.context.env.names[word.name] for word in words) * (2 if kind == "identity" else 1)
        return Candidate(Call(at, kind, words), shape)  # type: ignore[arg-type]  # names of dimensions

    def delta(self, at: int, raw: Sequence[Lexeme], scope: Scope) -> Candidate:
        indices = self.indices(raw, scope)
        if len(indices) != 2:
            raise self.source.error(at, rf"\delta with {len(indices)} indices", "two indices, or a declaration of it")
        left, right = indices
        return Candidate(Call(at, "delta", (left, right)), ())

    def basis(self, at: int, raw: Sequence[Lexeme], scope: Scope) -> Candidate:
        (index,) = self.indices(raw, scope)
        return Candidate(Call(at, "basis", (index,)), (None,))

    # --- functions and strangers ----------------------------------------------------------------------------------

    def function_named(self, node: Node) -> tuple[Definition, Key] | None:
        """The function that a name is the head of, all its scripts included."""
        name, found = parted(node)
        if not isinstance(name, Name):
            return None
        key = self.full_key(name.lexeme.text, self.scripts(found))
        definition = self.context.function(key)
        return None if definition is None else (definition, key)

    def unknown(self, name: Name, scripts: Scripts) -> InputError:
        """The error for a name that nobody declared."""
        core = name.lexeme.text
        key = self.full_key(core, scripts)
        full = shown(key)
        if waiting := next((each for each in self.context.waiting if each.name in (full, core)), None):
            hint = f"write its arguments; it is no node of a graph: {waiting.why}"
            return self.fail(name.at, f"the function {waiting.name} without arguments", hint, NameError_)
        if self.context.function(key) is not None and key not in self.context.built_in:
            return self.fail(name.at, f"the function {full} without arguments", f"write {full}(…)", NameError_)
        if self.context.index(Key(core)) is not None:
            hint = rf"write x_{core} for a component, \vec e_{core} for a basis vector"
            return self.fail(name.at, f"the index {core} as a term", hint, NameError_)
        if scripts.primes and self.context.names(Key(core)):
            hint = (
                rf"the transpose is {core}^\top, or {core}' after % derive: transpose '; "
                f"declare the name with its prime if it is one: % derive: scalar {full}"
            )
            return self.fail(name.at, f"the unknown name {full[:60]}", hint, NameError_)
        if core in ("Cov", "cov") and name.lexeme.mark == "rm" and key == Key(core):
            declared = rf"covariance \operatorname{{{core}}}"
            labels = [label.replace("variance", "covariance") for label in CONVENTIONS["variances"].choices.values()]
            hint = f"declare it: % derive: {declared}, or sample {declared}"
            return self.ambiguous(name.at, "a covariance that is not declared", labels, hint)
        if core == "s" and key.sup == "2" and not scripts.primes:
            labels = list(CONVENTIONS["variances"].choices.values())
            hint = f"declare it: % derive: let {full} = …, or % derive: scalar {full[:-2]} for the square of one"
            return self.ambiguous(name.at, f"{full}, which is not declared,", labels, hint)
        if hint := self.undeclared_mean(core, name.lexeme.mark):
            return self.fail(name.at, f"the unknown name {full[:60]}", hint, NameError_)
        withdrawn = self.context.env.withdrawn.get(plain_name(Key(core)))
        known = self.context.cores()
        if withdrawn:
            hint = f"its definition does not fit {withdrawn} as declared anew; define it again with let"
            return self.fail(name.at, f"the name {full[:60]} is no longer defined", hint, NameError_)
        close = get_close_matches(core[:60], known, n=1)
        listed = ", ".join(known[:30]) + (", …" if len(known) > 30 else "")
        hint = f"declare it: % derive: scalar {core[:60]}" + (f"; did you mean {close[0]}?" if close else "")
        return self.fail(
            name.at, f"the unknown name {full[:60]}", f"{hint}; known: {listed}" if known else hint, NameError_
        )

    def undeclared_mean(self, core: str, mark: str) -> str:
        """What declares a sign for a mean, if a name looks like one."""
        if (core, mark) in self.context.operators:
            return f"{core} is declared as a sign: write what it is of in brackets after it"
        inner = self.context.names(Key(core.removeprefix(_BAR)), mark, True) if core.startswith(_BAR) else ()
        if any(is_column(self.named_term(one).shape) for one in inner):
            return rf"declare it: % derive: let {core} = …, or % derive: mean \bar for means of components"
        word = _STATISTICS.get(core) if mark not in ("", r"\mathbf", r"\bm") else None
        return f"declare it: % derive: {word}" if word else ""


def _with(rest: Scripts) -> str:
    """What is left of the scripts, in words."""
    words = []
    if rest.sub:
        words.append(f"with the index {written(rest.sub.raw)}")
    if rest.sup:
        words.append(f"to the power {written(rest.sup.raw)}")
    return " " + " ".join(words) if words else ""


def _splits(full: Key, scripts: Scripts) -> list[tuple[Key, Scripts]]:
    """Every way in which scripts are part of the name, the longest name first, with the scripts that are left."""
    subs: list[tuple[str, Script | None]] = [(full.sub, None)]
    if scripts.sub is not None:
        raw = scripts.sub.raw
        flat = all(lexeme.kind in ("NAME", "DIGIT", "COMMA") for lexeme in raw)
        for cut in range(len(raw) - 1, 0, -1) if flat and len(raw) < 8 else ():
            start = cut + 1 if raw[cut].kind == "COMMA" else cut
            if raw[cut - 1].kind != "COMMA" and start < len(raw):
                subs.append((written(raw[:cut]), Script("_", scripts.sub.at, raw[start:])))
        if own := dotted(full.sub):
            names = tuple(lexeme for lexeme in raw if not is_dot(written([lexeme])) and lexeme.kind != "COMMA")
            subs += [(own, Script("_", scripts.sub.at, names))] if names else []
        subs.append(("", scripts.sub))
    sups: list[tuple[str, Script | None]] = [(full.sup, None)]
    if scripts.sup is not None:
        sups.append(("", scripts.sup))
    found: list[tuple[Key, Scripts]] = []
    for sub, sub_left in subs:
        for sup, sup_left in sups:
            found.append((Key(full.core, sub, sup, full.primes), Scripts(sub_left, sup_left, 0, scripts.sub_first)))
    return found
