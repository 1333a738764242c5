"""What is selected in a scene as a form, and the lines of it as edits of the scene's text."""
