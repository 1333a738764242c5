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
@pytest.mark.slow
def test_copied_formulas_give_the_numbers_of_the_kernels(name, tmp_path):
    model = own_table(tmp_path) if name == "own table" else robots.load(name)
    q, v, a = np.random.default_rng(3).uniform(0.2, 1.0, (3, model.nv))
    term = {key: one.function(key) for key, one in derived(derivation_request(model, "tool", GRAVITY)).items()}
    H, T, g = sim.mass_matrix(model, q), sim.jacobian(model, q, "tool")[:3].T, sim.gravity_torque(model, q, GRAVITY)
    bias = sim.inverse_dynamics(model, q, v, 0 * v, None, GRAVITY) - g
    M = np.diag(T.T @ np.linalg.solve(H, T))
    of_links = [[] for _ in range(2)]
    for row in range(1, model.nv + 1):
        f = model.frame_row.tolist().index(row)  # a frame of the row, and what there is at the origin of that, along its axes
        X, pose = model.frame_placement[f], sim.frame_poses(model, q)[f]
        R = pose[:3, :3] @ X[:3, :3].T
        (u, w), (d, b) = (
            sim.frame_twists(model, q, v)[f].reshape(2, 3),
            sim.frame_accelerations(model, q, v, a)[f].reshape(2, 3),
        )
        arm = -R @ X[:3, 3]
        of_links[0] += [*(u + np.cross(w, arm)) @ R, *w @ R]
        of_links[1] += [*(d + np.cross(b, arm) + np.cross(w, np.cross(w, arm))) @ R, *b @ R]
    expected = {"H": (H, q), "T": (T, q), "g": (g, q), "M": (M, q), "C": (bias, q, v)}
    expected |= {"velocities": (of_links[0], q, v), "accelerations": (of_links[1], q, v, a)}
    for key, (value, *of) in expected.items():
        np.testing.assert_allclose(term[key](*of).ravel(), np.ravel(value), atol=1e-10, err_msg=key)


def test_the_two_link_arm_has_the_formulas_of_the_books():
    terms = derived(derivation_request(robots.load("planar_2r"), "tool", (0.0, 0.0, -9.81)))
    assert terms["H"].letters[0][0] == "Izz₁ + Izz₂ + m₁·x₁² + m₂·(a₁² + 2·a₁·x₂·c₂ + x₂²)"
    assert [text for text, _ in terms["C"].letters] == ["−a₁·m₂·x₂·s₂·(2·θ̇₁ + θ̇₂)·θ̇₂", "a₁·m₂·x₂·s₂·θ̇₁²"]
    assert terms["C"].letters[1][1] == r"a_{1} m_{2} \dot{\theta}_{1}^{2} x_{2} s_{2}"
    assert terms["accelerations"].names[0] == ("ω̇z₁", r"\dot{\omega}_{z1}")
    assert terms["M"].letters[1][0] == "(H₁₁·Tz₂² − 2·Tz₁·Tz₂·H₁₂ + H₂₂·Tz₁²)/(H₁₁·H₂₂ − H₁₂²)"
    with pytest.raises(ArgumentError, match="has 6"):
        derivation_request(robots.load("arm_6r"), "tool", (0.0, 0.0, -9.81))
