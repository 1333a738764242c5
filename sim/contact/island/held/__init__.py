"""Islands whose contacts hold."""
