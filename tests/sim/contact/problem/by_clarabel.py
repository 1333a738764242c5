"""A contact problem solved by clarabel, interior points for cones that know nothing of ours."""

import clarabel
import numpy as np
from scipy import sparse

from torseur.sim.contact.problem.solution import corners, natural_residual_of, shifted

ROUNDS = 200


def velocity_by_clarabel(problem, law, facets):
    """The velocities u = W r + w (n, 3).

    What clarabel solves is convex: with friction the law is that the shift of the slip is that of the very slip that the forces
    leave, so it starts from 0 and is set anew until the law holds (Acary, Cadoux, Lemaréchal & Malick 2011).
    """
    n, facets = len(problem), facets if law == "pyramid" else 0
    mu = np.zeros(n) if law == "frictionless" else problem.friction
    pieces = [_cone(m, facets) for m in mu]
    A = sparse.block_diag([-rows for rows, _ in pieces], format="csc")
    cones = [cone for _, found in pieces for cone in found]
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-13
    settings.static_regularization_constant = 1e-14  # with its own 1e-8 some problems end at 1e-5
    settings.dynamic_regularization_eps = 1e-16
    P, shift, best = sparse.csc_matrix(np.triu(problem.W)), np.zeros(n), (np.inf, None)
    for _ in range(1 if law in ("frictionless", "convex") else ROUNDS):
        q = problem.w.copy()
        q[2::3] += shift
        force = np.array(clarabel.DefaultSolver(P, q, A, np.zeros(A.shape[0]), cones, settings).solve().x)
        u = (problem.W @ force + problem.w).reshape(-1, 3)
        best = min(best, (natural_residual_of(problem, force, law, facets), u), key=lambda one: one[0])
        before, shift = shift, shifted(mu, u, law, facets)[:, 2] - u[:, 2]
        if np.max(np.abs(shift - before)) <= 1e-13:
            break
    return best[1]


def _cone(mu, facets):
    """Rows of which those times the force of a contact are in the cones."""
    if mu == 0.0:
        return np.eye(3), [clarabel.ZeroConeT(2), clarabel.NonnegativeConeT(1)]
    if not facets:
        return np.array([[0.0, 0.0, mu], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]), [clarabel.SecondOrderConeT(3)]
    points = corners(facets)
    middles = 0.5 * (points + np.roll(points, -1, axis=0))  # of the polygon's sides
    up = np.full((facets, 1), mu * np.cos(np.pi / facets) ** 2)
    return np.hstack([-middles, up]), [clarabel.NonnegativeConeT(facets)]
