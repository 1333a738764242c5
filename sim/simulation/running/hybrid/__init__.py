"""Event-driven simulation: smooth motion between events, and impacts at them."""
