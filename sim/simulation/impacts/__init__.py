"""Laws of impact."""
