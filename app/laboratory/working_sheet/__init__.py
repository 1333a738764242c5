"""Blocks of pages that are kept, with own words between: to be read again, printed, and gone back to."""
