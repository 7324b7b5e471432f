"""Printing: term → LaTeX, MathML and Unicode text, by one table of precedence, one walk, and notation profiles.

``latex``, ``mathml`` and ``text`` print terms; ``…_condition``, ``…_equality`` and ``…_hypothesis`` print statements.
``markup`` and its like are MathML without ``<math>`` around it: that is to MathML what dollar signs are to LaTeX.
Plain syntax, which is read back, is `derive.printing.plain`.
"""

from derive.printing.latex import latex as latex
from derive.printing.markup import math_element as math_element
from derive.printing.mathml import markup as markup
from derive.printing.mathml import mathml as mathml
from derive.printing.names import escape_latex as escape_latex
from derive.printing.notation import ARROW as ARROW
from derive.printing.notation import BOLD as BOLD
from derive.printing.notation import PLAIN as PLAIN
from derive.printing.notation import PROFILES as PROFILES
from derive.printing.notation import Notation as Notation
from derive.printing.notation import from_mapping as from_mapping
from derive.printing.sentences import Sentence as Sentence
from derive.printing.sentences import Sign as Sign
from derive.printing.sentences import latex_condition as latex_condition
from derive.printing.sentences import latex_equality as latex_equality
from derive.printing.sentences import latex_hypothesis as latex_hypothesis
from derive.printing.sentences import listed as listed
from derive.printing.sentences import markup_condition as markup_condition
from derive.printing.sentences import markup_equality as markup_equality
from derive.printing.sentences import markup_hypothesis as markup_hypothesis
from derive.printing.sentences import sentence_latex as sentence_latex
from derive.printing.sentences import sentence_terms as sentence_terms
from derive.printing.sentences import sentence_text as sentence_text
from derive.printing.sentences import text_condition as text_condition
from derive.printing.sentences import text_equality as text_equality
from derive.printing.sentences import text_hypothesis as text_hypothesis
from derive.printing.sentences import text_shape as text_shape
from derive.printing.text import outline as outline
from derive.printing.text import text as text
