"""The pages of the laboratory, in their order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torseur.ui.laboratory.statics.page import StaticsPage

from .exercises.page import ExercisesBinding
from .inverse_kinematics.page import InverseKinematicsPage
from .jacobian.page import JacobianBinding
from .laboratory import LabPage
from .rotation.page import RotationBinding
from .singularities.page import SingularitiesBinding
from .statics.page import StaticsBinding
from .svd.page import SVDBinding

if TYPE_CHECKING:
    from ..window.window import Window


def make_pages(window: Window) -> list[LabPage]:
    """All of them. A page that draws calls `window.picture.refresh` when what it draws has changed."""
    session, picture = window.session, window.picture
    return [
        JacobianBinding(window),
        RotationBinding(window),
        SVDBinding(session, picture, window.joints, window),
        SingularitiesBinding(session, picture, window),
        InverseKinematicsPage(session, window.posing, picture, window.joints, window),
        StaticsBinding(session, StaticsPage(), picture, window.viewport, window),
        ExercisesBinding(window),
    ]
