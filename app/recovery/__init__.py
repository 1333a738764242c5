"""What is open is kept on the disk while the program runs, and offered at the next start if it did not end well."""
