"""The pages of the laboratory, in their order."""

from __future__ import annotations

from PySide6.QtCore import QObject

from .dynamics.page import DynamicsBinding
from .exercises.page import ExercisesBinding
from .inverse_kinematics.page import InverseKinematicsBinding
from .jacobian.page import JacobianBinding
from .page_binding import PageBinding
from .page_context import PageContext
from .rotation.page import RotationBinding
from .singularities.page import SingularitiesBinding
from .statics.page import StaticsBinding
from .svd.page import SVDBinding

PAGES: tuple[type[PageBinding], ...] = (
    JacobianBinding, RotationBinding, SVDBinding, SingularitiesBinding, InverseKinematicsBinding, StaticsBinding,
    DynamicsBinding, ExercisesBinding,
)  # fmt: skip


def make_pages(context: PageContext, parent: QObject) -> list[PageBinding]:
    """Make all pages of the laboratory, in their order."""
    return [page(context, parent) for page in PAGES]
