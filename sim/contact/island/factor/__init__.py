"""Factors of matrices of large islands: blocks of trees, eliminated in an order in which few fill in."""
