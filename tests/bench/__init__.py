"""Timings beside other engines: `python -m tests.bench [multibody] [contact] [window]`. Run by hand, never a gate."""
