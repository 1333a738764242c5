"""What is put into the view."""
