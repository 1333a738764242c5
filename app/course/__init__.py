"""The guide through the five texts of the course: where each of their ideas is seen, and how it is set up."""
