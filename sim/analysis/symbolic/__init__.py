"""Kinematics as formulas: chains, polynomials in sines and cosines, their factors."""
