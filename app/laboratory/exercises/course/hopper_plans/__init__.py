"""Worked exercises on plans through contact, of the lecture's hopper."""
