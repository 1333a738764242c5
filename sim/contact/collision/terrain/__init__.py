"""Height fields."""
