"""Timings beside other engines: `python -m tests.bench [PART ...]`, parts in `__main__`. Run by hand, never a gate."""
