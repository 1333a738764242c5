"""What is on the pages of the contact laboratory."""
