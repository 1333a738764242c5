"""Scenes as TOML files: those we ship, and reading them. What a file may say is in `scene_rows`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from ....arrays import frozen
from ....definition.folders import folders_of, folders_stay, packages_of_environment, real
from ....definition.inertia_rows import inertia_fault, matrix_of
from ....definition.shape_rows import ConvexRow, color_of, pose_of, radians_per, shape_of
from ....definition.toml_file import TomlFile, read_toml, toml_of_text
from ....definition.toml_writer import toml_text
from ....errors import ArgumentError, SceneError, TorseurError, UnknownNameError
from ....multibody.model.build import build_model, free_body_model
from ....multibody.model.model import Body, Collision, Finding, Joint, JointKind, Severity, Visual
from ....multibody.model.payload import carriers
from ....size_limits import LARGEST_NUMBER
from ....texts import tr
from .convex_file import convex_shape
from .free_body import free_body_state, solid_center, solid_inertia
from .known_parts import Known
from .robot_in_scene import payload_rows
from .robot_part import ModelLoader, announced_loader, robot_part
from .scene import Material, Part, Scene, make_scene
from .scene_memory import remembered
from .scene_rows import SceneFile
from .settings import Settings
from .start.starting_overlaps import BEGINS_INSIDE, SEEN, starting_overlaps
from .start.starting_spins import with_spin_findings

FIXED_PAYLOAD = "payload-fixed"  # the rule of findings about it
_TOLD = 5  # pairs of bodies that begin inside each other, at most
_SHIPPED = Path(__file__).parents[3] / "scenes"


def scene_names() -> tuple[str, ...]:
    """Names of the scenes we ship."""
    return tuple(sorted(path.stem for path in _SHIPPED.glob("*.toml")))


def scene_title(name: str) -> str:
    """Title of a shipped scene. Raises UnknownNameError."""
    line = re.search(r"^title *=.*$", path_of_scene(name).read_text(encoding="utf-8"), re.MULTILINE)
    return str(tomllib.loads(line[0])["title"]) if line else ""  # to read all of a scene takes a hundred times as long


def load_scene(
    name_or_path: str | Path, load_model: ModelLoader | None = None, *, allowed_folders: Iterable[str | Path] = ()
) -> Scene:
    """Read a scene: one we ship, by its name, or a TOML file.

    One that was read before is given again, in a fraction of the time, as long as its text and the files of its robots and meshes
    are as they were; nothing in it can be changed.
    load_model : how a robot's name or path becomes a Model, with `xacro_args` where the scene has arguments for it, which is
                 asked each time; None: as the installed distribution announces it under the entry point group
                 "torseur.models", with `on_file`, which for Torseur itself is `robots.load`
    allowed_folders : other folders in which the files of its robots may lie; without them, only the scene's own and packages
    Raises UnknownNameError for a name that does not exist, SceneError for a file that cannot be used (naming file and
    line), ModelError for a robot of it that cannot be used.
    """
    file = read_toml(path_of_scene(name_or_path), SceneFile, SceneError, largest=LARGEST_NUMBER)
    return _scene_of(file, load_model, file.path, allowed_folders)


def scene_from_text(
    text: str,
    path: str | Path,
    load_model: ModelLoader | None = None,
    *,
    allowed_folders: Iterable[str | Path] = (),
    holder: str | Path | None = None,
) -> Scene:
    """Read a scene from the text of a TOML file; `path` names it, and is where relative paths in it start.

    holder : the file that holds the text, in whose folder the robots may lie; None: the one of this path
    Raises what `load_scene` raises.
    """
    return _scene_of(toml_of_scene(text, path), load_model, Path(holder or path), allowed_folders)


def scene_of(
    document: Mapping[str, object],
    path: str | Path,
    load_model: ModelLoader | None = None,
    *,
    allowed_folders: Iterable[str | Path] = (),
) -> Scene:
    """The scene whose file says this, keys and values as TOML has them: that of `scene_from_text` for its text.

    Raises what `load_scene` raises.
    """
    text = toml_text(document)
    file = TomlFile(Path(path), text, SceneFile, SceneError, largest=LARGEST_NUMBER, written=document)
    return _scene_of(file, load_model, Path(path), allowed_folders)


def _readable(path: Path, allowed: Iterable[str | Path]) -> list[Path]:
    """The folders, real ones, below which the robots of a file may lie."""
    with folders_stay():
        folders = [*folders_of(path), *packages_of_environment(), *(Path(folder).absolute() for folder in allowed), _SHIPPED]
        return list(dict.fromkeys(map(real, folders)))


def toml_of_scene(text: str, path: str | Path) -> TomlFile[SceneFile]:
    """What the text of a scene's file at a path says. Raises SceneError."""
    return toml_of_text(Path(path), text, SceneFile, SceneError, largest=LARGEST_NUMBER)


def scene_like(scene: Scene, document: Mapping[str, object]) -> Scene:
    """The scene whose file says this, of the same path; what it says as that of another does is taken from there, not read.

    Raises what `load_scene` raises.
    """
    path = Path(scene.path)
    file = TomlFile(path, toml_text(document), SceneFile, SceneError, largest=LARGEST_NUMBER, written=document)
    beside = [Path(part.model.source).parent for part in scene.parts if part.model.source]  # which the scene was let read
    known = Known(cache(lambda: _readable(path, beside)))
    known.note(scene, toml_of_scene(scene.source, path).values, file.values)
    return _read(file, announced_loader(lambda _: None), known, scene)


def _scene_of(
    file: TomlFile[SceneFile], load_model: ModelLoader | None, holder: Path, allowed_folders: Iterable[str | Path]
) -> Scene:
    allowed = tuple(allowed_folders)
    known = Known(cache(lambda: _readable(holder, allowed)))
    if load_model is not None:  # which may read anything
        return _read(file, load_model, known)
    of = file.path, file.text, holder, allowed
    return remembered(of, lambda on_file: _read(file, announced_loader(on_file), known))


def _read(file: TomlFile[SceneFile], load_model: ModelLoader | None, known: Known, like: Scene | None = None) -> Scene:
    rows = file.values
    parts = [known.parts.get(("obstacles", i)) or _obstacle(file, i, known) for i in range(len(rows.obstacles))]
    parts += [known.parts.get(("bodies", i)) or _body(file, i, known) for i in range(len(rows.bodies))]
    parts += [known.parts.get(("robots", i)) or robot_part(file, i, load_model, known) for i in range(len(rows.robots))]
    _refuse_duplicates(file)
    if not parts:
        raise file.error(tr("the scene is empty: it has no obstacles, bodies or robots"))
    try:
        scene = make_scene(
            file.path.stem,
            parts,
            title=rows.title,
            description=rows.description,
            gravity=rows.gravity,
            materials={name: Material(row.friction, row.restitution) for name, row in rows.materials.items()},
            settings=_settings(file),
            duration=rows.duration,
            source=file.text,
            path=str(file.path),
            like=like,
        )
    except ArgumentError as error:
        raise file.error(str(error)) from None
    doubts = (*_overlap_findings(file, scene), *_payload_findings(file, scene))
    scene = replace(scene, findings=(*scene.findings, *doubts))
    return with_spin_findings(scene, scene.settings, lambda body: _line_of(file, scene, body))


def _overlap_findings(file: TomlFile[SceneFile], scene: Scene) -> Iterator[Finding]:
    """Bodies that begin inside each other, each pair at the line of the later one; of many pairs the deepest."""
    found, names = starting_overlaps(scene), scene.model.body_names
    for at, (depth, one, other) in enumerate(found[:_TOLD]):
        more = tr("; {count} pairs more do", count=len(found) - _TOLD) if at == _TOLD - 1 and len(found) > _TOLD else ""
        message = tr(
            "{names!r} and {other_names!r} begin {depth:.3g} m inside each other, more than the {seen:g} m that are seen{more}",
            names=names[one],
            other_names=names[other],
            depth=depth,
            seen=SEEN,
            more=more,
        )
        line = _line_of(file, scene, max(one, other))
        yield Finding(Severity.WARNING, message, str(file.path), line, BEGINS_INSIDE, f"body {names[other]!r}")


def _payload_findings(file: TomlFile[SceneFile], scene: Scene) -> Iterator[Finding]:
    """Payloads on bodies that cannot move, as the `world` of a robot's file is."""
    for i, part in enumerate(scene.parts[len(scene.parts) - len(file.values.robots) :]):
        for row in payload_rows(file, i):
            if row.body not in carriers(part.model):
                message = tr(
                    "the payload of {part!r} is on {body!r}, which cannot move: it changes nothing",
                    part=part.name,
                    body=row.body,
                )
                line = file.line("robots", i, "payload") or 0
                yield Finding(Severity.WARNING, message, str(file.path), line, FIXED_PAYLOAD, f"body {row.body!r}")


def _line_of(file: TomlFile[SceneFile], scene: Scene, body: int) -> int:
    """Where the obstacle, body or robot begins that a body of a scene is of."""
    rows = file.values
    keys = [("obstacles", i) for i in range(len(rows.obstacles))]
    keys += [("bodies", i) for i in range(len(rows.bodies))] + [("robots", i) for i in range(len(rows.robots))]
    owner = [k for k, part in enumerate(scene.parts) for _ in part.model.bodies]
    return file.line(*keys[owner[body]]) or 0


def path_of_scene(name_or_path: str | Path) -> Path:
    """Return the file of a scene, by its name or path. Raises UnknownNameError, SceneError."""
    path = Path(name_or_path)
    if isinstance(name_or_path, str) and len(path.parts) == 1 and not path.suffix:
        shipped = _SHIPPED / f"{name_or_path}.toml"
        if not shipped.is_file():
            raise UnknownNameError("scene", name_or_path, scene_names())
        return shipped
    if not path.exists():
        raise SceneError("there is no such file", path)
    if path.is_dir() or path.suffix.lower() != ".toml":
        raise SceneError("a scene is a file of type .toml", path)
    return path


def _settings(file: TomlFile[SceneFile]) -> Settings:
    fields = {key: value for key, value in msgspec.structs.asdict(file.values.settings).items() if value is not None}
    for key, value in fields.items():
        try:
            Settings(**{key: value})
        except TorseurError as error:
            raise file.error(str(error), "settings", key) from None
    return Settings(**fields)


def _refuse_duplicates(file: TomlFile[SceneFile]) -> None:
    seen: set[str] = set()
    rows = file.values
    names = {
        "obstacles": [row.name for row in rows.obstacles],
        "bodies": [row.name for row in rows.bodies],
        "robots": [row.name for row in rows.robots],
    }
    for key, names_of_kind in names.items():
        for i, name in enumerate(names_of_kind):
            if name in seen:
                raise file.error(tr("a second thing is named {name!r}", name=name), key, i, "name")
            seen.add(name)


def _shape(
    file: TomlFile[SceneFile], row: Any, material: str, color: str, known: Known, *path: str | int
) -> tuple[Visual, Collision]:
    """What a shape looks like and what it touches with; its own colour and material come before its owner's."""
    scene = file.values
    place = path if row.material else (*path[:2], "material")
    material = row.material or material
    if material and material not in scene.materials:
        raise file.error(str(UnknownNameError("material", material, scene.materials, "[materials]")), *place)
    placement = pose_of(row.xyz, row.rpy, radians_per(scene.angle_unit))
    try:
        shape = known.hulls.get(row) or convex_shape(file, row, known, *path) if isinstance(row, ConvexRow) else shape_of(row)
        visual = Visual(shape, placement, name=row.name)
        visual = replace(visual, color=color_of(row.color or color, scene.colors)) if row.color or color else visual
    except ValueError as error:
        raise file.error(str(error), *path) from None
    return visual, Collision(shape, placement, row.name, material)


def _obstacle(file: TomlFile[SceneFile], i: int, known: Known) -> Part:
    obstacle = file.values.obstacles[i]
    pairs = [
        _shape(file, row, obstacle.material, obstacle.color, known, "obstacles", i, "shapes", k)
        for k, row in enumerate(obstacle.shapes)
    ]
    body = Body(obstacle.name, visuals=tuple(v for v, _ in pairs), collisions=tuple(c for _, c in pairs))
    anchor = Joint(obstacle.name, JointKind.FIXED, None, obstacle.name)
    model = known.models.get(("obstacles", i)) or build_model(obstacle.name, [body], [anchor])
    return Part(obstacle.name, model, pose_of(obstacle.xyz, obstacle.rpy, radians_per(file.values.angle_unit)))


def _body(file: TomlFile[SceneFile], i: int, known: Known) -> Part:
    row = file.values.bodies[i]
    if any(row.shape.xyz) or any(row.shape.rpy):
        raise file.error(tr("the shape of a body stays at its origin: place the body instead"), "bodies", i, "shape")
    visual, collision = _shape(file, row.shape, row.material, row.color, known, "bodies", i, "shape")
    if row.com is not None and row.inertia is None:
        message = tr("com wants inertia beside it: that of a uniform solid is about the solid's own centre")
        raise file.error(message, "bodies", i, "com")
    inertia = solid_inertia(visual.shape, row.mass) if row.inertia is None else matrix_of(row.inertia)
    if row.inertia is not None and (fault := inertia_fault(inertia)):
        raise file.error(fault, "bodies", i, "inertia")
    com = solid_center(visual.shape) if row.com is None else frozen(np.array(row.com))
    body = Body(row.name, row.mass, com, frozen(inertia), (visual,), (collision,))
    key = body.mass, body.com.tobytes(), body.inertia.tobytes()
    model = known.models.get(("bodies", i)) or free_body_model(body, known.models.get(key))
    known.models[key] = model
    radians = radians_per(file.values.angle_unit)
    placement = pose_of(row.xyz, row.rpy, radians)
    q, v = free_body_state(placement, np.array(row.velocity), radians * np.array(row.spin))
    return Part(row.name, model, q=q, v=v)
