"""What is changed of a state: materials, masses and a wrench, as the user typed them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from torseur.sim.texts import tr
from torseur.ui.text.number_text import as_shown

from ....documents.body_names import bare_names

if TYPE_CHECKING:
    from torseur.sim.simulation.running.scene.scene import Scene

LETTERS = {"friction": "μ", "restitution": "e"}


@dataclass(frozen=True)
class Edit:
    """Only what differs from the scene is in it."""

    friction: Mapping[str, float] = field(default_factory=dict)  # by material
    restitution: Mapping[str, float] = field(default_factory=dict)
    mass: Mapping[str, float] = field(default_factory=dict)  # by body [kg]
    wrench: Mapping[str, tuple[float, ...]] = field(default_factory=dict)  # (6,) by body [N, N m]

    def with_material(self, scene: Scene, name: str, key: str, number: float) -> Edit:
        """With μ or e of a material."""
        changed = _with(getattr(self, key), name, number, getattr(scene.materials[name], key))
        return replace(self, friction=changed) if key == "friction" else replace(self, restitution=changed)

    def with_mass(self, scene: Scene, body: str, mass: float) -> Edit:
        """With the mass of a body [kg]."""
        return replace(self, mass=_with(self.mass, body, mass, masses(scene)[body]))

    def with_wrench(self, body: str, wrench: np.ndarray) -> Edit:
        """With a wrench (6,) on a body [N, N m]."""
        numbers = tuple(float(x) for x in wrench)
        return replace(self, wrench=_with(self.wrench, body, numbers, (0.0,) * 6))

    @property
    def asked(self) -> dict[str, Any]:
        """As `frame_with` and `start_branch` take it."""
        found = {"friction": self.friction, "restitution": self.restitution, "mass": self.mass, "wrench": self.wrench}
        return {name: dict(value) for name, value in found.items() if value}

    def words(self, scene: Scene) -> tuple[str, ...]:
        """What differs from the scene, each in words."""
        names, own = bare_names(scene.model.body_names), masses(scene)
        found = [
            tr(
                "{letter} of {name} {old} → {new}",
                letter=letter,
                name=name or tr("default"),
                old=_text(getattr(scene.materials[name], key)),
                new=_text(number),
            )
            for key, letter in LETTERS.items()
            for name, number in getattr(self, key).items()
        ]
        found += [
            tr("mass of {body} {old} → {new} kg", body=names[body], old=_text(own[body]), new=_text(mass))
            for body, mass in self.mass.items()
        ]
        for body, wrench in self.wrench.items():
            parts = ((tr("force on {body} ({numbers}) N"), wrench[:3]), (tr("moment on {body} ({numbers}) N·m"), wrench[3:]))
            found += [text.format(body=names[body], numbers=", ".join(map(_text, part))) for text, part in parts if any(part)]
        return tuple(found)


def masses(scene: Scene) -> dict[str, float]:
    """The bodies that move and have mass, and it [kg]."""
    model = scene.model
    moves = [row != 0 for row in model.frame_row[: len(model.bodies)]]  # 0 is the world's
    return {body.name: float(body.mass) for body, one in zip(model.bodies, moves, strict=True) if one and body.mass > 0.0}


def _with(known: Mapping[str, Any], name: str, value: Any, own: Any) -> dict[str, Any]:
    """With one more, or without it where it is what the scene has."""
    rest = {key: number for key, number in known.items() if key != name}
    return rest if value == own else {**rest, name: value}


def _text(x: float) -> str:
    return as_shown(f"{x:.4g}")
