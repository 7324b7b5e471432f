"""The ellipsoid of LayerNorm for the gains of a real network, in float64: `ellipsoid` has it, `gains` reads files."""
