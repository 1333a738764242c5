"""Kinematics and dynamics of arms, a humanoid and a quadruped, each called from Python, beside Pinocchio and MuJoCo."""

from __future__ import annotations

from rich.console import Console

from .calls import robot_peers as peers
from .calls.mujoco_calls import mujoco_calls
from .calls.pinocchio_calls import pinocchio_calls
from .calls.torseur_calls import QUANTITIES, torseur_calls
from .comparison import AGREEMENT, Tally, add, comparison_table
from .report import show
from .timing import ROUND_TIME, ROUNDS, Spread, interleaved

AIMS = {"Pinocchio": 0.6, "MuJoCo": 0.8}  # ratios that are wanted at most, both called from Python
_NOTES = f"""\
Time of one call from Python: median [quartiles] of {ROUNDS} rounds of {1e3 * ROUND_TIME:.0f} ms in turns, over \
{peers.RING} random states; one thread.
Ratio: ours over theirs, median [quartiles] of the ratios of each round; BELOW 1 TORSEUR IS FASTER. Aim: for the median.
Difference: of the results, largest over all states, relative to the largest number.
Ours returns new arrays, checks its arguments (sizes, NaN, unit quaternion) and finds the frame by name each time.
Theirs leave the poses of frames in their data; reading them costs extra. H⁻¹ b: of Pinocchio's three ways the fastest.
MuJoCo's time includes writing the state into its data; mj_forward and mj_inverse compute more than what is compared.
MuJoCo has no derivatives of inverse dynamics but by finite differences: not compared.
"""


def run(out: Console) -> int:
    """Print the tables; 1 if results do not agree."""
    tallies = {peer: Tally() for peer in AIMS}
    for case in peers.CASES:
        _with_joints_freed(out, case, tallies)
    mimic = _with_mimic(out)
    for peer, aim in AIMS.items():
        out.print(tallies[peer].text(peer, aim))
    out.print()
    worst = max(mimic.worst, *(tally.worst for tally in tallies.values()))
    if worst > AGREEMENT:
        out.print(f"results differ by {worst:.1e}, more than {AGREEMENT:g}")
    return int(worst > AGREEMENT)


def _with_joints_freed(out: Console, case: peers.Case, tallies: dict[str, Tally]) -> None:
    """The table of one robot, the same tree for all engines."""
    text = peers.plain_urdf(case)
    model = peers.read_ours(case, text)
    states = peers.random_states(model)
    ours = torseur_calls(model, states, case.tool)
    made = comparison_table(f"{case.title(model.nv)}, mimic joints freed so that all compute one tree")
    for name, call in pinocchio_calls(case, text, model, states).items():
        add(made, name, ours[name], call, AIMS["Pinocchio"], tallies["Pinocchio"])
    made.add_section()
    unread = ""
    try:
        for name, call in mujoco_calls(case, text, model, states).items():
            add(made, name, ours[name], call, AIMS["MuJoCo"], tallies["MuJoCo"])
    except ValueError as error:
        unread = f"MuJoCo cannot read this robot: {error}"
    show(out, made, unread)


def _with_mimic(out: Console) -> Tally:
    """The robots as they are shipped, with joints that follow others."""
    tally = Tally()
    made = comparison_table("As shipped: joints that follow others (mimic)")
    unread = ""
    for case in peers.WITH_MIMIC:
        text = peers.plain_urdf(case, mimic=True)
        model = peers.read_ours(case, text)
        states = peers.random_states(model)
        ours = torseur_calls(model, states, case.tool)
        try:
            theirs, reason = pinocchio_calls(case, text, model, states, mimic=True), "pin: not with mimic joints"
        except ValueError as error:
            theirs, reason = {}, "pin: not read"
            unread += f"Pinocchio cannot read {case.name} with mimic=True: {error}\n"
        for name in QUANTITIES:
            label = f"{case.name}, {name}"
            if name in theirs:
                add(made, label, ours[name], theirs[name], AIMS["Pinocchio"], tally)
            else:
                made.add_row(label, Spread.of(interleaved([ours[name]])[0]).text(), reason, "", "", "", "")
    show(out, made, unread + _NOTES)
    return tally
