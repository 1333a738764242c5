"""Several contacts at once: what acts on the joints, which forces are one of many, and what a regularisation picks."""
