"""What the user and the controller ask of a scene."""
