"""Pages as values: blocks without Qt, and the widgets, HTML and plain text that show them."""
