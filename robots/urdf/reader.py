"""From a URDF file to a `Model`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from pathlib import Path

from sim.multibody.build import build_model
from sim.multibody.model import Body, Joint, JointKind, Model, Severity

from ..poses import neutral, with_poses
from .document import Document, read_document
from .joints import joint_of
from .leftovers import name_leftovers
from .links import body_of
from .massless import say_massless
from .materials import Materials
from .mesh_files import MeshFiles
from .mimics import followed
from .packages import Packages
from .srdf import ROOT, read_never_touching, read_poses
from .tree import check_names, root_link


def read_urdf(
    path: str | Path,
    *,
    free_flyer: bool = False,
    package_roots: Iterable[str | Path] = (),
    meshes: bool = True,
    apply_up_axis: bool = False,
    srdf: str | Path | None = None,
    home: str = "home",
    start: Mapping[str, Sequence[float]] | None = None,
) -> Model:
    """Read the robot that a URDF file describes.

    package_roots : folders to look for package:// in, after those above the file and before the environment's
    meshes        : False leaves `Mesh.data` None and reads no mesh file
    apply_up_axis : turn COLLADA meshes so that the axis they call up is z; RViz does not
    srdf          : file of reference poses, and of links that never touch; without it, one of the same name beside the file or
                    in ../srdf
    home          : which of those poses is "home", if none bears that name
    start         : where joints are that no pose names: their numbers in q; the base is "root_joint"
    """
    path = Path(path).absolute()
    packages = Packages(path, tuple(Path(folder).absolute() for folder in package_roots))
    files = MeshFiles(packages, meshes, apply_up_axis)
    document = read_document(path)
    name = document.text(document.root, "name")
    base, joints, bodies = _parts(document, files, free_flyer)
    model = build_model(name, bodies, [base, *joints], findings=[*document.findings, *files.notes()], source=str(path))
    rest = neutral(model, {base.name if joint == ROOT else joint: values for joint, values in (start or {}).items()})
    beside = _srdf(path) if srdf is None else Path(srdf)
    poses, findings = read_poses(beside, model, base.name, rest)
    apart, said = read_never_touching(beside, model)
    return replace(with_poses(model, poses, poses.get(home, rest), [*findings, *said]), never_touching=apart)


def _parts(document: Document, files: MeshFiles, free_flyer: bool) -> tuple[Joint, list[Joint], list[Body]]:
    """Read the joint that carries the base, the joints of the file, and the bodies."""
    links = check_names(document, document.root.findall("link"), "link")
    elements = check_names(document, document.root.findall("joint"), "joint")
    read = [(joint_of(document, element), element) for element in elements.values()]
    root = root_link(document, links, read)
    joints = followed(document, read)
    materials = Materials(document)
    bodies = [body_of(document, link, materials, files) for link in links.values()]
    name_leftovers(document)
    say_massless(document, bodies, joints, links)
    if document.root.find("link/visual") is None:
        document.say(Severity.WARNING, document.root, "no link has a <visual>: there is nothing to see but collisions")
    kind = JointKind.FREE_FLYER if free_flyer else JointKind.FIXED
    return Joint(_free_name(ROOT, {*links, *elements}), kind, None, root), joints, bodies


def _free_name(wanted: str, taken: Set[str]) -> str:
    """Return the name wanted, or with the first number that makes it free."""
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted}_{number}"
    return name


def _srdf(path: Path) -> Path | None:
    """Find the file of reference poses where they usually lie."""
    beside = path.with_suffix(".srdf")
    for candidate in (beside, path.parent.parent / "srdf" / beside.name):
        if candidate.is_file():
            return candidate
    return None
