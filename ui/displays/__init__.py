"""What shows values: tables, plots, formulas."""
