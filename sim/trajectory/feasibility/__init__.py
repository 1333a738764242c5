"""Why a request cannot be met, or was not: proofs in closed form, and what was tried."""
