r"""The first words of declarations: how each is written, what it says, and an example.

A clause is read by its first word: who reads it stands in `derive.reading.latex.declarations`.  Beside these words a clause
may begin with the name of a convention (`derive.reading.latex.conventions`), with a condition
(`derive.language.hypotheses.CONDITION_KINDS`), or with a name: ``y depends on x, t``, which says that y is a differentiable
function of these, ``\newcommand…``, a relation that is assumed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True)
class Head:
    """What begins a clause: ``written`` has names for parts; ``example`` is read as it stands.

    A ``directive`` concerns relations of a paper.
    """

    written: str
    says: str
    example: str
    directive: bool = False


#: By the word, as `derive explain` and the reference list them.
WORDS: Mapping[str, Head] = MappingProxyType({
    "dimension": Head("dimension NAME, …", "positive integers that stay letters", "dimension N, K"),
    "vector": Head("vector NAME, … : DIM PROPERTY …", "columns, with the properties that are declared",
                   r"dimension N; vectors a, \vec g : N nonzero; vector \nabla L(w) : N"),
    "matrix": Head("matrix NAME, … : DIM x DIM PROPERTY …", "matrices, with the properties that are declared",
                   "dimension N, K; matrix X : N x K; matrix S : N x N symmetric"),
    "scalar": Head("scalar NAME, … > 0", "real numbers; also >= 0, != 0, or a property as a word",
                   r"scalar t > 0; scalars \epsilon, c >= 0; scalar L(w)"),
    "index": Head("index NAME, … : DIM", "letters that run over a dimension", "dimension N; index i, j : N"),
    "let": Head("let NAME = FORMULA",
                "a definition: by components too, or of a function; of names with arguments, a node of a graph",
                r"dimension N; vector a : N; let \mu = \vec a \cdot \vec 1 / N; let f(t) = t^2 + 1"),
    "function": Head("function NAME, …",
                     "an unknown function of a number, smooth, taken of arrays entry by entry; where something else is "
                     "declared of the name, NAME( is the function wherever there is also a value of it",
                     r"function \sigma, \phi(t)"),
    "assume": Head("assume RELATION, …", "hypotheses", r"dimension N; vector v : N; assume \vec 1 \cdot \vec v = 0, N > 1"),
    "use": Head("use THEORY, …", "the names of a theory: symbols, definitions, functions and notation", "use layernorm"),
    "forget": Head("forget", "no name is declared from here on; macros and conventions stay",
                   "dimension N; vector a : N; forget; scalar a"),
    "ones": Head("ones DIM", "the dimension of a bare vector of ones and a bare identity", "dimension N; ones N"),
    "rows": Head("rows NAME_INDEX of MATRIX",
                 "a letter with one index is a row of a matrix, as a column; with two, an entry",
                 "dimension N, K; matrix X : N x K; rows x_i of X"),
    "columns": Head("columns NAME_INDEX of MATRIX", "a letter with one index is a column of a matrix",
                    "dimension N, K; matrix V : N x K; columns v_j of V"),
    "loss": Head("loss NAME of NAME",
                 "a scalar, L or L(f(x), y), whose derivative by the second name is a symbol; the chain rule applies",
                 "dimension N; vector x, y : N; loss L of y; y depends on x"),
    "hold": Head("hold NAME, … fixed",
                 "keeps its value: its derivative is 0; an index that the summation convention does not sum",
                 "scalar m; hold m fixed"),
    "layout": Head("layout numerator|denominator|mixed", "how derivatives by whole arrays are laid out", "layout numerator"),
    "einstein": Head("einstein", "an index that occurs twice in a product is summed over; einstein off ends it", "einstein"),
    "broadcast": Head("broadcast",
                      r"a scalar added to a vector is added to each component, and c \odot x is c x; broadcast off ends it",
                      "broadcast"),
    "transpose": Head("transpose SIGN", "X' (or X^*, X^H) is the transpose of X, where nothing of that name is declared",
                      "transpose '"),
    "narrow": Head("narrow sums", "the body of a sum ends before a sign, whatever stands behind it; also sums: narrow",
                   "narrow sums"),
    "mean": Head("mean SIGN, …",
                 "SIGN[x] is the mean of the components of x; also of bars and angle brackets, and with a word below it",
                 r"mean \mathbb{E}, \overline"),
    "variance": Head("variance SIGN, …", "SIGN(x) is E[(x − E x)²]: with 1/N", r"variance \operatorname{Var}"),
    "covariance": Head("covariance SIGN, …", "SIGN(x, y) is E[(x − E x)(y − E y)]: with 1/N",
                       r"covariance \operatorname{Cov}"),
    "sample": Head("sample variance SIGN", "the same with 1/(N − 1); also sample covariance",
                   r"sample variance \operatorname{Var}"),
    "theorem": Head("theorem LABEL, …",
                    "every name as that theorem has it; what stands there was pasted, and must still say it",
                    "theorem layernorm.eq6"),
    "end": Head("end", "where what was pasted ends", "end"),
    "expect": Head("expect refuted|unsupported", "of the relations on the line below, or on its own line", "expect refuted",
                   directive=True),
    "inline": Head("inline", r"what the text says of names is declared: let $x \in \mathbb R^n$, we write $H = …$, $A$ is "
                   "symmetric", "inline", directive=True),
    "skip": Head("skip", "the relations on the line below are left out; before a display, all of it", "skip",
                 directive=True),
    "label": Head("label NAME", "a name for the relations on the line below", "label eq:mine", directive=True),
    "by": Head("by LABEL, …", "the relations on the line below, before a display all of it, may rest on relations above "
               "them that have these labels and are proved", "by eq:one", directive=True),
    "off": Head("off", "nothing is checked from here on", "off", directive=True),
    "on": Head("on", "checking goes on", "on", directive=True),
})  # fmt: skip

#: What a document says that states a theory of its own, below ``theory NAME`` (`derive.reading.paper.stating`).
OF_DOCUMENTS: Mapping[str, Head] = MappingProxyType({
    "theory": Head("theory NAME: TITLE", "the file states a theory; the words below are none without it",
                   "theory mine: What is mine"),
    "summary": Head("summary WORDS", "what the theory is about", "summary What scaling keeps."),
    "source": Head("source WORDS", "above all theorems one of the theory, below a theorem or a rule its own",
                   "source Horn and Johnson, §0.6"),
    "group": Head("group TITLE", "the topic of the theorems that follow", "group Lengths"),
    "theorem": Head("theorem NAME: TITLE",
                    "the display below it is one: an equation, a chain or a bound; with reasons, a derivation",
                    "theorem length: The length is one"),
    "says": Head("says WORDS", "the theorem in words, in the place of the text before its display", "says |x̂| = 1."),
    "given": Head("given RELATION; PROPERTY NAME",
                  "what a theorem or rule assumes; below a near miss what that does instead, or nothing", "given t > 0"),
    "proof": Head("proof", "the display below it has the lines of the theorem above", "proof"),
    "derivation": Head("derivation", "every line is a step, though none has a reason: its rule is looked for", "derivation"),
    "near miss": Head("near miss WORDS", "the display below it must be refuted; the words say what is wrong",
                      "near miss the length is kept"),
    "convention": Head("convention WORDS", "the display below it must come out vacuous", "convention the value at 0"),
    "rule": Head("rule NAME", "the equation below it is proved, and is a rule from there on",
                 "rule positive factor out of a norm"),
    "variables": Head("variables NAME, …", "the symbols of a rule that stand for any term, if not all; or none",
                      "variables t, x"),
    "kind": Head("kind algebra", "a rule is a rearrangement; else a lemma", "kind algebra"),
    "reason": Head("reason RULE, …", r"in a display, behind a line: by which rules it follows, as \text{by RULE} says it",
                   "reason common denominator"),
    "words": Head("words WORDS", "in a display, behind a line: what is shown beside it, in the place of its rules",
                  "words the factor cancels"),
    "printed": Head("printed", "what follows was printed by derive, and is read as it prints", "printed"),
    "end": Head("end", "what follows belongs to no theorem", "end"),
})  # fmt: skip
