"""The pages of the laboratory, between what is shown and the session."""
