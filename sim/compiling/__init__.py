"""How kernels become machine code: a target of our own beside Numba's, code linked by symbol, and the files that keep it."""
