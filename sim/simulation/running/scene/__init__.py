"""What is simulated: the scene, its materials and settings, and its file."""
