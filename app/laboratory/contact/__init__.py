"""The pages of the contact laboratory: the contact problem of the instant shown, taken apart."""
