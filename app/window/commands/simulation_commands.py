"""The commands of the menus Robot and Simulate."""

from __future__ import annotations

from collections.abc import Callable

from torseur.sim.texts import in_all_languages, marked, tr

from ...panels.joints import JointsBinding
from ...preferences.preferences import Preferences
from ...session.scene_edits import change_setting
from ...session.session import Session
from .command_table import MenuCommand

SPEEDS = (1.0, 0.5, 0.25, 0.1, 0.05, 0.01, 0.001)
SOLVING = {"exact": marked("Exact"), "interactive": marked("Interactive")}
SCHEMES = {"time_stepping": marked("Time-stepping"), "hybrid": marked("Hybrid, event-driven")}
SPEED = marked("Speed {share:g} %")


def robot_commands(
    joints: JointsBinding,
    preferences: Preferences,
    show_doctor: Callable[[], object],
    show_arguments: Callable[[], object],
    place_force: Callable[[], object],
    make_scene: Callable[[], object],
) -> list[MenuCommand]:
    """Poses, loads, units, and what is wrong with the file."""

    def is_radians() -> bool:
        return preferences.angle_unit == "rad"

    def other_unit() -> None:
        preferences.angle_unit = "deg" if is_radians() else "rad"

    return [
        MenuCommand("doctor", marked("Load doctor"), show_doctor, "Robot", "D"),
        MenuCommand("arguments", marked("Arguments of this robot…"), show_arguments, "Robot", words="xacro, arg, parameters"),
        MenuCommand("home", marked("Home pose"), joints.home, "Robot", "H"),
        MenuCommand("zero", marked("Zero pose"), joints.zero, "Robot", "Z"),
        MenuCommand("random", marked("Random pose"), joints.random, "Robot", "R"),
        MenuCommand("store_pose", marked("Store this pose"), joints.store_pose, "Robot", "P"),
        MenuCommand("place_force", marked("Put a force on the robot"), place_force, "Robot", "N"),
        MenuCommand(
            "scene_of_robot",
            marked("Make a scene of this robot on the ground"),
            make_scene,
            "Robot",
            "Shift+G",
            words="stand, floor",
        ),
        MenuCommand("unit", marked("Angles in radians"), other_unit, "Robot", "U", is_radians, gap=True),
    ]


def simulation_commands(session: Session, show_sweep: Callable[[], object]) -> list[MenuCommand]:
    """The clock, the scheme and the speed, and many runs."""
    playback = session.playback

    def choosing(name: str, key: str) -> Callable[[], object]:
        return lambda: change_setting(session, **{name: key})

    def is_chosen(name: str, key: str) -> Callable[[], bool]:
        return lambda: bool(getattr(session.settings, name) == key)

    def going(speed: float) -> Callable[[], object]:
        return lambda: playback.set_speed(speed)

    def is_going(speed: float) -> Callable[[], bool]:
        return lambda: playback.speed == speed

    def switch_loop() -> None:
        playback.set_loop(not playback.loop)

    return [
        MenuCommand("play", marked("Play or pause"), playback.toggle, "Simulate", "Space"),
        MenuCommand("step", marked("Step forward"), lambda: playback.step(1), "Simulate", "Right"),
        MenuCommand("step_back", marked("Step back"), lambda: playback.step(-1), "Simulate", "Left"),
        MenuCommand("next_event", marked("To the next event"), lambda: playback.step_to_event(1), "Simulate", "Shift+Right"),
        MenuCommand("last_event", marked("To the event before"), lambda: playback.step_to_event(-1), "Simulate", "Shift+Left"),
        MenuCommand("to_start", marked("To the start"), playback.to_start, "Simulate", "Ctrl+Left"),
        MenuCommand("to_end", marked("To the end"), playback.to_end, "Simulate", "Ctrl+Right"),
        MenuCommand("reset", marked("Reset"), session.reset, "Simulate", "Backspace"),
        MenuCommand("loop", marked("Loop"), switch_loop, "Simulate", "L", lambda: playback.loop, gap=True),
        MenuCommand(
            "sweep", marked("Sweep: many runs…"), show_sweep, "Simulate", words="batch, Monte-Carlo, parameters", gap=True
        ),
        *(
            MenuCommand(f"{name}:{key}", title, choosing(name, key), f"Simulate/{name.capitalize()}", "", is_chosen(name, key))
            for name, choices in (("scheme", SCHEMES), ("solving", SOLVING))
            for key, title in choices.items()
        ),
        *(
            MenuCommand(
                f"speed:{speed:g}",
                tr(SPEED, share=100 * speed),
                going(speed),
                "Simulate/Speed",
                "",
                is_going(speed),
                names=tuple(text.format(share=100 * speed) for text in in_all_languages(SPEED)),
            )
            for speed in SPEEDS
        ),
    ]
