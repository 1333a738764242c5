"""One contact problem as a value, and the methods that solve it."""
