"""Widgets that pages have beside the blocks: they register their views as this is imported."""

from __future__ import annotations

from typing_extensions import override

from ..panels.kinematics import ellipsoid_row, pose_tiles  # noqa: F401
from ..panels.scene.material_table import MaterialTable
from ..sheet.block_view import CustomView, shows
from ..sheet.blocks import Custom
from .contact.checks import verdict_timeline  # noqa: F401
from .contact.friction import friction_plane, mode_strip, polar_plot  # noqa: F401
from .contact.inspector import friction_cone, friction_section  # noqa: F401
from .contact.one_contact import body_sketch, case_rows, corner_plot, response_plot  # noqa: F401
from .contact.programme import multiplier_map  # noqa: F401
from .singularities import case_list, map_view  # noqa: F401
from .statics import share_bar, torque_table  # noqa: F401


@shows("materials")
class MaterialsView(CustomView):
    """Of materials, whose μ and e are typed. Event: entered (its name, "friction" or "restitution", the number)."""

    widget_type = MaterialTable
    signals = {"entered": "entered"}

    @override
    def takes_room(self, block: Custom) -> bool:
        return bool(block.value)

    @override
    def show(self, block: Custom) -> None:
        self.widget.show_materials(block.value)
