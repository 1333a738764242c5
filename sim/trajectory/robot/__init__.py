"""Any robot of a Model as a hybrid system: its dynamics in CasADi, what touches, modes and impacts."""
