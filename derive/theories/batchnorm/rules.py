"""The rules by which BatchNorm and InstanceNorm are rewritten: identities of means and centring."""

from __future__ import annotations

from derive.derivation.derivation import rule
from derive.language.build import identity, mean, norm, ones, var
from derive.theories import algebra
from derive.theories.batchnorm.names import C, N, X, one
from derive.theories.vocabulary import vector

_v = vector("v", N)

TRANSPOSED_MEANS = rule("means of the columns as a matrix product", one * (X.T * one / N).T, one * one.T / N * X)
FACTOR_LEFT = rule("common factor taken out", X - algebra.A * X, (identity(N) - algebra.A) * X, kind="algebra")
CENTRED = rule("centring is a projection", _v - mean(_v) * ones(N), C * _v, [_v])
VARIANCE_AS_NORM = rule("variance as a squared norm", var(_v), norm(C * _v) ** 2 / N, [_v])
