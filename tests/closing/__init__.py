"""Closing the real program: in the middle of each thing it does, by each way there is, and what is left of it afterwards.

`python -m tests.closing [COUNT]` does it COUNT times (50) and prints what each took; tests/app/window/test_closing.py does a few.
"""
