"""The recursive Newton-Euler algorithm, step by step."""
