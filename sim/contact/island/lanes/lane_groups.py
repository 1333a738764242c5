"""The contacts of a heap in groups of four that share no body, laid out so that one instruction works on four.

A group's numbers lie side by side, each as four lanes: the rows J and Y of both bodies, the contact's own block of J Y, μ, the
velocity that its law adds to J v, softness, scale. In place of an impulse r stands the velocity g r, g being the largest number
on the diagonal of the contact's own block: then ρ is 1 in its law, sums of squares are of velocities, and the cone is the same.
The velocities of a body take eight numbers, the last two of them zeros; first those of what stands still, where all of Y is zero.
Contacts that push come before those that do not, so that most groups of the rest are open as a whole.
Sources: Fratarcangeli, Tibaldo & Pellacini 2016 (Gauss-Seidel by colours); Box2D 3 (contacts in lanes).
"""

from __future__ import annotations

from typing import Any

from ....arrays import Array
from ....kernel import kernel, small
from ....simd import WIDTH, read_four, transposed, write_four
from ...law.contact_laws import COULOMB
from ..gauss_seidel import largest_of
from ..solver_arrays import BODY, FREEDOMS, GROUPED_TREES, OPEN_GROUPS

# Places of a group's numbers, in lanes. With friction a body has three rows of J and three of Y, without one of each.
SIDE = FREEDOMS  # numbers of a row
OWN, FRICTION, LEAN, SOFTNESS, SCALE, NUMBERS = 72, 78, 79, 82, 83, 84
SMOOTH_OWN, SMOOTH_LEAN, SMOOTH_SOFTNESS, SMOOTH_SCALE, SMOOTH_NUMBERS = 24, 25, 26, 27, 28
CONTACTS = 2 * WIDTH  # where in a group's whole numbers its contacts stand, after the places of their bodies' velocities
WHOLES = 3 * WIDTH
_FEWEST = 64  # contacts for which laying them out pays
_FULL = 2  # times the contacts that lanes may be


@kernel
def has_groups(arrays: Any, members: Any, trees_in: Any) -> bool:
    """Whether an island is of free bodies alone, under Coulomb's law or smooth, and of many contacts."""
    if members.shape[0] < _FEWEST or arrays.trees.shape[0] <= GROUPED_TREES:
        return False
    for k in range(trees_in.shape[0]):
        if arrays.trees[trees_in[k]].free == 0:
            return False
    for m in range(members.shape[0]):
        contact = arrays.contacts[members[m]]
        if contact.friction < 0.0 or (contact.friction > 0.0 and contact.cone != COULOMB):
            return False
    return True


@kernel
def groups_into(arrays: Any, members: Any, trees_in: Any) -> int:
    """Write which contacts make a group, and where their bodies' velocities lie, into arrays.active; the number of groups.

    0 if there is no good way, as where most contacts are of one body. Contacts go in their order, each to the first open group
    that has none of its bodies.
    """
    trees, taken, at = arrays.number, arrays.root, arrays.active
    for k in range(trees_in.shape[0]):
        trees[trees_in[k]] = BODY * (k + 1)
        taken[trees_in[k]] = 0
    last = at.shape[0] - 2 * OPEN_GROUPS
    opened = at[last:]  # the group in each place, and how many contacts it has
    groups, most = 0, min(last // WHOLES, _FULL * members.shape[0] // WIDTH)
    for pushing in range(2):
        for k in range(trees_in.shape[0]):
            taken[trees_in[k]] = 0
        for k in range(OPEN_GROUPS):
            opened[k] = -1
        for m in range(members.shape[0]):
            c = members[m]
            if (arrays.r[c, 2] > 0.0) == (pushing == 1):
                continue
            a, b = arrays.segments[c, 0].tree, arrays.segments[c, 1].tree
            busy = (taken[a] if a >= 0 else 0) | (taken[b] if b >= 0 else 0)
            place = 0
            while place < OPEN_GROUPS and busy >> place & 1 == 1:
                place += 1
            if place == OPEN_GROUPS:
                return 0
            g = opened[place]
            if g < 0:
                if groups == most:
                    return 0
                opened[place] = g = groups
                opened[OPEN_GROUPS + place] = 0
                groups += 1
                for k in range(WHOLES):
                    at[WHOLES * g + k] = 0 if k < CONTACTS else -1
            lane = opened[OPEN_GROUPS + place]
            at[WHOLES * g + lane] = trees[a] if a >= 0 else 0
            at[WHOLES * g + WIDTH + lane] = trees[b] if b >= 0 else 0
            at[WHOLES * g + CONTACTS + lane] = c
            opened[OPEN_GROUPS + place] = lane + 1
            if a >= 0:
                taken[a] |= 1 << place
            if b >= 0:
                taken[b] |= 1 << place
            if lane + 1 == WIDTH:
                _close(arrays, at, g, place, taken)
                opened[place] = -1
    return groups


@kernel
def _close(arrays: Any, at: Any, g: int, place: int, taken: Any) -> None:
    """Let the bodies of a full group into the next one of its place."""
    for lane in range(WIDTH):
        c = at[WHOLES * g + CONTACTS + lane]
        for k in range(2):
            t = arrays.segments[c, k].tree
            if t >= 0:
                taken[t] &= ~(1 << place)


@kernel
def lay_out(arrays: Any, groups: int, is_smooth: bool, P: Array) -> None:
    """Write the numbers of all groups into P, flat: NUMBERS or SMOOTH_NUMBERS lanes a group. Lanes without a contact are open."""
    at, numbers = arrays.active, SMOOTH_NUMBERS if is_smooth else NUMBERS
    for g in range(groups):
        first = WIDTH * numbers * g
        for k in range(WIDTH * numbers):
            P[first + k] = 0.0
        for lane in range(WIDTH):
            c = at[WHOLES * g + CONTACTS + lane]
            if c >= 0:
                _rows_into(arrays, c, is_smooth, first + lane, P)
            elif is_smooth:
                P[first + lane + WIDTH * SMOOTH_OWN] = P[first + lane + WIDTH * SMOOTH_SCALE] = 1.0
            else:
                for k in (OWN, OWN + 3, OWN + 5, SCALE):
                    P[first + lane + WIDTH * k] = 1.0


@kernel
def _rows_into(arrays: Any, c: int, is_smooth: bool, o: int, P: Array) -> None:
    """Write the numbers of one contact, each WIDTH after the one before, from place o on."""
    contact, own = arrays.contacts[c], arrays.G[c]
    g = largest_of(own)
    rows = 1 if is_smooth else 3
    for k in range(2):
        s = arrays.segments[c, k]
        for e in range(3 - rows, 3 if s.n > 0 else 0):
            place, from_ = o + WIDTH * SIDE * (rows * k + e - 3 + rows), s.o + e * FREEDOMS
            for j in range(FREEDOMS):
                P[place + WIDTH * j] = arrays.J[from_ + j]
                P[place + WIDTH * (2 * SIDE * rows + j)] = arrays.Y[from_ + j] / g
    target = contact.lean[2] - contact.target
    if is_smooth:
        P[o + WIDTH * SMOOTH_OWN], P[o + WIDTH * SMOOTH_LEAN] = g / (own[5] + contact.softness), target
        P[o + WIDTH * SMOOTH_SOFTNESS], P[o + WIDTH * SMOOTH_SCALE] = contact.softness / g, g
        return
    for k in range(6):
        P[o + WIDTH * (OWN + k)] = own[k] / g
    P[o + WIDTH * FRICTION] = contact.friction
    P[o + WIDTH * LEAN], P[o + WIDTH * (LEAN + 1)], P[o + WIDTH * (LEAN + 2)] = contact.lean[0], contact.lean[1], target
    P[o + WIDTH * SOFTNESS], P[o + WIDTH * SCALE] = contact.softness / g, g


@kernel
def impulses_to_lanes(arrays: Any, groups: int, is_smooth: bool, x: Array) -> None:
    """Write g r of all contacts into x, flat: three lanes a group, or one, as the sweeps have it."""
    at, rows = arrays.active, 1 if is_smooth else 3
    for g in range(groups):
        for lane in range(WIDTH):
            c = at[WHOLES * g + CONTACTS + lane]
            for e in range(rows):
                scaled = arrays.r[c, 3 - rows + e] * largest_of(arrays.G[c]) if c >= 0 else 0.0
                x[WIDTH * (rows * g + e) + lane] = scaled


@kernel
def impulses_from_lanes(arrays: Any, groups: int, is_smooth: bool, x: Array) -> None:
    """Take the impulses r of all contacts from x; of smooth ones the tangents are zeros."""
    at, rows = arrays.active, 1 if is_smooth else 3
    for g in range(groups):
        for lane in range(WIDTH):
            c = at[WHOLES * g + CONTACTS + lane]
            if c < 0:
                continue
            scale = largest_of(arrays.G[c])
            arrays.r[c, 0] = arrays.r[c, 1] = 0.0
            for e in range(rows):
                arrays.r[c, 3 - rows + e] = x[WIDTH * (rows * g + e) + lane] / scale


@kernel
def velocities_to_lanes(arrays: Any, trees_in: Any, source: Array, w: Array) -> None:
    """Write the velocities of an island's bodies, of source (nv,), into w, flat: BODY numbers each, after what stands still."""
    for k in range(BODY * (trees_in.shape[0] + 1)):
        w[k] = 0.0
    for k in range(trees_in.shape[0]):
        v0 = arrays.trees[trees_in[k]].v0
        for j in range(FREEDOMS):
            w[BODY * (k + 1) + j] = source[v0 + j]


@small
def of_four(w: Array, at: Any, k: int) -> tuple[Any, Any, Any, Any, Any, Any]:
    """The six velocities of the four bodies whose places are at[k] … at[k + 3], as lanes."""
    a, b, c, d = at[k], at[k + 1], at[k + 2], at[k + 3]
    p = transposed(read_four(w, a), read_four(w, b), read_four(w, c), read_four(w, d))
    q = transposed(read_four(w, a + WIDTH), read_four(w, b + WIDTH), read_four(w, c + WIDTH), read_four(w, d + WIDTH))
    return p[0], p[1], p[2], p[3], q[0], q[1]


@small
def to_four(w: Array, at: Any, k: int, x: Any, y: Any, z: Any, p: Any, q: Any, r: Any) -> None:
    """Write the six velocities of four bodies back."""
    a, b, c, d = at[k], at[k + 1], at[k + 2], at[k + 3]
    s = transposed(x, y, z, p)
    write_four(w, a, s[0])
    write_four(w, b, s[1])
    write_four(w, c, s[2])
    write_four(w, d, s[3])
    s = transposed(q, r, 0.0, 0.0)
    write_four(w, a + WIDTH, s[0])
    write_four(w, b + WIDTH, s[1])
    write_four(w, c + WIDTH, s[2])
    write_four(w, d + WIDTH, s[3])


@small
def row_times(P: Array, o: int, x: Any, y: Any, z: Any, p: Any, q: Any, r: Any) -> Any:
    """A row of six lanes at place o, times six velocities."""
    a = read_four(P, o) * x + read_four(P, o + WIDTH) * y
    b = read_four(P, o + 2 * WIDTH) * z + read_four(P, o + 3 * WIDTH) * p
    return a + b + (read_four(P, o + 4 * WIDTH) * q + read_four(P, o + 5 * WIDTH) * r)
