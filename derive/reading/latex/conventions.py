r"""What settles a reading: conventions for notations that a field reads in two ways, and questions to mathematics.

``powers of vectors: dot`` in a comment settles a convention for all that follows.  In text that `derive` printed all are
settled, and a theory in use settles those in which the theories are written.  A question is data, and who decides it is
given with the context.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from derive.errors import AmbiguityError
from derive.language.hypotheses import Hypothesis
from derive.language.terms import Term


@dataclass(frozen=True)
class Convention:
    """``choices`` has the words that may be declared and what each says; ``printed`` is the choice of printed text.

    ``theories``: a theory in use settles it as printed text does.  ``hint`` says how to write one of the readings, ``of``
    of what a choice says it.  ``spelled``: in what nothing declares, what is spelled otherwise may be read otherwise.
    """

    choices: Mapping[str, str]
    printed: str
    hint: str
    theories: bool = False
    of: str = ""
    spelled: bool = False

    def said(self, choice: str) -> str:
        """A choice in words."""
        return f"{self.of} {self.choices[choice]}".lstrip()


#: What a word that acts on what follows it acts on, ``\log x y``.
WORDS = "words before products"
#: Where a derivative ends that has several factors behind it, ``\\frac{d}{dt} s t + c``.
RATES = "derivatives before signs"
#: What braces group, which are not printed.
BRACES = "braces"
#: What a row is that begins with a sign and has a relation.
SIGNED_ROWS = "signed rows"
#: What a script stands at behind a product in braces, which are not printed.
SCRIPTS = "scripts behind braces"
#: What a prime makes of a declared array, ``X'``.
PRIMES = "primes"
#: What N alone is beside an array N_k.
SIZES = "sizes and arrays"
#: What stands below a slash, ``a / b c``.
SLASHES = "slashes"
#: What ``|A|`` of a square matrix is.
BARS = "single bars of matrices"
#: What a function that is a value too is before a name or parentheses, ``f x``, ``f(2x)``.
APPLICATIONS = "applications"
#: What a circle between square matrices is, ``P ∘ Q``.
CIRCLES = "circles of matrices"
#: What the nodes of a graph do in the derivative of a formula that has them in it.
NODES = "nodes in derivatives"
#: What ``(x_1, x_2)`` is.
LISTS = "lists"
#: What x_i is after ``rows x_i of X``.
LINES = "named rows"
#: What w_j is after ``columns w_j of U`` where w is a vector, too.
LETTERS = "lines and components"

#: What varies in ``d(A x)``.
VARIED = "differentials"

#: What each formula tells by itself.
_OF_FORMULAS = (LINES, LETTERS)

#: By their names in declarations.
CONVENTIONS: Mapping[str, Convention] = {
    "sums": Convention(
        {"narrow": "ends before the sign", "wide": "goes on to the last term that has its index",
         "whole": "goes on to the end"},
        "narrow", r"write parentheses, \sum_i (x_i + y_i) or \left(\sum_i x_i\right) + y_i", of=r"the \sum",
    ),
    "parentheses behind sums": Convention(
        {"whole": "has all factors that follow", "closed": "ends with its parentheses"},
        "whole", r"write \left(\sum_i (x_i y_i)\right) z or \sum_i (x_i y_i z)", of=r"the \sum",
    ),
    "products": Convention(
        {"narrow": "ends behind the last factor that has its index", "whole": "has all factors that follow"},
        "whole", r"write \left(\prod_i x_i\right) y or \prod_i (x_i y)", of=r"the \prod",
    ),
    "inequalities below signs": Convention(
        {"both": "over both indices", "first": "over the first alone, for each value of the other"},
        "first", r"write \sum_{i,j=1, i \ne j}^N or \sum_{i=1, i \ne j}^N", of=r"\sum_{i \ne j} is",
    ),
    RATES: Convention(
        {"narrow": "ends before the sign", "wide": "goes on to the end"},
        "narrow", r"write parentheses, \frac{d}{dt} (s t + c) or \frac{d}{dt} (s t) + c", of="the derivative",
    ),
    WORDS: Convention(
        {"first": "of the first factor", "product": "of the product up to the next sign", "all": "of all that follows"},
        "product", "write parentheses around the argument",
    ),
    SLASHES: Convention(
        {"first": "has the first factor behind it below", "all": "has all factors behind it below"},
        "first", r"write \frac, or parentheses", of="a slash", spelled=True,
    ),
    "bars": Convention(
        {"apart": "closes as soon as it can", "nested": "closes as late as it can"},
        "apart", r"write \lvert x \rvert", of="a bar",
    ),
    BARS: Convention(
        {"determinant": "the determinant", "norm": "the Frobenius norm"},
        "norm", r"write \det A or \|A\|_F", of="|A| is",
    ),
    APPLICATIONS: Convention(
        {"function": "the function of what follows", "product": "the value as a factor"},
        "product", r"write f(x), or f \cdot x for the product", of="a function that is a value too is",
    ),
    "names with powers": Convention(
        {"name": "the name with its exponent", "power": "the power of the name"},
        "name", r"write (\sigma)^2 for the power, or declare one of the names only", of="it is",
    ),
    "squares of components": Convention(
        {"sum": "the sum over them", "each": "the power for each value of them"},
        "each",
        r"write x_i x_i or \sum_i x_i^2 for the sum, or hold the index fixed",
        of="under a power",
    ),
    "diagonals of derivatives": Convention(
        {"sum": "the sum over it, a divergence", "each": "the derivative for each value of it"},
        "each",
        r"write \sum_i \partial y_i / \partial x_i for the sum, or hold the index fixed",
        of="above and below a bar",
    ),
    "functions of matrices": Convention(
        {"matrix": "the function of the matrix", "entrywise": "of each entry"},
        "matrix",
        r"write \exp_\odot(A) for the entries",
    ),
    "powers of vectors": Convention(
        {"componentwise": r"componentwise, x^2 = x \odot x", "dot": r"a scalar product, x^2 = x \cdot x"},
        "componentwise",
        r"write x \cdot x, |x|^2, x \odot x or x^{\odot 2}",
        theories=True,
    ),
    "dots of matrices": Convention(
        {"product": "the matrix product, A B", "frobenius": r"the scalar product by entries, \operatorname{tr}(A^\top B)"},
        "product",
        r"write A B, \operatorname{tr}(A^\top B) or A \odot B",
    ),
    CIRCLES: Convention(
        {"product": "the matrix product, A B", "entries": r"the product by entries, A \odot B"},
        "entries",
        r"write A B or A \odot B",
    ),
    "three dots": Convention(
        {"first": r"(u \cdot v) w", "last": r"u (v \cdot w)"},
        "first", "add parentheses", of=r"u \cdot v \cdot w is",
    ),
    LISTS: Convention(
        {"column": "a column", "row": "a row"},
        "column", r"write \begin{pmatrix} x_1 \\ x_2 \end{pmatrix}", of="a list in brackets, (x_1, x_2), is",
    ),
    "colons in subscripts": Convention(
        {"column": "the row as a column", "row": "the row as a row"},
        "column", r"write A^\top e_i for the column, e_i^\top A for the row", of="A_{i,:} is",
    ),
    LINES: Convention(
        {"column": "the row as a column", "row": "the row as a row"},
        "column", r"write x_i^\top w", of="x_i is",
    ),
    LETTERS: Convention(
        {"line": "the row or column that is declared so", "component": "a component of the vector of that letter"},
        "component",
        "take another letter for the vector",
        of="a letter with an index is",
    ),
    "entries of columns": Convention(
        {"entry": "an entry of the matrix, A_{ij}", "component": "the j-th component of the i-th column, A_{ji}"},
        "component",
        "write A_{ij} of the matrix A",
        of="a_{ij} of named columns is",
    ),
    "numbers before fractions": Convention(
        {"product": r"a product, 2 \tfrac12 = 1", "mixed": r"a mixed number, 2 \tfrac12 = \tfrac52"},
        "product",
        r"write 2 \cdot \tfrac12 or \tfrac52",
    ),
    PRIMES: Convention(
        {"transpose": "the transpose", "name": "another name, which is not declared"},
        "name",
        r"write ^\top for the transpose, or declare the name with its prime; or declare it: % derive: transpose '",
    ),
    SIZES: Convention(
        {"size": "the size", "array": "the whole array of that letter"},
        "size",
        "write a component of the array, or give it a mark or another letter",
        of="the letter of a size and of an array is, alone,",
    ),
    "variances": Convention(
        {"population": "the variance of a population, with 1/N", "sample": "the variance of a sample, with 1/(N - 1)"},
        "population",
        r"declare the sign: % derive: variance \operatorname{Var}, or sample variance \operatorname{Var}",
        theories=True,
    ),
    "second nablas": Convention(
        {"hessian": r"the matrix of second derivatives, (\nabla_x^2 f)_{ij} = \partial^2 f / \partial x_i \partial x_j",
         "laplacian": r"the sum of second derivatives, \nabla_x^2 f = \sum_i \partial^2 f / \partial x_i^2"},
        "hessian",
        r"write the derivatives by components, or \operatorname{tr}(\nabla_x^2 f) for the sum",
    ),
    "nablas of vectors": Convention(
        {"jacobian": r"the Jacobian, (\nabla_x y)_{ij} = \partial y_i / \partial x_j",
         "gradients": r"the gradients of the components side by side, (\nabla_x y)_{ij} = \partial y_j / \partial x_i"},
        "jacobian",
        r"write J_x(y) or \frac{\partial y_i}{\partial x_j}; % derive: layout numerator, or denominator, says it too",
    ),
    NODES: Convention(
        {"stay": "the nodes of a graph stay", "vary": "the nodes of a graph vary with what it is taken by"},
        "vary",
        r"write \frac{d y}{d x} for the total derivative",
        of="in a derivative of a formula",
    ),
    BRACES: Convention(
        {"grouped": "as the braces group it", "printed": "as it is printed, without them"},
        "grouped", "write parentheses around it", of="what stands in braces is read", spelled=True,
    ),
    SIGNED_ROWS: Convention(
        {"own": "the row is a relation of its own", "on": "the row above goes on with it"},
        "own", "align the rows with &, or write the sign at the end of the row before", spelled=True,
    ),
    SCRIPTS: Convention(
        {"all": r"of all that the braces hold, {AB}^\top = (A B)^\top",
         "last": r"of the last factor, as it is printed, {AB}^\top = A B^\top"},
        "last",
        r"write parentheses around it, or braces around each letter",
    ),
    VARIED: Convention(
        {"written": "the names vary whose differentials stand there", "all": "all names vary"},
        "written", "write a differential of every name that varies", of="in a differential",
    ),
    "daggers": Convention(
        {"pseudo-inverse": "the pseudo-inverse, A^+", "adjoint": r"the adjoint, A^\top of a real matrix"},
        "pseudo-inverse",
        r"write A^+ or A^\top",
    ),
}  # fmt: skip

#: The first words of their declarations.
FIRST_WORDS = tuple(name.split()[0] for name in CONVENTIONS if name != "functions of matrices")


#: What is read in one way wherever it is read, by a word for it.
ONE_WAY: Mapping[str, str] = {
    "ends": "a sum or product ends before a sign behind which its index occurs no more: brackets",
    "open": "a letter in subscripts that nobody declares is a free index: index i : N",
    "t": "^t and ^T are transposes: declare t or T as a name",
    "basis": "e_i is a basis vector, as no e is declared: vector e : N",
    "rows": "X_i is the row, or column, of X that i runs over, as a column: rows x_i of X",
    "marks": "x is \\mathbf x, as no x without a mark is declared: vector x : N",
    "pi": "\\pi is the number, of which it is known that it is positive, as no \\pi is declared: scalar \\pi",
    "spread": "a number in a sum with an array that is not square is added to each component: c \\mathbf 1",
    "entrywise": "a function of numbers is taken of a vector, or of a matrix that is not square, entry by entry",
    "first": "x_1 is the first component, as no sum starts at 0",
    "nabla": "\\nabla without a variable is by the only vector or matrix behind it: \\nabla_x",
    "prime": "a prime at brackets is the derivative by the only number that stands in them: \\frac{d}{d x}",
    "letters": "\\Sigma with a range is a sum, \\delta above and below a bar \\partial: declare them as names",
    "differentials": "in d(A x) what has no differential in the text is constant: differentials: all",
    "nought": "a sum from 0 to N - 1 is over all N components",
}


def relied_on(convention: str, choice: str) -> str:
    """A choice that was made, with what declares it."""
    return f"{CONVENTIONS[convention].said(choice)}: {convention}: {choice}"


def lasting(before: Mapping[str, str], settled: Mapping[str, str]) -> Mapping[str, str]:
    """What a definition settles for all that follows: all but what each formula tells by itself."""
    return {name: choice for name, choice in settled.items() if name not in _OF_FORMULAS or name in before}


def settled_by(convention: str, declared: Mapping[str, str], printed: bool, theories: bool) -> str:
    """The choice that a declaration, printed text or a theory in use makes; empty where nothing does."""
    found = CONVENTIONS[convention]
    if choice := declared.get(convention):
        return choice
    return found.printed if printed or (theories and found.theories) else ""


def settled_with(convention: str) -> str:
    """How to write a notation, or to declare how it is read."""
    return f"{CONVENTIONS[convention].hint}{or_declare(convention)}"


def or_declare(convention: str) -> str:
    """That it may be declared, too; empty where no convention settles it."""
    return f"; or declare it: {declaration_of(convention)}" if convention else ""


#: Between the readings of what is spelled in one way, in the key by which their choice is known.
_OR = "; or "


def spelled(convention: str, readings: Sequence[str]) -> str:
    """The key by which the choice among the readings of what is spelled in one way is known."""
    return f"{convention}: {_OR.join(readings)}"


def placed(convention: str, place: object) -> list[str]:
    """The readings of a convention that is chosen at each place by itself."""
    return [f"{said}, at {place}" for said in CONVENTIONS[convention].choices.values()]


def settling(error: AmbiguityError) -> list[tuple[str, str]]:
    """What is chosen, and each choice of it, to settle a doubt."""
    known = CONVENTIONS[error.convention]
    if known.spelled:
        return [(spelled(error.convention, error.readings), reading) for reading in error.readings]
    return [(error.convention, choice) for choice in known.choices]


def in_words(choices: Mapping[str, str]) -> str:
    """Some choices in words."""
    return "; ".join(CONVENTIONS[key].said(choice) if key in CONVENTIONS else choice for key, choice in choices.items())


def declaring(choices: Mapping[str, str]) -> str:
    """What declares some choices, as ``sums: wide``; empty where nothing does."""
    made: dict[str, set[str]] = {}
    for key, choice in choices.items():
        convention, _, readings = key.partition(": ")
        said = {choice}
        if readings:
            first, last = CONVENTIONS[convention].choices
            said = (
                {first} if readings.startswith(choice + _OR) else {last} if readings.endswith(_OR + choice) else set()
            )
        made[convention] = made[convention] & said if convention in made else said
    return "; ".join(f"{convention}: {min(said)}" for convention, said in made.items()) if all(made.values()) else ""


def declaration_of(convention: str) -> str:
    return f"% derive: {convention}: {'|'.join(CONVENTIONS[convention].choices)}"


@dataclass(frozen=True)
class Equal:
    """Is each of some terms equal to the next, under hypotheses?  ``freely``: without any other condition."""

    terms: tuple[Term, ...]
    hypotheses: tuple[Hypothesis, ...] = ()
    freely: bool = False


@dataclass(frozen=True)
class Everywhere:
    """Has a term a value for all data that satisfy the hypotheses?"""

    term: Term
    hypotheses: tuple[Hypothesis, ...] = ()


@dataclass(frozen=True)
class Ordered:
    """Is a number ``sign`` another one, under hypotheses?"""

    lhs: Term
    sign: str
    rhs: Term
    hypotheses: tuple[Hypothesis, ...] = ()


Question = Equal | Everywhere | Ordered

#: Who decides a question; True is a proof, False says nothing.
Decide = Callable[[Question], bool]


def undecided(question: Question) -> bool:
    """Nobody does: no reading may rest on an answer that was not given."""
    raise TypeError(f"a question to nobody, {question}: read by derive.reading.decided")
