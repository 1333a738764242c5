"""The same call gives the same bits: again, after others, whatever lies in the scratch memory, and in another process."""

import dataclasses
import hashlib
import inspect
import os
import subprocess
import sys
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from types import FunctionType

import numpy as np
import pytest

from tests.laws.random_trees import cases, random_state, tree_of_degrees
from torseur import sim

WRENCH = {"tool": np.array([1.0, -2.0, 0.5, 0.1, 0.3, -0.2])}

# Every public function of `sim.multibody`, called with a model, a configuration and two vectors of the size of velocities.
CALLS = {
    "angular_velocity": lambda m, q, v, a: sim.angular_velocity(turned(m, q), sim.skew(turned(m, q)[0] * v[0]) @ turned(m, q)),
    "axis_angle": lambda m, q, v, a: sim.axis_angle(turned(m, q)),
    "bias_torque": lambda m, q, v, a: sim.bias_torque(m, q, v),
    "body_dynamics": lambda m, q, v, a: sim.body_dynamics(m, q, v, a, m.body_names[-1], WRENCH),
    "build_model": lambda m, q, v, a: sim.build_model(m.name, m.bodies, m.joints, m.frames),
    "center_of_mass": lambda m, q, v, a: sim.center_of_mass(m, q),
    "center_of_mass_jacobian": lambda m, q, v, a: sim.center_of_mass_jacobian(m, q),
    "center_of_mass_velocity": lambda m, q, v, a: sim.center_of_mass_velocity(m, q, v),
    "centroidal_momentum": lambda m, q, v, a: sim.centroidal_momentum(m, q, v),
    "centroidal_momentum_matrix": lambda m, q, v, a: sim.centroidal_momentum_matrix(m, q),
    "coriolis_matrix": lambda m, q, v, a: sim.coriolis_matrix(m, q, v),
    "interpolate": lambda m, q, v, a: sim.interpolate(m, q, sim.integrate(m, q, v, 0.3), 0.7),
    "difference": lambda m, q, v, a: sim.difference(m, q, sim.integrate(m, q, v, 0.3)),
    "elastic_energy": lambda m, q, v, a: sim.elastic_energy(m, q),
    "forward_dynamics": lambda m, q, v, a: sim.forward_dynamics(m, q, v, a, WRENCH),
    "forward_dynamics_batch": lambda m, q, v, a: sim.forward_dynamics_batch(m, [q] * 5, [v] * 5, [a, v, a, v, a], threads=2),
    "forward_dynamics_derivatives": lambda m, q, v, a: sim.forward_dynamics_derivatives(m, q, v, a),
    "frame_accelerations": lambda m, q, v, a: sim.frame_accelerations(m, q, v, a),
    "frame_pose": lambda m, q, v, a: sim.frame_pose(m, q, "tool"),
    "frame_poses": lambda m, q, v, a: sim.frame_poses(m, q),
    "frame_twists": lambda m, q, v, a: sim.frame_twists(m, q, v),
    "gravity_torque": lambda m, q, v, a: sim.gravity_torque(m, q),
    "integrate": lambda m, q, v, a: sim.integrate(m, q, v, 0.3),
    "integrate_motion": lambda m, q, v, a: [
        sim.integrate_motion(m, q, 0.1 * v, 0.004, 0.002, name) for name in sim.INTEGRATORS
    ],
    "inverse_dynamics": lambda m, q, v, a: sim.inverse_dynamics(m, q, v, a, WRENCH),
    "inverse_dynamics_batch": lambda m, q, v, a: sim.inverse_dynamics_batch(m, [q] * 5, [v] * 5, [a, v, a, v, a], threads=2),
    "inverse_dynamics_derivatives": lambda m, q, v, a: sim.inverse_dynamics_derivatives(m, q, v, a),
    "inverse_mass_matrix": lambda m, q, v, a: sim.inverse_mass_matrix(m, q),
    "jacobian": lambda m, q, v, a: sim.jacobian(m, q, "tool"),
    "jacobian_batch": lambda m, q, v, a: sim.jacobian_batch(m, [q] * 5, "tool", threads=2),
    "jacobian_rate": lambda m, q, v, a: sim.jacobian_rate(m, q, v, "tool"),
    "kinetic_energy": lambda m, q, v, a: sim.kinetic_energy(m, q, v),
    "lock_joints": lambda m, q, v, a: sim.lock_joints(m, {m.joint_names[0]: q[m.joint_slices()[m.joint_names[0]][0]]}),
    "mass_matrix": lambda m, q, v, a: sim.mass_matrix(m, q),
    "mass_matrix_by_columns": lambda m, q, v, a: sim.mass_matrix_by_columns(m, q),
    "mass_matrix_rate": lambda m, q, v, a: sim.mass_matrix_rate(m, q, v),
    "equation_of_motion": lambda m, q, v, a: sim.equation_of_motion(m, q, v, a),
    "mass_matrix_batch": lambda m, q, v, a: sim.mass_matrix_batch(m, [q] * 5, threads=2),
    "momentum": lambda m, q, v, a: sim.momentum(m, q, v),
    "momentum_balance": lambda m, q, v, a: sim.momentum_balance(m, q, v, a, WRENCH),
    "neutral": lambda m, q, v, a: sim.neutral(m),
    "newton_euler_trace": lambda m, q, v, a: sim.newton_euler_trace(m, q, v, a, WRENCH),
    "potential_energy": lambda m, q, v, a: sim.potential_energy(m, q),
    "random_configuration": lambda m, q, v, a: sim.random_configuration(m, 5),
    "rodrigues": lambda m, q, v, a: sim.rodrigues(turned(m, q)[1], v[0]),
    "rodrigues_rate": lambda m, q, v, a: sim.rodrigues_rate(turned(m, q)[1], v[0], a[0]),
    "rodrigues_terms": lambda m, q, v, a: sim.rodrigues_terms(turned(m, q)[1], v[0]),
    "rotation_vector": lambda m, q, v, a: sim.rotation_vector(turned(m, q)),
    "skew": lambda m, q, v, a: sim.skew(turned(m, q)[2]),
    "solve_mass_matrix": lambda m, q, v, a: sim.solve_mass_matrix(m, q, np.column_stack([v, a])),
    "with_payload": lambda m, q, v, a: sim.mass_matrix(
        sim.with_payload(m, m.body_names[-1], 0.7, np.array([0.1, -0.2, 0.3])), q
    ),
    "vee": lambda m, q, v, a: sim.vee(sim.skew(turned(m, q)[2])),
}


def turned(m, q):
    """The axes of the tool (3, 3)."""
    return sim.frame_pose(m, q, "tool")[:3, :3]


IN_TWO_PROCESSES = range(0, 200, 23)  # trees of 1 to 39 degrees of freedom, with and without mimic joints


def bits(value):
    """All numbers and words of a result, but a model's scratch memory."""
    if isinstance(value, np.ndarray):
        return repr((value.shape, value.dtype.str)).encode() + value.tobytes()
    if isinstance(value, Mapping):
        return b"".join(str(key).encode() + bits(each) for key, each in value.items())
    if isinstance(value, tuple | list):
        return b"".join(map(bits, value))
    if dataclasses.is_dataclass(value):
        names = [field.name for field in dataclasses.fields(value) if field.name != "work"]
        return b"".join(name.encode() + bits(getattr(value, name)) for name in names)
    if isinstance(value, float):
        return np.float64(value).tobytes()
    if isinstance(value, FunctionType):
        return value.__qualname__.encode()
    assert value is None or isinstance(value, str | int | slice | Enum | np.number), type(value)
    return repr(value).encode()


def digests(case):
    """Of the result of each function, as text."""
    return {name: hashlib.sha256(bits(call(*case))).hexdigest() for name, call in CALLS.items()}


def test_every_public_function_is_called():
    functions = {name for name in sim.__all__ if inspect.isfunction(getattr(sim, name))}
    assert {
        name
        for name in functions
        if getattr(sim, name).__module__.startswith(
            ("torseur.sim.multibody.", "torseur.sim.simulation.running.integration.motion")
        )
    } == set(CALLS)


@pytest.mark.slow
@pytest.mark.parametrize("k", IN_TWO_PROCESSES)
def test_the_same_call_gives_the_same_bits_after_any_other(k):
    (case,) = cases(range(k, k + 1))
    before = digests(case)
    other = tree_of_degrees(k, 7)
    state = random_state(other, k)
    for scratch in (np.nan, 1e300):  # nothing may be read that was not written by the same call
        for name, call in reversed(CALLS.items()):
            CALLS[name](other, *state)
            case.model.work[:] = scratch
            assert hashlib.sha256(bits(call(*case))).hexdigest() == before[name], name


@pytest.mark.slow
def test_another_process_gives_the_same_bits():
    code = "import sys; from tests.laws import test_same_bits as t; t.print_digests(sys.stdout)"
    root = Path(__file__).parent.parent.parent
    command, environment = [sys.executable, "-c", code], {**os.environ, "PYTHONHASHSEED": "1"}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == list(lines())


def lines():
    """What is compared: for each tree and each function a line."""
    for k in IN_TWO_PROCESSES:
        for case in cases(range(k, k + 1)):
            for name, digest in digests(case).items():
                yield f"{case.model.name}: {name} {digest}"


def print_digests(out):
    out.writelines(f"{line}\n" for line in lines())
