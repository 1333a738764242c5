"""What is done beside the window: threads, helper processes, compiling."""
