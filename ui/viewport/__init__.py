"""The 3-D view: a renderer that knows no Qt, and the widget around it.

PyOpenGL asks the driver for an error after every call, unless told otherwise before `OpenGL.GL` is first imported. That
makes drivers wait and doubles what a frame costs in Python, so it is turned off here, where it comes before any module
of this room, and `gl.check` asks once a frame instead.
"""

import OpenGL

OpenGL.ERROR_CHECKING = False
OpenGL.ERROR_LOGGING = False
