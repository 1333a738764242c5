"""Known robots of published packages, and what is found in them."""
