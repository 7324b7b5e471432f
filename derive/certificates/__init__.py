"""Certificates: what is claimed and what shows it, as JSON for programs that share nothing with this one.

`FORMAT.md` beside this file is the specification.  Terms are written by `derive.certificates.notation`, statements by
`derive.certificates.statements`, what establishes them by `derive.certificates.certificate`; `derive.certificates.write`
makes files of it all.  The verifier reads them;
that writing loses nothing is tested by reading it again.
"""
