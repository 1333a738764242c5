"""One contact by hand: its two cases, the corner of force and separation, M and d term by term, and what jumps."""
