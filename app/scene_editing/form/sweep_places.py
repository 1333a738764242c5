"""Where the scene's file has the numbers of a form's line, as a sweep names their places."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from torseur.sim.simulation.running.scene.scene_values import quoted

from .part_in_text import Chosen, PartInText
from .text_entries import at

OF_SCENE = {"duration": ("duration",), "gravity": tuple(f"gravity[{i}]" for i in range(3))}  # by the line's key
_INERTIA = {"inertia.moments": ("xx", "yy", "zz"), "inertia.products": ("xy", "xz", "yz")}
_JOINT = {"start": ("q",), "velocity": ("v",), **{key: ("controller", key) for key in ("target", "stiffness", "damping")}}


def sweep_places(one: PartInText, key: str, chosen: Chosen) -> tuple[str, ...]:
    """The place of each number of a line, "" for one that the file does not say; angles of a pose are varied together."""
    own, chosen = f"{one.kind}.{quoted(one.part.name)}", one.known(chosen)
    kind, _, name = key.partition(".")
    if key == "xyz":
        return tuple(f"{own}.xyz[{i}]" for i in range(3))
    if key == "rpy":
        return (f"{own}.rpy",) * 3
    if key in _INERTIA:
        return tuple(f"{own}.inertia.{entry}" if entry in one.row["inertia"] else "" for entry in _INERTIA[key])
    if kind == "joint":
        keys = _JOINT[name]
        places = _places(f"{own}.{'.'.join(keys)}", at(one.row, keys))
        in_q, in_v = one.part.model.joint_slices()[chosen.joint]
        return places if len(places) < 2 else places[(in_q if name in ("start", "target") else in_v)]
    if kind == "shape":
        shape = "shape" if one.kind == "bodies" else f"shapes[{chosen.shape}]"
        said = () if name in ("xyz", "rpy") else one.shapes[chosen.shape].get(name)
        return _places(f"{own}.{shape}.{name}", said)
    if kind == "payload":
        payload = "payload" if isinstance(one.row["payload"], Mapping) else f"payload[{chosen.payload}]"
        return _places(f"{own}.{payload}.{name}", one.payloads[chosen.payload].get(name))
    return _places(f"{own}.{key}", one.row.get(key))


def _places(place: str, said: Any) -> tuple[str, ...]:
    """Of a number, or of each of a list."""
    if isinstance(said, list):
        return tuple(f"{place}[{i}]" for i in range(len(said)))
    return (place,) if isinstance(said, int | float) else ()
