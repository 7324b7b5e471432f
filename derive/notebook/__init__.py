"""IPython: ``%load_ext derive`` gives ``%derive`` and ``%%derive``, declarations and relations decided in a notebook."""

from derive.notebook.magics import load as load
from derive.notebook.session import Answers as Answers
from derive.notebook.session import Session as Session
