"""From a seed and a number to a file: always the same one."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from lxml import etree

from torseur import robots
from torseur.robots.gallery import gallery_share
from torseur.robots.urdf.urdf_reader import srdf_of

from .damage import broken
from .doubt_classes import DOUBTS, doubtful
from .elements import made_of_others, mutated, with_texts
from .ground import SUFFIXES, box_file
from .recordings import CUTS, FLIPS, SUFFIX, Recordings
from .tables import changed

ROOT = Path(__file__).parents[2]
SHIPPED = sorted((ROOT / "sim" / "scenes" / "models").glob("*.urdf"))
GALLERY_URDF = (
    "ur5",
    "double_pendulum",
    "asr_twodof",
    "finger_edu",
    "borinot",
    "hector",
    "iris",
    "so101",
    "z1",
    "xarm7",
    "panda",
    "hextilt",
    "simple_humanoid",
    "anymal_b",
    "go2",
    "pr2",
)
WITH_POSES = ("finger_edu", "borinot", "hextilt", "z1", "panda", "simple_humanoid")

MESH_ROBOT = """<robot name="r"><link name="l">
<visual><geometry><mesh filename="mesh.{0}"/></geometry></visual>
<collision><geometry><mesh filename="mesh.{0}"/></geometry></collision>
</link></robot>"""

NAMES = {"urdf": "robot.urdf", "xacro": "robot.xacro", "mjcf": "robot.xml", "sdf": "robot.sdf"}

# How many files of each kind are tried.
COUNTS = {
    "elements": 10_000,
    "bytes": 2_000,
    "tables": 600,
    "poses": 300,
    "meshes": 500,
    FLIPS: 1_500,
    CUTS: 500,
    "xacro": 40,
    "mjcf": 40,
    "sdf": 600,
    "doubtful": 10 * len(DOUBTS),
}


@dataclass(frozen=True, slots=True)
class Case:
    """A file to try, and what lies beside it."""

    name: str  # of the file
    base: str  # what was changed
    content: bytes
    meshes: bool = False  # whether meshes are read
    beside: Mapping[str, bytes] | None = None
    opens: str = ""  # the rule of a finding that it has to open with


class Cases:
    """The robots and recordings that are changed, and their changes."""

    def __init__(self, seed: int, outside: Path, recordings: Recordings | None = None) -> None:
        """Read the robots.

        outside    : a folder that nothing may be read from, which meshes are looked for in
        recordings : without them, there are no files of their kinds
        """
        self.seed = seed
        self.outside = str(outside).encode()
        self.recordings = recordings
        self.urdf = {path.stem: _urdf(path) for path in SHIPPED}
        self.urdf |= {name: _urdf(_described(name)) for name in _in_gallery(GALLERY_URDF)}
        self.tables = {name: _described(name).read_text() for name in robots.names() if _described(name).suffix == ".toml"}
        self.poses = {name: srdf_of(_described(name)) for name in _in_gallery(WITH_POSES)}
        self.meshes = {suffix: box_file(suffix) for suffix in SUFFIXES}
        self.others = {
            suffix: _here(name) for suffix, name in (("xacro", "arm.urdf.xacro"), ("mjcf", "leg.xml"), ("sdf", "arm.sdf"))
        }
        self.weights = [1.0 / len(etree.tostring(root)) ** 0.7 for root in self.urdf.values()]  # large files take long

    def case(self, kind: str, number: int) -> Case:
        """Return the file of this kind and number."""
        rng = random.Random(f"{self.seed} {kind} {number}")
        name = rng.choices(list(self.urdf), self.weights)[0]
        match kind:
            case "elements":
                content = mutated(self.urdf[name], rng).replace(b"{outside}", self.outside)
                return Case("robot.urdf", name, content, meshes=number % 2 == 0)
            case "doubtful":
                return self._doubtful(number, rng)
            case "bytes":
                return Case("robot.urdf", name, broken(etree.tostring(self.urdf[name]), rng), meshes=number % 2 == 0)
            case "tables":
                name = rng.choice(list(self.tables))
                text = self.tables[name]
                content = broken(text.encode(), rng) if rng.random() < 0.2 else changed(text, rng)
                return Case("robot.toml", name, content)
            case "poses":
                name = rng.choice(list(self.poses))
                root = etree.parse(str(self.poses[name])).getroot()
                poses = broken(etree.tostring(root), rng) if rng.random() < 0.2 else mutated(root, rng)
                return Case("robot.urdf", name, etree.tostring(self.urdf[name]), beside={"robot.srdf": poses})
            case "meshes":
                suffix = rng.choice(SUFFIXES)
                content = MESH_ROBOT.format(suffix).encode()
                return Case("robot.urdf", suffix, content, True, {f"mesh.{suffix}": broken(self.meshes[suffix], rng)})
            case "sdf":
                root = with_texts(self.others[kind], rng)
                if rng.random() < 0.1:
                    root = made_of_others(root, rng)
                change = rng.random()
                content = etree.tostring(root) if change < 0.5 else mutated(root, rng)
                content = broken(content, rng) if change > 0.9 else content
                content, part = content.replace(b"{outside}", self.outside), etree.tostring(self.others[kind])
                return Case(NAMES[kind], kind, content, meshes=number % 2 == 0, beside={"part.sdf": part})
            case "flips" | "cuts" if self.recordings is not None:
                name, content = self.recordings.damaged(kind, rng)
                return Case(f"recording{SUFFIX}", name, content)
            case _:
                root = self.others[kind]
                content = broken(etree.tostring(root), rng) if rng.random() < 0.2 else mutated(root, rng)
                return Case(NAMES[kind], kind, content, meshes=True)

    def _doubtful(self, number: int, rng: random.Random) -> Case:
        """Return a robot of one of the classes of doubts: of the first of each that alone, of others with more changes."""
        alone, doubt = number < len(DOUBTS), DOUBTS[number % len(DOUBTS)]
        for name in rng.sample(sorted(self.urdf), len(self.urdf)):
            root = self.others.get(doubt.kind, self.urdf[name])
            if not alone:
                try:
                    root = etree.fromstring(mutated(root, rng))
                except etree.XMLSyntaxError:
                    continue
            content = doubtful(root, number % len(DOUBTS), rng)
            if content is not None:
                opens = doubt.rule if alone else ""
                base = name if doubt.kind == "urdf" else doubt.kind
                return Case(NAMES[doubt.kind], base, content, True, doubt.beside, opens)
        raise LookupError(f"no robot can have the doubt {doubt}")

    def numbers(self, kind: str, share: float = 1.0) -> range:
        """Return the numbers of the files of a kind; none if there is nothing to change."""
        lacking = (kind == "poses" and not self.poses) or (kind in (FLIPS, CUTS) and self.recordings is None)
        return range(0 if lacking else round(share * COUNTS[kind]))


def _in_gallery(names: tuple[str, ...]) -> tuple[str, ...]:
    return names if gallery_share() is not None else ()


def _described(name: str) -> Path:
    return robots.describe(name).path


def _here(name: str) -> etree._Element:
    return etree.parse(str(Path(__file__).parent / name)).getroot()


def _urdf(path: Path) -> etree._Element:
    """Return a robot with small meshes in place of its own."""
    root = etree.parse(str(path)).getroot()
    for i, mesh in enumerate(root.iter("mesh")):
        suffix = SUFFIXES[i % len(SUFFIXES)]
        mesh.set("filename", f"package://fuzzed/meshes/part.{suffix}" if i % 2 else f"../meshes/part.{suffix}")
    return root
