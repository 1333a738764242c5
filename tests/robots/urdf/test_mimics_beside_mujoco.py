"""Joints that follow others have no numbers of their own here; MuJoCo gives them some and holds them by constraints."""

import numpy as np
import pytest

from torseur import robots, sim

mujoco = pytest.importorskip("mujoco")


def as_mujoco_reads(path):
    """Return MuJoCo's model of a URDF file, its masses alone, and its data."""
    spec = mujoco.MjSpec.from_file(path)
    spec.compiler.inertiafromgeom = mujoco.mjtInertiaFromGeom.mjINERTIAFROMGEOM_FALSE
    for part in [*spec.geoms, *spec.meshes]:
        spec.delete(part)
    model = spec.compile()
    return model, mujoco.MjData(model)


@pytest.mark.parametrize("name", ["panda", "tiago_pro"])
@pytest.mark.slow
def test_mujoco_has_one_more_degree_for_each_joint_that_follows_and_the_same_dynamics_where_it_does(name):
    model = robots.load(name, meshes=False, free_flyer=False)
    theirs, data = as_mujoco_reads(model.source)
    following = [joint for joint in model.joints if joint.mimic]
    assert theirs.nv == model.nv + len(following)
    assert theirs.neq == len(following)

    q = np.random.default_rng(0).uniform(-0.5, 0.5, model.nq)
    G = np.zeros((theirs.nv, model.nv))  # what follows by what leads
    for joint in (joint for joint in model.joints if joint.kind is not sim.JointKind.FIXED):
        leader, ratio, offset = (
            (joint.mimic.joint, joint.mimic.ratio, joint.mimic.offset) if joint.mimic else (joint.name, 1, 0)
        )
        column, row = model.joint_names.index(leader), theirs.joint(joint.name).dofadr[0]
        G[row, column] = ratio
        data.qpos[theirs.joint(joint.name).qposadr[0]] = ratio * q[column] + offset
    mujoco.mj_forward(theirs, data)
    H = np.zeros((theirs.nv, theirs.nv))
    mujoco.mj_fullM(theirs, data, H)
    expected = G.T @ H @ G
    # Both sum some fifty bodies in double precision.
    np.testing.assert_allclose(sim.mass_matrix(model, q), expected, atol=1e-13 * np.abs(expected).max())
