"""The mouse in the view: picking, handles, tools."""
