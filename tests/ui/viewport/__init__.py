"""Tests of the 3-D view."""
