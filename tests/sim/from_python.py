"""Kernels of tests: functions that call one of ours, compiled when Python calls them, for whatever arguments."""

from functools import partial

from torseur.sim.kernel import compiler

called_from_python = partial(compiler, _nrt=True)
