"""OpenGL: buffers, programs, passes."""
