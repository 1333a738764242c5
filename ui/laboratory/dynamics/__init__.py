"""The pages on dynamics, and the motion that they share."""
