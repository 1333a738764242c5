"""Integrators of smooth motion."""
