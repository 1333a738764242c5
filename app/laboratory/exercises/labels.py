"""What the page of exercises says beside the exercises themselves."""

from __future__ import annotations

from torseur.sim.texts import marked, tr

LABELS: dict[str, str] = {
    "title": marked("Worked exercises"),
    "intro": marked("Predict first, then check. Every answer is computed from the robot that is open, and follows its joints."),
    "scene_intro": marked(
        "Predict first, then check. Every answer is computed from the scene that is open, with its settings."
    ),
    "replaces": marked("Opening one opens its robot, scene or plan in place of “{name}”."),
    "about": marked("{robot}, {n} questions"),
    "state": marked("{right} of {n} right"),
    "done": marked("done, {right} of {n} right"),
    "all": marked("All exercises"),
    "question": marked("Question"),
    "check": marked("Check it"),
    "hint": marked("Hint {n} of {count}"),
    "on_robot": marked("It is drawn on the robot."),
    "variant": marked("Variant"),
    "variant_tip": marked("Other numbers of the same questions, the same for all who type this number; 0: those of the course"),
    "score": marked("Score: {right} of {n} right, {points} points; after a hint half a point"),
    "export": marked("Export the scores"),
    "folder": marked("Own exercises"),
    "own": marked("Own exercises: {folder}"),
    "reveal": marked("Reveal"),
    "next": marked("Next"),
    "formula": marked("Formula"),
    "fill": marked("Give your prediction first."),
    "again": marked("Start this exercise over"),
    "no_number": marked("Type a number, such as 0.5 or 0,5"),
    "numbers": marked("SI units and radians; three digits will do."),
    "whole": marked("A whole number."),
    "direction": marked("Any length, either sign."),
    "answer": marked("Answer"),
    "computed": marked("computed from the robot"),
    "planned": marked("of plans that were computed before"),
    "either": marked("or its opposite"),
    "yours": marked("At your pose"),
    "no_answer": marked("None here: J is singular."),
    "show": marked("Show on the robot"),
    "hide": marked("Hide from the robot"),
    "compiling": marked("The kernels are being compiled: answers can be computed in a minute."),
    "absent": marked("Its robot, {robot}, is not open. Opening it replaces “{name}”."),
    "changed": marked("The open {robot} has other joints or no tool: open it anew."),
    "changed_scene": marked("The open {robot} has other bodies than the scene that is asked about: open it anew."),
    "recording": marked("Its recording is given up: save it first."),
    "absent_plan": marked("The plan that it asks about, {robot}, is not open. Opening it replaces “{name}”."),
    "absent_scene": marked("The scene that it asks about, {robot}, is not open. Opening it replaces “{name}”."),
    "scene_there": marked(
        "{robot} is open: answers are of the scene as it starts, with the masses and materials that it has now. Space plays it."
    ),
    "scene_computed": marked("computed from the scene"),
    "plan": marked("Its plan and your edits of its task are given up: save the plan first."),
    "unplanned": marked("{robot} is open; there is no plan of it yet."),
    "planned_there": marked("{robot} is open, with the plan of the question: Space plays it."),
    "make_plan": marked("Plan it"),
    "open": marked("Open {robot}"),
    "elsewhere": marked("{robot} is open, in another pose than the question's."),
    "pose": marked("Go to the pose"),
    "in_place": marked("{robot} is open, in the pose of the question."),
    "needs": marked("Open the robot first: answers are computed from it."),
    "undo": marked("Pose of the exercise"),
    "velocity_arrow": marked("Velocity"),
    "force_arrow": marked("Force"),
    "displacement_arrow": marked("Displacement, to scale"),
    "direction_arrow": marked("Direction"),
}


def labels() -> dict[str, str]:
    """All of them, in the language that is chosen."""
    return {key: tr(words) for key, words in LABELS.items()}
