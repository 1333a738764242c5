"""What the states of a file belong to, from its metadata: settings, scene, materials, gravity."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ...errors import RecordingError, TorseurError
from ...texts import tr
from ..running.scene.materials import with_materials
from ..running.scene.robot_part import ModelLoader
from ..running.scene.scene import Material, Scene
from ..running.scene.scene_changes import with_gravity
from ..running.scene.scene_file import path_of_scene, scene_from_text, scene_names
from ..running.scene.settings import Settings
from .recorded_messages import names_of
from .recording_writer import FORMATS, checksum

if TYPE_CHECKING:
    from .mcap_file import McapFile

_FACTS = ("scene", "source", "settings", "bodies", "nq", "nv", "notes")  # that the metadata of every recording has
_FACTS_SINCE_4 = ("states", "end", "checksum")
OLD_JOURNAL = "journal"
"""The format of a journal of before format 7; since then it is that of recordings, and `states` and `end` are missing."""


def scene_of(
    path: Path,
    facts: dict[str, str],
    settings: Settings,
    scene: Scene | None,
    load_model: ModelLoader | None,
    allowed_folders: Iterable[str | Path],
) -> Scene:
    """The scene given, or the one of the text in the file; with the materials and the gravity that it was simulated with.

    Raises RecordingError.
    """
    kinds = {"materials": dict[str, Material], "gravity": tuple[float, float, float]}  # older files do not have both
    recorded = {name: decoded_fact(path, facts, name, kind) for name, kind in kinds.items() if name in facts}
    if scene is None and not facts["source"]:
        raise RecordingError(
            "{path}: its scene {facts!r} was not made from a TOML text; pass scene=…", path=path, facts=facts["scene"]
        )
    try:
        if scene is None:
            file = _scene_file(path, facts)
            scene = scene_from_text(facts["source"], file, load_model, allowed_folders=allowed_folders, holder=path)
        materials = recorded.get("materials", {})
        if any(scene.materials.get(name) != material for name, material in materials.items()):
            scene = with_materials(scene, materials, settings)
        gravity = recorded.get("gravity", scene.gravity)
        return scene if gravity == scene.gravity else with_gravity(scene, gravity)
    except TorseurError as error:
        raise RecordingError(
            "{path}: its scene {facts!r} cannot be rebuilt: {error}", path=path, facts=facts["scene"], error=error
        ) from error


def _scene_file(path: Path, facts: dict[str, str]) -> Path:
    """Where relative paths in the scene start: at the scene that we ship or that it was made of, else beside the recording."""
    recorded = Path(facts.get("path", ""))
    if facts["scene"] in scene_names():
        shipped = path_of_scene(facts["scene"])
        if shipped.read_text(encoding="utf-8") == facts["source"]:
            return shipped
    if recorded.is_absolute() and recorded.suffix == ".toml" and recorded.is_file():
        return recorded
    return path.parent / f"{facts['scene']}.toml"


def facts_of(path: Path, file: McapFile) -> dict[str, str]:
    """The metadata, whole and as it was written. Raises RecordingError."""
    facts = file.metadata.get("torseur")
    if "torseur plan" in file.metadata:
        raise RecordingError("{path}: this is no recording: it holds a plan, which the workspace Trajectory opens", path=path)
    if facts is None and file.cut:
        raise RecordingError("{path}: {why}", path=path, why=cut_too_early(file.cut))
    if facts is None:
        raise RecordingError("{path}: this MCAP file is not a recording of Torseur: it has no metadata 'torseur'", path=path)
    if facts.get("format") not in (*FORMATS, OLD_JOURNAL):
        raise RecordingError(
            "{path}: it is in format {format!r} of recordings; this version reads {formats}",
            path=path,
            format=facts.get("format"),
            formats=", ".join(FORMATS),
        )
    numbered = is_numbered(facts)
    more = ("checksum",) if has_blocks(facts) else _FACTS_SINCE_4 if numbered else ()
    missing = [name for name in (*_FACTS, *more) if name not in facts]
    if missing:
        raise RecordingError(
            "{path}: its metadata has no {missing!r}; it has: {names}", path=path, missing=missing[0], names=names_of(facts)
        )
    if numbered and facts["checksum"] != checksum(facts):
        raise RecordingError("{path}: its metadata is not what was written: the checksum is another", path=path)
    return facts


def is_numbered(facts: Mapping[str, str]) -> bool:
    """Whether messages have numbers and the metadata a checksum: since format 4."""
    return facts["format"] not in ("2", "3")


def has_blocks(facts: Mapping[str, str]) -> bool:
    """Whether states are kept in blocks, since format 7 and in every journal; else there is a message a state."""
    return facts["format"] in ("7", OLD_JOURNAL)


def decoded_fact(path: Path, facts: Mapping[str, str], name: str, kind: Any) -> Any:
    """What one of them says, as what it has to be. Raises RecordingError."""
    try:
        return msgspec.json.decode(facts[name], type=kind)
    except msgspec.MsgspecError as error:
        raise RecordingError(
            "{path}: {name!r} of its metadata cannot be read: {error}", path=path, name=name, error=error
        ) from None


def settings_of(path: Path, facts: dict[str, str]) -> Settings:
    """The settings that it was simulated with. Raises RecordingError."""
    values = decoded_fact(path, facts, "settings", dict[str, Any])
    try:
        return Settings(**values)
    except TypeError as error:
        raise RecordingError("{path}: its settings are of another version: {error}", path=path, error=error) from error
    except TorseurError as error:
        raise RecordingError("{path}: {why}", path=path, why=error) from error


def check_model(path: Path, facts: dict[str, str], scene: Scene) -> None:
    """Raise RecordingError unless the scene has the bodies and numbers that were recorded."""
    nq, nv = (decoded_fact(path, facts, name, int) for name in ("nq", "nv"))
    bodies = tuple(decoded_fact(path, facts, "bodies", list[str]))
    found = (scene.model.nq, scene.model.nv, scene.model.body_names)
    if (nq, nv, bodies) != found:
        raise RecordingError(
            "{path}: it was made with nq = {nq}, nv = {nv} and {count} bodies; scene {scene!r} has nq = {found}, nv = "
            "{found_2} and {found_count} bodies",
            path=path,
            nq=nq,
            nv=nv,
            count=len(bodies),
            scene=scene.name,
            found=found[0],
            found_2=found[1],
            found_count=len(found[2]),
        )


def cut_too_early(cut: str) -> str:
    """What is said of a file that is cut so early that it has no states."""
    return tr("the file is cut before its first states ({cut})", cut=cut)
