"""Terms of dynamics as formulas, as they are copied, against the kernels."""

from __future__ import annotations

import numpy as np
import pytest

from torseur import robots, sim
from torseur.sim.analysis.symbolic.derived_terms import derivation_request, derived
from torseur.sim.errors import ArgumentError

GRAVITY, TILTED = (1.0, -2.0, -9.0), [("theta", 0.2, 0.3, 0.7), ("d", 0.4, 0.1, 0.5), ("theta", 0.1, 0.2, 0.0)]


def own_table(tmp_path):
    """A table of no round angles, with masses."""
    text = 'name = "tilted"\nconvention = "modified"\nangle_unit = "rad"\n'
    for i, (variable, d, a, alpha) in enumerate(TILTED):
        kind = "prismatic" if variable == "d" else "revolute"
        text += f'[[joints]]\nname = "j{i}"\nkind = "{kind}"\nd = {d}\na = {a}\nalpha = {alpha}\nlower = -3.0\nupper = 3.0\n'
        text += (
            f"mass = {i + 1}.5\ncom = [0.1, -0.2, 0.3]\ninertia = {{ xx = 0.5, yy = 0.6, zz = 0.7, xy = 0.1, yz = -0.05 }}\n"
        )
    (tmp_path / "tilted.toml").write_text(text)
    return robots.load(tmp_path / "tilted.toml")


@pytest.mark.parametrize("name", ["planar_2r", "spherical_rrp", "scara", "cylindrical", "planar_rp", "planar_3r", "own table"])
def test_copied_formulas_give_the_numbers_of_the_kernels(name, tmp_path):
    model = own_table(tmp_path) if name == "own table" else robots.load(name)
    q, v, a = np.random.default_rng(3).uniform(0.2, 1.0, (3, model.nv))
    term = {key: one.function(key) for key, one in derived(derivation_request(model, "tool", GRAVITY)).items()}
    H, T, g = sim.mass_matrix(model, q), sim.jacobian(model, q, "tool")[:3].T, sim.gravity_torque(model, q, GRAVITY)
    bias = sim.inverse_dynamics(model, q, v, 0 * v, None, GRAVITY) - g
    M = np.diag(T.T @ np.linalg.solve(H, T))
    poses, twists = sim.frame_poses(model, q), sim.frame_twists(model, q, v)
    moving = [model.frame_row.tolist().index(row) for row in range(1, model.nv + 1)]  # a frame of each row
    rates = sim.frame_accelerations(model, q, v, a)
    R = [poses[f][:3, :3] @ model.frame_placement[f][:3, :3].T for f in moving]
    arms = [-turn @ model.frame_placement[f][:3, 3] for f, turn in zip(moving, R, strict=True)]  # to the origin of the row
    of_links, of_rates = np.zeros((2, model.nv, 6))
    for k, (f, turn, arm) in enumerate(zip(moving, R, arms, strict=True)):
        (speed, w), (rate, b) = twists[f].reshape(2, 3), rates[f].reshape(2, 3)
        of_links[k] = *(speed + np.cross(w, arm)) @ turn, *w @ turn
        of_rates[k] = *(rate + np.cross(b, arm) + np.cross(w, np.cross(w, arm))) @ turn, *b @ turn
    expected = {"H": (H, q), "T": (T, q), "g": (g, q), "M": (M, q), "C": (bias, q, v)}
    expected |= {"velocities": (of_links, q, v), "accelerations": (of_rates, q, v, a)}
    for key, (value, *of) in expected.items():
        np.testing.assert_allclose(term[key](*of), value, atol=1e-10, err_msg=key)


def test_the_two_link_arm_has_the_formulas_of_the_books():
    terms = derived(derivation_request(robots.load("planar_2r"), "tool", (0.0, 0.0, -9.81)))
    assert terms["H"].letters[0] == "Izz₁ + Izz₂ + m₁·x₁² + m₂·(a₁² + 2·a₁·x₂·c₂ + x₂²)"
    assert terms["C"].letters == ("−a₁·m₂·x₂·s₂·(2·θ̇₁ + θ̇₂)·θ̇₂", "a₁·m₂·x₂·s₂·θ̇₁²")
    assert terms["C"].latex.splitlines()[1] == r"c_{2} = a_{1} m_{2} \dot{\theta}_{1}^{2} x_{2} s_{2}"
    assert terms["M"].letters[1] == "(H₁₁·Tz₂² − 2·Tz₁·Tz₂·H₁₂ + H₂₂·Tz₁²)/(H₁₁·H₂₂ − H₁₂²)"
    with pytest.raises(ArgumentError, match="6 degrees of freedom"):
        derivation_request(robots.load("arm_6r"), "tool", (0.0, 0.0, -9.81))
