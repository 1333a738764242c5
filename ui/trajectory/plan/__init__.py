"""The dock Plan: what came of planning."""
