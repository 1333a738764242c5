"""The pages of the workspaces Laboratory and Dynamics, in their order."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject

from .dynamics.algorithm.page import AlgorithmBinding
from .dynamics.derivatives.page import DerivativesBinding
from .dynamics.equation.page import EquationBinding
from .dynamics.motion_task.page import MotionTaskBinding
from .dynamics.one_body.page import OneBodyBinding
from .dynamics.state.page import StateBinding
from .exercises.page import ExercisesBinding
from .inverse_kinematics.page import InverseKinematicsBinding
from .jacobian.page import JacobianBinding
from .page_binding import PageBinding
from .page_context import PageContext
from .rotation.page import RotationBinding
from .singularities.page import SingularitiesBinding
from .statics.page import StaticsBinding
from .svd.page import SVDBinding

PAGES: Mapping[str, tuple[type[PageBinding], ...]] = {
    "laboratory": (
        JacobianBinding, RotationBinding, SVDBinding, SingularitiesBinding, InverseKinematicsBinding, StaticsBinding,
        ExercisesBinding,
    ),
    "dynamics": (
        StateBinding, AlgorithmBinding, OneBodyBinding, EquationBinding, DerivativesBinding, MotionTaskBinding,
    ),
}  # fmt: skip
"""By workspace."""


def make_pages(workspace: str, context: PageContext, parent: QObject) -> list[PageBinding]:
    """Make all pages of a workspace, in their order."""
    return [page(context, parent) for page in PAGES[workspace]]
