"""Cutting displays into chains: columns, rows, what stands side by side, arrows, remarks."""

from __future__ import annotations

from typing import Any

import pytest

from derive.reading.paper import formulas, units


def align(rows: str) -> str:
    """Rows in an align."""
    return rf"\begin{{align}} {rows} \end{{align}}"


@pytest.mark.parametrize(
    ("rows", "chain"),
    [
        (r"s &= t \\ &= u", ["s = t", "t = u"]),
        (r"s &= t = u \\ &= v = w", ["s = t", "t = u", "u = v", "v = w"]),
        (r"s \\ &= t \\ &= u", ["s = t", "t = u"]),
        (r"s &= t, \\ &= u.", ["s = t", "t = u"]),
        (r"s &= t \newline &= u \newline [1] &= v", ["s = t", "t = u", "1 = v"]),
        ("s &= t \\\\\\\n &= u \\\\\\\n", ["s = t", "t = u"]),
        (r"s &= t \\[1em] &= u \\[2pt] &= v", ["s = t", "t = u", "u = v"]),
        (r"s &= t \notag \\ &= u \nonumber", ["s = t", "t = u"]),
        (r"s &= t + u \\ &\quad + v \\ &= w", ["s = t + u + v", "t + u + v = w"]),
        (r"s &= t \cdot \\ & u = v", ["s = tu", "tu = v"]),
        (r"s + \\ u &= t", ["s + u = t"]),
        (r"s &= t \\ \intertext{so} &= u", ["s = t", "t = u"]),
        (r"s &= t \\ - u &= - t", ["s = t", "-u = -t"]),
        (r"s &= t \\ u &= v", ["s = t", "u = v"]),
        (r"s &= t \tag{1} \\ &= u \tag*{$s = v$}", ["s = t", "t = u"]),
        (r"s &= t && \text{by $u = v$} \\ &= u && \text{(since $s=t$)}", ["s = t", "t = u"]),
        (r"s \le t &< u \ge v \ne w", ["s <= t", "t < u", "u >= v", "v != w"]),
    ],
)
def test_rows_of_a_chain(says: Any, rows: str, chain: list[str]) -> None:
    """Every sign is between its neighbours."""
    assert says(align(rows)) == chain


@pytest.mark.parametrize("end", [r"a^*", r"a^+", r"a^{*}", r"A^*", r"A^+", r"a_*", r"\hat a^*"])
def test_a_sign_in_a_script_ends_no_row(says: Any, end: str) -> None:
    """The star of a name is no product with the row below."""
    declared = r"% derive: vectors a^*, a^+, a_*, \hat a^* : N; matrix A : N x N; transpose *"
    first, second = says(f"{declared}\n" + rf"\begin{{gather}} {end} = {end} \\ b = a \end{{gather}}")
    assert "error" not in first
    assert second == "b = a"


def test_a_starred_row_goes_on(says: Any) -> None:
    r"""``\\*`` is a row as any other."""
    assert says(align(r"s &= t \\* &= u \\*[2pt] &= v")) == ["s = t", "t = u", "u = v"]


@pytest.mark.parametrize(
    "between",
    [r" \qquad ", r", \quad ", ", ", r"; ", r" \text{ and } ", r" \quad\text{and}\quad "],
)
def test_formulas_side_by_side(says: Any, between: str) -> None:
    """Each is one of its own."""
    assert says(rf"\[ s = t{between}u = v \]") == ["s = t", "u = v"]


def test_columns_side_by_side(says: Any) -> None:
    """Each pair of columns holds formulas of its own."""
    assert says(align(r"s &= t & u &= v \\ t &= w & v &= u")) == ["s = t", "u = v", "t = w", "v = u"]


def test_columns_go_on_downwards(says: Any) -> None:
    """The second row goes on with the formula above it in each column."""
    assert sorted(says(align(r"s &= t & u &= v \\ &= w & &= s"))) == ["s = t", "t = w", "u = v", "v = s"]


def test_an_arrow_between_columns_counts(says: Any) -> None:
    """What stands left of it is a hypothesis."""
    assert says(align(r"s &= t &\implies && s+1 &= t+1")) == ["s + 1 = t + 1 given"]
    assert says(r"\[ s = t => s+1 = t+1 \]") == ["s + 1 = t + 1 given"]
    assert says(r"\[ s = t ==> s+1 = t+1 \]") == ["s + 1 = t + 1 given"]
    for sign in ("<=>", "<==>"):
        assert says(rf"\[ s = t {sign} t = s \]") == says(r"\[ s = t \iff t = s \]") == ["s = t given", "t = s given"]
    assert says(r"\[ s = > t \]") == ["error", "error"]


@pytest.mark.parametrize("number", [r"\quad (1)", r"\qquad (2a)", r"\quad (*)", r"&& (3)"])
def test_a_number_set_by_hand_is_no_factor(says: Any, number: str) -> None:
    """It says nothing."""
    assert says(align(f"s &= t {number}")) == ["s = t"]


@pytest.mark.parametrize("label", [r"\quad (u)", r"\qquad u", r"\quad [2]", r"&& [1]"])
def test_what_stands_apart_is_no_factor(says: Any, label: str) -> None:
    """It is another thing, or an error; never a product."""
    assert says(align(f"s &= t {label}")) in (["s = t"], ["error"])


def test_a_wide_space_is_between_formulas(says: Any) -> None:
    r"""``\hspace{1cm}`` as ``\quad``."""
    assert says(r"\[ s = t \hspace{1cm} u = v \]") == ["s = t", "u = v"]


@pytest.mark.parametrize("condition", ["u > 0", r"u \ge v", r"u \ne 0"])
def test_a_claim_that_could_be_a_condition_is_an_error(says: Any, condition: str) -> None:
    """It is never guessed."""
    assert "error" in says(rf"\[ s = t, \quad {condition} \]")


@pytest.mark.parametrize("words", ["or", "unless", "not", "given", "such that", "only if", "iff"])
def test_words_that_change_what_is_said_are_errors(says: Any, words: str) -> None:
    """The statement that they belong to is not decided without them."""
    assert says(rf"\[ s = s \text{{ {words} }} u = v \]")[0] == "error"


@pytest.mark.parametrize("whole", [r"i = 1, \ldots, N", r"i \in \{1, \dots, N\}", r"\forall i"])
def test_all_values_of_an_index_are_no_claim(says: Any, whole: str) -> None:
    """They are what it says already."""
    assert says(rf"\[ a_i = b_i, \quad {whole} \]") == ["aᵢ = bᵢ"]


@pytest.mark.parametrize(
    "display",
    [
        r"\[ (s = t) \]", r"\[ \left( \begin{aligned} s &= t \end{aligned} \right. \]", r"\[ \mathrel{s = t} \]",
        r"\[ \begin{aligned} s &= t \end{aligned} \quad (1) \]", r"\[ \neg (s = s) \]", r"\[ s \ll t \]", r"\[ s \nleq t \]",
        r"\newcommand{\is}{\mathrel{=}} \[ s \is t \]", r"\newcommand{\x}{s = t} \[ \x \]", r"\[ \input{d} \]",
        r"\newcommand{\eq}{&=} \begin{align} s \eq t \end{align}", r"\[ s \Leftarrow t = u \]", r"\[ s \not\le t \]",
    ],
)  # fmt: skip
def test_a_relation_that_cannot_be_reached_is_an_error(says: Any, display: str) -> None:
    """In brackets, in a macro, under a sign that is not read: it is not passed over."""
    assert set(says(display)) == {"error"}


@pytest.mark.parametrize(
    "display",
    [
        r"\[ \boxed{s = t} \]", r"\[ \color{red}{s = t} \]", r"\[ {\color{red} s = t} \]", r"\[ \textcolor{red}{s = t} \]",
        r"\[ \colorbox{red}{$s = t$} \]", r"\[ \colorbox{red}{ $s = t$. } \]",
        r"\[ \bbox[5px]{s = t} \tag{1} \]", r"\[ \boxed{\textcolor{red}{s} = t}. \]",
        r"\begin{align} \boxed{\begin{aligned} s &= t \end{aligned}} \end{align}",
        r"\[ \boxed{\color{red}{s} = \boxed{t}} \]",
    ],
)  # fmt: skip
def test_a_decorated_relation_is_read(says: Any, display: str) -> None:
    """A box or a colour around it says nothing."""
    assert says(display) == ["s = t"]


def test_relations_in_boxes_are_cut_as_without(says: Any) -> None:
    """One behind another, in rows, as sides of a chain."""
    assert says(r"\[ \boxed{s = t, \quad t = u} \]") == ["s = t", "t = u"]
    assert says(r"\begin{align} s &= t \\ \boxed{t &= u} \end{align}") == ["s = t", "t = u"]
    assert says(r"\begin{align} s &= t \\ &\textcolor{red}{= u} \end{align}") == ["s = t", "t = u"]
    assert set(says(r"\[ 2 \boxed{s = t} \]")) == {"error"}


COLOURED = r"""\newcommand{\blue}[1]{\textcolor{c}{#1}}\newcommand{\hl}[2]{\colorbox{#1}{$#2$}}
\newcommand{\in}[1]{{\displaystyle\blue{#1}}} """


@pytest.mark.parametrize(
    "display",
    [
        r"\[ \blue{s = t}. \]", r"\[ \hl{red}{s = t} \]", r"\[ \in{s = t} \]", r"\[ \blue{s} = \blue{t} \]",
        r"\[ s \blue{= t} \]", r"\begin{align} \blue{s &= t} \end{align}", r"\[ \boxed{\blue{s = t}} \]",
    ],
)  # fmt: skip
def test_a_macro_that_only_decorates(says: Any, display: str) -> None:
    """A macro that prints its argument in a colour or a box, and nothing else, says what stands in it."""
    assert says(COLOURED + display) == ["s = t"]


def test_relations_in_a_colour_by_a_macro(read: Any, says: Any, verdicts: Any) -> None:
    """They have their places, one behind another or an arrow, and are no part of what stands beside them."""
    assert says(COLOURED + r"\[ s = t \implies \blue{t = s, u = u} \]") == ["t = s given", "u = u"]
    assert says(COLOURED + r"\[ s = t \quad \in{t = u} \]") == ["s = t", "t = u"]
    assert verdicts(COLOURED + r"\[ s = \blue{s = s + 1} \]") == ["proved", "refuted"]
    assert verdicts(COLOURED + r"\[ u \blue{s = s} \]") == ["refuted"]
    (relation,) = read("\\newcommand{\\blue}[1]{\\textcolor{c}{#1}}\n\\[ \\blue{s = t} \\]").items
    assert str(relation.place) == "3:12"


@pytest.mark.parametrize(
    ("macro", "display"),
    [
        (r"\newcommand{\x}[1]{2 #1}", r"\x{s = s}"), (r"\newcommand{\x}[1]{{#1}^2}", r"\x{s = s}"),
        (r"\newcommand{\x}[1]{#1 #1}", r"\x{s = s}"), (r"\newcommand{\x}[1]{\quad #1}", r"s = s \x{s = s}"),
        (r"\newcommand{\y}[1]{\quad #1}\newcommand{\x}[1]{\textcolor{c}{\y{#1}}}", r"s = s \x{s = s}"),
        (r"\newcommand{\x}[1]{\boxed{#1}}", r"2 \x{s = s}"), (r"\newcommand{\x}[1]{\textcolor{c}{#1}}", r"\x{s = s}^2"),
        (r"\renewcommand{\boxed}[1]{2 #1}", r"\boxed{s = s}"), ("", r"\renewcommand{\boxed}[1]{2 #1} \boxed{s = s}"),
        (r"\newcommand{\x}[2]{#1}", r"\x{s = s}{t}"),
        (r"\newcommand{\x}[1]{\textcolor{c}{#1}}", r"\def\x#1{2 #1} \x{s = s}"),
    ],
)  # fmt: skip
def test_a_macro_that_does_more_is_not_looked_into(says: Any, macro: str, display: str) -> None:
    """One that adds a factor, a power or a gap, or that is not the one it is usually."""
    assert set(says(rf"{macro} \[ {display} \]")) == {"error"}


def test_a_formula_alone_says_nothing(read: Any) -> None:
    """Its sums may have signs below."""
    paper = read(r"\[ \sum_{i=1}^N a_i \]")
    assert not paper.items
    assert not paper.notes


def test_what_cannot_be_read_and_has_no_relation_is_noted(read: Any) -> None:
    """Nothing in a display is passed over in silence."""
    (note,) = read(r"\[ \foo{s} \]").notes
    assert str(note.place) == "2:4"


@pytest.mark.parametrize("environment", ["", "gather"])
def test_a_row_that_could_go_on_or_begin(says: Any, read: Any, environment: str) -> None:
    """Without marks, ``- u = - t`` is both; in a gather it begins."""
    begin, end = (rf"\begin{{{environment}}}", rf"\end{{{environment}}}") if environment else (r"\[", r"\]")
    assert says(text := rf"{begin} s = t \\ - u = - t {end}") == ["s = t", "-u = -t"]
    assert {len(item.readings) for item in read(text).items} == {0 if environment else 2}


def test_a_long_display_is_looked_through_a_few_times(read: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not once for each of its signs."""
    asked = list[Any]()
    states = units.states
    for room in (formulas, units):
        monkeypatch.setattr(room, "states", lambda unit: (asked.append(unit), states(unit))[1])
    read(rf"\[ s = {' + t' * 500} \]")
    assert 1000 < len(asked) < 20 * 1000


def test_a_letter_in_bold_is_no_word(says: Any, verdicts: Any) -> None:
    """So that a side that cannot be read leaves the others."""
    declared = "% derive: vectors \\mathbf{x}, \\mathbf{y} : N\n"
    assert says(declared + r"\[ \mathbf{x} = \mathbf{y} = \mathbf{y} = \foo \]") == ["x = y", "y = y", "error"]
    assert verdicts(declared + r"\[ \mathbf{x} = \mathbf{y} \text{ if } \foo = \mathbf{x} \]") == ["error", "error"]


def test_a_sum_in_parentheses_over_an_index_that_is_free_elsewhere(verdicts: Any) -> None:
    """It has all factors that follow, or ends with them; over an index of its own it has all."""
    names = "% derive: forget; dimension m; vectors x, y : m; index i, j : m; let a_i = (\\sum_j x_j y_j) y_i\n"
    assert verdicts(names + r"\[ a_i = \sum_{i=1}^m (x_i y_i) \cdot y_i \]") == ["error"]
    assert verdicts(names + r"\[ a_i = \sum_{j=1}^m (x_j y_j) \cdot y_i \]") == ["proved"]
    assert verdicts(names + r"\[ a_i = 2 \sum_{i=1}^m (x_i y_i) \cdot y_i \]") == ["refuted"]
    closed = names + "% derive: parentheses behind sums: closed\n"
    assert verdicts(closed + r"\[ a_i = \sum_{i=1}^m (x_i y_i) \cdot y_i \]") == ["proved"]


@pytest.mark.parametrize(
    ("environment", "rows", "wanted"),
    [
        ("align", r"s &= t &= u", ["s = t", "t = u"]),
        ("align", r"s &= t &= u \\ &= v &= w", ["s = t", "t = u", "u = v", "v = w"]),
        ("align", r"s &= t & u &= v \\ &= w & &= s", ["s = t", "u = v", "t = w", "v = s"]),
        ("align", r"s &= t & u &= v \\ w &= s &= t", ["s = t", "u = v", "w = s", "v = t"]),
        ("eqnarray", r"s &=& t &=& u \\ &=& v", ["s = t", "t = u", "u = v"]),
    ],
)
def test_cells_that_begin_with_a_relation(says: Any, environment: str, rows: str, wanted: list[str]) -> None:
    """They go on with the row before them where nothing stands above them in their column."""
    assert sorted(says(rf"\begin{{{environment}}} {rows} \end{{{environment}}}")) == sorted(wanted)


@pytest.mark.parametrize(
    ("rows", "verdict"),
    [(r"\left( \sum_{i=1}^N \\ a_i b_i \right)", "proved"), (r"\sum_i \\ & 2 a_i b_i", "refuted")],
)
def test_a_row_that_ends_with_a_sum(verdicts: Any, rows: str, verdict: str) -> None:
    """Its body is in the next one."""
    assert verdicts(rf"\begin{{align}} a^\top b &= {rows} \end{{align}}") == [verdict]


@pytest.mark.parametrize("word", ["und", "et", "y", "且"])
def test_and_in_other_languages(verdicts: Any, word: str) -> None:
    """It joins two formulas."""
    assert verdicts(rf"\[ s + s = 2 s \quad\text{{ {word} }}\quad t + t = 2 t \]") == ["proved", "proved"]


@pytest.mark.parametrize("word", ["daher", "则", "wobei", "donc", "dove"])
def test_words_in_other_languages_that_conclude(verdicts: Any, word: str) -> None:
    """So do those for "where": they join nothing."""
    assert verdicts(rf"\[ s + s = 2 s \quad\text{{ {word} }}\quad t + t = 2 t \]") == ["error", "error"]
