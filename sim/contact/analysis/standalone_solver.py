"""One contact problem u = W r + w under its law, solved with NumPy alone: scripts that are copied contain these functions.

r are forces along tangent 1, tangent 2 and normal of each contact, u their velocities or accelerations, μ < 0 the largest dry
friction of a joint. The law is r = P_K(r - ρ û), with û_n = u_n + μ ‖u_t‖ (De Saxcé) for Coulomb's cone.
Source: Acary & Brogliato 2008, §13: Newton's method on the natural map; Rockafellar 1976: proximal points.
"""

import numpy as np


def corners(facets: int) -> np.ndarray:
    """Corners (facets, 2) of the section of a unit pyramid; the first lies on tangent 1."""
    angle = 2.0 * np.pi * np.arange(facets) / facets
    return np.column_stack([np.cos(angle), np.sin(angle)])


def project(mu: float, x: np.ndarray, facets: int) -> tuple[np.ndarray, np.ndarray]:
    """The nearest point to x (3,) in the cone ‖t‖ ≤ μ n, or the pyramid; for μ < 0 in the ball of radius -μ; with its slopes."""
    inside, outside = (x, np.eye(3)), (np.zeros(3), np.zeros((3, 3)))
    if mu < 0.0:
        size = float(np.linalg.norm(x))
        share = -mu / size if size > -mu else 1.0
        return inside if share == 1.0 else (share * x, share * (np.eye(3) - np.outer(x, x) / size**2))
    if mu == 0.0:
        return np.array([0.0, 0.0, max(0.0, x[2])]), np.diag([0.0, 0.0, float(x[2] > 0.0)])
    if facets == 0:
        t = float(np.linalg.norm(x[:2]))
        if t <= mu * x[2]:
            return inside
        if mu * t <= -x[2]:
            return outside
        edge, across = np.array([*(mu * x[:2] / t), 1.0]), np.array([-x[1], x[0], 0.0]) / t
        n = float(edge @ x) / (1.0 + mu * mu)
        return n * edge, np.outer(edge, edge) / (1.0 + mu * mu) + mu * n / t * np.outer(across, across)
    edges = np.column_stack([mu * corners(facets), np.ones(facets)])
    outward = np.cross(np.roll(edges, -1, axis=0), edges)
    if np.max(outward @ x) <= 0.0:
        return inside
    found = [outside]
    for a, b, normal in zip(edges, np.roll(edges, -1, axis=0), outward, strict=True):
        if a @ x > 0.0:
            found.append((a @ x / (a @ a) * a, np.outer(a, a) / (a @ a)))
        weights = np.linalg.lstsq(np.column_stack([a, b]), x, rcond=None)[0]
        if weights.min() >= 0.0:
            found.append((weights[0] * a + weights[1] * b, np.eye(3) - np.outer(normal, normal) / (normal @ normal)))
    return min(found, key=lambda near: float(np.sum((x - near[0]) ** 2)))


def shifted(mu: float, u: np.ndarray, law: str, facets: int) -> tuple[np.ndarray, np.ndarray]:
    """û (3,): u with the slip's share added to its normal, as the law has it, or the normal alone; with its slopes (3, 3)."""
    if mu == 0.0:
        return np.array([0.0, 0.0, u[2]]), np.diag([0.0, 0.0, 1.0])
    out, slopes = u.copy(), np.eye(3)
    if mu > 0.0 and law != "convex":
        speed = float(np.linalg.norm(u[:2]))
        along = u[:2] / speed if speed > 0.0 else np.zeros(2)
        if law == "pyramid":
            along = -min(corners(facets), key=lambda corner: float(corner @ u[:2]))
        out[2] += mu * float(along @ u[:2])
        slopes[2, :2] = mu * along
    return out, slopes


def natural_map(
    W: np.ndarray,
    w: np.ndarray,
    mu: np.ndarray,
    r: np.ndarray,
    own: np.ndarray,
    law: str,
    facets: int,
    slide: np.ndarray | None,
) -> tuple[np.ndarray, np.ndarray]:
    """Return r - P_K(r - û / own) (n, 3), and its slopes (3n, 3n)."""
    u, slopes = W @ r + w, np.zeros(W.shape)
    error = np.zeros((len(mu), 3))
    for c, m in enumerate(mu):
        k = slice(3 * c, 3 * c + 3)
        if slide is not None and np.any(slide[c] != 0.0):
            t, n, gives = r[k][:2], r[k][2], u[k][2] / own[c]
            error[c] = [*(t + m * n * slide[c]), min(n, gives)]
            slopes[k, k] = np.eye(3)
            slopes[k, k][:2, 2] = m * slide[c]
            if gives < n:
                slopes[k][2] = W[k][2] / own[c]
        else:
            hat, of_u = shifted(m, u[k], law, facets)
            near, of_x = project(m, r[k] - hat / own[c], facets)
            error[c] = r[k] - near
            slopes[k] = of_x @ of_u @ W[k] / own[c]
            slopes[k, k] += np.eye(3) - of_x
    return error, slopes


def law_error(
    W: np.ndarray,
    w: np.ndarray,
    mu: np.ndarray,
    r: np.ndarray,
    law: str = "coulomb",
    facets: int = 0,
    slide: np.ndarray | None = None,
) -> np.ndarray:
    """Return r - P_K(r - ρ û) of each contact (n, 3) in units of u: zero exactly at a solution.

    slide : (n, 2) unit directions of contacts that are known to slide; they have r_t = -μ r_n s
    """
    own = np.maximum(np.diag(W).reshape(-1, 3).max(axis=1), 1e-300)
    return own[:, None] * natural_map(W, w, mu, r, own, law, facets, slide)[0]


def newton(
    W: np.ndarray,
    w: np.ndarray,
    mu: np.ndarray,
    y: np.ndarray,
    law: str,
    facets: int,
    slide: np.ndarray | None,
    turns: int,
) -> tuple[np.ndarray, float]:
    """Where Newton's method with steps that lessen the error comes to from y, and the error left; each contact is of 1 kg."""
    ones = np.ones(len(mu))
    error, slopes = natural_map(W, w, mu, y, ones, law, facets, slide)
    size = float(np.linalg.norm(error))
    for _ in range(turns):
        if size <= 1e-16 * np.linalg.norm(w):
            break
        step = np.linalg.lstsq(slopes, -error.ravel(), rcond=1e-12)[0]
        for share in 0.5 ** np.arange(12):
            error, slopes = natural_map(W, w, mu, y + share * step, ones, law, facets, slide)
            if np.linalg.norm(error) < (1.0 - 1e-4 * share) * size:
                y, size = y + share * step, float(np.linalg.norm(error))
                break
        else:
            break
    return y, size


def solve(
    W: np.ndarray,
    w: np.ndarray,
    mu: np.ndarray,
    law: str = "coulomb",
    facets: int = 0,
    slide: np.ndarray | None = None,
    turns: int = 40,
) -> np.ndarray:
    """Forces (3n,), from none at all: those with the least error that were found, see `is_solved`.

    Each contact is scaled to 1 kg. Sweeps of projected Gauss-Seidel come near; then each turn solves the problem with a weight
    on what changes, which is better conditioned, and tries to end without; the weight falls while that goes well.
    Where forces are not unique they are one of many.
    """
    n = len(mu)
    if n == 0:
        return np.zeros(0)
    s = np.repeat(1.0 / np.sqrt(np.maximum(np.diag(W).reshape(-1, 3).max(axis=1), 1e-300)), 3)
    A, b, nu = W * np.outer(s, s), w * s, np.where(mu < 0.0, mu / s[::3], mu)
    size, weight = max(float(np.linalg.norm(b)), 1e-300), 1.0
    best = y = np.zeros(3 * n)
    least = np.inf
    for turn in range(turns):
        if slide is None and turn % 10 == 0:
            y = best.copy()
            for c in list(range(n)) * 30:
                k = slice(3 * c, 3 * c + 3)
                y[k] = project(nu[c], y[k] - shifted(nu[c], A[k] @ y + b[k], law, facets)[0], facets)[0]
        near, left = newton(A + weight * np.eye(3 * n), b - weight * y, nu, y, law, facets, slide, 30)
        end = newton(A, b, nu, near, law, facets, slide, 15)[0]
        before = least
        for tried in (y, near, end):
            error = float(np.abs(law_error(W, w, mu, s * tried, law, facets, slide)).max())
            if error < least:
                best, least = tried.copy(), error
        if least <= 1e-15 * rounding(W, w, s * best) or (is_solved(W, w, s * best, least) and least > 0.5 * before):
            break
        went_well = left <= 1e-8 * size
        y, weight = (near, max(1e-9, 0.1 * weight)) if went_well else (best, min(1.0, 5.0 * weight))
    return s * best


def rounding(W: np.ndarray, w: np.ndarray, r: np.ndarray) -> float:
    """The largest sum of sizes that u = W r + w is made of: 1e-16 of it is rounding."""
    return float((np.abs(W) @ np.abs(r) + np.abs(w)).max(initial=0.0))


def is_solved(W: np.ndarray, w: np.ndarray, r: np.ndarray, residual: float) -> bool:
    """Whether the error of the law is below 1e-9 of the largest w, or what rounding leaves."""
    return residual <= max(1e-9 * float(np.abs(w).max(initial=0.0)), 1e-13 * rounding(W, w, r))
