"""The most rank that rows of a Jacobian ever have, for want of which a configuration is singular."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...arrays import Array
from ...multibody.model.model import Model
from ...multibody.model.neutral import random_configurations

_TRIES = 12  # configurations at which the rank is looked at
_ZERO = 1e-9  # of the largest singular value: up to this one counts as zero


def structural_rank(model: Model, jacobians: Callable[[Array], Array]) -> int:
    """The most rank at random configurations: that of all configurations but singular ones.

    jacobians : the rows (k, m, n) at configurations (k, nq)
    """
    sigma = np.linalg.svd(jacobians(random_configurations(model, _TRIES, 0)), compute_uv=False)
    return int(np.max(np.sum(sigma > _ZERO * max(float(np.max(sigma)), 1e-300), axis=1)))
