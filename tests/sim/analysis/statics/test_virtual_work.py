"""The principle of virtual work in numbers."""

import numpy as np
import pytest

from torseur import robots, sim
from torseur.sim.errors import ArgumentError


@pytest.mark.parametrize("side", ["held", "exerted"])
def test_both_works_of_each_load_are_one_and_all_works_add_up_to_nothing(side):
    model = robots.load("ur5")
    rng = np.random.default_rng(6)
    q = sim.random_configuration(model, rng)
    loads = [
        sim.Load("tool0", rng.normal(size=3), 10.0 * rng.normal(size=3), rng.normal(size=3)),
        sim.Load("forearm_link", rng.normal(size=3), 20.0 * rng.normal(size=3)),
    ]
    statics = sim.static_torques(model, q, loads, side=side)
    for _ in range(5):
        dq = rng.normal(size=model.nv)
        work = sim.virtual_work(model, q, statics, dq)
        size = np.abs(work.by_force).sum() + abs(work.motors) + abs(work.gravity)
        assert work.gap < 1e-13 * size
        assert abs(work.total) < 1e-13 * size
        assert work.motors == pytest.approx(statics.torque @ dq)


def test_ten_newtons_along_x_do_the_work_of_the_course():
    model = robots.load("scara")
    q = np.array([np.pi / 4, np.pi / 4, 0.1])
    statics = sim.static_torques(model, q, [sim.Load("tool", force=[10.0, 0.0, 0.0])], side="exerted")
    work = sim.virtual_work(model, q, statics, np.array([0.01, 0.0, 0.0]))
    assert work.by_force[0] == pytest.approx(-0.13535534)  # τ₁ = −13.535534 N·m, THEORY §8
    np.testing.assert_allclose(work.displacements[0, :2], [-0.0135355339, 0.0035355339])
    assert work.loads == -work.by_force[0]  # what is exerted pushes back


def test_a_base_without_a_motor_has_its_work_by_itself():
    model = robots.load("a1")
    q = sim.neutral(model)
    statics = sim.static_torques(model, q, [])
    dq = np.zeros(model.nv)
    dq[2] = 0.1  # the base goes up
    work = sim.virtual_work(model, q, statics, dq)
    weight = 9.81 * model.table["mass"].sum()
    assert work.bases == pytest.approx(0.1 * weight)
    assert work.gravity == pytest.approx(-0.1 * weight)
    assert work.motors == 0.0
    assert abs(work.total) < 1e-12 * weight


def test_a_displacement_of_another_size_is_refused():
    model = robots.load("scara")
    statics = sim.static_torques(model, np.zeros(3), [])
    with pytest.raises(ArgumentError, match="dq"):
        sim.virtual_work(model, np.zeros(3), statics, np.zeros(2))
