"""The steps of the page Algorithm on a planar arm with two links, each vector beside what one finds by hand.

The arm stands in the plane of x and z; φ are the angles of its links from x, w and α their rates, e along a link, n across
it, k the axis of both joints. Linear parts first, moments about the world's origin.
"""

from __future__ import annotations

import numpy as np
import pytest

from torseur import robots, sim
from torseur.app.laboratory.motion.joint_motion import JointMotion
from torseur.sim.analysis.statics.load import Load
from torseur.ui.sheet.blocks import UserEvent

Q, V, A = np.array([0.3, 0.8]), np.array([1.0, -0.5]), np.array([0.2, 0.4])
PUSH = np.array([3.0, 1.0, -5.0])  # [N] of the environment on the last link, 0.1 m before its end
K, UP, G = np.array([0.0, -1.0, 0.0]), np.array([0.0, 0.0, 1.0]), 9.81
L1, L2, SHOULDER = 0.5, 0.4, np.array([0.0, 0.0, 0.95])


def six(linear, angular):
    return np.concatenate([linear, angular])


def along(angle):
    return np.array([np.cos(angle), 0.0, np.sin(angle)])


def across(angle):
    return np.array([-np.sin(angle), 0.0, np.cos(angle)])


def by_hand(model):
    """For links 1 and 2 (upper arm, forearm) and each equation: the vectors that it shows, in their order."""
    upper, fore = (model.bodies[model.frame_index(name)] for name in model.body_names[1:])
    phi, w, alpha = np.cumsum(Q), np.cumsum(V), np.cumsum(A)
    elbow = SHOULDER + L1 * along(phi[0])
    hand = elbow + L2 * along(phi[1])
    none, rest = np.zeros(6), six(G * UP, np.zeros(3))
    s = [six(np.cross(p, K), K) for p in (SHOULDER, elbow)]
    xi = [V[0] * s[0], V[0] * s[0] + V[1] * s[1]]
    carried = six(np.cross(w[0] * L1 * across(phi[0]), K), np.zeros(3))  # ṡ of the elbow, which goes about the shoulder
    rate = [rest + A[0] * s[0], rest + A[0] * s[0] + A[1] * s[1] + V[1] * carried]

    # Centres of mass as points: where they are, how fast, and how that changes.
    reach = [L1 + upper.com[0], L2 + fore.com[0]]
    c = [SHOULDER + reach[0] * along(phi[0]) + upper.com[2] * K, elbow + reach[1] * along(phi[1]) + fore.com[2] * K]
    speed = [reach[0] * w[0] * across(phi[0]), L1 * w[0] * across(phi[0]) + reach[1] * w[1] * across(phi[1])]
    bent = [alpha[k] * across(phi[k]) - w[k] ** 2 * along(phi[k]) for k in (0, 1)]
    acceleration = [reach[0] * bent[0], L1 * bent[0] + reach[1] * bent[1]]

    moving = []  # of both moving links: I ξ̇, ξ ×* I ξ, and their sum
    for k, body in enumerate((upper, fore)):
        m, about_c = body.mass, body.inertia
        e, n, omega = along(phi[k]), across(phi[k]), w[k] * K
        of_spin = w[k] * (about_c[0, 2] * e + about_c[2, 2] * K)  # I_c ω: the links are symmetric about the plane of x and z
        of_rate = alpha[k] * (about_c[0, 2] * e + about_c[2, 2] * K)
        pull = m * (rate[k][:3] + np.cross(alpha[k] * K, c[k]))
        inertial = six(pull, np.cross(c[k], pull) + of_rate)
        p = m * speed[k]
        turning = np.cross(omega, np.cross(c[k], p) + of_spin) + np.cross(xi[k][:3], p)
        net_force = m * (acceleration[k] + G * UP)
        net = six(net_force, np.cross(c[k], net_force) + of_rate + w[k] ** 2 * about_c[0, 2] * n)
        moving.append((inertial, six(np.cross(omega, p), turning), net))
    pushed = six(PUSH, np.cross(hand - 0.1 * along(phi[1]), PUSH))
    through = [moving[0][2] + moving[1][2] - pushed, moving[1][2] - pushed]
    tau = [s[k] @ through[k] for k in (0, 1)]

    R = [np.column_stack([along(angle), across(angle), K]) for angle in phi]
    found = {}
    ends, before = (SHOULDER, elbow, hand), (np.zeros(6), *xi)
    above = (np.zeros(3), elbow)  # p₀ is O, wherever the base stands
    rates = (rest, *rate)
    for k, link in enumerate((1, 2)):
        inertial, turning, net = moving[k]
        turn = V[k] * carried if k else none
        found |= {
            (link, "place"): [*R[k], above[k], ends[k + 1] - above[k], ends[k + 1]],
            (link, "axis"): [K, ends[k], s[k]],
            (link, "velocity"): [before[k], V[k] * s[k], xi[k]],
            (link, "axis_rate"): [carried if k else none, turn],
            (link, "acceleration"): [rates[k], A[k] * s[k], turn, rates[k + 1]],
            (link, "center"): [ends[k + 1], c[link - 1] - ends[k + 1], c[link - 1]],
            (link, "inertial_force"): [inertial, turning, net],
            (link, "joint_force"): [net, pushed if k else none, *([] if k else [through[1]]), through[k]],
            (link, "torque"): [through[k], s[k], tau[k : k + 1], tau[k : k + 1]],
        }
    return found, np.array(tau)


def textbook_torque(model):
    """H q̈ + C q̇ + g of the two-link arm, less what the push does, as every textbook has them."""
    upper, fore = (model.bodies[model.frame_index(name)] for name in model.body_names[1:])
    m1, m2, r1, r2 = upper.mass, fore.mass, L1 + upper.com[0], L2 + fore.com[0]
    I1, I2 = upper.inertia[2, 2], fore.inertia[2, 2]
    c2, h = np.cos(Q[1]), -m2 * L1 * r2 * np.sin(Q[1])
    h12 = m2 * (r2**2 + L1 * r2 * c2) + I2
    H = np.array([[m1 * r1**2 + m2 * (L1**2 + r2**2 + 2 * L1 * r2 * c2) + I1 + I2, h12], [h12, m2 * r2**2 + I2]])
    C = np.array([[h * V[1], h * (V[0] + V[1])], [-h * V[0], 0.0]])
    far = m2 * r2 * G * np.cos(Q.sum())
    g = np.array([(m1 * r1 + m2 * L1) * G * np.cos(Q[0]) + far, far])
    lever = L2 - 0.1
    J = np.column_stack([L1 * across(Q[0]) + lever * across(Q.sum()), lever * across(Q.sum())])
    # The joints turn from x to z: about -y.
    return H @ A + C @ V + g - J.T @ PUSH


@pytest.fixture
def page(opened):
    lab = opened("planar_2r")
    model = lab.motion.instant().model
    lab.session.pose(Q, "by hand")
    lab.motion.show_motion(JointMotion(V, A))
    load = Load(model.body_names[-1], point=np.array([-0.1, 0.0, 0.0]), force=PUSH)
    lab.motion.show_loads(lab.motion.loads.added(load))
    page = lab.pages["algorithm"]
    page.enter()
    yield page
    page.leave()


@pytest.mark.slow
def test_every_step_of_the_planar_arm_shows_what_one_finds_by_hand(page):
    model = robots.load("planar_2r")
    hand, tau = by_hand(model)
    np.testing.assert_allclose(tau, textbook_torque(model), atol=1e-13)
    np.testing.assert_allclose(page.questions.known("links").trace.tau, tau, atol=1e-13)
    seen = set()
    for _ in range(20):
        cards, link = page.sheet.block("equations"), page.sheet.block("links.table").selected + 1
        view = cards.equations[cards.at]
        if view.key != "inertia":  # a matrix: it is in the moments that follow
            vectors = [term.values for term in view.terms if not term.unit or term.unit == "N·m"]
            assert len(vectors) == len(hand[link, view.key]), (link, view.key)
            for shown, expected in zip(vectors, hand[link, view.key], strict=True):
                # Sums of a few products of numbers up to 200: rounding alone.
                np.testing.assert_allclose(shown, expected, atol=1e-12, err_msg=f"{link} {view.key}")
        seen.add((link, view.key))
        page.take(UserEvent("", "step", 1))
    assert seen >= set(hand)
    assert sim.inverse_dynamics(model, Q, V, A)[1] == pytest.approx(tau[1] + PUSH @ ((L2 - 0.1) * across(Q.sum())))
