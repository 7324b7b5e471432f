"""How objects are shown: as text, LaTeX and MathML when they are asked for, as Markdown in notebooks.

What is shown of a kind of object stands once, in `derive.showing.objects`; a `Form` writes it in one format.  `attach` gives
every class of `derive.showing.kinds` the two methods that IPython calls, so that no room below knows of notebooks.
"""

from derive.showing.attach import attach as attach
from derive.showing.formats import latex as latex
from derive.showing.formats import mathml as mathml
from derive.showing.formats import text as text
