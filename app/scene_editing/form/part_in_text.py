"""A part of a scene beside what the scene's text says of it, and which of its shapes, joints and loads the form shows."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from torseur.sim.multibody.model.model import Model
from torseur.sim.simulation.running.scene.scene import Part, Scene
from torseur.sim.simulation.running.scene.scene_text import part_paths

NEW, GONE = "+", "-"  # choices: one more, and without the one that is chosen


@dataclass(frozen=True, slots=True)
class Chosen:
    """Of what a part has several of, which one is shown."""

    joint: str = ""
    shape: int = 0
    body: str = ""
    payload: int = 0


@dataclass(frozen=True, slots=True)
class PartInText:
    """A part of a scene, and what the text says of it."""

    part: Part
    kind: str  # "obstacles", "bodies" or "robots"
    row: Mapping[str, Any]
    said: Mapping[str, Any]  # the whole text

    @property
    def file_unit(self) -> str:
        """The file's unit of angle."""
        return str(self.said.get("angle_unit", "rad"))

    @property
    def shapes(self) -> Sequence[Mapping[str, Any]]:
        """The rows of its shapes; none of a robot."""
        return [self.row["shape"]] if self.kind == "bodies" else self.row.get("shapes", [])

    @property
    def payloads(self) -> list[Mapping[str, Any]]:
        """The rows of what a robot carries."""
        return payload_rows(self.row)

    def known(self, chosen: Chosen) -> Chosen:
        """What is chosen of what there is; the first where that is gone."""
        joints = moving_joints(self.part.model) if self.kind == "robots" else ()
        bodies = self.part.model.body_names if self.kind == "robots" else ()
        return Chosen(
            chosen.joint if chosen.joint in joints else next(iter(joints), ""),
            min(chosen.shape, max(0, len(self.shapes) - 1)),
            chosen.body if chosen.body in bodies else next(iter(bodies), ""),
            min(chosen.payload, max(0, len(self.payloads) - 1)),
        )


def part_of(scene: Scene, body: str) -> Part | None:
    """The part that a body of a scene belongs to; None: it is none of the scene's."""
    owner = body.split("/")[0]
    return next((part for part in scene.parts if part.name == owner), None)


@lru_cache(maxsize=2)
def said_in(text: str) -> Mapping[str, Any]:
    """What a text says, which is not to be changed; read once."""
    return tomllib.loads(text)


def part_in_text(scene: Scene, text: str, part: Part) -> PartInText | None:
    """A part, and what the scene's text says of it; None: nothing."""
    said = said_in(text)
    path = part_paths(said).get(part.name)
    return None if path is None else PartInText(part, path[0], said[path[0]][path[1]], said)


def moving_joints(model: Model) -> tuple[str, ...]:
    """The joints of one degree of freedom, by the robot's own names."""
    return tuple(name for name in model.joint_names if model.joint(name).kind.nv == 1)


def payload_rows(row: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The rows of what a robot's row has it carry."""
    given = row.get("payload")
    return [] if given is None else [given] if isinstance(given, Mapping) else list(given)
