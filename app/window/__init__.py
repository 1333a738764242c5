"""The main window: docks, menus, commands, workspaces."""
