"""A scene that begins with a ball 0.2 m inside a box that is heavy enough to stay."""

PAIR = """\
gravity = [0.0, 0.0, 0.0]
[[bodies]]
name = "ball"
shape = { shape = "sphere", radius = 0.5 }
mass = 1.0
[[bodies]]
name = "box"
shape = { shape = "box", size = [1.0, 1.0, 1.0] }
mass = 1e9
xyz = [0.8, 0.0, 0.0]
"""
