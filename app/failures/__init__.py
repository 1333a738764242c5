"""What goes wrong in the program itself: kept in a log on this machine, and told in the window. Nothing is sent anywhere."""
