"""The pages of the laboratory, in their order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torseur.ui.laboratory.statics.page import StaticsPage

from .bindings.exercises import ExercisesBinding
from .bindings.inverse_kinematics import InverseKinematicsPage
from .bindings.jacobian import JacobianBinding
from .bindings.laboratory import LabPage
from .bindings.rotation import RotationBinding
from .bindings.singularities import SingularitiesBinding
from .bindings.statics import StaticsBinding
from .bindings.svd import SVDBinding

if TYPE_CHECKING:
    from .window import Window


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
