"""One scene simulated by several schemes, beside its exact motion where there is a closed form: differences, impacts, orders."""
