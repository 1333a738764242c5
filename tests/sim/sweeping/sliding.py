"""A block that slides on a floor under a gravity that leans: as on a slope."""

import functools

from torseur import sim

TEXT = """
duration = 0.2
gravity = [4.905, 0.0, -8.495709]
[materials.floor]
friction = 1.0
[materials.block]
friction = 0.09
[[obstacles]]
name = "floor"
material = "floor"
shapes = [{ shape = "plane" }]
[[bodies]]
name = "block"
shape = { shape = "box", size = [0.2, 0.2, 0.1] }
mass = 2.0
xyz = [0.0, 0.0, 0.05]
material = "block"
"""


@functools.cache
def sliding_block():
    return sim.scene_from_text(TEXT, "sliding.toml")
