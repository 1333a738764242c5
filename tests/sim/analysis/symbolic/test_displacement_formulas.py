"""Small displacements, and their inverse, as formulas."""

import numpy as np
import pytest

from torseur import robots, sim
from torseur.sim.analysis.symbolic import values
from torseur.sim.errors import ArgumentError


def test_the_cylindrical_arm_has_the_models_of_the_course():
    """direct-kinematic-model, (4.16), δ for d/dt; its inverse by hand: x = r cos θ, y = r sin θ."""
    found = sim.displacement_formulas(robots.load("cylindrical"), "tool")
    assert found.direct == ("δx = −d₃·s₁·δθ₁ + c₁·δd₃", "δy = d₃·c₁·δθ₁ + s₁·δd₃", "δz = δd₂", "δu_z = δθ₁")
    assert found.inverse == ("δθ₁ = (−s₁·δx + c₁·δy)/d₃", "δd₂ = δz", "δd₃ = c₁·δx + s₁·δy")
    assert found.inverse_rows == (0, 1, 2)
    assert found.denominators == ("d₃", "1", "1")  # zero: the tool is on the axis, which is singular


@pytest.mark.parametrize("name", ["cylindrical", "planar_rp", "planar_2r", "planar_3r", "scara", "spherical_rrp"])
def test_formulas_give_the_numbers_of_the_jacobian_and_of_its_inverse(name):
    model = robots.load(name)
    q = sim.random_configuration(model, np.random.default_rng(7))
    found = sim.displacement_formulas(model, "tool")
    direct, inverse = found.numbers()
    J = sim.jacobian(model, q, "tool")
    np.testing.assert_allclose(direct(q), J[list(found.rows)], atol=1e-12)  # lengths to 1e-12 of their decimals
    above, below = inverse(q)
    np.testing.assert_allclose((above / below[:, None]) @ J[list(found.inverse_rows)], np.eye(model.nv), atol=1e-10)


def test_the_planar_rp_arm_goes_back_from_the_displacement_of_the_course():
    model = robots.load("planar_rp")
    q, dq = np.array([np.radians(30.0), 4.0]), np.array([np.radians(5.0), 1.0])
    direct, inverse = sim.displacement_formulas(model, "tool").numbers()
    dX = direct(q) @ dq
    np.testing.assert_allclose(dX[:2], [0.691492, 0.802300], atol=1e-6)  # THEORY §8
    above, below = inverse(q)
    np.testing.assert_allclose(above @ dX[:2] / below, dq, atol=1e-14)


def test_without_as_many_independent_rows_as_joints_a_sentence_says_why_there_is_no_inverse():
    six = sim.displacement_formulas(robots.load("ur5"), "tool0")
    assert six.inverse == ()
    assert "up to 4" in six.why
    assert six.numbers()[1] is None
    with pytest.raises(ArgumentError, match="move on their own"):
        sim.displacement_formulas(robots.load("panda"), "panda_rightfinger")


def test_formulas_cross_to_another_process_and_back():
    import json
    from dataclasses import asdict

    from torseur.sim.analysis.symbolic.chain import chain_of, chain_to
    from torseur.sim.analysis.symbolic.displacement_formulas import displacements_of_chain

    chain = chain_to(robots.load("planar_rp"), "tool")
    asked = json.loads(values.displacement_request(chain, names=True))
    found = displacements_of_chain(chain_of(asked["chain"]), names=asked["names"])
    assert values.displacement_answer(json.dumps(asdict(found))) == found
