"""Forces, accelerations, the mass matrix, energies and momenta."""
