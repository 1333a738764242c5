"""The arrays that simulation kernels work on, in four named groups.

`System` is what does not change, `Control` what the controller and the user ask now, `Work` every scratch array and what
one step hands to the next, `Record` the columns that steps are written to.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..arrays import Array
from ..compiling.marks import by_address
from ..contact.collision.shape_pairs import grid_for, large_shapes
from ..contact.collision.shape_table import CONTACT, SEGMENT
from ..contact.island.solver_arrays import scratch_for
from ..multibody.model.model import Model
from ..multibody.model.tree_table import constant_blocks, tree_table
from ..texts import marked

CONTACT_NUMBERS, JOINT_NUMBERS = 34, 13  # what a recording keeps of a contact, and of a joint's limit or dry friction

# Places in `Work.counts` and in `Work.numbers`.
CONTACTS_NOW, CONTACTS_BEFORE, ITERATIONS, TREE_AT_FAULT, ROWS, INTERVALS_LEFT, STOP, FORETOLD = range(8)
RESIDUAL, TIME, DURATION_BEFORE, TO_WAIT = range(4)

# Columns of `Record.shapes` and of `Record.contacts`; a vector begins at its column.
SHAPE_A, SHAPE_B, MODE, IMPACT = range(4)
POINT, NORMAL, GAP, VELOCITY, IMPULSE, FRICTION, VELOCITY_BEFORE = 0, 3, 6, 7, 10, 13, 14
ENTRY = 17
"""Where a contact's entry in the problem that was solved begins; of a joint it begins at 0, and ends with its friction."""
# From where the entry begins; ACROSS is `CONTACT.across` along the tangents.
FREE, ANSWER, GIVEN, TARGET, SOFTNESS, LEAST, ALONG, SLIDE, ACROSS = 0, 3, 6, 9, 10, 11, 12, 13, 15
JOINT_FRICTION = 12

NOT_SOLVED, ACCELERATION, VELOCITY_LEVEL, IMPACT_LEVEL, NOT_KEPT, PLANNED = 0, 1, 2, 3, -1, -2
"""`Record.level`: what the problem of a state was of. A start has none; of older recordings it is not kept; where a motion was
planned there never was one."""
NOT_THERE = {
    NOT_KEPT: marked("this recording is of an older format, which does not keep what was solved at each of its states"),
    PLANNED: marked("this is a planned motion: its contact forces are the plan's, and nothing was solved at its states"),
}
"""Why there is no problem of a state, by such levels."""


@by_address
class System(NamedTuple):
    """What does not change during a simulation."""

    table: Any  # Model.table
    columns: Any  # Model.columns
    trees: Any  # (trees,) TREE
    tree_of: Any  # (rows,) int64: the tree of a row, -1 for the world
    shapes: Any  # (shapes,) SHAPE
    vertices: Array  # (k, 3) of convex shapes and height fields, see `shape_table`
    pairs: Any  # (pairs, 2) int64: of shapes of one assembly that may touch; those of different ones always may
    large: Any  # int64: shapes that the broad phase compares with all others


@by_address
class Control(NamedTuple):
    """What acts on the joints and bodies. Arrays are writable; their owner is the simulation."""

    stiffness: Array  # (nv,) proportional gain [N m/rad | N/m]
    damping: Array  # (nv,) derivative gain [N m s/rad | N s/m]
    compensation: Array  # (nv,) 1 where gravity is compensated
    inverse: Array  # (nv,) 1 where the torque is computed by inverse dynamics, with the two gains that follow
    inverse_stiffness: Array  # (nv,) [1/s²]
    inverse_damping: Array  # (nv,) [1/s]
    torque: Array  # (nv,) added as it is [N m | N]: of the step at hand, from the table that follows
    play_times: Array  # (k,) increasing [s]
    play_torques: Array  # (k, nv) [N m | N]
    play_linear: Array  # (nv,) 1 where torques are straight between two rows of the table; else each row holds until the next
    q_target: Array  # (nq,)
    v_target: Array  # (nv,)
    effort: Array  # (nv,) largest torque [N m | N]
    pull_row: Any  # (1,) int64: row of the body pulled by the user; 0: none
    track_times: Array  # (k,) of a `TrackingControl`, increasing in each phase [s]; this and what follows: see there
    track_q: Array  # (k, nq)
    track_v: Array  # (k, nv)
    track_torques: Array  # (k, nv) [N m | N]
    track_gains: Array  # (k, nv, 2 nv) torque per unit of (q_d ⊖ q, v_d - v); (0, nv, 2 nv): none
    track_first: Any  # (phases + 1,) int64: first row of each phase, and one past the last
    track_held: Any  # (phases, rows of the model) int64: 1 for what it stands by
    track_driven: Array  # (nv,) 1 for torques that may be changed to keep forces in the cone
    track_numbers: Array  # (3,): 1 if touch-downs set the clock, share of the cone, how far it is from the row to the next
    track_now: Any  # (2,) int64: the phase, -1 before the first; the row
    track_began: Array  # (phases,) when each phase began; NaN: not yet [s]
    # (8,): grabbed point in the row's frame (3) [m], where it is pulled to (3) [m], stiffness [N/m], damping [N s/m]
    pull: Array


@by_address
class Work(NamedTuple):
    """Scratch of one simulation, and what a step leaves for the next."""

    X: Array  # (rows and room for angles, 12) poses of rows in their parents
    W: Array  # (rows, 12) poses of rows in the world
    V: Array  # (rows, 6) twists of rows
    S: Array  # (rows, 18)
    K: Array  # (rows, 10)
    motions: Array  # (columns, 6)
    H: Array  # flat blocks of the mass matrix
    F: Array  # flat factors of those, see `constant_blocks`
    diagonal: Array  # (nv,) added to the mass matrix by implicit springs and dampers
    torque: Array  # (nv,) of the controller
    clipped: Array  # (nv,) 1 or -1 where that is at its limit
    passive: Array  # (nv,) torque of the joints' own damping, springs, dry friction and limits
    bias: Array  # (nv,)
    free: Array  # (nv,) velocity without contact
    solved: Array  # (nv,) velocity with contact
    shift: Array  # (nv,) velocity that corrects positions
    zero: Array  # (nv,) zeros
    scratch_q: Array  # (nq,)
    scratch_v: Array  # (nv,)
    scratch_a: Array  # (nv,)
    part: Array  # (trees,) of a step that positions follow the velocity before an impact
    elastic: Array  # (trees,) of `elastic_into`: 1 or 0
    touched: Array  # (trees,) pairs of shapes that count for a tree, see `moving_contacts`
    power: Array  # (trees, 3) energy that contacts give to a tree in a step, and scratch [J], see `contact_work`
    given: Array  # (capacity, 7) of the last solve: velocity without it (3), impulses before it (3), least normal impulse
    geometry: Array  # (shapes, 12) poses of shapes in the world
    speed: Array  # (shapes,) bound of the speed of any point of a shape [m/s]
    motion: Array  # (shapes, 9) of `shape_motion_into`
    sunk: Array  # (shapes,) how deep what carried a shape in the step before let it sink [m]
    # (4,) how long before the poses a step began, and how long after it ends [s], zero where shapes are as they stand; how far
    # gravity takes them until then [m]; and the speed from which on they strike [m/s]
    span: Array
    moved: Array  # (4, 12) poses of two shapes that are followed, see `sweep`, and where they are followed from
    moved_motion: Array  # (4, 9) their motions
    doubts: Any  # (3,) int64: pairs of the step whose contact is doubtful; shapes of the first
    clip: Array  # (8, 256, 4)
    cells: Any  # this and the next three: the grid of the broad phase
    chain: Any
    cell_of: Any
    near: Any
    contacts: Any  # (capacity,) CONTACT
    previous: Any  # (capacity,) CONTACT: those of the step before
    segments: Any  # (capacity, 2) SEGMENT
    J: Array  # flat
    Y: Array  # flat
    G: Array  # (capacity, 6)
    r: Array  # (capacity, 3) impulses
    saved: Array  # (capacity, 3) friction, target and softness, while positions are corrected
    order: Any  # this and the next ten: see `SolverArrays`
    tree_order: Any
    root: Any
    number: Any
    starts: Any
    places: Any
    plan: Any
    diagonal_blocks: Any
    block: Any
    active: Any
    room: Array
    before_q: Array  # (nq,) where the step began
    before_v: Array  # (nv,)
    jump: Array  # (3, nv) what the step before, this one, and that before both change of the velocity
    middle: Array  # (nv,) the velocity that Coriolis forces are taken at
    kept: Any  # (capacity,) CONTACT: this and the next five are for estimates of the error of a step
    kept_jump: Array  # (3, nv)
    half_q: Array  # (nq,)
    half_v: Array  # (nv,)
    end_W: Array  # (rows, 12)
    end_V: Array  # (rows, 6)
    end_q: Array  # (nq,) this and the next: where a step would end, see `landing`
    end_v: Array  # (nv,)
    moment: Array  # (4,) mass, and mass times centre of mass
    # (8,) int64: contacts now and of the step before, iterations of the last solve, tree whose mass matrix is singular, rows
    # written, intervals left (hybrid), 1 to stop, 1 where the step goes by the jump of the one before
    counts: Any
    numbers: Array  # (4,): residual of the last solve [m/s], time [s], length of the step before [s], steps until an estimate


@by_address
class Record(NamedTuple):
    """Columns of recorded states; a step fills one row."""

    t: Array  # (steps,)
    q: Array  # (steps, nq)
    v: Array  # (steps, nv)
    tau: Array  # (steps, nv) torques of the controller [N m | N]
    passive: Array  # (steps, nv) torques of the joints' own damping, springs, dry friction and limits [N m | N]
    energy: Array  # (steps, 2) kinetic, potential [J]
    residual: Array  # (steps,) [m/s]
    step_error: Array  # (steps,) of the step by its own length [m/s]; NaN: not estimated
    iterations: Any  # (steps,) int64
    doubtful: Any  # (steps,) int64: 1 + a · shapes + b of two shapes whose contact is doubtful, see `sweep`; 0: there are none
    first: Any  # (steps,) int64: the step's first contact; a state that repeats the one before has the same contacts, kept once
    last: Any  # (steps,) int64: one past the step's last contact
    shapes: Any  # (contacts, 4) int32: shape a, shape b, mode, impact
    contacts: Array  # (contacts, CONTACT_NUMBERS): point, normal, gap, velocity, impulse, μ, velocity before, entry (17)
    level: Any  # (steps,) int64: of the problem that was solved, see ACCELERATION
    q_solved: Array  # (steps, nq) configuration at which that problem was set up
    diagonal: Array  # (steps, nv) added to the mass matrix in it
    first_joint: Any  # (steps,) int64: the step's first joint in the problem
    last_joint: Any  # (steps,) int64: one past the last
    joints: Any  # (joints, 3) int64: limit or dry friction (`CONTACT.a`), row of the joint, side
    joint_numbers: Array  # (joints, JOINT_NUMBERS): entry (12), friction


def make_system(model: Model, shapes: np.ndarray, vertices: Array, pairs: np.ndarray) -> System:
    """Gather what does not change."""
    trees = tree_table(model.table, model.columns)
    tree_of = np.full(len(model.table), -1, dtype=np.int64)
    for t, tree in enumerate(trees):
        tree_of[tree["first"] : tree["last"]] = t
    tree_of.setflags(write=False)
    return System(model.table, model.columns, trees, tree_of, shapes, vertices, pairs, large_shapes(shapes))


def make_control(model: Model) -> Control:
    """A control that does nothing."""
    nq, nv = model.nq, model.nv
    return Control(
        np.zeros(nv),
        np.zeros(nv),
        np.zeros(nv),
        np.zeros(nv),
        np.zeros(nv),
        np.zeros(nv),
        np.zeros(nv),
        np.zeros(0),
        np.zeros((0, nv)),
        np.zeros(nv),
        np.zeros(nq),
        np.zeros(nv),
        np.array(model.effort_limit),
        np.zeros(1, dtype=np.int64),
        np.zeros(0),
        np.zeros((0, nq)),
        np.zeros((0, nv)),
        np.zeros((0, nv)),
        np.zeros((0, nv, 2 * nv)),
        np.zeros(1, dtype=np.int64),
        np.zeros((0, len(model.table)), dtype=np.int64),
        np.zeros(nv),
        np.zeros(3),
        np.array([-1, 0]),
        np.zeros(0),
        np.zeros(8),
    )


def make_work(system: System, nq: int, nv: int, capacity: int) -> Work:
    """Scratch for up to `capacity` contacts and joint limits at once."""
    n, shapes, trees = len(system.table), len(system.shapes), len(system.trees)
    widest = sorted((int(tree["nv"]) for tree in system.trees), reverse=True)[:2]
    flat = max(1, 3 * sum(widest)) * capacity
    H, F = constant_blocks(system.table, system.columns, system.trees)
    ints = np.int64
    cells, chain, cell_of, near = grid_for(system.shapes, system.large)
    order, tree_order, root, number, starts, places, plan, diagonal_blocks, block, active, room = scratch_for(
        trees, nv, capacity
    )
    return Work(
        X=np.zeros((n + n // 4 + 1, 12)),
        W=np.zeros((n, 12)),
        V=np.zeros((n, 6)),
        S=np.zeros((n, 18)),
        K=np.zeros((n, 10)),
        motions=np.zeros((len(system.columns), 6)),
        H=H,
        F=F,
        diagonal=np.zeros(nv),
        torque=np.zeros(nv),
        clipped=np.zeros(nv),
        passive=np.zeros(nv),
        bias=np.zeros(nv),
        free=np.zeros(nv),
        solved=np.zeros(nv),
        shift=np.zeros(nv),
        zero=np.zeros(nv),
        scratch_q=np.zeros(nq),
        scratch_v=np.zeros(nv),
        scratch_a=np.zeros(nv),
        part=np.zeros(trees),
        elastic=np.zeros(trees),
        touched=np.zeros(trees),
        power=np.zeros((trees, 3)),
        given=np.zeros((capacity, 7)),
        geometry=np.zeros((shapes, 12)),
        speed=np.zeros(shapes),
        motion=np.zeros((shapes, 9)),
        sunk=np.zeros(shapes),
        span=np.zeros(4),
        moved=np.zeros((4, 12)),
        moved_motion=np.zeros((4, 9)),
        doubts=np.zeros(3, dtype=ints),
        clip=np.zeros((8, 256, 4)),
        cells=cells,
        chain=chain,
        cell_of=cell_of,
        near=near,
        contacts=np.zeros(capacity, dtype=CONTACT),
        previous=np.zeros(capacity, dtype=CONTACT),
        segments=np.zeros((capacity, 2), dtype=SEGMENT),
        J=np.zeros(flat),
        Y=np.zeros(flat),
        G=np.zeros((capacity, 6)),
        r=np.zeros((capacity, 3)),
        saved=np.zeros((capacity, 3)),
        order=order,
        tree_order=tree_order,
        root=root,
        number=number,
        starts=starts,
        places=places,
        plan=plan,
        diagonal_blocks=diagonal_blocks,
        block=block,
        active=active,
        room=room,
        before_q=np.zeros(nq),
        before_v=np.zeros(nv),
        jump=np.zeros((3, nv)),
        middle=np.zeros(nv),
        kept=np.zeros(capacity, dtype=CONTACT),
        kept_jump=np.zeros((3, nv)),
        half_q=np.zeros(nq),
        half_v=np.zeros(nv),
        end_W=np.zeros((n, 12)),
        end_V=np.zeros((n, 6)),
        end_q=np.zeros(nq),
        end_v=np.zeros(nv),
        moment=np.zeros(4),
        counts=np.zeros(8, dtype=ints),
        numbers=np.zeros(4),
    )


def make_record(steps: int, contacts: int, joints: int, nq: int, nv: int) -> Record:
    """Columns for so many steps, contacts, and limits and dry frictions of joints."""

    def whole() -> np.ndarray:
        return np.zeros(steps, dtype=np.int64)

    return Record(
        np.zeros(steps),
        np.zeros((steps, nq)),
        np.zeros((steps, nv)),
        np.zeros((steps, nv)),
        np.zeros((steps, nv)),
        np.zeros((steps, 2)),
        np.zeros(steps),
        np.full(steps, np.nan),
        whole(),
        whole(),
        whole(),
        whole(),
        np.zeros((contacts, 4), dtype=np.int32),
        np.zeros((contacts, CONTACT_NUMBERS)),
        whole(),
        np.zeros((steps, nq)),
        np.zeros((steps, nv)),
        whole(),
        whole(),
        np.zeros((joints, 3), dtype=np.int64),
        np.zeros((joints, JOINT_NUMBERS)),
    )
