"""Clauses as sentences."""

from __future__ import annotations


def capitalised(clause: str) -> str:
    """A clause with a capital letter."""
    return clause[:1].upper() + clause[1:]


def sentence(clause: str) -> str:
    """A clause with a capital letter, and a full stop unless it has one, or goes on…"""
    return capitalised(clause) + ("" if clause.endswith((".", "…")) else ".")
