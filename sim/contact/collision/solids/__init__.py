"""Pairs of solids: balls, boxes, cylinders, capsules, planes."""
