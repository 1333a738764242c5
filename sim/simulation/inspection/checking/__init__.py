"""Whether the states of a recording obey what they are to obey: contact laws, balances, and what is known of their errors."""
