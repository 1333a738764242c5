"""The menu of what is drawn: every switch that is a command, in the menu's own order."""

from __future__ import annotations

from torseur.app.drawing.view_switches import VIEW_SWITCHES
from torseur.app.window.commands.view_commands import MENU_ORDER, switch_commands


class Switched:
    """Has nothing on, and nothing to switch."""

    shown = False

    def switch(self):
        pass


def test_every_switch_that_is_a_command_has_its_place_in_the_menu():
    assert len(set(MENU_ORDER)) == len(MENU_ORDER)
    assert set(MENU_ORDER) == {one.key for one in VIEW_SWITCHES if one.command}


def test_the_shapes_of_the_frame_follow_what_is_switched_in_the_menu_itself():
    commands = switch_commands(Switched(), Switched())
    assert [command.key for command in commands] == [*(f"show:{key}" for key in MENU_ORDER), "pose_gizmo"]
    menus = [command.menu for command in commands]
    assert menus == ["View"] * 13 + ["View/Shapes of the frame"] * 8 + ["View"]
    titles = [command.title for command in commands]
    assert titles.index("See-through bodies") == titles.index("Orthographic") - 1
