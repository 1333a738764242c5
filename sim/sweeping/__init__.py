"""Sweeps: one scene run many times with some of its values varied, each run a row of a table."""
