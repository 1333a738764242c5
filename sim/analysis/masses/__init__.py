"""Whether masses and inertias are plausible."""
