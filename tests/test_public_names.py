"""What can be imported from `sim` and `robots`."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases import loop_over
from torseur import robots, sim

PROMISED = """
Model State neutral random_configuration integrate difference frame_pose jacobian inverse_dynamics mass_matrix
forward_dynamics gravity_torque bias_torque kinetic_energy potential_energy Scene load_scene simulate
""".split()


@loop_over("name", PROMISED)
def test_what_was_promised_is_there(name):
    assert name in sim.__all__
    assert getattr(sim, name) is not None


@loop_over(("room", "name"), [(room, name) for room in (sim, robots) for name in room.__all__])
def test_every_public_name_exists_and_is_documented(room, name):
    thing = getattr(room, name)
    if inspect.isfunction(thing) or inspect.isclass(thing):
        assert inspect.getdoc(thing), f"{room.__name__}.{name} has no docstring"


def test_public_names_of_sim_stand_in_one_list_that_type_checkers_read():
    listed = [line.split(" as ")[1].rstrip(",)") for line in sim_stub() if " as " in line]
    assert sorted(listed) == sim.__all__


def sim_stub():
    return Path(sim.__file__).with_suffix(".pyi").read_text(encoding="utf-8").splitlines()


def test_a_model_says_what_it_has():
    model = robots.load("arm_6r")
    assert (model.nq, model.nv) == (6, 6)
    assert model.joint_names[0] == "base_yaw"
    assert "link6" in model.body_names
    assert "tool" in model.frame_names
    for limit in (model.lower, model.upper, model.velocity_limit, model.effort_limit):
        assert limit.shape == (6,)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'massmatrix'"):
        _ = sim.massmatrix


def test_importing_the_rooms_costs_nothing():
    heavy = "numpy numba scipy lxml trimesh coal PySide6 pinocchio mujoco".split()
    code = f"import sys; from torseur import robots, sim; print([m for m in {heavy!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
