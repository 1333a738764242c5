"""What screen readers are told of the widgets that we paint ourselves."""
