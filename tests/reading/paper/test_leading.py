"""What the sentence before a display says of free indices: its relations are decided under it, or not refuted."""

from __future__ import annotations

from typing import Any

import pytest

from derive.cli.papers import decided
from derive.reading.paper import Relation
from tests.reading.paper.conftest import Read

HEAD = "% derive: matrix D : N x N diagonal; index j, k : N\n"
FALSE = r"\[ D_{ij} = 0 \]"


@pytest.mark.parametrize(
    "sentence",
    [
        r"This is far off the diagonal, where $j \neq i$:",
        r"Unless $i = j$ we have",
        r"As for $i = j$ we have",
        r"Similarly to the case $i = j$ we get",
        r"For $i = j$ or $i \neq j$ we have",
        r"It is not so for $i = j$, and",
        r"If $i = j$ it is known; in general",
        r"For $i = j$ and $i \neq k$:",
        r"If \(i = j\), and $s$ is a number,",
        "It is diagonal.\n\nSo for $i > j$ it is",
        r"For $k \neq i$",
        r"For $i \neq j \neq k$",
        r"Nicht nur wenn $i = j$, gilt",
        "不只是当 $i=j$ 时:",
        r"Hier steht $i = j$ wohl",
    ],
)
def test_it_may_hold_there(verdicts: Any, sentence: str) -> None:
    """What is proved for all indices is proved; a display that says it in another way may hold there, too."""
    text = f"{HEAD}{sentence}\n{FALSE}\nThat is\n{FALSE}\n{sentence}\n\\[ D_{{ij}} = D_{{ji}} \\]"
    assert verdicts(text) == ["error", "error", "proved"]


SET = [
    (r"Off the diagonal, where $j \neq i$:", "!="),
    (r"For $i \ne j$ we have", "!="),
    (r"With $i\neq j$:" + "\n\n", "!="),
    (r"If $i \not= j$, then by the quotient rule", "!="),
    (r"And for all $i \neq j$, the derivative of $s$ with respect to $t$ is", "!="),
    (r"\paragraph{Case 2: $i \neq j$.}", "!="),
    ("### Case 1: $i = j$ (Diagonal elements)\n\n", "="),
    (r"\paragraph{Case 2: $i \neq j$ (the off-diagonal entries)}", "!="),
    (r"\section{The case $j \neq i$}", "!="),
    (r"\begin{itemize} \item If $i \neq j$:", "!="),
    (r"Case II: $i \ne j$. Then", "!="),
    (r"Now suppose that \(i \neq j\). Here we have", "!="),
    (r"For $i = j$ this gives", "="),
    (r"In the case where $i = j$, it is", "="),
    (r"We get, if $j = i$,", "="),
    (r"Let $i = j$. Then", "="),
    (r"Wenn $i = j$, gilt", "="),
    (r"Si $i \neq j$ :", "!="),
    ("当 $i=j$ 时:\n\n", "="),
    ("(ii) $i \\neq j$ の場合\n\n", "!="),
    ("$i = j$ 일 때\n\n", "="),
    ("$i \\neq j$\n\n", "!="),
    ("### $i = j$:\n\n", "="),
    ("- For $ i = j$:\n", "="),
    ("### When $j \\neq i$\n\nBy the results above\n\n", "!="),
]


@pytest.mark.parametrize(("sentence", "sign"), SET)
def test_a_condition_that_is_set(read: Read, sentence: str, sign: str) -> None:
    """Relations are decided under it, and say so; what holds anyway is proved so; the next display may have it."""
    true, false = (r"D_{ij} = 0", "D_{ij} = D_{jj}") if sign == "!=" else ("D_{ij} = D_{jj}", "D_{ij} = 0")
    shown = (
        f"{HEAD}{sentence}\n" + r"\begin{align} VALUE \\ D_{ij} &= D_{ji} \end{align}" + f"\nIt is so.\n\\[ {true} \\]"
    )
    made = [
        decided(each)
        for each in read(shown.replace("VALUE", true.replace("=", "&="))).items
        if isinstance(each, Relation)
    ]
    assert [each.verdict for each in made] == ["proved", "proved", "error"]
    assert ["i" in each.scope for each in made] == [True, False, False]
    made = [
        decided(each)
        for each in read(shown.replace("VALUE", false.replace("=", "&="))).items
        if isinstance(each, Relation)
    ]
    assert [each.verdict for each in made] == ["refuted", "proved", "error"]


@pytest.mark.parametrize("case", ["the case of", "this case", "the first case"])
def test_a_case_holds_in_its_paragraph(read: Read, case: str) -> None:
    """The nearest condition is named, and none is refuted under it."""
    text = rf"{HEAD}It is one where $i = j$: \[ D_{{ij}} \] In {case} $i \neq j$ it is easy. With this: \[ = 0 \]"
    (found,) = (decided(each) for each in read(text).items if isinstance(each, Relation))
    assert found.verdict == "error"
    assert r"the text says, i \neq j" in found.reason


ITEMS = r"""The entries are:
{0}For $i \neq j$:
\[ D_{{ij}} = {1} \]
{0}for $i = j$:
\[ D_{{ij}} = {2} \]
"""


@pytest.mark.parametrize("item", ["- ", "* ", "1. ", "\\item "])
def test_items_of_a_list(verdicts: Any, item: str) -> None:
    """Each has its own condition, which says nothing of the display above it."""
    assert verdicts(HEAD + ITEMS.format(item, "0", "D_{ii}")) == ["proved", "proved"]
    assert verdicts(HEAD + ITEMS.format(item, "D_{ii}", "0")) == ["refuted", "refuted"]
    assert verdicts(HEAD + ITEMS.format(item, "D_{ii}", "0").replace("The", "If $s = t$, the")) == ["refuted"] * 2
    assert verdicts(HEAD + ITEMS.format(item, "s", "t").replace("The", "If $s = t$, the")) == ["error"] * 2


def test_other_conditions(verdicts: Any) -> None:
    """What the text says besides may limit it still: proved under both, and else not checked."""
    both = HEAD + r"For $i \neq j$ we have \[ D_{ij} = VALUE \] if $s = t$."
    assert [verdicts(both.replace("VALUE", value)) for value in ("0", "s - t")] == [["proved"], ["error"]]
    twice = HEAD + r"\section{Case $i \neq j$} For $j \neq k$ we have \[ D_{ij} + D_{jk} = VALUE \]"
    assert [verdicts(twice.replace("VALUE", value)) for value in ("0", "s")] == [["error"], ["error"]]
    assert verdicts(HEAD + r"If $i \neq j$, then \[ D_{ij} = 0, \] and otherwise \[ D_{ij} = D_{ii} \]") == [
        "proved",
        "error",
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        r"With $a_i \neq a_j$:",
        r"With $s \neq t$:",
        r"Of $i$ and $j$:",
        r"For $k = i$ and",
        r"It is for $i \neq j$" + "\n# All\nWe have",
        "",
    ],
)
def test_what_says_nothing_of_it(verdicts: Any, sentence: str) -> None:
    """Another sentence, or names that are no indices."""
    assert verdicts(f"{HEAD}{sentence}\n{FALSE}") == ["refuted"]


@pytest.mark.parametrize("sentence", [r"That was for $i \neq j$. Now", r"That was for $i \neq j$!" + "\n\nAnd"])
def test_what_may_say_something_of_it(verdicts: Any, sentence: str) -> None:
    """Another sentence of the section speaks of what it holds under."""
    assert verdicts(f"{HEAD}{sentence}\n{FALSE}\n\\[ D_{{ij}} = 1 \\]") == ["error", "refuted"]


def test_a_display_that_goes_on(verdicts: Any) -> None:
    """It has the condition of what it goes on from; one that has its own, behind the relation, is decided under that."""
    assert verdicts(rf"{HEAD}For $i \neq j$:{FALSE} and \[ = D_{{ij}} + s \]") == ["proved", "refuted"]
    assert verdicts(rf"{HEAD}For $i \neq j$:{FALSE} and \[ = 2 D_{{ij}} \]") == ["proved", "proved"]
    assert verdicts(HEAD + r"For $i \neq j$: \[ D_{ij} = 0, \quad i \neq j \]") == ["proved"]
    of_both = rf"{HEAD}For $i \neq j$: \[ D_{{ij}} = 0 D_{{ij}} \] For $i = j$: "
    assert verdicts(of_both + r"\[ = 0 D_{jj} \]") == ["proved", "proved"]
    assert verdicts(of_both + r"\[ = D_{jj} \]") == ["proved", "refuted"]
    assert verdicts(HEAD + r"For $i \neq j$: \[ D_{ij} = 1, \quad i \neq j \]") == ["refuted"]


def test_a_condition_on_a_size(verdicts: Any) -> None:
    """What has that size may hold for it alone: for N = 3 the trace of I is 3; what has another size is decided."""
    text = "% derive: dimension M; vector x : N\nFor $N = 3$ we have\n"
    false = (r"\operatorname{tr} I_N = 3", r"x = 0", r"\operatorname{tr} I_M = 3")
    assert [verdicts(rf"{text}\[ {each} \]") for each in false] == [["error"], ["error"], ["refuted"]]
    assert verdicts(rf"{text}\[ x^\top x = \|x\|^2 \]") == ["proved"]
    assert verdicts(text.replace("= 3", r"\ge 1") + r"\[ \operatorname{tr} I_N = 3 \]") == ["error"]


@pytest.mark.parametrize("words", ["Suppose that equality holds in", "Where the bound is tight in", "Unless"])
def test_of_a_bound_that_holds_anyway(verdicts: Any, words: str) -> None:
    """It may be its equality, or that it fails, that is meant."""
    assert verdicts(rf"{words} $|a^\top b| \le |a| |b|$, we have \[ (a^\top b)^2 = |a|^2 |b|^2 \]") == ["error"]


LINE = "% derive: vectors x, p : N; scalars \\alpha, \\beta; let f(\\alpha) = x^\\top x + \\alpha\n"


@pytest.mark.parametrize(
    "sentence",
    [
        r"Set $\alpha = \beta$:", r"If $\alpha = 2 \beta$, then", r"Assuming that \(\alpha > \beta\) we have",
        r"With $\alpha = \beta = 0$:", r"When $\alpha = \foo$:",
    ],
)  # fmt: skip
def test_a_condition_on_names_of_the_relation(verdicts: Any, sentence: str) -> None:
    """What speaks of them may hold under it alone: it is not refuted, also beside other names; what is proved is proved."""
    text = LINE + sentence + r" \[ \alpha = \beta \]"
    assert verdicts(text) == ["error"]
    assert verdicts(text + r" Now \[ \alpha = \beta \]") == ["error", "refuted"]
    assert verdicts(text.replace(r"\[ \alpha", r"\[ x = p, \quad \alpha + 1 - 1")) in (
        ["refuted", "error"],
        ["error", "error"],
    )
    assert verdicts(text.replace(r"\beta \]", r"1 + \alpha - 1 \]")) == ["proved"]


@pytest.mark.parametrize(
    "sentence",
    [
        r"With $(m - q)^2 = m^2 - 2 m q + q^2$:", r"Since nobody sets $\alpha = \beta$. Now",
        r"With $\alpha + \beta = \beta + \alpha$:", r"where $x = 2 p$:",
    ],
)  # fmt: skip
def test_what_holds_anyway_or_speaks_of_other_names_is_no_condition(verdicts: Any, sentence: str) -> None:
    assert verdicts(LINE + sentence + r" \[ \alpha = 2 \beta \]") == ["refuted"]


@pytest.mark.parametrize("so", [r"\implies", r"\Longrightarrow", "=>", r"\rightarrow \quad", r"\to \qquad"])
def test_a_display_that_begins_with_an_arrow(verdicts: Any, so: str) -> None:
    """It follows from what stands above."""
    assert verdicts(rf"{LINE}\[ {so} \alpha = \beta \]") == ["error"]
    assert verdicts(rf"{LINE}\[ {so} \alpha + \beta = \beta + \alpha \]") == ["proved"]
    assert verdicts(rf"{LINE}\[ \begin{{aligned}} {so} \alpha &= \alpha \\ &= \beta \end{{aligned}} \]") == [
        "proved",
        "error",
    ]


@pytest.mark.parametrize("behind", [r", \quad", r"\quad \text{and} \quad", r"\implies", r"\\"])
def test_what_stands_behind_an_arrow_that_a_display_begins_with(verdicts: Any, behind: str) -> None:
    """It follows from above as well."""
    assert verdicts(rf"{LINE}\[ \implies \alpha = \alpha {behind} \alpha = \beta \]") == ["proved", "error"]


def test_an_arrow_that_leads_to_nothing(verdicts: Any) -> None:
    """Both ways what stands above is decided by itself; a limit is none of a row without a space."""
    assert verdicts(rf"{LINE}\[ \iff \alpha = \alpha \]") == ["proved"]
    assert verdicts(rf"{LINE}\[ \iff \alpha = \beta \]") == ["error"]
    assert verdicts(rf"{LINE}\[ \to \alpha = \alpha \]") == ["error"]


@pytest.mark.parametrize("so", [r"\therefore", r"\text{therefore }", r"\text{Hence, }", r"\text{So: }", r"\text{thus}"])
def test_what_follows_from_above_is_not_refuted(verdicts: Any, so: str) -> None:
    """A display that begins with "therefore" rests on what stands above; behind a relation it is a claim beside it."""
    assert verdicts(rf"{LINE}\[ {so} \alpha = \beta \]") == ["error"]
    assert verdicts(rf"{LINE}\[ {so} \alpha + \beta = \beta + \alpha \]") == ["proved"]
    assert verdicts(rf"{LINE}\[ \alpha = \alpha, \quad {so} \beta = \alpha \]") == ["proved", "refuted"]


@pytest.mark.parametrize(
    "words",
    [
        r"Since $\alpha = \beta$,", r"Using $\alpha = \beta$ we have", r"Let $\alpha = \beta$. Then",
        r"It is $\alpha = \beta$, so",
        r"Set $\alpha = \beta$ and $m = 1$, so that",
        r"Suppose that $\alpha = \beta$. Let $m = 2$. We find",
    ],
)  # fmt: skip
def test_conditions_of_the_paragraph(verdicts: Any, words: str) -> None:
    """Each of several conditions is one; what says "let" holds beyond its sentence, within its paragraph."""
    given = LINE + "% derive: scalar m\n" + words
    assert verdicts(given + r"\[ \alpha x = \beta x \]") == ["error"]
    assert verdicts(given + r"\[ \alpha x = x \alpha \]") == ["proved"]
    assert verdicts(given + ".\n\nElsewhere, all the same,\n" + r"\[ \alpha x = \beta x \]") == ["refuted"]


def test_a_display_that_is_a_condition(verdicts: Any) -> None:
    """Neither it nor what speaks of its names below is refuted."""
    text = r"Suppose \[ \alpha = \beta. \] Then \[ \alpha x = \beta x, \quad x = p \]"
    assert verdicts(LINE + text) == ["error", "error", "refuted"]
    assert verdicts(LINE + r"Let \[ \alpha = \alpha. \] Then \[ \alpha x = \beta x \]") == ["proved", "refuted"]


@pytest.mark.parametrize("so", [r"\therefore", r"\text{Hence, }", r"\rightarrow \quad"])
def test_a_row_that_follows(verdicts: Any, so: str) -> None:
    """It may follow from rows above that are not proved."""
    rows = r"\begin{align} \alpha &= %s \\ " + so + r" \alpha x &= \beta x \end{align}"
    assert verdicts(LINE + rows % r"\beta") == ["refuted", "error"]
    assert verdicts(LINE + rows % r"\alpha") == ["proved", "refuted"]


def test_below_a_brace(verdicts: Any) -> None:
    """What stands there and is not proved may be supposed below; of several all are claims, or conditions."""
    brace = LINE + r"\[ \underbrace{x^\top x}_{= 1} + \underbrace{p^\top p}_{= 1} = 2 \]"
    below = r"\[ \|x\| \alpha = \alpha \] \[ \alpha = \beta \]"
    assert verdicts(brace + below) == ["error"] * 4 + ["refuted"]
    assert verdicts(brace.replace("= 2", "= 3") + below) == ["refuted"] + ["error"] * 3 + ["refuted"]
    assert verdicts(LINE + r"\[ \underbrace{x + x}_{= 2 x} = \underbrace{2 x}_{= x + x} \]") == ["proved"] * 3


@pytest.mark.parametrize(
    ("declared", "sentence", "written"),
    [
        ("scalars f(x), f(p)", "If $x = p$ then", r"f(x) = f(p)"),
        (r"scalars f(x), f(p); let q = f(x)", "With $x = p$", r"q + 1 = f(p) + 1"),
        ("scalar c; c depends on s", "If $c = 1$ then", r"1 + \frac{d c}{d s} = 1"),
    ],
)
def test_names_inside_of_names(verdicts: Any, declared: str, sentence: str, written: str) -> None:
    """A condition on x is one on f(x), and one on c on its derivative."""
    text = f"% derive: vectors x, p : N; {declared}\n"
    assert verdicts(rf"{text}\[ {written} \]") == ["refuted"]
    assert verdicts(rf"{text}{sentence} \[ {written} \]") == ["error"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"For $i \neq j$: ZERO Otherwise: SAME", ["proved", "error"]),
        (r"For $i \neq j$: ZERO and ZERO otherwise.", ["proved", "error"]),
        (r"For $i \neq j$: ZERO In the other case SAME", ["proved", "error"]),
        (r"If $s > 0$: \[ |s| = s \] Otherwise, \[ |s| = -s \]", ["error", "error"]),
        (r"Otherwise \[ D_{ij} = D_{ji} \]", ["proved"]),
        (r"On the diagonal SAME Off the diagonal, ZERO It is \[ s = t \]", ["error", "error", "refuted"]),
        (r"The diagonal entries of $D$ are \[ D_{ij} = D_{ji}, \] and \[ s = t \]", ["proved", "refuted"]),
        (r"For equal indices SAME", ["error"]),
        (r"If $i \neq j$ then this is 0, and it becomes ZERO", ["error"]),
        (r"For $i \neq j$: \[ D_{ij} = 0 \quad \forall i, j \]", ["error"]),
        (r"For $i \neq j$: \[ D_{ij} = 0 \quad \forall i \]", ["proved"]),
    ],
)
def test_elsewhere(verdicts: Any, text: str, expected: list[str]) -> None:
    """What holds otherwise, or on a diagonal, is not what was said before; nor is what is said of all indices."""
    text = text.replace("ZERO", FALSE).replace("SAME", r"\[ D_{ij} = D_{jj} \]")
    assert verdicts(HEAD + text) == expected


@pytest.mark.parametrize(
    ("condition", "first", "then"),
    [
        (r"If $A$ is symmetric, then", r"A^\top = A", r"x^\top A p = p^\top A x"),
        (r"For $s = 0$ we have", "s t = 0", "s t^2 = 0"),
        (r"If $i \ne j$, then", r"\delta_{ij} = 0", r"p_i \delta_{ij} = 0"),
    ],
)
@pytest.mark.parametrize("lead", ["Hence", "This gives", "Moreover,", "In that case"])
def test_the_next_sentence_goes_on_in_the_case(verdicts: Any, condition: str, first: str, then: str, lead: str) -> None:
    """What it says may hold there alone: it is not refuted; behind a blank line, or another beginning, it is."""
    head = "% derive: vectors x, p : N; matrix A : N x N\n"
    above = f"{head}{condition} \\[ {first}. \\] "
    assert verdicts(f"{above}{lead} \\[ {then}. \\]")[-1] == "error"
    assert verdicts(f"{above}\n\nOne more thing. \\[ {then}. \\]")[-1] == "refuted"


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        (r"$s \in \mathbb R_+$", "error"), (r"$s \in \mathbb{R}^+$", "error"), (r"$s \in \mathbb R_{\ge 0}$", "error"),
        (r"$s \in \mathbb R_{>0}$", "error"), (r"$s \in \mathbb R \setminus \{0\}$", "error"),
        (r"$s \in \mathbb R$", "refuted"), (r"$a \in \mathbb R^{n_1}$", "refuted"),
    ],
)  # fmt: skip
def test_a_part_of_the_numbers(verdicts: Any, said: str, verdict: str) -> None:
    """It may be a condition, where a type is none."""
    assert verdicts(rf"Let {said}. Then \[ |s a| = s |a| \]") == [verdict]


def test_a_part_of_the_numbers_that_is_declared(verdicts: Any) -> None:
    text = "% derive: scalar q > 0\nLet $q \\in \\mathbb R_+$. Then "
    assert verdicts(rf"{text}\[ |q a| = 2 q |a| \]") == ["refuted"]


@pytest.mark.parametrize(
    "value", [r"\operatorname*{argmin}_t (t - u)^2", r"\int_0^1 t^2 dt", r"\begin{cases} 1 & t > 0 \\ u \end{cases}"]
)
def test_a_value_that_cannot_be_read(verdicts: Any, value: str) -> None:
    """What has that name below is proved without it, and not refuted; what has it not is decided."""
    text = rf"\[ s = {value} \]" + "\nThen "
    assert verdicts(rf"{text}\[ s = u \]")[-1] == "error"
    assert verdicts(rf"{text}\[ s + s = 2 s \]")[-1] == "proved"
    assert verdicts(rf"{text}\[ t = u \]")[-1] == "refuted"
