"""The colours of materials that SDF files name and Gazebo has.

Source: media/materials/scripts/gazebo.material of Gazebo 11, their `diffuse`.
"""

from __future__ import annotations

from torseur.sim.multibody.model.shapes import Color

MATERIALS: dict[str, Color] = {
    f"Gazebo/{name}": (*color, 1.0)
    for name, color in {
        "Grey": (0.7, 0.7, 0.7),
        "DarkGrey": (0.175, 0.175, 0.175),
        "White": (1.0, 1.0, 1.0),
        "FlatBlack": (0.1, 0.1, 0.1),
        "Black": (0.0, 0.0, 0.0),
        "Red": (1.0, 0.0, 0.0),
        "RedBright": (0.87, 0.26, 0.07),
        "Green": (0.0, 1.0, 0.0),
        "Blue": (0.0, 0.0, 1.0),
        "SkyBlue": (0.0, 0.0, 1.0),
        "Yellow": (1.0, 1.0, 0.0),
        "ZincYellow": (0.9725, 0.9529, 0.2078),
        "Purple": (1.0, 0.0, 1.0),
        "Turquoise": (0.0, 1.0, 1.0),
        "Orange": (1.0, 0.5088, 0.0468),
        "Gold": (0.8, 0.64869, 0.120759),
        "WhiteGlow": (1.0, 1.0, 1.0),
        "RedGlow": (1.0, 0.0, 0.0),
        "GreenGlow": (0.0, 1.0, 0.0),
        "BlueGlow": (0.0, 0.0, 1.0),
        "YellowGlow": (1.0, 1.0, 0.0),
        "PurpleGlow": (1.0, 0.0, 1.0),
        "TurquoiseGlow": (0.0, 1.0, 1.0),
    }.items()
}
