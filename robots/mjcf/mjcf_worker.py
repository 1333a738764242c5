"""The process that has MuJoCo compile an MJCF file, and passes on plain numbers and names."""

from __future__ import annotations

import json
import sys
from io import BytesIO
from typing import Any

import mujoco
import numpy as np

from ..isolation import limit_this_process
from .lacking import Lack, compiled_without
from .textures import pixels_of

ARRAYS = """
body_parentid body_pos body_quat body_ipos body_iquat body_mass body_inertia body_jntnum body_jntadr body_mocapid body_gravcomp
jnt_type jnt_pos jnt_axis jnt_range jnt_limited jnt_stiffness jnt_stiffnesspoly jnt_springyield jnt_qposadr jnt_dofadr
jnt_actfrclimited jnt_actfrcrange qpos0 qpos_spring dof_armature dof_damping dof_dampingpoly dof_frictionloss
geom_type geom_bodyid geom_dataid geom_matid geom_group geom_contype geom_conaffinity geom_size geom_pos geom_quat geom_rgba
geom_friction geom_fluid geom_condim geom_solref geom_solimp geom_margin geom_gap mat_rgba mat_texid mat_texuniform
mat_texrepeat tex_type tex_width tex_height mesh_texcoordadr mesh_texcoordnum mesh_texcoord mesh_facetexcoord
site_bodyid site_pos site_quat mesh_vertadr mesh_vertnum mesh_faceadr mesh_facenum mesh_vert mesh_face mesh_pos mesh_quat
mesh_scale mesh_pathadr hfield_size hfield_nrow hfield_ncol hfield_adr hfield_data key_qpos exclude_signature
actuator_trntype actuator_trnid actuator_gear actuator_ctrllimited actuator_ctrlrange actuator_forcelimited actuator_forcerange
actuator_gaintype actuator_gainprm actuator_biastype
""".split()
NAMED = {
    "body": mujoco.mjtObj.mjOBJ_BODY,
    "jnt": mujoco.mjtObj.mjOBJ_JOINT,
    "geom": mujoco.mjtObj.mjOBJ_GEOM,
    "site": mujoco.mjtObj.mjOBJ_SITE,
    "key": mujoco.mjtObj.mjOBJ_KEY,
    "mesh": mujoco.mjtObj.mjOBJ_MESH,
    "mat": mujoco.mjtObj.mjOBJ_MATERIAL,
    "tex": mujoco.mjtObj.mjOBJ_TEXTURE,
    "actuator": mujoco.mjtObj.mjOBJ_ACTUATOR,
    "eq": mujoco.mjtObj.mjOBJ_EQUALITY,
    "tendon": mujoco.mjtObj.mjOBJ_TENDON,
    "sensor": mujoco.mjtObj.mjOBJ_SENSOR,
    "cam": mujoco.mjtObj.mjOBJ_CAMERA,
    "light": mujoco.mjtObj.mjOBJ_LIGHT,
    "pair": mujoco.mjtObj.mjOBJ_PAIR,
    "flex": mujoco.mjtObj.mjOBJ_FLEX,
    "skin": mujoco.mjtObj.mjOBJ_SKIN,
    "plugin": mujoco.mjtObj.mjOBJ_PLUGIN,
}
_COUNTS = {"jnt": "njnt", "actuator": "nactuator" if hasattr(mujoco.MjModel, "nactuator") else "nu"}


def described(spec: Any, model: Any, lacking: list[Lack]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what there is to say in words, and the arrays."""
    names = {
        kind: [mujoco.mj_id2name(model, code, i) or "" for i in range(getattr(model, _COUNTS.get(kind, f"n{kind}")))]
        for kind, code in NAMED.items()
    }
    moved = [bool(np.any(mesh.refpos != 0.0) or np.any(mesh.refquat != (1.0, 0.0, 0.0, 0.0))) for mesh in spec.meshes]
    option = model.opt
    words = {
        "name": spec.modelname,
        "lacking": lacking,
        "names": names,
        "mesh_files": _files(model, model.mesh_pathadr),
        "texture_files": _files(model, model.tex_pathadr),
        "mesh_moved": moved if len(moved) == model.nmesh else [True] * model.nmesh,
        "mesh_folder": spec.meshdir,
        "texture_folder": spec.texturedir,
        "gravity": list(option.gravity),
        "disabled": [
            name.removeprefix("mjDSBL_").lower()
            for name, bit in mujoco.mjtDisableBit.__members__.items()
            if option.disableflags & int(bit)
        ],
        "fluid": bool(option.density or option.viscosity or np.any(option.wind)),
    }
    arrays = {name: np.asarray(getattr(model, name)) for name in ARRAYS if hasattr(model, name)}
    return words, arrays | pixels_of(model)


def _files(model: Any, places: Any) -> list[str]:
    """Return the names of files as written, empty for what has none."""
    paths = bytes(model.paths)
    return ["" if at < 0 else paths[at : paths.index(b"\0", at)].decode("utf-8", "replace") for at in places]


def _read(request: dict[str, Any]) -> tuple[Any, bool]:
    """Return what MuJoCo reads of the file, and whether it does so only without what older versions read."""
    try:
        return mujoco.MjSpec.from_file(request["path"]), False
    except ValueError:
        if not request["older"]:
            raise
    instead = {path: text.encode() for path, text in request["older"].items()}
    spec = mujoco.MjSpec.from_file(request["path"], include=instead)
    if request["exact"]:
        for mesh in spec.meshes:
            mesh.inertia = mujoco.mjtMeshInertia.mjMESH_INERTIA_EXACT
    return spec, True


def main() -> None:
    """Read the request, and write the answer: numbers as npz, with the words in it as JSON."""
    request = json.load(sys.stdin)
    limit_this_process(request["megabytes"], request["seconds"])
    try:
        spec, older = _read(request)
        model, lacking = compiled_without(spec)
    except ValueError as error:
        words, arrays = dict[str, Any](error=str(error)), dict[str, Any]()
    else:
        words, arrays = described(spec, model, lacking)
        words["older"] = older
    text = np.frombuffer(json.dumps(words).encode(), np.uint8)
    out = BytesIO()
    np.savez(out, words=text, **arrays)
    sys.stdout.buffer.write(out.getvalue())
