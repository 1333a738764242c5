"""What MuJoCo's compiler makes of a file: arrays by MuJoCo's own names, and where each part stands in the XML."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.multibody.algebra.rotations import rotation_from_quaternion
from torseur.sim.multibody.model.model import Finding
from torseur.sim.texts import tr

from ..faults import Fault, fault, finding_of
from ..isolation import run_isolated
from .compiler_errors import compiler_error
from .files import checked_files
from .places import Places

SECONDS = 240.0  # of processor time: meshes are compiled by several threads
MEGABYTES = 8000
_WORDS = {"jnt": "joint", "key": "pose", "tex": "texture", "mat": "material"}


@dataclass(frozen=True, eq=False, slots=True)
class Compiled:
    """A compiled file. Quaternions are MuJoCo's: w first."""

    path: Path
    words: Mapping[str, Any]
    arrays: Mapping[str, np.ndarray]
    places: Places
    names: Mapping[str, list[str]]  # as given, or made from the kind and a number where the file gives none
    read: tuple[str, ...]  # files of XML that it includes
    named: tuple[str, ...]  # all files that they and it may name
    findings: list[Finding] = field(default_factory=list)

    def __getitem__(self, name: str) -> np.ndarray:
        return self.arrays[name]

    def get(self, name: str) -> np.ndarray:
        """Return an array that older versions of MuJoCo do not have; there, one that holds nothing."""
        return self.arrays.get(name, np.zeros(0))

    def report(self, rule: str, message: str, kind: str = "", i: int = -1) -> None:
        """Record a finding, about the part of this kind and number, about the first of a kind or tag, or about the whole."""
        (path, line), element = ("", 0), ""
        if i >= 0:
            path, line = self.places.of_part(kind, self.words["names"][kind], i)
            element = f"{_WORDS.get(kind, kind)} {self.names[kind][i]!r}"
        elif kind:
            path, line = self.places.of_section(kind)
        message = f"{element}: " + message if element else message
        self.findings.append(finding_of(rule, path or str(self.path), message, line, element))


def compiled(path: Path, readable: Sequence[Path]) -> Compiled:
    """Have MuJoCo compile a file, in a process of its own.

    Raises `ModelError` if MuJoCo is not installed, the file names others outside `readable`, or it cannot be compiled.
    """
    places, read, named, findings, older = checked_files(path, readable)
    if find_spec("mujoco") is None:
        message = tr("MJCF is compiled by MuJoCo, which is not installed; pip install 'torseur[mjcf]'")
        raise fault("mjcf", path, message, wanted=tr("the package mujoco"))
    output = run_isolated(
        "torseur.robots.mjcf.mjcf_worker",
        path,
        {"older": older.contents, "exact": older.exact},
        rule="mjcf",
        task=tr("compile it"),
        seconds=SECONDS,
        megabytes=MEGABYTES,
        environment={"MUJOCO_GL": "disabled"},  # else importing it starts another Python, to look for a library of windows
    )
    with np.load(BytesIO(output), allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    words = json.loads(arrays.pop("words").tobytes())
    if "error" in words:
        problem = " ".join(words["error"].split())
        (file, line), element = places.of_error(problem)
        error = compiler_error(problem, element)
        raise Fault(finding_of("mjcf", file, error.message, line, error.element, error.found, error.wanted))
    names = {kind: _named(kind, of_kind) for kind, of_kind in words["names"].items()}
    findings += older.findings if words["older"] else []
    findings += [_lacking(path, lack, places) for lack in words["lacking"]]
    return Compiled(path, words, arrays, places, names, read, named, findings)


def _lacking(path: Path, lack: Mapping[str, Any], places: Places) -> Finding:
    """Return the finding about a texture or a mesh that could not be read."""
    kind, file, shapes = lack["kind"], lack["file"], lack["shapes"]
    own, line = places.of_file(kind, file)
    consequence = {"texture": tr("what bears it has its plain colour"), "skin": tr("it is left out")}.get(
        kind, tr("1 shape is left out") if shapes == 1 else tr("{shapes} shapes are left out", shapes=shapes)
    )
    message = tr(
        "<{kind}> file={file!r} cannot be read ({lack}); {consequence}",
        kind=kind,
        file=file,
        lack=lack["why"],
        consequence=consequence,
    )
    rule = "texture-missing" if kind == "texture" else "mesh-missing"
    return finding_of(rule, own or path, message, line, f"<{kind}>", file, tr("a file"))


def _named(kind: str, originals: list[str]) -> list[str]:
    """Give a name to what has none: the kind and its number, and an underscore more where that is taken."""
    taken = set(originals)
    names = []
    for i, name in enumerate(originals):
        unique = name or f"{_WORDS.get(kind, kind)}{i}"
        while not name and unique in taken:
            unique += "_"
        taken.add(unique)
        names.append(unique)
    return names


def rotation(quaternion: Array) -> Array:
    """Return the rotation (3, 3) of a quaternion w x y z."""
    return rotation_from_quaternion(np.roll(quaternion / np.linalg.norm(quaternion), -1))


def pose(position: Array, quaternion: Array) -> Array:
    """Return the pose (4, 4) of a position and a quaternion w x y z."""
    placement = np.eye(4)
    placement[:3, :3], placement[:3, 3] = rotation(quaternion), position
    return placement


def at(position: Array) -> Array:
    """Return the pose (4, 4) that only moves."""
    return pose(position, np.array([1.0, 0.0, 0.0, 0.0]))
