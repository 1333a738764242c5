"""What lies over the picture: labels, cards, legend."""
