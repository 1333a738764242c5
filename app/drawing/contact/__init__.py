"""Contacts as they are drawn: points, arrows, labels, the one that is selected, and bounds of loads."""
