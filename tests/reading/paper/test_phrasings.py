r"""How papers say where a relation holds, and what they say beside one that limits nothing.

Each formula is false in general, and true under the condition: so it is neither refuted nor proved.
"""

from __future__ import annotations

from typing import Any

import pytest

HEAD = "% derive: matrix A : N x N; index j : N\n"
SQUARE = "(s + t)^2 = s^2"
TRUE = "(s + t)^2 = s^2 + 2 s t + t^2"
SWAP = r"a^\top A b = (A a)^\top b"
SUM = r"\|a + b\|^2 = \|a\|^2 + \|b\|^2"

BEHIND = r"""
exactly when $t=0$. | precisely if $t=0$. | only if $t = 0$. | which holds for $t=0$.
which is only valid when $t=0$. | holds if $t = 0$. | in the special case $t=0$. | (for $t=0$).
-- for $t = 0$, that is. | and $t=0$ here. | by the constraint $t=0$. | in view of $t = 0$. | s.t.\ $t = 0$.
such that $t=0$. | w.l.o.g.\ for $t=0$. | a.s.\ on $t=0$. | the moment $t = 0$. | so long as $t = 0$.
insofar as $t=0$. | granted that $t=0$. | up to the condition $t = 0$. | evaluated at $t=0$. | as $t \to 0$.
to first order in $t$, that is for $t \approx 0$. | after setting $t=0$. | (recall that $t=0$). | [$t = 0$].
($t=0$). | ; here $t = 0$. | , $t=0$. | , sofern $t = 0$. | Provided that $t=0$. | Whenever $t=0$.
Here we assumed $t=0$. | Here, $t = 0$. | This holds only if $t=0$. | This is true for $t=0$. | This requires $t=0$.
The equation above holds only for $t=0$. | The last step uses $t=0$. | The identity fails unless $t = 0$.
Note that $t=0$ here. | Recall that $t = 0$. | We used $t = 0$ here. | Above we have set $t=0$. | Where $t=0$.
For $t = 0$. | Equality holds iff $t=0$. | For $t \ne 0$ this is wrong. | If $t \neq 0$, this fails.
But this is wrong if $t \neq 0$. | \textbf{This holds only if $t=0$.} | (This holds only if $t=0$.)
Otherwise ($t \ne 0$) it is false. | Throughout we assume $t=0$. | \footnote{Only for $t = 0$.}
\footnotetext{This assumes $t = 0$.} | This follows from $t=0$. | As $t=0$, the last term vanishes.
Keep in mind that $t = 0$. | Given that $t$ is zero. | If $t$ vanishes. | Thanks to $t = 0$.
"""
BEFORE = r"""
On the line $t=0$, | Case 1: $t=0$. Then | \textbf{Case 1} ($t=0$). | \paragraph{Case $t=0$.} | W.l.o.g.\ $t=0$.
Wlog $t=0$. | Without loss of generality, $t = 0$. | We may and do assume that $t = 0$. | We now specialise to $t=0$.
For simplicity we take $t=0$. | By hypothesis $t = 0$. | Recall that $t=0$. Hence | Note that $t=0$. So
The condition $t = 0$ implies | Consider first the case $t=0$. | In the limit $t \to 0$, | Iff $t=0$,
Almost surely on $t = 0$, | Say $t = 0$. Then | Let, for the moment, $t=0$. | We have $t = 0$ and | (Assuming $t=0$.)
[$t=0$] | As we assumed above, $t=0$. | \begin{itemize} \item $t = 0$: | \begin{proof} Let $t = 0$.
If $t = 0$, then we have, e.g., | If $t=0$, then, by Lemma 2.1, | If $t=0$ (cf. Fig. 2), then
If $t = 0$, i.e. there is no shift, we have | If $t=0$, % or not | If $t$ equals $0$ then | By Assumption 2, $t=0$.
Since $s > 0$ and $t = 0$, we obtain | $t=0$ gives | \subsection*{The case $t=0$} | \begin{corollary}[$t=0$]
If $t=s$, $t = 0$ and $s=0$, then | If $t=0$ then \[ s = s \] and | Let $t = 0$. Then \[ s = s \] and
"""
OF_MATRICES = r"""
By symmetry of $A$, | Because of the symmetry of $A$, | $A$ is symmetric, so | The matrix $A$ is symmetric. Hence
A symmetric $A$ satisfies | Symmetric matrices $A$ satisfy | In the symmetric case, $A = A^\top$, we have
\begin{lemma}[Symmetric $A$] | $A$ being symmetric, | W.l.o.g.\ $A$ is symmetric. | Suppose $A$ to be symmetric.
"""
HARMLESS = r"""
% if $t=0$ then | If $t=0$ it is trivial. In general | The case $t=0$ was treated above. Now
Figure 3 shows $s = 1$. We have | Here $u$ is the rate, e.g.\ $u = 1$. Now | Define $q = s + t$. Then
Let $a$ be a unit vector. Moreover, | Since $s t = t s$, we have | Let $t = 0$. \section{General case}
Since multiplication is commutative, | Using Eq. (3) and Lemma 4 we have | For all $s, t \in \mathbb{R}$,
"""
HARMLESS_BEHIND = r"""
Now let $t=0$. | Next, suppose that $t = 0$. | If $t=0$, we get $s^2$ on both sides. | Setting $t=0$ we recover $s^2$.
Case 2: $t=0$. | and for $t = 0$ we get $s^2$. | which reduces to $s^2$ for $t=0$. | \section{The case $t=0$}
\item If $t=0$, fine. | This is used in (3). | Since $u > 0$, we can divide by $u$. | Moreover, $A$ is symmetric.
where $s \in \mathbb{R}$ and $t \in \mathbb{R}$. | so that $t = 0$. | This holds for all $s, t \in \mathbb{R}$.
% only if $t=0$
"""


def each(phrasings: str) -> list[str]:
    """The phrasings of a text, between bars and on lines."""
    return [one.strip() for line in phrasings.strip().split("\n") for one in line.split(" | ")]


def display(formula: str) -> str:
    return f"\n\\[ {formula} \\]\n"


@pytest.mark.parametrize("words", each(BEHIND))
def test_behind_it(verdicts: Any, words: str) -> None:
    """In its sentence, and in one of its own."""
    stop = "." if words[0].isupper() or words.startswith("\\") else ""
    assert verdicts(f"{HEAD}We have{display(SQUARE + stop)}{words}") == ["error"]
    assert verdicts(f"{HEAD}We have{display(TRUE + stop)}{words}") == ["proved"]


@pytest.mark.parametrize("words", each(BEFORE))
def test_before_it(verdicts: Any, words: str) -> None:
    """In the sentence that leads to it, in its paragraph, in a title."""
    assert verdicts(HEAD + words + display(SQUARE))[-1] == "error"
    assert verdicts(HEAD + words + display(TRUE))[-1] == "proved"


@pytest.mark.parametrize("words", each(OF_MATRICES))
def test_a_property(verdicts: Any, words: str) -> None:
    """Of what it is said; not of what has no such name."""
    assert verdicts(HEAD + words + display(SWAP)) == ["error"]
    assert verdicts(HEAD + words + display(SQUARE)) == ["refuted"]


def test_other_properties(verdicts: Any) -> None:
    """Orthogonality, signs, indices."""
    assert verdicts(f"{HEAD}By orthogonality of $a$ and $b$,{display(SUM)}") == ["error"]
    assert verdicts(f"{HEAD}We have{display(SUM)}(Pythagoras, for $a \\perp b$).") == ["error"]
    assert verdicts(f"{HEAD}We have{display(chr(92) + 'sqrt{s^2} = s.')}Here $s \\ge 0$.") == ["error"]
    assert verdicts(HEAD + r"We have \[ \delta_{ij} = 0. \] Thanks to $i \ne j$.") == ["error"]
    for declared, found in (("", "error"), ("% derive: index j, k : N\n", "proved")):
        assert verdicts(declared + r"In the case where $k=j$ we have \[ \delta_{jk} = 1 \]") == [found]
        assert verdicts(declared + r"Known is the case where $k=j$; and \[ \delta_{jk} = 1 \]") == ["error"]
        assert verdicts(declared + r"In the case where $k=j$ we have \[ a_i + b_i = a_i \]") == ["refuted"]


@pytest.mark.parametrize("words", each(HARMLESS))
def test_nothing_is_limited_by_what_stands_before(verdicts: Any, words: str) -> None:
    """Comments, other sentences, other names, new names, types, what holds anyway."""
    assert verdicts(HEAD + words + display(SQUARE)) == ["refuted"]
    assert verdicts(HEAD + words + display(TRUE)) == ["proved"]


@pytest.mark.parametrize("words", each(HARMLESS_BEHIND))
def test_nothing_is_limited_by_what_stands_behind(verdicts: Any, words: str) -> None:
    """New thoughts, conclusions, other names, titles."""
    stop = "." if words[0].isupper() or words.startswith("\\") else ""
    assert verdicts(f"{HEAD}We have{display(SQUARE + stop)}{words}") == ["refuted"]


@pytest.mark.parametrize(
    "text",
    [
        "**Case $t=0$.**\n$$\nF\n$$", "*Assume $t=0$.* Then\n\n$$\nF\n$$", "If $t=0$ <!-- hm -->, then\n$$\nF\n$$",
        "__Assumption:__ $t=0$.\n\n$$\nF\n$$", "We get\n\n$$\nF\n$$\n\n**if $t=0$**.",
        "We get\n$$\nF\n$$\n(**provided** $t=0$)", "We get\n\n$$\nF\n$$\n\n> Note: only for $t=0$.",
        "### Case 2: $t=0$\n\nThen\n$$\nF\n$$", "If $t=0$:\n```math\nF\n```",
    ],
)  # fmt: skip
def test_markdown(verdicts: Any, text: str) -> None:
    """Its displays stand between blank lines."""
    assert verdicts(text.replace("F", SQUARE), "p.md") == ["error"]


@pytest.mark.parametrize(
    "text",
    [
        "`if t = 0`\n\n$$\nF\n$$", "```python\nif t == 0: $t = 0$\n```\n$$\nF\n$$", "<!-- if $t=0$ -->\n$$\nF\n$$",
        "100% if $t$:\n\n$$\nF\n$$",
    ],
)  # fmt: skip
def test_markdown_that_says_nothing(verdicts: Any, text: str) -> None:
    """Code and comments; a percent sign begins none."""
    assert verdicts(text.replace("F", SQUARE), "p.md") == ["refuted"]


def test_what_a_condition_in_words_goes_on_with(verdicts: Any) -> None:
    r"""``\text{if } t = 0, u = 1`` is one condition."""
    assert verdicts(rf"\[ {SQUARE} \quad \text{{if }} t = 0,\ u = 1 \]") == ["error"] * 3
    assert verdicts(rf"\[ {SQUARE} \quad \text{{if }} t = 0 \text{{ and }} u = 1 \]") == ["error"] * 3
    assert verdicts(r"\[ s + t = t + s \quad \text{by (1)}, \quad u = 1 \]") == ["proved", "refuted"]


def test_what_is_supposed_at_a_counterexample_leaves_it_one(verdicts: Any) -> None:
    """It refutes the relation as it stands, and under what the words suppose."""
    assert verdicts(r"Take $s = t$ and $t = 1$:" + display("(s + t)^2 = 5 s t")) == ["error"]
    assert verdicts(r"Consider $s = 1$:" + display("s + t = t")) == ["refuted"]
    assert verdicts(r"We do not consider $s = 1$:" + display("s + t = t")) == ["error"]


def test_what_is_declared_limits_nothing(verdicts: Any) -> None:
    """Nor does a property that a name is declared to have."""
    head = "% derive: scalar r > 0; matrix B : N x N symmetric\n"
    assert verdicts(head + r"Since $r > 0$, \[ r + t = t \]") == ["refuted"]
    assert verdicts(head + r"\[ B + A = B \quad \text{since $B$ is symmetric} \]".replace("A", "I")) == ["refuted"]


@pytest.mark.parametrize(
    ("sentence", "wanted"),
    [
        (r"Let $q = z = s t$, there is", "refuted"), (r"Let $q = s t = z$, so that", "refuted"),
        (r"Let $z = q = t s$, there is", "refuted"), (r"Let $q = z = s$, there is", "error"),
        (r"Let $q = z = t$. Then", "error"), (r"Let $q = 2 z = s t$, there is", "error"),
        (r"Let $q = z \le s t$, there is", "error"), (r"Let $z = s = t$, there is", "error"),
    ],
)  # fmt: skip
def test_a_new_name_for_what_is_declared_limits_nothing(verdicts: Any, sentence: str, wanted: str) -> None:
    """A name that is not declared, as one side of a chain whose other sides are equal anyway."""
    assert verdicts(f"% derive: let q = s t\n{sentence} " + display("q = 2 s t")) == [wanted]


def test_relations_in_text_are_noted(read: Any) -> None:
    r"""In ``\intertext`` and ``\tag`` as in ``\text``; a label is none."""
    rows = r"\begin{align} s &= s \\ \%s{Hence $s = 2s$.} t &= t \end{align}"
    for text in (rows % "intertext", rows % "shortintertext", r"\[ s = s \tag{$s = 2 s$} \label{a=b} \]",
                 r"\begin{equation} \begin{aligned} s &= s \end{aligned} \tag*{and $s = 2s$} \end{equation}"):  # fmt: skip
        assert [note.text for note in read(text).notes] == ["a relation in words"], text


@pytest.mark.parametrize(
    "text",
    [
        r"\[ X \quad \text{for each $i$} \]", r"\[ X \quad \text{for all } i \]", r"\[ X \tag*{(no sum)} \]",
        r"\[ X \quad \text{(no sum over $i$)} \]", r"Without summation over $i$, \[ X \]", r"For each $i$ we have \[ X \]",
        r"\[ X \] (no summation over $i$).", r"Here no sum is taken. \[ X \]", r"For $i = 1, \dots, N$ it is \[ X \]",
    ],
)  # fmt: skip
def test_an_index_that_is_not_summed(verdicts: Any, text: str) -> None:
    """Under the summation convention what words say of an index is not overlooked: the relation is refused."""
    assert verdicts("% derive: einstein\n" + text.replace("X", r"a_i a_i = \|a\|^2")) == ["error"]


def test_an_index_that_is_free_is_not_summed(verdicts: Any) -> None:
    """Nor one of which nothing is said."""
    head = "% derive: einstein; matrix A : N x N; index j : N\n"
    assert verdicts(head + r"For each $i$ \[ A_{ij} a_j = a_j A_{ij} \]") == ["proved"]
    assert verdicts(head + r"No sum over $k$: \[ a_i a_i = \|a\|^2 \]") == ["proved"]


@pytest.mark.parametrize(
    ("words", "formula"),
    [
        (r"If $A \succeq 0$, then", r"\vec a^\top A \vec a \ge 0"), (r"With $A \propto I$ we have", r"A^\top = A"),
        (r"As $\vec a \parallel \vec b$,", r"(\vec a \cdot \vec b)^2 = |\vec a|^2 |\vec b|^2"),
        ("If $i = j = k$, then", "a_i = a_k"), ("If $i = j$ and $j = k$, then", "a_i = a_k"),
        ("% derive: assume A = s B\nIf $s = 1$, then", "A = B"),
        ("If $s t = 0$ and $t \\neq 0$, then", "s = 0"), ("Apart from the case that $s < 0$, we have", "|s| = s"),
    ],
)  # fmt: skip
def test_what_holds_where_the_text_says_is_not_refuted(verdicts: Any, words: str, formula: str) -> None:
    """Whatever sign says it, with more indices than the relation has, or of a name that an equation ties to it."""
    head = "% derive: matrices A, B : N x N; index j, k : N\n"
    assert verdicts(head + words + display(formula)) == ["error"]
    assert verdicts(head + display(formula)) == ["refuted"]
