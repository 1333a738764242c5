"""The command that draws a scene or a recording into a picture or a video."""
