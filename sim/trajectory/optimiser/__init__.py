"""Nonlinear programs made of many alike pieces, and IPOPT."""
