"""Words that may limit where a relation holds, or take it back: the one list of them.

What such words say is not known: what they may limit is proved without them, or not decided, and never refuted.
"""

from __future__ import annotations

import re

from derive.reading.latex.properties import PROPERTY, SAID_OF_NAMES


def _any(words: str) -> str:
    """Any of some words; an underscore is a blank."""
    return "|".join(words.split()).replace("_", r"\s+")


_ANEW = _any("let suppose assume set put take choose fix consider define denote write call")
_SUPPOSED = _any(r"let suppos\w+ assum\w+")
#: Words that give names their values, or say what is supposed from here on.
_FIXING = f"{_ANEW}|{_SUPPOSED}|" + _any(
    r"denot\w+ defin(?!ite|ition)\w+ writ\w+ abbreviat\w+ given where\w* with note under"
)
#: Words that name what something follows from, and those of other reasons, and of places.
_RULES = _any("by from using via due definition_of")
#: Words right before a relation for which something holds.
BECAUSE = (
    r"(?:since|because|as|(?:us(?:e|ing)|recall(?:ing)?|appl(?:y|ying)|substitut(?:e|ing)|not(?:e|ing)\s+that)"
    r"(?:\s+(?!(?:if|when|only|not|no|unless|where|for|provided|assum\w+|suppos\w+)\s)[a-z-]+){0,4})"
)
_AS = _any(r"as(?!_(?:claimed|desired|required|stated|usual|above|before)\b)")
_REASONS = f"{_AS}|since|because|in|on|at|thanks"
#: Words that limit wherever they stand in a remark, those that do where it begins, and those that speak of a part.
_STRONG = _any(r"if iff when(?:ever)? unless provided assuming only except\w* mod(?:ulo)? up_to")
_SETTING = "(?:sett|lett|putt|tak|choos|fix)ing"
_CONDITIONS = f"{_STRONG}|{_SETTING}|" + _any(
    r"""for while until without such_that s\.\s?t\. subject once near long_as inasmuch insofar having being
    restrict\w* requir\w+ needs impos\w+ granted noting after knowing outside it_is in_(?:the_)?case whatever otherwise else
    exactly precisely apart away within inside save evaluated whose near locally"""
)
_PARTS = _any("either neither or there exists? some any each every all")
_CASES = _any(r"cases? choices? chosen hypothes\w+ conditions? constraints?")
#: Words that take back what is said, or weaken it.
_DENYING = _any(r"not no never cannot \w+n't")
_WEAKENING = _any(
    r"""false wrong incorrect untrue fails? almost a\.\s?[se]\. w\.\s?p\. approximately
    asymptotically order in_(?:distribution|probability|law|mean|expectation)"""
)
_TAKING_BACK = f"{_DENYING}|{_WEAKENING}"
_LEADS = _any(r"and but or so now then hence thus therefore here also moreover that_is i\.e\. footnote\w*")
_LEADS = rf"[\s(\[{{}}~\\*_]*(?:(?:{_LEADS})[\s,:~{{]+)*"


def _has(words: str, before: str = r"(?<![\\A-Za-z-])") -> re.Pattern[str]:
    return re.compile(rf"{before}(?:{words})(?![A-Za-z])", re.IGNORECASE)


def _begins(words: str, leads: str = _LEADS) -> re.Pattern[str]:
    return _has(words, leads)


#: Words that a sentence, or words in a display, begin with: what fixes names, limits, names a rule, or is any reason.
FIXING, LIMITING = _begins(_FIXING), _begins(f"{_CONDITIONS}|{_PARTS}|{_TAKING_BACK}|{_RULES}|{_REASONS}")
RULE, REASON = _begins(_RULES), _begins(f"{_RULES}|{_REASONS}|for (?:all|every|each|any)")
_REMARK = _begins(f"{_STRONG}|{_AS}|where|with|such that|given|for|or")
_IN_REMARK = _has(f"{_STRONG}|{_WEAKENING}")
#: Words that deny something: what, or what is beside them, is not known.
DENIES = _has(_DENYING)
#: Words that limit, and name no rule.
LIMITS = _has(f"{_CONDITIONS}|{_FIXING}|{_REASONS}|{_TAKING_BACK}|{_CASES}")
#: Words with which what follows may not hold.
UNSURE = _has(rf"{_STRONG}|{_TAKING_BACK}|{_CASES}|nor|or|whether|contra\w*|is it|does|do")
#: Before what is a condition itself: a display, and a formula.
ANNOUNCED = re.compile(rf"(?<![A-Za-z])(?:{_SUPPOSED}|if|when(?:ever)?|provided)(?: that)?[\s:,]*\Z", re.IGNORECASE)
IMPERATIVE = re.compile(
    rf"(?:\A|[,:;.(])\s*(?:(?:now|so|then|here|first|next|and|let us|we|we now)\s+)?(?:{_ANEW})(?: that)?\s*\Z",
    re.IGNORECASE,
)
#: How a sentence begins a new thought, and how it holds beyond itself.
ANEW = _begins(_ANEW, r"\W*(?:(?:now|next|then|finally|moreover|furthermore|also|and|let|us|we now)\W+)*")
_ON = _any(
    "now and also moreover here so we us may can let do that throughout first next then therefore hence by the our"
)
HOLDING_ON = _has(
    rf"\W*(?:(?:in|for|consider) (?:the|this|that|each|our) )?(?:(?:first|second|third|other) )?cases?|"
    rf"\W*(?:(?:{_ON}|for simplicity)\W+)*(?:{_ANEW}|{_SUPPOSED}|(?:standing )?hypothes[ie]s|recall|remember|say|"
    r"note|w\.l\.o\.g|wlog|(?:without )?loss of generality)",
    r"(?:\A|[,:;(])",
)
#: Behind a relation: what follows from it, and what is said of whether it holds.
_GIVES = _any(
    r"gives? gets? obtains? yields? reduces? simplif(?:y|ies) becomes? implies means shows recovers? has have finds?"
)
SO = _begins(
    r"hence|thus|therefore|so(?! long)|then|i\.\s?e\.|that is|(?:giv|yield|imply|show)ing|"
    rf"(?:which|for|at|if|when|with)(?:[^$]*\$[^$]*\$)?,?\s+(?:(?:we|one|it|this|then|again)\s+)*(?:{_GIVES})",
    r"\W*(?:and\W+)?",
)
#: What begins a sentence that goes on in the case of the display above it.
ALSO = _begins(
    r"moreover|furthermore|also|likewise|in particular|in (?:that|this|the same) case|for (?:such|these|this|the same)"
    r"|it follows|this (?:gives|yields|implies|shows|means|is)|under the same|multiplying"
    r"|as a consequence|consequently|next|again",
    r"\W*(?:and\W+)?",
)
_BACK = _any(
    r"""holds? valid true correct agree requir\w+ needs? needed necessary uses? used assum\w+ restrict\w* above note recall
    remember mind follows because consequence enters here throughout iff only unless except\w* provided otherwise"""
)
LOOKING_BACK = re.compile(
    rf"{_has(f'{_BACK}|{_TAKING_BACK}').pattern}|\A{_begins('since|as').pattern}|"
    rf"\A{_begins(f'{_CONDITIONS}|{_FIXING}|{_RULES}|{_REASONS}|namely').pattern}[^$,]*\$[^$]*\$"
    r"(?:\s*(?:,|and)\s*\$[^$]*\$)*(?:\s+(?:is|are|has|have|vanish\w*|differ|commutes?)(?![A-Za-z])[^$,]*)?\W*\Z",
    re.IGNORECASE,
)
#: Under the summation convention: before what is not summed.
EACH = _has(r"(?:for|all|each|every|any|fixed|given)\s+(?:[a-z]+\s+){0,2}(?:\$([^$]*)\$|\\\((.*?)\\\))")
#: What has been done: where it is a sum that is not written, its index is free.
SUMMED = re.compile(
    r"\W*(?:(?:text\w*|mbox)\s*\{\W*)?(?:sum(?:med|ming)?|summation)\s+over\s+\$\s*(\\?[A-Za-z]+)\s*\$\W*",
    re.IGNORECASE,
)
UNSUMMED = _has(r"(?:no|not|without|never)\s+(?:\w+\s+){0,3}?(?:sum|contract|add)\w*")
_VAGUE = (
    rf"{SAID_OF_NAMES}|vanish\w*|differ(?:ent(?!\s+(?:sizes|shapes|dimensions))|s)?|distinct|"
    r"commut(?:e|es|ing)|norm one|full[- ]rank|zero[- ]mean|"
    r"(?:are|be|being|both) equal|(?:is|are|be|being|to|both) zero|zero(?=\s+\$)|equals(?=\s+\$)"
)
#: What is said of the mathematics beside it: properties, as adjectives, and the nouns for them; and what may be one.
PROPERTIES = re.compile(
    rf"{PROPERTY}|(?<![\\A-Za-z-])(?:(?:skew-|non-?)?symmetric|non-?negative|negative|singular(?!\s+(?:value|vector))|"
    r"(?:symmetr|orthogonalit|positivit|invertibilit)y of)(?![A-Za-z-])|"
    rf"\$\s+(?:(?:is|are|has|have|both|an?)\s+)*(?:{_VAGUE})(?![A-Za-z])",
    re.IGNORECASE,
)
VAGUE = _has(_VAGUE)
#: A value, or a property, that is none of those which declarations have: "let $B$ be the identity matrix".
SPECIAL = re.compile(
    r"\$\s+(?:be|is|are|denotes?)\s+(?:(?:both|all|an?|the|of|\$)\s+)*(?:identity|idempotent|nilpotent|unitary|[Hh]ermitian|"
    r"symmetrical|(?:anti|skew-)symmetric|triangular|permutation|parallel|collinear|proportional|projection|all-ones|rank|"
    r"(?:zero|null|unit)\s+(?:vector|matrix|function)|(?:vector|matrix)\s+of\s+(?:all\s+)?(?:ones|zeros))(?![A-Za-z])"
)
#: What is said of a function, beyond that it is smooth, which every unknown one is.
OF_FUNCTIONS = _has(
    r"odd|even|linear|affine|quadratic|cubic|polynomial|constant|(?:strictly\s+)?monoton\w*|increasing|decreasing|convex|concave"
    r"|homogeneous|periodic|positive|negative|non-?negative|bounded|additive|multiplicative|idempotent|invertible|injective"
    r"|bijective|lipschitz|identity|sigmoid\w*|logistic|exponential|logarithm\w*|tanh|relu|softplus|swish|gelu|step|sine|cosine"
)
#: What a text says wherever it does of one function, or of all of a kind: an unknown one may be meant to be that.
OF_ONE_FUNCTION = re.compile(
    r"(?<![A-Za-z])(?:sigmoids?|logistic|tanh|hyperbolic|relu|rectif\w*|softplus|swish|gelu|linearity|additivity|homogeneity"
    r"|(?:linear|identity|odd|even|increasing|decreasing|monoton\w*|convex|concave)\s+(?:activations?|functions?|maps?)"
    r"|(?:is|are|be)\s+(?:\w+ly\s+)?(?:linear|odd|even|increasing|decreasing|monoton\w*|convex|concave|additive)"
    r"|properties\s+of\s+\$|differential\s+equation|odes?)(?![A-Za-z])",
    re.IGNORECASE,
)
#: What is done with a diagonal, which is no property.
DIAGONAL_OF = re.compile(
    r"(?<![A-Za-z])(?:writ\w+|read\w*|look\w*|sum\w*)\s+(?:out|off|at|up|over)\s+the\s+diagonal(?=\s*(?:only\s*)?(?:[.,:;)]|\Z))",
    re.IGNORECASE,
)
#: What is supposed from here on, up to the end of its theorem or paragraph.
SUPPOSES = _has("let|suppose|assume")
#: All that stands between two displays, of which the first is no claim.
BETWEEN = re.compile(r"\W*(?:implies|entails|if and only if|iff|only if)(?:\s+that)?\W*", re.IGNORECASE)
#: All that stands before what gives a name its value, in a display.
LET = re.compile(r"\W*(?:let|denote|define|set|put)\W*", re.IGNORECASE)
#: All that stands before a condition, behind a row and between two displays.
_WHEN = r"if|when(?:ever)?|provided(?:\s+that)?|as\s+long\s+as|assuming(?:\s+that)?"
IF = re.compile(rf"\W*(?:{_WHEN}|for(?:\s+(?:all|any|every|each))?)\W*", re.IGNORECASE)
IF_BETWEEN = re.compile(rf"\W*(?:{_WHEN}|given|for\s+all)(?:\s+that)?\W*", re.IGNORECASE)
#: Words that what is said holds in the other case, and of two indices where they differ, or do not.
ELSE = _has(r"otherwise|else|if not|(?:other|remaining|opposite|contrary) cases?")
DIAGONAL = _has(
    r"(?:on|off|outside|along)(?: of)? the (?:main )?diagonal"
    r"|(?:(?:off|non)-?)?diagonal (?:entry|entries|elements?|terms?|components?)"
    r"|(?:indices|indexes) (?:\w+ )?(?:equal|agree|coincide|differ(?:ent)?)"
    r"|(?:equal|same|different|distinct|unequal) (?:indices|indexes)"
)
#: Words that something is set to zero: what stands below holds there.
STATIONARY = _has(
    r"(?:set|sett|equat|put|putt|bring)(?:e|ing)?\s[^.;:$]*(?:\$[^.;:$]*)?(?<![A-Za-z])(?:to|equal|as|with|=)\s+"
    r"(?:zero|nil|naught|\$)|"
    r"(?:gradients?|derivatives?)\s+(?:\$\s+)?(?:must\s+|has\s+to\s+|have\s+to\s+)?(?:vanish\w*|(?:is|are|be)\s+zero)|"
    r"(?:first-order|optimality|stationarity)\s+conditions?|(?:stationary|critical)\s+points?|"
    r"(?:mak|requir|demand|let)(?:e|es|ing)?\s[^.;:$]*(?:\$[^.;:$]*)?(?:zero|nil|vanish(?:es)?)|"
    r"null(?:ing|s)?\s+(?:it|this|that|them|the)|"
    r"(?:at|in)\s+(?:the|a|any|its)\s+(?:minim\w+|maxim\w+|optim\w+|extrem\w+)|(?:is|are)\s+zero\s+(?:for|at|if|when)|"
    r"(?:roots?|minimi[sz]ers?|minimum|maximi[sz]ers?|maximum|optimum|optimal\s[^.;:]*|extremum|the\s+solution)\s+"
    r"(?:is|are|lies|solves|satisf(?:y|ies))(?:\W*\Z|\s*[:,$]|\s+(?:given|at|attained|then|thus|hence|therefore)(?![A-Za-z]))|"
    r"(?:minimi|maximi)[sz]ed\s+(?:by|at)|stationarity|"
    r"(?:mini|maxi)mal\s+(?:at|for)|solv(?:e|ing)\s+for|for\s+the\s+(?:best|optimal)|"
    r"(?:bằng|gleich|auf|à|igual\w*\s+a|uguale?\s+a|равн\w+)\s+(?:0(?!\.?\d)|zero|zéro|cero|null|нулю)|"
    r"\w*(?:等于|等於|[为為成])\s*(?:0|零)(?!\.?\d)\w*|\w*(?:0|ゼロ|零|영)\s*(?:と|に|으로|이\s*되)\w*"
)
#: What makes a reason one that may limit: a property, a case, mathematics.
DOUBTED = re.compile(
    rf"{PROPERTIES.pattern}|{VAGUE.pattern}|\$|\\\(|{_has(f'{_SUPPOSED}|{_CASES}|{_SETTING}').pattern}", re.IGNORECASE
)


def limits(words: str) -> bool:
    """Do words of a remark say under which condition something holds, or take it back?"""
    return bool(limiting_word(words))


def qualifies(words: str) -> bool:
    """Do words of a remark limit what is beside them for certain?  Words that deny something may speak of another thing."""
    return bool(_REMARK.match(words) or _IN_REMARK.search(words))


def limiting_word(words: str) -> str:
    """The word of a remark that may limit what is beside it, or take it back; "" where none does."""
    begins = _REMARK.match(words)
    found = [each for each in (_IN_REMARK.search(words), DENIES.search(words)) if each is not None]
    return begins[0].split()[-1].strip("([{~*_,:") if begins else min(found, key=re.Match.start)[0] if found else ""
