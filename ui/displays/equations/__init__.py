"""Equations with their numbers, term by term, as several pages write them."""
