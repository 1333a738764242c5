"""The table that is edited, its frames and its formulas."""
