r"""Tokens → lexemes: what is only layout goes, names are composed, and every fence is known to open or to close.

Gone are alignment marks, ``\label``, ``\tag``, sizes, ``\displaystyle``, phantoms, environments and dollar signs around
the whole, the full stop at the end, and remarks in a column of their own.  A row that begins a new statement is an error
here: its first factor would otherwise be read as the last factor of the row before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from derive.errors import ReadError
from derive.reading.latex import cases, ellipses, signs, tables, tokens
from derive.reading.latex.abbreviations import with_abbreviations
from derive.reading.latex.bracketed import (
    lowered,
    parted,
    with_conditions,
    with_subscripts,
    with_values,
    with_values_behind,
)
from derive.reading.latex.composed import accents_apart, marked_apart, partials_named
from derive.reading.latex.context import Context
from derive.reading.latex.decoration import argument_of, is_flat, silent
from derive.reading.latex.formula_uses import with_formulas
from derive.reading.latex.letters import check_quotients
from derive.reading.latex.limiting import limiting_word, limits
from derive.reading.latex.lookalikes import check_gradient, with_signs
from derive.reading.latex.signs import BRACES, OPENING, after_annotation, check_reason
from derive.reading.latex.spelling import ACCENTS, MARKS, Key, Lexeme, accented, is_differential, name_at, prefixed
from derive.reading.latex.tokens import WORDS, Tok, group
from derive.reading.latex.varied import with_inverses
from derive.reading.source import Source

_ENVIRONMENTS = re.compile(
    r"(align|aligned|alignat|alignedat|equation|gather|gathered|split|multline|flalign|math|displaymath|eqnarray)\*?$"
)
#: What a row that goes on may begin with, besides a relation and an operation.
_GOING_ON = (r"\overset", r"\stackrel", r"\underset", r"\not", ":", *tokens.ROWS)
#: What makes another relation of the equals sign behind it.
_BEFORE_EQUALS = {":": ":=", "<": "<=", ">": ">=", r"\not": "!="}


class Arrangement:
    """One text being arranged in one context."""

    def __init__(self, source: Source, context: Context) -> None:
        self.source, self.context, self.error = source, context, source.error
        self.in_cell = False

    def lexemes(self, found: Sequence[Tok]) -> list[Lexeme]:
        """The lexemes of tokens whose macros are expanded; bars are still ``BAR`` and ``NORM``."""
        made: list[Lexeme] = []
        decorating = set(silent(self.source, found))
        found = self.outside([token for at, token in enumerate(found) if at not in decorating])
        found = with_abbreviations(self.source, with_signs(self.source, self.context, found), self.context)
        found = with_formulas(self.source, with_inverses(self.source, found, self.context), self.context)
        found = accents_apart(self.source, tokens.with_fractions(self.source, found), self.context)
        found = marked_apart(self.source, found, self.context.is_word)
        found = ellipses.with_sums(self, partials_named(self.source, found, self.context.is_word))
        found = found if self.context.printed else ellipses.with_lists(self, cases.with_cases(self, found))
        self.check_spaces(found)
        at = 0
        self.aligned = tables.aligned(found)
        while at < len(found):
            at = self.step(found, at, made)
        while made and made[-1].kind in ("COMMA", "STOP"):
            made.pop()
        made = with_conditions([replace(x, kind="OP") if self.is_product(made, n) else x for n, x in enumerate(made)])
        if not self.context.printed:
            made = lowered(
                self.context, with_subscripts(self.context, parted(self.context, with_values_behind(with_values(made))))
            )
        made = self.signed(made)
        check_quotients(self.source, made)
        for lexeme in made:
            if lexeme.kind == "STOP":
                raise self.error(lexeme.at, f"'{lexeme.text}'", "an operator or a relation sign")
        return made

    def signed(self, made: list[Lexeme]) -> list[Lexeme]:
        r"""Lexemes with parentheses around a sign and its factors behind an operation or, apart, another sign: ``a - -b``.

        So they are behind a big sign, ``\sum_{k \ne i} -x_k``.
        """
        found, at = list[Lexeme](), 0
        while at < len(made):
            sign, before = made[at], found[-1] if found else None
            beside = before is not None and not self.source.text[before.end : sign.at].strip()
            operand = len(found) > 1 and found[-2].kind not in signs.OPENING
            apart = before is not None and (operand if before.kind == "OP" else sign.at > before.end)
            script = len(found) > 1 and found[-2].kind in ("SUB", "SUP")  # x^- + y
            second = before is not None and before.kind in ("SIGN", "OP") and beside and apart and not script
            if sign.kind != "SIGN" or not (second or signs.ends_with_big(found)):
                found.append(sign)
                at += 1
                continue
            stop = signs.after_factors(made, at + 1)
            found += [
                replace(sign, kind="OPEN", text="("),
                *made[at:stop],
                replace(made[stop - 1], kind="CLOSE", text=")"),
            ]
            at = stop
        return found

    def is_product(self, made: Sequence[Lexeme], at: int) -> bool:
        """Is a lexeme a full stop right between two factors, ``x.y``, which is a product?"""
        if made[at].kind != "STOP" or made[at].text != "." or not 0 < at < len(made) - 1:
            return False
        before, after = made[at - 1], made[at + 1]
        dot, text = made[at].at, self.source.text
        tight = 0 < dot < len(text) - 1 and not text[dot - 1].isspace() and not text[dot + 1].isspace()
        return tight and before.kind in ("NAME", "RBRACE", "CLOSE") and after.kind in ("NAME", "OPEN", "FRAC", "SQRT")

    def outside(self, found: list[Tok]) -> list[Tok]:
        """Without dollar signs and environments around the whole."""
        while len(found) > 1:
            first, last = found[0], found[-1]
            dollars = (first.text, last.text) in (("$", "$"), (r"\[", r"\]"), (r"\(", r"\)"))
            environment = first.kind == "begin" and last.kind == "end" and _ENVIRONMENTS.match(first.text)
            if not (dollars or environment):
                break
            found = found[1:-1]
            if found and environment and environment[1] in ("alignat", "alignedat"):  # the number of pairs of columns
                found = found[group(self.source, found, 0)[1] :]
        return found

    def check_spaces(self, found: Sequence[Tok]) -> None:
        r"""Raises `ReadError` for ``\frac\,{s}{t}``: TeX takes the space as the argument."""
        for at, token in enumerate(found):
            after = at + 1
            for _ in range(signs.ARGUMENTS.get(token.text, 0) if token.kind in ("command", "sign") else 0):
                if after < len(found) and found[after].spaced:
                    message = f"{token.text} before a space that would be its argument"
                    raise self.error(token.at, message, "an argument in braces")
                after = group(self.source, found, after)[1]

    def step(self, found: Sequence[Tok], at: int, made: list[Lexeme]) -> int:
        """Arrange what stands at a position; the position after it."""
        token = found[at]
        text = token.text
        if isinstance(token, Lexeme):
            return self.name(token, at + 1, made)
        if token.kind in ("number", "digit", "name"):
            made.append(_lexeme(token, token.kind.upper(), text))
            return at + 1
        if tokens.is_unseen(token) or (text == "&" and token.kind == "sign"):
            return at + 1
        if token.kind in ("begin", "end"):
            return tables.environment(self, found, at, made)
        if text == "{" and found[at + 1].text == "}" and self.is_space(found, at, made):
            return at + 2
        if signs.is_alone(found, at) and not tokens.opens_script(made):  # i{=}j, which TeX sets without space
            return self.sign(found, at + 1, made) + 1
        if token.kind == "command" and (arrange := _OF_COMMANDS.get(text)):
            return arrange(self, found, at, made)
        if text in ("e", "E") and self.context.is_word(text) and not self.context.printed:
            tokens.check_exponent(self.source, found, at)
        alone = bool(made) and made[-1].kind in ("SUB", "SUP", "FRAC", "SQRT")  # one token: x_LN is x_L N
        alone = alone or signs.awaits_denominator(made)
        if token.kind == "letter" and not alone and (longer := self.word(found, at, made)):
            return longer
        name, after = name_at(self.source, found, at)
        first = tokens.opens_script(made)
        known = name is not None and (name.text in signs.FUNCTIONS or self.context.is_word(name.text, True))
        single = name is not None and (name.text.isdigit() or tokens.is_letter(self.source, found, at))
        known = known or single or (name is not None and is_differential(name))
        if token.kind in (*WORDS, "intertext") and not first and not known:
            return self.remark(found, at)
        behind = made and made[-1].kind not in ("REL", "SIGN", "OP")
        if token.kind in WORDS and behind and tokens.is_apart(self.source, found, at):
            what, expected = "a name, set apart as a remark is", r"no \quad before a factor, or more words of a remark"
            raise self.error(token.at, rf"\text{{{token.text[:20]}}}, {what}", expected)
        if name is None and token.text in ACCENTS:
            formula, after = accented(self.source, found, at)
            name = formula if self.context.is_word(formula.text) else None
        whole, end = prefixed(self.source, found, at)
        if whole is not None and not alone and self.context.is_word(whole.text):
            if self.could_be_factors(whole.text.split(" ", 1)):
                what = f"{whole.text}, which is a name or a product"
                raise self.error(token.at, what, "one reading", rf"write {text} \cdot … for the product")
            return self.name(whole, end, made)
        if name is not None:
            return self.name(name, after, made, tokens.is_script(made, found, after))
        if signs.SIZES.match(text):
            return self.sized(found, at, made)
        return self.sign(found, at, made)

    def differential(self, found: Sequence[Tok], at: int, made: list[Lexeme]) -> int:
        r"""``\dd``, an upright d."""
        if at + 1 < len(found) and found[at + 1].text == "[":
            raise self.error(found[at].at, f"{found[at].text} with an order", r"\mathrm d^2")
        made.append(replace(_lexeme(found[at], "NAME", "d"), mark="rm"))
        return at + 1

    def function(self, found: Sequence[Tok], at: int, made: list[Lexeme]) -> int:
        r"""``\log``, a function by its command; the ``\min`` of ``x_{\min}`` is a word in upright letters."""
        kind, word = signs.function_of(found, at, tokens.opens_script(made))
        made.append(replace(_lexeme(found[at], kind, word), mark="rm" if kind == "NAME" else ""))
        return at + 1

    def bare(self, found: Sequence[Tok], at: int, made: list[Lexeme]) -> int:
        r"""``\mathop{x}``, which is what it holds, and groups it as braces do before a script."""
        inside, after = group(self.source, found, at + 1)
        grouped = not is_flat(inside, found, after) and inside[0].kind != "command"
        self.braced((found[at], found[after - 1]) if grouped else None, inside, made)
        return after

    def braced(self, ends: tuple[Tok, Tok] | None, inside: Sequence[Tok], made: list[Lexeme]) -> None:
        """Arrange what stands in an argument, in braces at its ends where it is a group."""
        made += [_lexeme(ends[0], "LBRACE", "{")] if ends else []
        self.each(inside, made)
        made += [_lexeme(ends[1], "RBRACE", "}")] if ends else []

    def annotated(self, found: Sequence[Tok], at: int, made: list[Lexeme]) -> int:
        r"""``\overset{(a)}{=}``, a sign or a name with a reason."""
        reason, after = group(self.source, found, at + 1)
        check_reason(self.source, found[at], reason)
        inside, after = group(self.source, found, after)
        said = [token for token in inside if token.text not in ("{", "}")]
        if len(said) > 2 or (len(said) == 2 and not tokens.relates(said, signs.RELATIONS)):
            raise self.error(found[at].at, f"a formula below {found[at].text}", "one sign, or one name")
        sized = any(token.text == r"\times" for token in reason)  # \underset{n \times p}{X}
        if (
            reason
            and not sized
            and any(token.kind in ("digit", "number") or tokens.is_one_letter(token) for token in said)
        ):
            hint = "of a name it may say which one is meant: write an accent, or a subscript, and declare it"
            raise self.error(found[at].at, f"{found[at].text} of a name", "a sign that it is a reason of", hint)
        self.each(inside, made)
        return after

    def unprinted(self, found: Sequence[Tok], at: int, made: list[Lexeme]) -> int:
        r"""``\phantom{x}``, ``\hspace*{1em}``: nothing to read."""
        starred = at + 1 < len(found) and found[at + 1].text == "*"
        return group(self.source, found, at + 2 if starred else at + 1)[1]

    def each(self, inside: Sequence[Tok], made: list[Lexeme]) -> None:
        """Arrange tokens that a command is around, and that stand as they are."""
        position = 0
        while position < len(inside):
            position = self.step(inside, position, made)

    def is_space(self, found: Sequence[Tok], at: int, made: list[Lexeme]) -> bool:
        r"""Do empty braces stand beside a sign, to give it the space of a binary one, or behind ``\partial``?"""
        after = found[at + 2].text if at + 2 < len(found) else ""
        before = made[-1].kind if made else "REL"
        binary = after in ("+", "-", *signs.OPERATIONS, *signs.RELATIONS)
        return before in ("REL", "SIGN", "OP", "PARTIAL") or (binary and before not in ("SUB", "SUP"))

    def sign(self, found: Sequence[Tok], at: int, made: list[Lexeme]) -> int:
        """A sign or command that is no name."""
        token = found[at]
        text = token.text
        following = found[at + 1].text if at + 1 < len(found) else ""
        if following == "=" and (relation := _BEFORE_EQUALS.get(text)):
            made.append(Lexeme("REL", relation, token.at))
            return at + 2
        if text == "=" and following == ":":  # x + y =: z, which is a claim of a z that is known
            made.append(Lexeme("REL", "=", token.at))
            return at + 2
        if tokens.is_split(found, at):
            made.append(Lexeme("REL", ":=", token.at))
            return at + 3
        if text == r"\sqrt" and following == "[":
            raise self.error(found[at + 1].at, "a root of another degree", "a square root")
        if text == signs.ORTHOGONAL and (tokens.in_script(made) or tokens.opens_script(made)):
            kind, word = "SYMBOL", text
        elif text in signs.SIGNS:
            kind, word = signs.SIGNS[text]
        elif text in (":", r"\colon"):
            kind, word = "COLON", ":"
        elif text == "." and tokens.in_script(made):
            kind, word = "SYMBOL", text
        elif token.kind == "sign" and text in signs.PUNCTUATION:
            kind, word = signs.PUNCTUATION[text], text
        elif text in MARKS:
            raise self.error(token.at, f"{text} around more than a name", "a name")
        else:
            raise self.stranger(token)
        made.append(_lexeme(token, kind, word))
        return at + 1

    def stranger(self, token: Tok) -> ReadError:
        """The error for a command or sign that is nothing here."""
        if what := signs.BEYOND.get(token.text):
            hint = signs.NO_NAMES.get(token.text, "")
            return self.error(token.at, f"{what}, which is not in the language", "a name that is declared for it", hint)
        if token.text in signs.INTEGRALS:
            return self.error(token.at, rf"{token.text}, an integral with its differential", "sums and derivatives")
        what = f"the unknown command {token.text[:40]}" if token.kind == "command" else f"'{token.text[:40]}'"
        if token.text in signs.NO_NAMES:
            what = f"{token.text}, which is not read here,"
        hint = rf"define it with \newcommand, or declare it: % derive: scalar {token.text[:40]}"
        hint = signs.NO_NAMES.get(token.text, hint)
        return self.error(token.at, what, "mathematics", hint if token.kind == "command" else "")

    def word(self, found: Sequence[Tok], at: int, made: list[Lexeme]) -> int:
        """The position after a declared word of several letters written side by side, or a function so; or 0."""
        run = tokens.after_letters(found, at, 1 + max(self.context.keys.longest, signs.LONGEST_FUNCTION))
        behind = tokens.after_digits(found, run)
        end = min(behind, at + self.context.keys.longest)
        for stop in range(end, at + 1, -1):
            letters = [token.text for token in found[at:stop]]
            if self.context.is_word("".join(letters)):
                if run < stop < behind:
                    whole = "".join(token.text for token in found[at:behind])
                    expected = f"{''.join(letters)}, or a product with a space"
                    raise self.error(found[at].at, f"{whole}, which is not declared", expected)
                number = self.is_parted_number(found[at:stop], run - at)
                if number or self.could_be_factors(letters):
                    word = "".join(letters)
                    found_ = f"{word}, which is the name {word} or a product"
                    product = (
                        rf"{word[: run - at]} \cdot {word[run - at :]}"
                        if number
                        else f"{' '.join(letters)} with spaces"
                    )
                    hint = rf"write \mathrm{{{word}}} for the name, {product} for the product"
                    raise self.error(found[at].at, found_, "one reading", hint)
                first = found[at]
                made.append(Lexeme("NAME", "".join(letters), first.at, first.spaced, found[stop - 1].end))
                return stop
        check_gradient(self.source, self.context, found, at)
        return 0 if self.context.printed else self.function_in_letters(found, at, run, made)

    def could_be_factors(self, letters: Sequence[str]) -> bool:
        """Could the letters of a declared name be factors, the last one with the scripts that stand behind it?"""
        return all(map(self.context.is_factor, letters[:-1])) and self.context.is_word(letters[-1])

    def is_parted_number(self, name: Sequence[Tok], letters: int) -> bool:
        """Does a space part the digits of a declared name, ``L 2``, from letters that are a name by themselves?"""
        gaps = any(one.end != after.at for one, after in pairwise(name))
        return gaps and len(name) > letters and self.context.is_word("".join(token.text for token in name[:letters]))

    def function_in_letters(self, found: Sequence[Tok], at: int, stop: int, made: list[Lexeme]) -> int:
        """``log(x)``, ``tr[A]``, letters before a bracket: the position after it, or 0; declared or apart a product.

        ``log x`` is one where not all of its letters are declared, ``tr x`` where neither is.
        """
        letters, last = [token.text for token in found[at:stop]], found[stop - 1]
        word, first = "".join(letters), found[at]
        opens = "".join(token.text for token in found[stop : stop + 2]).startswith(
            ("(", "[", r"\{", r"\left(", r"\left[", r"\left\{")
        )
        begins = not at or found[at - 1].kind != "letter" or found[at - 1].end != first.at
        begins |= found[max(at - 2, 0)].text in ("_", "^")  # X^Tdiag(x)
        declared = all(map(self.context.is_word, letters))
        # softmax(z) has no max in it, unless it is a product
        known = word in signs.FUNCTIONS and (begins or declared or word not in signs.EXTREMES)
        alone = rf"\{word}" in signs.COMMANDS and word not in signs.EXTREMES and begins and stop < len(found)
        alone = alone and tokens.begins_operand(found[stop], (*signs.RELATIONS, *signs.OPERATIONS))
        name, product = Lexeme("NAME", word, first.at, first.spaced, last.end, "rm"), " ".join(letters)
        known_letters = [self.is_declared(letter) for letter in letters] if alone else []
        if alone and all(known_letters):
            raise self.or_product(name, rf"\{word}", product)
        if alone and not (any(known_letters) and len(word) < 3):
            return self.name(name, stop, made)
        if len(word) < 2 or not known or not _OPENS.match(self.source.text, last.end):
            return 0
        beside = last.end == found[stop].at or not any(map(self.context.is_word, letters))  # tr (A), of no t and no r
        if declared or not (opens and begins and beside):
            raise self.or_product(name, rf"\operatorname{{{word}}}(…)", f"{product} (…)")
        return self.name(name, stop, made)

    def or_product(self, name: Lexeme, function: str, product: str) -> ReadError:
        """What is wrong with letters that are a function or a product, and how these are written."""
        hint = f"write {function} for the function, {product} with spaces for the product"
        return self.error(name.at, f"{name.text}(…), the function or a product", "one reading", hint)

    def is_declared(self, letter: str) -> bool:
        """Is a letter a name, or an index?"""
        return self.context.is_word(letter, upright=True) or self.context.index(Key(letter)) is not None

    def name(self, name: Lexeme, after: int, made: list[Lexeme], alone: bool = False) -> int:
        """A composed name: a function by its word, or a name, as a word ``alone`` in a script is."""
        declared = alone or self.context.is_word(name.text, True)
        if name.mark == "rm" and name.text in signs.FUNCTIONS and not declared:
            made.append(replace(name, kind="FUNC", text=signs.FUNCTIONS[name.text], mark=""))
        else:
            made.append(name)
        return after

    def remark(self, found: Sequence[Tok], at: int) -> int:
        """Words: a remark in a column of its own is passed over; words that change what is said are an error."""
        token = found[at]
        before = found[at - 1] if at else None
        rest = at + 1
        while rest < len(found) and (tokens.is_unseen(found[rest]) or found[rest].text in (".", ",", "&")):
            rest += 1
        last = rest >= len(found) or found[rest].text in tokens.ROWS
        starts = before is not None and before.text in {"&", *tokens.ROWS}
        factor = re.fullmatch(r"\s*\d[\d.]*\s*|[A-Za-z]+", token.text)  # s\,\text{2} is printed as a product
        apart = starts or (tokens.is_apart(self.source, found, at) if factor else token.spaced)
        last = last and not self.in_cell
        if last and apart and not limits(token.text):
            return at + 1
        if last and apart and re.fullmatch(r"\s*\(?for (all|every|each) \$?\w(, ?\w)*\$?\)?[.,]?\s*", token.text):
            return at + 1
        if not token.text.strip():
            return at + 1
        hint = "write conditions as declarations: % derive: assume …; remarks stand in a column of their own, after &&"
        if word := limiting_word(token.text):
            hint = f"{word!r} may limit what is said; {hint}"
        raise self.error(token.at, f"the words '{token.text.strip()[:40]}'", "mathematics", hint)

    def sized(self, found: Sequence[Tok], at: int, made: list[Lexeme]) -> int:
        r"""A fence after ``\left``, ``\right``, ``\bigl`` …: the command says which way a bar opens."""
        made.append(signs.fence_at(self.source, found, at))
        return at + 2

    def decorated(self, found: Sequence[Tok], at: int, made: list[Lexeme]) -> int:
        r"""``\boxed{x}``, ``\underbrace{x}_{remark}``: a group, if it has no relation; of colours see `is_flat`."""
        begin, end, after = argument_of(self.source, found, at)
        inside, colour = found[begin:end], found[at].text in signs.COLOURS
        whole = not tokens.relates(inside, signs.RELATIONS) and not (colour and is_flat(inside, found, after))
        whole = whole and not (made and made[-1].kind not in OPENING and signs.goes_on(self.source, found, at))
        if not whole and not colour and (found[at].text not in BRACES or tokens.opens_script(made)):
            raise self.error(found[at].at, "a box with a relation beside something", "the box around the formula")
        self.braced((found[at], found[after - 1]) if whole else None, inside, made)
        return after_annotation(self.source, found, at, after) if found[at].text in BRACES else after

    def stacked(self, found: Sequence[Tok], at: int, made: list[Lexeme]) -> int:
        r"""``\substack{i=1\\ i\ne j}``: rows below a big sign, as a list."""
        inside, after = group(self.source, found, at + 1)
        rows = [replace(token, kind="sign", text=",") if token.text in tokens.ROWS else token for token in inside]
        self.braced((found[at], found[after - 1]), rows, made)
        return after

    def row(self, found: Sequence[Tok], at: int, made: list[Lexeme]) -> int:
        """The beginning of a row: it goes on with a relation or an operator, or the row before ends with one."""
        at += 1
        after = tokens.after_row(self.source, found[at - 1].end)
        while at < len(found) and found[at - 1].end <= found[at].at < after:
            at += 1
        inside, ended = signs.is_open(made), bool(made) and made[-1].kind == "COMMA"
        while made and made[-1].kind in ("COMMA", "STOP") and not inside:
            made.pop()
        marks, position = False, at
        while position < len(found) and tokens.is_layout(found[position]):
            marks = marks or found[position].text == "&"
            if found[position].text == r"\phantom":
                position = group(self.source, found, position + 1)[1]
            else:
                position += 1
        if position >= len(found) or not made:
            return at
        text = found[position].text
        several = found[position].kind in WORDS and " " in found[position].text.strip()
        remark = several or found[position].kind in ("text", "intertext")
        goes_on = remark or text in {*signs.RELATIONS, *signs.OPERATIONS, *_GOING_ON}
        signed = text in ("+", "-") and (marks or not self.aligned)
        held = made[-1].kind in OPENING and not tokens.opens_script(made[:-1])
        held = held or signs.ends_with_big(made)
        closes = text in signs.FENCES and signs.FENCES[text][0] not in signs.OPENS
        if ended and not inside and signed:
            raise self.error(found[position].at, f"a comma before a row with {text}", "one of them", "two displays")
        if not (goes_on or signed or held or closes or text == r"\right"):
            hint = "a new statement is read by itself; a row that goes on begins with a relation or an operator after &"
            raise self.error(found[position].at, "a new row", "a relation sign or an operator", hint)
        return at


#: What may stand between a function in letters and what it is of.
_OPENS = re.compile(r"(?:\^\s*(?:\{[^{}]*\}|\w))?(?:\s|~|\\[,;:! ])*(?:\\(?:left|[bB]igg?l?))?\s*(?:[(\[]|\\\{)")


def _lexeme(token: Tok, kind: str, text: str) -> Lexeme:
    return Lexeme(kind, text, token.at, token.spaced, token.end)


#: Who arranges a command that is no sign and no name.
_OF_COMMANDS: dict[str, Callable[[Arrangement, Sequence[Tok], int, list[Lexeme]], int]] = {
    **dict.fromkeys(tokens.ROWS, Arrangement.row),
    r"\mathop": Arrangement.bare,
    r"\substack": Arrangement.stacked,
    r"\mkern": lambda _, found, at, made: tokens.after_length(found, at + 1),
    **dict.fromkeys(signs.COMMANDS, Arrangement.function),
    **dict.fromkeys(signs.DIFFERENTIALS, Arrangement.differential),
    **dict.fromkeys(signs.DECORATIONS, Arrangement.decorated),
    **dict.fromkeys((r"\left", r"\right"), Arrangement.sized),
    **dict.fromkeys((r"\overset", r"\stackrel", r"\underset"), Arrangement.annotated),
    **{rf"\{word}phantom": Arrangement.unprinted for word in ("", "h", "v")},
    **dict.fromkeys((r"\hspace", r"\mspace", r"\vspace", r"\color"), Arrangement.unprinted),
}
