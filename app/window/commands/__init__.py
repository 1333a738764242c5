"""What menus, keys and the command palette run: a table, and the commands in it."""
