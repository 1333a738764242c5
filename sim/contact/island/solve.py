"""Solving the contacts of one instant, island by island, with the solver that the settings name.

The unknowns are impulses r (tangent 1, tangent 2, normal) a contact, the data velocities without contact `free`.
"""

from __future__ import annotations

from typing import Any

from ...kernel import copy_into, f8, i8, inlined, kernel, late, small, tuple_of
from ..collision.shape_table import RESTORED, TENTATIVE
from ..law.contact_laws import COULOMB
from ..linear_solvers import matrix
from ..status import ACTIVE_SET, ADMM, GAUSS_SEIDEL, HEAPS_SWEPT, NEWTON
from .admm import admm
from .anderson import accelerated_sweeps
from .clusters import solve_clusters
from .factor.elimination import FREEDOMS, lay_out
from .few_contacts import cone_of, frictionless, newton_on_impulses
from .gauss_seidel import (
    gauss_seidel_sweeps,
    is_smooth,
    residual_of,
    restore_impulses,
    rounding_of,
    save_impulses,
    velocities_from,
)
from .held.hold import LEAST, NOT_HELD, hold
from .interior_point import interior_point
from .islands import islands_into
from .lanes.lane_groups import has_groups
from .lanes.lane_solvers import accelerated, accelerated_pressing, plain_sweeps, sweeps_of_groups
from .least_norm import spread
from .newton_convex import newton_convex
from .newton_coulomb import ATTEMPTS, NO_LIMIT, newton_coulomb
from .solver_arrays import ASLEEP, AWAKE, DENSE_CONTACTS, DENSE_FREEDOMS, FINE
from .stuck import go_to_the_edge

_FEW, _SOME = 12, 32  # contacts up to which Newton on the forces is tried first: to the end; with few iterations
_MOST_ITERATIONS, _SOME_ITERATIONS, _FEW_ITERATIONS = 1000, 40, 10  # of it; so few; where little is left to do
_MANY_TREES = 16  # from which sweeps are tried before Newton
_SWEEPS, _TURN = 100, 60  # of such a trial, and between two looks for clusters; before the first of a heap four turns
_GAIN, _IDLE, _PLAIN, _QUICK = 0.3, 8, 250, 12  # see `_alternating`
_EDGES, _QUICKLY, _CLUSTERS, _SWEPT = range(4)  # ways out, see there
_WAYS_OF_HEAPS = (_QUICKLY, _EDGES, _CLUSTERS, _EDGES, _SWEPT, _EDGES)
_WAYS = (_EDGES, _CLUSTERS)
# Freedoms from which blocks are eliminated, if that takes so many products a freedom's cube or less.
_BLOCKS, _SPARSE = 120, 0.05
_LITTLE = 100.0  # times the tolerance, up to which no more is tried after two of Newton's methods
_TURNS = 5  # that Newton's methods take while more than that is left, each from what the one before found
_MOST_PIVOTED = 300  # contacts for which the active set is looked for
_MOST_WORK = 3e8  # products of a factor, up to which it is cheap
# Residuals up to which Newton's method is quick on a large island, and it was solved before [m/s].
_NEAR, _SOLVED = 1e-3, 1e-5
_QUICK_WORK = 1e4  # products of a factor, a contact, up to which it is quick
_WORK_OF_HEAPS, _LOOSE = 1e6, 3  # of heaps, which sweeps do well on: those with less than so many contacts a tree
_BRANCHED = 1.1  # contacts a tree, from which a smooth heap is no chain or column, for which factors are quick
_REDUNDANT = 4  # contacts a tree from which forces are hardly unique


@kernel
def solve_contacts(
    arrays: Any,
    count: int,
    solver: int,
    tolerance: float,
    sweeps: int,
    asleep: bool,
    has_norm: bool,
    guesses: int,
    is_again: bool,
    is_final: bool,
) -> tuple[float, int]:
    """Write impulses into arrays.r, which holds the warm start, and velocities into arrays.v.

    Returns the worst residual of any contact [m/s] and the largest number of iterations an island took: 0 when the warm
    start was the answer.

    asleep   : whether the warm start was the answer the last time
    has_norm : whether impulses that are one of many are to be those of least norm, as a warm start that is the answer already is
    guesses  : how often it is guessed which contacts hold, from what they did in the step before, as `CONTACT.impulse` and
               `CONTACT.struck` have it: not in an impact, and once where that may well be wrong
    is_again : whether arrays.r and arrays.v are an answer already but for islands with contacts that were left out or taken back
    is_final : whether the motion is that of these impulses; else large islands are not tried to the utmost
    """
    if not is_again:
        copy_into(arrays.free, arrays.v)
    if count == 0:
        return 0.0, 0
    found = islands_into(count, arrays)
    worst, most_iterations = 0.0, 0
    for e in range(found):
        members = arrays.order[arrays.starts[e, 0] : arrays.starts[e + 1, 0]]
        trees_in = arrays.tree_order[arrays.starts[e, 1] : arrays.starts[e + 1, 1]]
        is_answered = is_again and not _has_changed(arrays, members)
        if not is_answered:
            velocities_from(arrays, members, trees_in)
        residual = residual_of(arrays, members)
        iterations = 0
        rounding = min(tolerance, rounding_of(arrays, members))
        is_fine = tolerance <= FINE and not _is_heap(arrays, trees_in)
        share = ASLEEP if asleep or (not is_fine and _is_still(arrays, members)) else AWAKE
        start_tolerance = share * tolerance
        # A single contact costs nothing to solve, and what rolls or slides is not to drift by what a step leaves.
        if not is_answered and not residual <= (rounding if members.shape[0] == 1 else max(start_tolerance, rounding)):
            found_held, is_least = NOT_HELD, False
            is_swept = solver == HEAPS_SWEPT and _is_heap(arrays, trees_in)
            is_narrow = _is_narrow(arrays, members, trees_in, is_swept)
            is_large = is_swept or arrays.plan[FREEDOMS] > 0
            if is_narrow and (solver == NEWTON or solver == HEAPS_SWEPT) and guesses > 0 and members.shape[0] > 1:
                residual, iterations, found_held = hold(arrays, members, trees_in, tolerance, guesses, is_large)
                if found_held == NOT_HELD and not is_large and trees_in.shape[0] > _MANY_TREES:
                    residual, more, found_held = hold(arrays, members, trees_in, tolerance, guesses, True)
                    iterations += more
                is_least = found_held == LEAST
            if found_held == NOT_HELD:
                more = -1
                if is_swept:
                    velocities_from(arrays, members, trees_in)
                if is_swept and has_groups(arrays, members, trees_in):
                    residual, more = sweeps_of_groups(arrays, members, trees_in, tolerance, sweeps, True)
                if more < 0:
                    chosen = GAUSS_SEIDEL if is_swept else solver
                    residual, more, is_least = _solve_island(
                        arrays, members, trees_in, chosen, tolerance, sweeps, guesses > 0, is_narrow, is_final
                    )
                iterations += more
            if has_norm and not is_least and not is_swept:
                arrays.plan[FREEDOMS] = 0  # it has dense matrices
                residual = spread(arrays, members, trees_in, tolerance, residual)
        most_iterations = max(most_iterations, iterations)
        if worst == worst and not residual <= worst:  # what is no number stays
            worst = residual
    return worst, most_iterations


@kernel
def _has_changed(arrays: Any, members: Any) -> bool:
    """Whether a contact of an island was left out or taken back, see `passing`."""
    for m in range(members.shape[0]):
        passing = arrays.contacts[members[m]].passing
        if passing == TENTATIVE or passing == RESTORED:
            return True
    return False


@kernel
def _is_still(arrays: Any, members: Any) -> bool:
    """Whether the step before left the contacts of an island no velocity: then none adds up if they take its impulses again."""
    for m in range(members.shape[0]):
        contact = arrays.contacts[members[m]]
        if contact.approach != 0.0 or contact.slip[0] != 0.0 or contact.slip[1] != 0.0:
            return False
    return True


@kernel
def _is_heap(arrays: Any, trees_in: Any) -> bool:
    """Whether an island is one that sweeps do better on than Newton's method, or too large for that."""
    return bool(trees_in.shape[0] > _MANY_TREES or _size(arrays, trees_in) > DENSE_FREEDOMS)


@inlined
def _solve_island(
    arrays: Any,
    members: Any,
    trees_in: Any,
    solver: int,
    tolerance: float,
    sweeps: int,
    is_warm: bool,
    is_narrow: bool,
    is_final: bool,
) -> tuple[float, int, bool]:
    """Solve an island that need not hold, by the solver that the settings name.

    is_warm   : whether r says about which contacts press
    is_narrow : whether factors of its matrix are cheap, see `_is_narrow`
    is_final  : see `solve_contacts`

    Returns the residual, how many iterations it took, and whether impulses are known to be the only ones.
    """
    is_only_one = False
    m = members.shape[0]
    if solver == ACTIVE_SET and m <= _MOST_PIVOTED and 2 * m * (m + 3) <= arrays.room.shape[0]:
        residual, iterations = frictionless(arrays, members, trees_in, tolerance)
    elif solver == ADMM and _size(arrays, trees_in) <= DENSE_FREEDOMS:
        residual, iterations = admm(arrays, members, trees_in, tolerance)
    elif solver == GAUSS_SEIDEL or members.shape[0] == 1:
        residual, iterations = gauss_seidel_sweeps(arrays, members, trees_in, tolerance, sweeps)
    elif not is_narrow:
        residual, iterations = _alternating(arrays, members, trees_in, tolerance, 50 * sweeps, True, is_warm)
    elif arrays.plan[FREEDOMS] > 0:
        residual, iterations = _large_island(arrays, members, trees_in, tolerance, sweeps, is_warm, is_final)
    else:
        # Sweeps do well on heaps. Where flat patches make contacts redundant they would invent forces against each other.
        sweeps_first = trees_in.shape[0] > _MANY_TREES and members.shape[0] <= _REDUNDANT * trees_in.shape[0]
        residual, iterations = 1e300, 0
        if sweeps_first:
            residual, iterations = accelerated_sweeps(arrays, members, trees_in, tolerance, _SWEEPS)
        if not residual <= tolerance:
            residual, more, is_only_one = _direct(arrays, members, trees_in, tolerance)
            iterations += more
        if residual > _LITTLE * tolerance and trees_in.shape[0] > 1:
            residual, more = _alternating(arrays, members, trees_in, tolerance, 10 * sweeps, False, False)
            iterations += more
    return residual, iterations, is_only_one


@kernel
def _large_island(
    arrays: Any, members: Any, trees_in: Any, tolerance: float, sweeps: int, is_warm: bool, is_final: bool
) -> tuple[float, int]:
    """Sweeps where contacts are few; Newton from the forces of the step before where they are many; then from nothing by the
    interior-point method, whose end Newton's finds; and where that gets stuck sweeps' ways out.

    What is solved already but for the last digits, as in a round before, is not solved from nothing.
    """
    is_loose, coulomb = members.shape[0] < _LOOSE * trees_in.shape[0], cone_of(arrays, members) == COULOMB
    residual, iterations, start = 1e300, 0, 1e300
    if is_loose:
        residual, iterations = accelerated(arrays, members, trees_in, tolerance, 4 * _TURN)
    elif coulomb:
        velocities_from(arrays, members, trees_in)
        start = residual_of(arrays, members)
        if start <= _NEAR and (is_warm or start <= _SOLVED):
            attempts = ATTEMPTS if start <= _SOLVED and is_final else 1
            residual, iterations = newton_coulomb(arrays, members, trees_in, tolerance, attempts, NO_LIMIT)
    if coulomb and start > _SOLVED and not residual <= tolerance:
        residual, more = _from_nothing(arrays, members, trees_in, tolerance, is_final)
        iterations += more
    if not residual <= (max(_LITTLE * tolerance, _SOLVED) if coulomb else tolerance) and (is_final or not coulomb):
        residual, more = _alternating(arrays, members, trees_in, tolerance, 10 * sweeps, True, False)
        iterations += more
    return residual, iterations


@kernel
def _from_nothing(arrays: Any, members: Any, trees_in: Any, tolerance: float, is_final: bool) -> tuple[float, int]:
    """The interior-point method, and Newton's from where it ends; where that is no better impulses stay."""
    start = matrix(arrays.room, _saved_at(arrays), members.shape[0], 3)
    save_impulses(arrays, members, start)
    velocities_from(arrays, members, trees_in)
    least = residual_of(arrays, members)
    residual, iterations = interior_point(arrays, members, trees_in, tolerance)
    if not residual <= tolerance:
        attempts = ATTEMPTS if is_final or iterations == 0 else 1
        residual, more = newton_coulomb(arrays, members, trees_in, tolerance, attempts, NO_LIMIT)
        iterations += more
    if not residual < least:
        residual = least
        restore_impulses(arrays, members, start)
        velocities_from(arrays, members, trees_in)
    return residual, iterations


@small
def _saved_at(arrays: Any) -> int:
    """Where in the scratch impulses of an island are, which no method that is tried on it alone touches."""
    return int(arrays.room.shape[0] - DENSE_FREEDOMS - 3 * arrays.r.shape[0])


@kernel
def _direct(arrays: Any, members: Any, trees_in: Any, tolerance: float) -> tuple[float, int, bool]:
    """Newton with a matrix of forces where contacts are few, of velocities where they are many; each is the other's second try.

    Returns the residual, how many iterations it took, and whether impulses are known to be the only ones.
    """
    n = members.shape[0]
    residual, iterations, is_only_one = 1e300, 0, False
    coulomb = cone_of(arrays, members) == COULOMB
    # Of a stack that rubs the matrix of velocities is the smaller one.
    is_reduced = coulomb and trees_in.shape[0] > 1 and 3 * n > _size(arrays, trees_in) and not is_smooth(arrays, members)
    is_small = not is_reduced and n <= (DENSE_CONTACTS if trees_in.shape[0] == 1 else _FEW)
    if is_small and trees_in.shape[0] == 1 and arrays.trees[trees_in[0]].free == 0 and is_smooth(arrays, members):
        residual, iterations = frictionless(arrays, members, trees_in, tolerance)
    if (is_small or n <= _SOME) and not is_reduced and not residual <= tolerance:
        limit = _MOST_ITERATIONS if is_small else _SOME_ITERATIONS
        residual, iterations, is_only_one = newton_on_impulses(arrays, members, trees_in, tolerance, limit)
    if residual <= tolerance:
        return residual, iterations, is_only_one
    if trees_in.shape[0] == 1:
        residual, more = accelerated_sweeps(arrays, members, trees_in, tolerance, _SWEEPS)
        iterations += more
    for turn in range(_TURNS):
        if residual <= tolerance:
            break
        was = residual
        if coulomb:
            residual, more = newton_coulomb(arrays, members, trees_in, tolerance, ATTEMPTS, NO_LIMIT)
            iterations += more
            if residual > _LITTLE * tolerance and turn == 0 and lay_out(arrays, members, trees_in) <= _MOST_WORK:
                residual, more = _from_nothing(arrays, members, trees_in, tolerance, True)
                iterations += more
            arrays.plan[FREEDOMS] = 0
        is_near = residual <= _LITTLE * tolerance
        if not residual <= tolerance and n <= (_SOME if is_near else DENSE_CONTACTS) and not is_small:
            iteration_limit = _FEW_ITERATIONS if is_near else _MOST_ITERATIONS
            residual, more, _ = newton_on_impulses(arrays, members, trees_in, tolerance, iteration_limit)
            iterations += more
        if residual <= _LITTLE * tolerance:
            break
        residual, more = newton_convex(arrays, members, trees_in, tolerance)
        iterations += more
        if not residual < was:
            break
    return residual, iterations, False


@late(tuple_of(f8, i8), "many contacts")
def _alternating(
    arrays: Any, members: Any, trees_in: Any, tolerance: float, sweep_limit: int, is_heap: bool, is_warm: bool
) -> tuple[float, int]:
    """Accelerated sweeps, and after each turn of them, where those gain little, a way out by turns.

    Contacts that stick against each other go to the edge of their cones; Newton's method on the clusters that sweeps did not
    settle, in a heap by few steps at first; and in a heap plain sweeps, more each time: some impulses get worse before they get
    better.
    """
    coulomb = cone_of(arrays, members) == COULOMB
    best = matrix(arrays.room, _saved_at(arrays), members.shape[0], 3)
    before = matrix(arrays.room, _saved_at(arrays) - 4 * arrays.r.shape[0], members.shape[0], 3)
    velocities_from(arrays, members, trees_in)
    least = residual_of(arrays, members)
    save_impulses(arrays, members, best)
    residual, sweeps, most = 1e300, 0, 4 * _TURN if is_heap else _TURN
    if is_heap and is_warm and has_groups(arrays, members, trees_in) and is_smooth(arrays, members):
        residual, sweeps = accelerated_pressing(arrays, members, trees_in, tolerance, most)
    if not residual <= tolerance and sweeps < most:
        residual, more = accelerated(arrays, members, trees_in, tolerance, most - max(sweeps, 0))
        sweeps = max(sweeps, 0) + more
    newton_steps, plain, idle, ways_tried = 0, 0, 0, 0
    if residual < least:
        least = residual
        save_impulses(arrays, members, best)
    while least > tolerance and sweeps < sweep_limit and (least > _SOLVED or idle < _IDLE):
        way = _WAYS_OF_HEAPS[ways_tried] if is_heap else _WAYS[ways_tried % 2]
        if way == _EDGES:
            sweeps += go_to_the_edge(arrays, members, trees_in, before)
        elif way == _QUICKLY:
            newton_steps += solve_clusters(arrays, members, trees_in, coulomb, tolerance, 1, _QUICK)
        elif way == _CLUSTERS:
            newton_steps += solve_clusters(arrays, members, trees_in, coulomb, tolerance, ATTEMPTS, NO_LIMIT)
        else:
            plain += _PLAIN
            sweeps += plain_sweeps(arrays, members, trees_in, plain)
        was = residual
        residual, more = accelerated(arrays, members, trees_in, tolerance, _TURN)
        sweeps += more
        ways_tried = 0 if residual <= _GAIN * was else (ways_tried + 1) % len(_WAYS_OF_HEAPS)
        idle = 0 if residual < _GAIN * least else idle + 1
        if residual < least:
            least = residual
            save_impulses(arrays, members, best)
    restore_impulses(arrays, members, best)
    velocities_from(arrays, members, trees_in)
    return least, sweeps + newton_steps


@kernel
def _is_narrow(arrays: Any, members: Any, trees_in: Any, is_swept: bool) -> bool:
    """Whether factors of an island's matrix are cheap: it is small, or its trees can be eliminated with little fill-in.

    is_swept : whether that is no more than its sweeps in the interactive setting are
    """
    arrays.plan[FREEDOMS] = 0
    size = _size(arrays, trees_in)
    if size <= _BLOCKS:
        return True
    if size <= DENSE_FREEDOMS:
        if is_swept or not lay_out(arrays, members, trees_in) <= _SPARSE * size**3:
            arrays.plan[FREEDOMS] = 0
        return True
    is_loose = members.shape[0] < _LOOSE * trees_in.shape[0]
    if is_loose and members.shape[0] > _BRANCHED * trees_in.shape[0] and is_smooth(arrays, members):
        return False  # to look for an order of elimination takes as long as its sweeps
    most = _WORK_OF_HEAPS if is_loose else _MOST_WORK
    if is_swept:
        most = min(most, _QUICK_WORK * members.shape[0])
    return bool(lay_out(arrays, members, trees_in) <= most)


@kernel
def _size(arrays: Any, trees_in: Any) -> int:
    total = 0
    for k in range(trees_in.shape[0]):
        total += arrays.trees[trees_in[k]].nv
    return total
