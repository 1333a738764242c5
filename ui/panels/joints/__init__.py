"""Joint sliders and poses."""
