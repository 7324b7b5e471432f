r"""Words with mathematics beside a display may say where it holds: it is proved without them, or not checked."""

from __future__ import annotations

from time import process_time
from typing import Any

import pytest

from derive.cli.papers import decided

HEAD = "% derive: matrix A : N x N\n"
FALSE = "(s + t)^2 = s^2"
LIMITED = [
    *(
        rf"\[ {FALSE} \quad \text{{{word} $t = 0$}} \]"
        for word in ("since", "at", "under", "so long as", "restricting to", "inasmuch as", "", "in case of")
    ),
    rf"\[ {FALSE} \quad [\text{{$t = 0$}}] \]",
    rf"\[ {FALSE} \quad \text{{imposing }} t = 0 \]",
    r"\[ a^\top A b = (A a)^\top b \quad \text{since $A$ is symmetric} \]",
    r"\[ \delta_{ij} = 0 \quad \text{since $i \neq j$} \]",
    rf"\begin{{align}} {FALSE} \tag*{{for $t = 0$}} \end{{align}}",
    r"\[ \sqrt{s^2} = s \tag*{for $s \ge 0$} \]",
    rf"\[ {FALSE} \tag{{$t = 0$}} \]",
    r"\begin{align} (s + t)^2 &= (t + s)^2 \\ \intertext{and if $t = 0$,} &= s^2 \end{align}",
    r"\[ a^\top A b \overset{\text{if $A$ is symmetric}}{=} (A a)^\top b \]",
    r"\[ a^\top A b \underset{\text{if $A$ is symmetric}}{=} (A a)^\top b \]",
    r"\[ a^\top A b \stackrel{\text{as $A$ is symmetric}}{=} (A a)^\top b \]",
    r"\[ a^\top A b = \underbrace{(A a)^\top b}_{\text{as $A$ is symmetric}} \]",
    "If $A$ is symmetric, then\n" + r"\[ a^\top A b = (A a)^\top b \]",
    "For orthogonal $a$ and $b$,\n" + r"\[ \|a + b\|^2 = \|a\|^2 + \|b\|^2 \]",
    "Let $s$ be positive. Then\n" + r"\[ \sqrt{s^2} = s \]",
    r"For $s \in [0, 1]$ we have \[ \sqrt{s^2} = s \]",
    r"For every unit vector $a$, \[ a^\top a = 1 \]",
    rf"\[ {FALSE} \] if $t = 0$.",
    rf"\[ {FALSE} \]" + "\n\nif $t = 0$.",
]


@pytest.mark.parametrize("text", LIMITED)
def test_it_is_not_refuted(verdicts: Any, text: str) -> None:
    """Nobody knows what the words mean."""
    found = verdicts(HEAD + text)
    assert "refuted" not in found
    assert "error" in found


@pytest.mark.parametrize(
    "text",
    [
        rf"\[ {FALSE} \quad \text{{by Theorem 2}} \]",
        rf"\[ {FALSE} \quad \text{{by definition}} \]",
        rf"\[ {FALSE} \quad \text{{by the zero rule}} \]",
        rf"\[ {FALSE} \tag{{1}} \]",
        rf"\[ {FALSE} \tag{{$\ast$}} \]",
        rf"\[ {FALSE} \overset{{(a)}}{{=}} s^2 \]",
        rf"\[ {FALSE} \] and $t$ is a number.",
        rf"For $a \in \mathbb{{R}}^N$ we have \[ {FALSE} \]",
        rf"It is so for t = 0, and of $t$ \[ {FALSE} \]",
        rf"It is symmetric. Now \[ {FALSE} \]",
        rf"Let $A$ be symmetric. \[ s = s \] \[ {FALSE} \]",
        r"% derive: let B = A + A^\top" + "\n" + rf"\[ {FALSE} \quad \text{{since $B$ is symmetric}} \]",
        "% derive: assume t = u" + "\n" + rf"\[ {FALSE} \quad \text{{since $t = u$}} \]",
    ],
)
def test_what_limits_nothing(verdicts: Any, text: str) -> None:
    """Labels, names of rules, types, what is assumed, what stands elsewhere."""
    assert "refuted" in verdicts(HEAD + text)


TAGS = "<!-- derive: matrices V, X : N x N; orthogonal V -->\n\n<p>Now ({0}):</p>\n\n$$ V X = X V $$\n"


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("<span>$V$</span> is orthogonal", "refuted"), ("$V$ orthogonal", "refuted"), ("<em>orthogonal</em>", "refuted"),
        # what is not declared
        ("<span>$X$</span> is orthogonal", "error"), ("$X$ symmetric", "error"), ("$V$ orthogonal to $X$", "error"),
        ("$V$ symmetric", "error"),
    ],
)  # fmt: skip
def test_what_is_declared_is_no_condition(verdicts: Any, said: str, wanted: str) -> None:
    """Also between tags of HTML, and without a verb."""
    assert verdicts(TAGS.format(said), name="p.md") == [wanted]


SQUARE = "% derive: matrices A, B : N x N; symmetric A; matrix C : N x N invertible\n"
LAW = r"\[ A B + A = A B \]"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (f"For the symmetric matrix $A$ {LAW}", "refuted"), (f"By symmetry of $A$, {LAW}", "refuted"),
        (f"By the symmetry of $A$ and $B$: {LAW}", "error"), (f"For symmetric $A$ and $B$ {LAW}", "error"),
        (f"For an orthogonal matrix $A$ {LAW}", "error"), (f"By the orthogonality of $A$, {LAW}", "error"),
        (f"For an invertible matrix $C$, and any $A$, {LAW}", "refuted"),
        (f"Let the not symmetric $A$ be so. {LAW}", "error"),
        (f"**Define it**: the root mean square of $A$ is: {LAW}", "refuted"), (f"Let $A$ be square. {LAW}", "refuted"),
        (f"With this definition put into $A$: {LAW}", "refuted"), (f"With $A$ set equal to $B$: {LAW}", "error"),
        (f"Write out the diagonal: $A$ {LAW}", "refuted"), (f"Of different sizes, say $A$ and $B$, {LAW}", "refuted"),
        (f"For different $A$ and $B$, {LAW}", "error"),
    ],
)  # fmt: skip
def test_properties_before_their_names(verdicts: Any, text: str, wanted: str) -> None:
    """Those which are declared limit nothing, nor does what is no property; the same words of other names do."""
    assert verdicts(SQUARE + text) == [wanted]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (r"($\cdot$ distributes over $+$)", "refuted"), (r"($\cdot$ commutes)", "refuted"),
        (r"($||z||^2$ is just $z \cdot z$)", "refuted"), (r"($||a||^2$ is just $1$)", "error"), (r"($A$ commutes)", "error"),
    ],
)  # fmt: skip
def test_reasons_that_speak_of_nothing_beside_them(verdicts: Any, said: str, wanted: str) -> None:
    """Laws of operations, and names that are not there."""
    head = "% derive: matrix A : N x N\n"
    assert verdicts(rf"{head}\[ a^\top (A b) = a^\top b \quad \text{{{said}}} \]") == [wanted]


def test_a_sum_that_was_taken(verdicts: Any) -> None:
    """Its index is bound, or gone; where it is free the sum may be meant, and not written."""
    head = "% derive: matrix A : N x N; index k : N\n"
    said = r"\quad \text{sum over $k$}"
    assert verdicts(rf"{head}\[ \sum_{{k}} A_{{ik}} a_k = a_i {said} \]") == ["refuted"]
    assert verdicts(rf"{head}\[ \sum_i a_i b_i = a_k b_k {said} \]") == ["error"]


def test_a_formula_alone_that_holds(verdicts: Any) -> None:
    """In the reading in which its sides fit it says what follows from the declarations, and is no condition."""
    head = "% derive: matrix A : N x N; let f(a) = a^T A a\n"
    display = r"\[ \frac{\partial f(a)}{\partial a} = A a \]"
    assert verdicts(rf"{head}$\nabla^2 f(a) = A + A^\top$. {display}") == ["refuted"]
    assert verdicts(rf"{head}$\nabla^2 f(a) = 2 A$. {display}") == ["error"]


def test_why_it_is_not_proved_without_a_condition(read: Any) -> None:
    """Where nobody knows, this is said."""
    declared = "% derive: scalar c > 0\n"
    display = r"\[ \log(1 + c) < c \]"
    assert decided(read(declared + display).items[0]).verdict == "unsupported"
    found = decided(read(declared + "If $c = 2$, then " + display).items[0])
    assert found.verdict == "error"
    assert "it may hold where the text says, c = 2" in found.reason
    assert "without it sign of the difference: " in found.reason


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        (r"If $t = 0$,", r"declare it: % derive: assume t = 0"),
        (r"Let $w \in S$.", "a subspace is declared by its projection"),
        (r"As $A$ commutes,", "'commutes' may be a condition: declare it, % derive: assume …, or reword it"),
    ],
)  # fmt: skip
def test_what_is_to_be_done(read: Any, said: str, hint: str) -> None:
    """The word that may limit is named, and no declaration is shown that cannot be read."""
    found = decided(read(rf"{HEAD}{said} \[ A a + t + w = A b + t + w \]").items[0])
    assert hint in found.reason


def test_words_without_a_formula_are_reworded(read: Any) -> None:
    """Nothing in them could be declared."""
    found = decided(
        read(HEAD + r"\[ A a = A b \quad (\text{since } s = s \text{ in simple linear regression)} \]").items[0]
    )
    assert "reword it" in found.reason


def test_what_needs_no_words_is_proved(verdicts: Any) -> None:
    """Also beside a condition."""
    assert verdicts(r"\[ (s + t)^2 = s^2 + 2 s t + t^2 \quad \text{since $t = 0$} \]") == ["proved"]
    assert verdicts(r"If $s$ is positive, \[ s + t = t + s \tag*{for $t \ge 0$} \]") == ["proved"]


def test_a_claim_in_a_tag_is_not_passed_over(verdicts: Any) -> None:
    """What a tag claims is decided by nobody; so its relation is not checked."""
    assert verdicts(r"\[ s + t = t + s \tag*{hence $s = 2 s$} \]") == ["error"]


@pytest.mark.parametrize(
    "text",
    [
        "Let $s = 0$. Then\n\\[ s t = 0 \\]\nIn particular,\n\\[ s^2 = 0 \\]",
        "\\begin{theorem} Let $s = 0$. Then\n\\[ s t = 0 \\]\n\nIn particular,\n\\[ s^2 = 0 \\]\n\\end{theorem}",
        "\\begin{lemma} Let $s = 0$. \\end{lemma}\n\\begin{proof} We have\n\\[ s t = 0 \\]\n\\end{proof}",
        "\\[ s t = t s \\]\n\\textbf{Case} $s = 0$.\n\\[ s t = 0 \\]",
        "\\[ s t = t s. \\]\nЕсли $s = 0$.\n\\[ s t = 0 \\]",
        "\\paragraph{Case 2: $s = 0$.} We have\n\\[ s t = 0 \\]",
        "\\begin{itemize}\\item $s = 0$. We have\n\\[ s t = 0 \\]\\end{itemize}",
        "If $i = j$ there is nothing to show. If not,\n\\[ \\delta_{ij} = 0 \\]",
        "\\[ s = t \\]\nimplies\n\\[ s u = t u \\]",
        r"\[ s \stackrel{!}{=} t \]",
        HEAD + "Let $A$ be the identity matrix. Then\n\\[ A A = A \\]",
        HEAD + "Suppose that $A$ is idempotent. Then\n\\[ A A = A \\]",
        "Let $a$ be the zero vector. Then\n\\[ a^\\top b = 0 \\]",
    ],
)
def test_what_holds_on_is_not_refuted(verdicts: Any, text: str) -> None:
    """To the end of a theorem and its proof, or of a paragraph."""
    assert verdicts(text)[-1] == "error"
    assert verdicts("Let $s = 0$. Then\n\\[ s t = 0 \\]\n\nNow:\n\\[ u^2 = 0 \\]")[-1] == "refuted"


BLANKS = " " * 20_000


@pytest.mark.parametrize(
    "text",
    [
        rf"Now {BLANKS} for $s = t$ {BLANKS} and {BLANKS} $t = s$, {BLANKS} \[ s + t = t + s \] {BLANKS} for $t = s$.",
        rf"See $s$.{BLANKS}By symmetry {BLANKS} \[ s + t = t + s \quad \text{{{BLANKS}by{BLANKS}symmetry{BLANKS}}} \]",
        rf"If{BLANKS}$s = t$,{BLANKS}\[ s + t = t + s \]{BLANKS}",
        rf"\item{BLANKS} $s$ {BLANKS} \item $t$ {BLANKS} \[ s + t = t + s \]",
    ],
    ids=["words", "a rule", "a condition", "items"],
)
def test_long_runs_of_blanks_take_no_longer_than_words(read: Any, text: str) -> None:
    """Each blank is looked at once, and not again for each one before it, which takes ten times as long."""
    begin = process_time()
    assert read(HEAD + text).items
    assert process_time() - begin < 2
