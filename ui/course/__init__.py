"""The dock of the guide through the course."""
