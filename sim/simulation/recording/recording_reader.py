"""Reading recordings from MCAP files: what was recorded, to the last bit, or a sentence that says what is wrong and where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec

from ...errors import RecordingError, TorseurError
from ...multibody.model.model import Finding, Severity
from ..scene.materials import with_materials
from ..scene.robot_part import ModelLoader
from ..scene.scene import Material, Scene
from ..scene.scene_changes import with_gravity
from ..scene.scene_file import path_of_scene, scene_from_text, scene_names
from ..scene.settings import Settings
from .recorded_bodies import Row, changed_since
from .recorded_messages import check_contacts, check_states, decoded, names_of
from .recording import Recording
from .recording_writer import FORMATS, checksum

if TYPE_CHECKING:
    from .mcap_file import McapFile

_FACTS = ("scene", "source", "settings", "bodies", "nq", "nv", "notes")  # that the metadata of every recording has
_FACTS_SINCE_4 = ("states", "end", "checksum")


def load_recording(
    path: str | Path,
    scene: Scene | None = None,
    load_model: ModelLoader | None = None,
    *,
    allowed_folders: Iterable[str | Path] = (),
) -> Recording:
    """Read a recording from an MCAP file of ours.

    scene      : the scene it was made of, if that was not read from a TOML text
    load_model : as for `load_scene`
    allowed_folders : as for `load_scene`, beside the folder of the recording
    A file that is cut is read up to the last whole chunk of states; `Recording.findings` says how much is missing.
    Raises RecordingError if the file cannot be used, or its scene is not the one given; it names the file and the place in it.
    """
    path = Path(path)
    try:
        with path.open("rb") as stream:
            return _read(stream, path, scene, load_model, allowed_folders)
    except OSError as error:
        raise RecordingError(f"{path}: the recording cannot be read: {error.strerror}") from error


def _read(
    stream: BinaryIO,
    path: Path,
    scene: Scene | None,
    load_model: ModelLoader | None,
    allowed_folders: Iterable[str | Path],
) -> Recording:
    from .mcap_file import McapFile

    file = McapFile(stream, path)
    facts = _facts_of(path, file)
    settings = _settings_of(path, facts)
    scene = _scene_of(path, facts, settings, scene, load_model, allowed_folders)
    recording = Recording(scene, settings)
    _check(path, facts, scene)
    if "numbers" in facts and (
        changed := changed_since(scene, _decoded_fact(path, facts, "numbers", dict[str, list[Row]]))
    ):
        recording.findings += (Finding(Severity.ERROR, changed, str(path)),)
    recording.notes += _decoded_fact(path, facts, "notes", list[str])
    _fill(recording, file, path, facts)
    if file.damaged:
        text = f"its indices, which are for other programs, are damaged ({file.damaged}); its states are as they were recorded"
        recording.findings += (Finding(Severity.WARNING, text, str(path)),)
    return recording


def _scene_of(
    path: Path,
    facts: dict[str, str],
    settings: Settings,
    scene: Scene | None,
    load_model: ModelLoader | None,
    allowed_folders: Iterable[str | Path],
) -> Scene:
    """The scene given, or the one of the text in the file; with the materials and the gravity that it was simulated with."""
    kinds = {"materials": dict[str, Material], "gravity": tuple[float, float, float]}  # older files do not have both
    recorded = {name: _decoded_fact(path, facts, name, kind) for name, kind in kinds.items() if name in facts}
    if scene is None and not facts["source"]:
        raise RecordingError(f"{path}: its scene {facts['scene']!r} was not made from a TOML text; pass scene=…")
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
        raise RecordingError(f"{path}: its scene {facts['scene']!r} cannot be rebuilt: {error}") from error


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


def _facts_of(path: Path, file: McapFile) -> dict[str, str]:
    """What the states belong to: the metadata, whole and as they were written."""
    facts = file.metadata.get("torseur")
    if "torseur plan" in file.metadata:
        raise RecordingError(f"{path}: this is no recording: it holds a plan, which the workspace Trajectory opens")
    if facts is None and file.cut:
        raise RecordingError(f"{path}: {_cut_too_early(file.cut)}")
    if facts is None:
        raise RecordingError(f"{path}: this MCAP file is not a recording of Torseur: it has no metadata 'torseur'")
    if facts.get("format") not in FORMATS:
        raise RecordingError(
            f"{path}: it is in format {facts.get('format')!r} of recordings; this version reads {', '.join(FORMATS)}"
        )
    numbered = _is_numbered(facts)
    missing = [name for name in (*_FACTS, *(_FACTS_SINCE_4 if numbered else ())) if name not in facts]
    if missing:
        raise RecordingError(f"{path}: its metadata has no {missing[0]!r}; it has: {names_of(facts)}")
    if numbered and facts["checksum"] != checksum(facts):
        raise RecordingError(f"{path}: its metadata is not what was written: the checksum is another")
    return facts


def _is_numbered(facts: Mapping[str, str]) -> bool:
    """Whether messages have numbers and the metadata a checksum: since format 4."""
    return facts["format"] not in ("2", "3")


def _decoded_fact(path: Path, facts: Mapping[str, str], name: str, kind: Any) -> Any:
    try:
        return msgspec.json.decode(facts[name], type=kind)
    except msgspec.MsgspecError as error:
        raise RecordingError(f"{path}: {name!r} of its metadata cannot be read: {error}") from None


def _settings_of(path: Path, facts: dict[str, str]) -> Settings:
    values = _decoded_fact(path, facts, "settings", dict[str, Any])
    try:
        return Settings(**values)
    except TypeError as error:
        raise RecordingError(f"{path}: its settings are of another version: {error}") from error
    except TorseurError as error:
        raise RecordingError(f"{path}: {error}") from error


def _check(path: Path, facts: dict[str, str], scene: Scene) -> None:
    """Raise unless the scene has the bodies and numbers that were recorded."""
    nq, nv = (_decoded_fact(path, facts, name, int) for name in ("nq", "nv"))
    bodies = tuple(_decoded_fact(path, facts, "bodies", list[str]))
    found = (scene.model.nq, scene.model.nv, scene.model.body_names)
    if (nq, nv, bodies) != found:
        raise RecordingError(
            f"{path}: it was made with nq = {nq}, nv = {nv} and {len(bodies)} bodies; scene "
            f"{scene.name!r} has nq = {found[0]}, nv = {found[1]} and {len(found[2])} bodies"
        )


def _fill(recording: Recording, file: McapFile, path: Path, facts: Mapping[str, str]) -> None:
    """Append all states and their contacts; of a cut file those that are surely whole, with a finding."""
    numbered = _is_numbered(facts)
    states: list[dict[str, Any]] = []
    contacts: dict[int, dict[str, Any]] = {}
    found: Counter[str] = Counter()
    for message in file.messages():
        found[message.topic] += 1
        if message.topic == "/state":
            if numbered and message.number != len(states):
                raise RecordingError(
                    f"{path}: state {len(states)} is missing: the file goes on with state {message.number}"
                )
            states.append(decoded(message.data, f"{path}: state {len(states)}"))
        elif message.topic == "/contacts":
            of = message.number if numbered else len(states) - 1
            if of != len(states) - 1 or of < 0 or of in contacts:
                raise RecordingError(f"{path}: contacts of state {of} stand after state {len(states) - 1}")
            if "repeats" in states[-1]:
                raise RecordingError(f"{path}: state {of} repeats the one before, and has contacts of its own")
            contacts[of] = decoded(message.data, f"{path}: the contacts of state {of}")
    if file.cut and states:
        contacts.pop(len(states) - 1, None)
        states.pop()  # what is missing might have been of it
    if not states:
        raise RecordingError(f"{path}: {_cut_too_early(file.cut) if file.cut else 'it has no states'}")
    check_states(states, recording.scene, path)
    check_contacts(contacts, recording.scene, path)
    recording.fill(states, contacts)
    if file.cut:
        recording.findings += (_missing(recording, file.cut, path, facts),)
    else:
        _check_counts(path, facts, file, found)


def _check_counts(path: Path, facts: Mapping[str, str], file: McapFile, found: Mapping[str, int]) -> None:
    """Raise unless there are as many messages as were written."""
    states = {"/state": _decoded_fact(path, facts, "states", int)} if "states" in facts else {}
    for topic, count in {**file.counts, **states}.items():
        if found.get(topic, 0) != count:
            raise RecordingError(f"{path}: it has {found.get(topic, 0)} messages of {topic}, and {count} were written")


def _missing(recording: Recording, cut: str, path: Path, facts: Mapping[str, str]) -> Finding:
    """What is missing of a file that was cut."""
    n, t = len(recording), float(recording.t[-1])
    if "states" in facts:
        states, end = _decoded_fact(path, facts, "states", int), _decoded_fact(path, facts, "end", float)
        text = f"the first {n} of {states} states are here, to t = {t:.9g} of {end:.9g} s"
    else:
        text = f"its first {n} states are here, to t = {t:.9g} s; how many are missing is not known"
    return Finding(Severity.ERROR, f"the file is cut ({cut}): {text}", str(path))


def _cut_too_early(cut: str) -> str:
    return f"the file is cut before its first states ({cut})"
