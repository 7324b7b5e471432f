"""``derive explain``: what a word of the tool, a theorem's label or the name of a rule stands for.

Words are those of the tables of the documentation, which are read where they stand; conditions and kinds of statement are
what the program says of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from inspect import cleandoc
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from derive.cli.console import say, say_json, say_prose
from derive.cli.words import hypotheses_in_words, in_words
from derive.errors import InputError, NameError_, nearest
from derive.targets import theorem_labelled

if TYPE_CHECKING:
    from derive.authoring.theory import Theorem
    from derive.derivation.rules import Rule

#: What can be explained.
WHAT = ("word", "condition", "kind of statement", "declaration", "convention", "theorem", "rule")

_HELP = """\b
JSON (schema "derive-explain/1"): {"schema", "asked", "entries"}. Each entry has "what" ("word", "condition", "kind of
statement", "declaration", "convention", "theorem" or "rule"), "name", "says" and "more", a list of {"title", "text"}."""

#: Where the pages are: in a checkout, and in an installation.
FOLDERS = (Path(__file__).parents[2] / "docs", Path(__file__).parent / "docs")
#: The tables that say what words mean: page, head of the first column, what its entries are.
TABLES = (
    ("architecture.md", "word", "word"),
    ("trust.md", "verdict", "word"),
    ("reading.md", "written | could be", "convention"),
)


@dataclass(frozen=True)
class Explanation:
    """What something stands for: what it is, what it says in words, and more, each under a title."""

    what: str
    name: str
    says: str
    more: tuple[tuple[str, str], ...] = field(default=())


@click.command(epilog=_HELP)
@click.argument("name", metavar="RULE|LABEL|WORD")
@click.option("--json", "as_json", is_flag=True, help='Print JSON, schema "derive-explain/1".')
def explain(name: str, as_json: bool) -> None:
    """Explain a rule, a theorem or a word of the tool.

    A word: a verdict, what statements are made of, a condition, a kind of statement, a declaration. A theorem: what it
    states, its source, its near misses, the rules of its lines. A rule: its equation, whether it is proved, what it
    needs, the theorems whose lines use it.

    \b
    Examples:
      derive explain vacuous
      derive explain layernorm.eq6
      derive explain 'common denominator'

    \b
    Exit codes: 0 explained; 2 nothing has this name.
    """
    found = explanations(name)
    if as_json:
        say_json({"schema": "derive-explain/1", "asked": name, "entries": [_to_json(each) for each in found]})
        return
    for number, each in enumerate(found):
        say(*[""] * bool(number), f"{each.name} ({each.what})", style="bold")
        say_prose(each.says)
        for title, text in each.more:
            say(f"{title}:", style="dim")
            say(*text.splitlines(), indent=2)


def explanations(name: str) -> list[Explanation]:
    """What has a name: a word, else a theorem's label, else a rule; raises `NameError_` with the nearest names."""
    wanted = _key(name)
    words = [each for known, each in _words() if known == wanted]
    if words:
        return list(dict.fromkeys(words))
    labels = [label for label in _labels() if wanted in (_key(label), _key(label.partition(".")[2]))]
    if labels:
        return [_theorem(theorem_labelled(label)) for label in labels]
    rules = [rule for rule in _rules() if _key(rule.name) == wanted]
    if rules:
        return [_rule(rule) for rule in rules]
    known = (*(word for word, _ in _words()), *_labels(), *(rule.name for rule in _rules()))
    shown = f"{name[:60]}…" if len(name) > 60 else name
    raise NameError_(
        f"no rule, theorem or word has the name {shown!r}",
        hint=nearest(wanted[:200], dict.fromkeys(known), "words: docs/architecture.md; labels: derive list layernorm"),
    )


def _key(name: str) -> str:
    """A name as it is looked for: in small letters, without commas, with single blanks."""
    return " ".join(name.replace(",", " ").split()).casefold()


def _to_json(found: Explanation) -> dict[str, Any]:
    more = [{"title": title, "text": text} for title, text in found.more]
    return {"what": found.what, "name": found.name, "says": found.says, "more": more}


# --- words ----------------------------------------------------------------------------------------------------------


@cache
def _words() -> tuple[tuple[str, Explanation], ...]:
    """Every word that is explained, as it is looked for, with what it stands for."""
    from derive.language.hypotheses import CONDITION_KINDS
    from derive.reading.latex.declaring import SPELLINGS
    from derive.reading.latex.words import OF_DOCUMENTS, WORDS
    from derive.statements.kinds import all_kinds

    found = [pair for page, head, what in TABLES for pair in _of_table(page, head, what)]
    found += [(word, Explanation("condition", word, says)) for word, says in CONDITION_KINDS.items()]
    for page, heads in (("theories.md", OF_DOCUMENTS), ("papers.md", WORDS)):
        for word, row in heads.items():
            more = ("written", row.written), ("such as", f"% derive: {row.example}"), ("page", f"docs/{page}")
            entry = Explanation("declaration", word, f"{row.says}.", more)
            found += [(each, entry) for each in SPELLINGS.get(word, (word,))]
    for kind in all_kinds():
        says, _, _ = cleandoc(kind.__doc__ or "").partition("\n\n")
        lemma = [("its parts imply it", kind.lemma)] if kind.lemma else []
        entry = Explanation("kind of statement", kind.__name__, says, (*lemma, ("page", "docs/statements.md")))
        found += [(kind.__name__, entry), (kind.kind, entry)]
    return tuple((_key(word), entry) for word, entry in found)


def _of_table(page: str, head: str, what: str) -> Iterator[tuple[str, Explanation]]:
    """The entries of a table, each under the names that its first cell has; conventions under what declares them."""
    for row in rows_of(_page(page), head):
        first, *rest = map(_plain, row)
        where = ("page", f"docs/{page}")
        if what == "word":
            entry = Explanation(what, first, "; ".join(rest), (where,))
            yield from ((word, entry) for word in {first, *first.split(", ")})
        else:
            for word in _declared(row[-1]):
                says = f"{first} could be {rest[0]}."
                yield word, Explanation(what, word, says, (("settled by", rest[-1]), where))


def _declared(cell: str) -> set[str]:
    """The words with which the declarations in a cell begin, and the conventions in it, as far as their colon."""
    from derive.reading.latex.declaring import KEYWORDS, SYNONYMS

    clauses = (part for code in re.findall(r"`([^`]+)`", cell) for part in re.split(r"[;·]", code))
    begun = (part.strip().removeprefix("% derive:").strip() for part in clauses)
    found = set()
    for part in begun:
        words = {word for word in (*KEYWORDS, *SYNONYMS) if re.match(rf"{re.escape(word)}(?![\w-])", part)}
        found |= words | ({part.partition(":")[0]} if words and ":" in part else set())
    return found


def rows_of(text: str, head: str) -> list[list[str]]:
    """The rows of the tables of a page whose first columns have this head."""
    found: list[list[str]] = []
    inside = False
    for line in text.splitlines():
        if line.startswith(f"| {head} |"):
            inside = True
        elif not line.startswith("|"):
            inside = False
        elif inside and not line.startswith("|---"):
            found.append([cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]])
    return found


def _plain(cell: str) -> str:
    """A cell without the marks of Markdown."""
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", re.sub(r"[`*]+", "", cell))


def _page(name: str) -> str:
    for folder in FOLDERS:
        if (folder / name).is_file():
            return (folder / name).read_text("utf-8")
    raise InputError(f"the page {name} is not in this installation", hint="reinstall derive")


# --- theorems and rules ----------------------------------------------------------------------------------------------


@cache
def _labels() -> tuple[str, ...]:
    from derive.theories.registry import THEORIES, load_theory

    return tuple(theorem.label for name in THEORIES for theorem in load_theory(name).stated)


@cache
def _rules() -> tuple[Rule, ...]:
    """The rules of all theories, each once; a theorem is no rule here, since its label says more."""
    from derive.pool import rules_of
    from derive.theories.registry import THEORIES

    labels = set(_labels())
    found = (rule for name in THEORIES for rule in rules_of(name) if rule.source not in labels)
    return tuple({(rule.name, rule.lhs, rule.rhs): rule for rule in found}.values())


def _theorem(theorem: Theorem) -> Explanation:
    misses = "\n".join(f"{miss.wrong}: {miss.statement}" for miss in theorem.near_misses)
    lines = theorem.derivation.lines if theorem.derivation is not None else ()
    rules = dict.fromkeys(rule.name for line in lines for rule in line.rules)
    given = ", ".join(hypotheses_in_words(theorem.statement, theorem.hypotheses))
    more = (
        ("states", str(theorem.statement)), ("given", given), ("near misses, which must be refuted", misses),
        ("rules of its lines", "\n".join(rules)), ("source", theorem.source), ("decided by", f"derive show {theorem.label}"),
    )  # fmt: skip
    says = f"{theorem.title}. {cleandoc(theorem.doc)}"
    return Explanation("theorem", theorem.label, says, tuple((title, text) for title, text in more if text))


def _rule(rule: Rule) -> Explanation:
    from derive.printing import text, text_hypothesis
    from derive.statements.equation import prove_equation

    sides = rule.lhs, rule.rhs
    left, right = (text(side, beside=sides) for side in sides)
    verdict = prove_equation(*sides, rule.hypotheses)
    free = ", ".join(sorted(text(each) for each in rule.variables))
    more = (
        ("equation", f"{left} = {right}"),
        ("stands for any term", free),
        ("needs", ", ".join(text_hypothesis(given, beside=sides) for given in rule.hypotheses)),
        ("verdict", "\n".join(row for row, _ in in_words(verdict))),
        ("used in", "\n".join(_users(rule))),
        ("source", rule.source),
    )
    kinds = {
        "definition": "unfolds a name; from right to left it folds it.",
        "lemma": "has a content of its own.",
        "algebra": "is a rearrangement: lines by such rules that follow one another are one line in a note.",
    }
    return Explanation("rule", rule.name, f"A rule that {kinds[rule.kind]}", tuple(each for each in more if each[1]))


def _users(rule: Rule) -> list[str]:
    """The theorems whose lines use a rule, in either direction."""
    from derive.theories.registry import find_theorem

    sides = {rule.lhs, rule.rhs}
    found = []
    for label in _labels():
        derivation = find_theorem(label).derivation
        lines = derivation.lines if derivation is not None else ()
        if any({each.lhs, each.rhs} == sides for line in lines for each in line.rules):
            found.append(label)
    return found
