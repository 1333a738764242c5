"""Contacts of a step: shapes are followed along their motion, and touch across the plane of the instant at which they meet.

Free space around a corner is not convex: two shapes are apart as long as they are along any one direction. So of all directions
along which they are apart, the one that closes last is the normal of their contact, and which that is follows from how they move.
Where it is in doubt, because the plane of the middle of the step closes within it or was not open as the step began, the gap Φ(t)
is followed from the beginning by Newton's method. Of convex shapes that do not turn it is convex, so that the method runs to the
instant from the near side and past no contact; what they turn is taken off its slope, as a bound (conservative advancement). What
the two are to each other then is taken back, along the same motion, to the middle of the step, where the problem is posed.

Shapes that overlap by less than FLUSH of the smaller one, or by less than it is sunk into what carries it, are level: what is
level with its neighbour is no step.
Source: Williams, Lu & Trinkle 2017 (a geometrically exact contact model); Mirtich 1996, §2.3 (conservative advancement); Ericson
2005, §5.5 (moving shapes).
"""

from __future__ import annotations

import math
from typing import Any

from ...arrays import Array
from ...kernel import kernel, small
from .contact_buffer import FULL, finish_contact
from .narrow_phase import contacts_at, room_for
from .shape_table import (
    BOX,
    CAPSULE,
    CONVEX,
    CYLINDER,
    ELLIPSOID,
    FAST_SPIN,
    HEIGHT_FIELD,
    PLANE,
    PLANE_ON_POINT,
    POINT_ON_PLANE,
    SPHERE,
)
from .solids.box_box import across_axis, box_axis
from .solids.convex_direction import widest_direction
from .solids.cores import core_radius, furthest

FLUSH = 5e-6
"""Share of the smaller shape's radius by which two may overlap along a direction and still be level there."""
SUNK, MEETS, PARTS, INSIDE, UNKNOWN = 0, 1, 2, 3, 4
"""How following a pair ended: a little inside each other as it begins; they meet; they do not before the end; deep inside each
other as it begins; the search ended at its limit."""
_WORLD, _OF_A, _OF_B = 0, 1, 2  # what a direction turns with
_MOST, _CHORDS = 32, 4  # looks at the shapes, and at the bound between two
_MEETING = 0.99  # of the tolerance: overlap from which two have met
_ALIKE = 0.9998  # cosine of 0.02 rad: planes that differ by less are one
_NEAR = 0.99  # cosine of planes of the middle of a step and of its end, of what goes by and does not spin fast
_STRAIGHT = 1e-9  # 1 - cosine of what a normal turns by rounding
_DEEP = 0.1  # of half of the thinner one's thickness: overlap from which on it is not sure by which side they came
_FAR = 0.1  # what surfaces may turn in a step, in radii, before a doubt takes it for what moves a contact


@kernel
def touch_in_step(
    system: Any, pair: int, a: int, b: int, begun: float, end: float, margin: float, work: Any, count: int
) -> int:
    """Add the contacts of shapes a and b in a step that began so long before their poses and ends so long after [s].

    As `touch`. Doubtful pairs are counted in work.doubts.
    """
    shapes, contacts = system.shapes, work.contacts
    sa, sb, A, B = shapes[a], shapes[b], work.geometry[a], work.geometry[b]
    if contacts.shape[0] < count + 2 * room_for(sa.kind):
        return FULL
    first, alternatives, met = count, False, 0.0
    if sa.kind < HEIGHT_FIELD or _are_alike(work.motion[a], work.motion[b]):
        count = contacts_at(sa, A, sb, B, system.vertices, margin, contacts, count, work.clip)
    else:
        tolerance = level_within(sa, sb, work.sunk[a], work.sunk[b])
        if sa.kind == BOX and sb.kind == BOX:
            count, how, met, alternatives = _boxes(system, a, b, begun, end, tolerance, margin, work, count)
        elif sa.kind == HEIGHT_FIELD:
            count, how, met, alternatives = _ground(system, a, b, begun, end, tolerance, margin, work, count)
        else:
            count, how, met, alternatives = _solids(system, a, b, begun, end, tolerance, margin, work, count)
        if count == FULL:
            return FULL
        speed_a, speed_b = surface_speed(sa, A, work.motion[a]), surface_speed(sb, B, work.motion[b])
        if how == SUNK and speed_a + speed_b > 0.0:  # it was not followed: what is within reach may touch
            for k in range(first, count):
                if contacts[k].gap < end * (speed_a + speed_b):
                    how = MEETS
        turn = (begun + end) * (speed_a / sa.radius + speed_b / sb.radius)
        if how >= INSIDE or (how == MEETS and turn > FAST_SPIN):
            doubt(work, a, b)
    for k in range(first, count):
        finish_contact(contacts[k], pair, a, b, sa, sb)
        if alternatives:
            contacts[k].alternatives, contacts[k].met = 1, met
    return count


@kernel
def doubt(work: Any, a: int, b: int) -> None:
    """Count the contact of shapes a and b as doubtful."""
    if work.doubts[0] == 0:
        work.doubts[1], work.doubts[2] = a, b
    work.doubts[0] += 1


@kernel
def level_within(sa: Any, sb: Any, sunk_a: float, sunk_b: float) -> float:
    """By how much two shapes, sunk so deep into what carries them, may overlap along a direction and still be level there [m]."""
    return FLUSH * min(sa.radius, sb.radius) + max(sunk_a, sunk_b)


@kernel
def _boxes(
    system: Any, a: int, b: int, begun: float, end: float, tolerance: float, margin: float, work: Any, count: int
) -> tuple[int, int, float, bool]:
    """Add the contacts of two boxes; how following them ended, SUNK if they were not; when they meet [s]; whether they had
    alternatives.
    """
    sa, sb, A, B = system.shapes[a], system.shapes[b], work.geometry[a], work.geometry[b]
    ma, mb, contacts, clip = work.motion[a], work.motion[b], work.contacts, work.clip
    gap, code, x, y, z, open_axes = box_axis(A, sa.dims, B, sb.dims, margin, -tolerance - margin)
    if code < 0:
        return count, SUNK, 0.0, False
    turning = surface_speed(sa, A, ma) + surface_speed(sb, B, mb)
    side = _facing(A, B, x, y, z)
    rate = side * _opening_along(ma, mb, x, y, z)
    ahead = end * (rate - turning)  # one that just closes as the step ends is followed too: rounding must not choose
    closes = open_axes > 1 and ahead < -tolerance and gap + ahead < tolerance + work.span[2]
    if not closes and gap - begun * (rate + turning) >= -tolerance:
        return across_axis(A, sa.dims, B, sb.dims, code, x, y, z, margin, contacts, count, clip), SUNK, 0.0, False
    how, t = follow(sa, A, ma, sb, B, mb, -begun, end, tolerance, system.vertices, margin, work, count)
    if how == MEETS or (how == PARTS and closes):
        PA, PB, na, nb = work.moved[0], work.moved[1], work.moved_motion[0], work.moved_motion[1]
        advance(A, ma, t, PA, na)
        advance(B, mb, t, PB, nb)
        _, late_code, lx, ly, lz, _ = box_axis(PA, sa.dims, PB, sb.dims, math.inf, 0.0)
        if open_axes > 1 or side * _facing(PA, PB, lx, ly, lz) * (x * lx + y * ly + z * lz) < _ALIKE:
            first = count
            count = across_axis(PA, sa.dims, PB, sb.dims, late_code, lx, ly, lz, margin, contacts, count, clip)
            back_to_middle(contacts, first, count, PA, na, PB, nb, t)
            advance(A, ma, -begun, PA, na)
            advance(B, mb, -begun, PB, nb)
            _, _, _, _, _, open_axes = box_axis(PA, sa.dims, PB, sb.dims, math.inf, -tolerance)
            return count, how, t, open_axes > 1  # along one direction alone, nothing but the pair's own motion matters
    return across_axis(A, sa.dims, B, sb.dims, code, x, y, z, margin, contacts, count, clip), how, 0.0, False


@kernel
def _solids(
    system: Any, a: int, b: int, begun: float, end: float, tolerance: float, margin: float, work: Any, count: int
) -> tuple[int, int, float, bool]:
    """`_boxes`, of two convex shapes that are not both boxes."""
    sa, sb, A, B = system.shapes[a], system.shapes[b], work.geometry[a], work.geometry[b]
    ma, mb, contacts, clip, vertices = work.motion[a], work.motion[b], work.contacts, work.clip, system.vertices
    first = count
    count = contacts_at(sa, A, sb, B, vertices, margin, contacts, count, clip)
    if count == first:
        return count, SUNK, 0.0, False
    turning = surface_speed(sa, A, ma) + surface_speed(sb, B, mb)
    turns_far = (begun + end) * turning > _FAR * min(sa.radius, sb.radius)
    closes = was_shut = False
    nearest = math.inf
    for c in range(first, count):
        gap, rate = contacts[c].gap, opening_of(contacts[c], A, ma, B, mb)
        nearest, least, most = min(nearest, gap), rate, rate
        if turns_far:
            n = contacts[c].normal
            along = _opening_along(ma, mb, n[0], n[1], n[2])
            least, most = min(rate, along - turning), max(rate, along + turning)
        closes = closes or (end * least < -tolerance and gap + end * least < tolerance + work.span[2])
        was_shut = was_shut or gap - begun * most < -tolerance
    if not closes and not was_shut:
        return count, SUNK, 0.0, False
    mx, my, mz = contacts[first].normal[0], contacts[first].normal[1], contacts[first].normal[2]
    how, t = follow(sa, A, ma, sb, B, mb, -begun, end, tolerance, vertices, margin, work, count)
    if how != MEETS and not (how == PARTS and closes) and not (how == SUNK and turns_far):
        return count, how, 0.0, False
    PA, PB, na, nb = work.moved[0], work.moved[1], work.moved_motion[0], work.moved_motion[1]
    advance(A, ma, -begun, PA, na)
    advance(B, mb, -begun, PB, nb)
    contacts_at(sa, PA, sb, PB, vertices, 4.0 * margin, contacts, first, clip)
    x, y, z = contacts[first].normal[0], contacts[first].normal[1], contacts[first].normal[2]
    advance(A, ma, t, PA, na)
    advance(B, mb, t, PB, nb)
    count = contacts_at(sa, PA, sb, PB, vertices, margin, contacts, first, clip)
    turns = strikes = False
    alike = carried = -1.0
    turned = 1.0
    for c in range(first, count):
        n = contacts[c].normal
        cosine = mx * n[0] + my * n[1] + mz * n[2]
        along = cosine  # with the plane's own shape
        if contacts[c].geometry == POINT_ON_PLANE:
            along = _carried(PA, A, n, mx, my, mz)
        elif contacts[c].geometry == PLANE_ON_POINT:
            along = _carried(PB, B, n, mx, my, mz)
        alike, carried, turned = max(alike, cosine), max(carried, along), min(turned, along)
        turns = turns or x * n[0] + y * n[1] + z * n[2] < 1.0 - _STRAIGHT
        # In touch, and slower than what surfaces that turn may bend it by until the middle, it is no impact.
        slow = max(work.span[3], 4.0 * (1.0 - abs(cosine)) * turning if t < 0.0 else 0.0)
        strikes = strikes or opening_of(contacts[c], PA, na, PB, nb) < -slow
    turns = turns or _is_of_an_edge(contacts, first, count)
    # What rolls is carried all the step: then the plane of the middle is right to second order, as a mean. An impact is at t.
    # What goes by in touch does so across the plane of the middle, though its place and plane by the end are those of an edge.
    goes_by = how == PARTS and not strikes and alike > _NEAR and abs(nearest) <= tolerance
    if goes_by or (how == MEETS and (alike > 1.0 - _STRAIGHT if strikes else max(alike, carried) > _ALIKE)):
        return contacts_at(sa, A, sb, B, vertices, margin, contacts, first, clip), how, t, turns
    if how == SUNK or (how == MEETS and not strikes and turned < -_ALIKE):
        count = contacts_at(sa, A, sb, B, vertices, margin, contacts, first, clip)
        if alike < 0.0:
            if turned >= -_ALIKE:
                return count, INSIDE, 0.0, False
            for c in range(first, count):
                turn_round(contacts[c], sa, A, sb, B, vertices)
        return count, how, t, how == MEETS and turns
    back_to_middle(contacts, first, count, PA, na, PB, nb, t)
    return count, how, t, turns or how == PARTS


@kernel
def _ground(
    system: Any, a: int, b: int, begun: float, end: float, tolerance: float, margin: float, work: Any, count: int
) -> tuple[int, int, float, bool]:
    """`_boxes`, of a height field and a solid: where its ridges, peaks and borders may be those of another instant."""
    sa, sb, A, B = system.shapes[a], system.shapes[b], work.geometry[a], work.geometry[b]
    ma, mb, contacts, clip, vertices = work.motion[a], work.motion[b], work.contacts, work.clip, system.vertices
    first = count
    middle = contacts_at(sa, A, sb, B, vertices, margin, contacts, first, clip)
    closes = False
    for c in range(first, middle):
        gap, rate = contacts[c].gap, opening_of(contacts[c], A, ma, B, mb)
        closes = closes or (end * rate < -tolerance and gap + end * rate < tolerance + work.span[2])
    if not closes:
        return middle, SUNK, 0.0, False
    how, t = follow(sa, A, ma, sb, B, mb, -begun, end, tolerance, vertices, margin, work, middle)
    if how != MEETS and how != PARTS:
        return middle, how, 0.0, False
    PA, PB, na, nb = work.moved[0], work.moved[1], work.moved_motion[0], work.moved_motion[1]
    if contacts.shape[0] < middle + 2 * room_for(sa.kind):
        return FULL, how, t, False
    advance(A, ma, t, PA, na)
    advance(B, mb, t, PB, nb)
    last = contacts_at(sa, PA, sb, PB, vertices, margin, contacts, middle, clip)
    advance(A, ma, -begun, PA, na)
    advance(B, mb, -begun, PB, nb)
    begins = contacts_at(sa, PA, sb, PB, vertices, 4.0 * margin, contacts, last, clip)
    turns = not _have_planes_of(contacts, middle, last, last, begins) or _is_of_an_edge(contacts, middle, last)
    if _have_planes_of(contacts, middle, last, first, middle):
        return middle, how, t, turns
    advance(A, ma, t, PA, na)
    advance(B, mb, t, PB, nb)
    count = first
    for c in range(middle, last):
        contacts[count] = contacts[c]
        count += 1
    back_to_middle(contacts, first, count, PA, na, PB, nb, t)
    return count, how, t, turns


@small
def _carried(P: Array, G: Array, n: Array, x: float, y: float, z: float) -> float:
    """Cosine between m = (x, y, z) and n (3,), turned as its shape is from pose P to pose G."""
    cosine = 0.0
    for k in range(3):
        along = P[k] * n[0] + P[3 + k] * n[1] + P[6 + k] * n[2]
        cosine += along * (G[k] * x + G[3 + k] * y + G[6 + k] * z)
    return cosine


@kernel
def _is_of_an_edge(contacts: Any, first: int, count: int) -> bool:
    """Whether the one contact there is lies on no face: what strikes it head-on does not turn, and may pass it all the same."""
    kind = contacts[first].geometry
    return count == first + 1 and kind != POINT_ON_PLANE and kind != PLANE_ON_POINT


@kernel
def _have_planes_of(contacts: Any, first: int, last: int, other: int, end: int) -> bool:
    """Whether contacts first ≤ c < last have no other planes than some of those from `other` to before `end`."""
    for c in range(first, last):
        n, known = contacts[c].normal, False
        for k in range(other, end):
            m = contacts[k].normal
            known = known or n[0] * m[0] + n[1] * m[1] + n[2] * m[2] > 1.0 - _STRAIGHT
        if not known:
            return False
    return True


@kernel
def follow(
    sa: Any,
    A: Array,
    ma: Array,
    sb: Any,
    B: Array,
    mb: Array,
    start: float,
    end: float,
    tolerance: float,
    vertices: Array,
    far: float,
    work: Any,
    count: int,
) -> tuple[int, float]:
    """Follow shapes a and b, at poses A and B at time 0, from `start` to `end` along their motions (9,).

    Returns MEETS and when; PARTS and when they were nearest, or the end; SUNK, INSIDE or UNKNOWN and where it stood.

    far : what they may be apart, at most, as it begins; contacts after `count` are scratch
    """
    if sa.kind == HEIGHT_FIELD:
        return _follow_over_ground(sa, A, ma, sb, B, mb, start, end, tolerance, vertices, far, work, count)
    PA, PB, na, nb = work.moved[0], work.moved[1], work.moved_motion[0], work.moved_motion[1]
    contacts = work.contacts
    are_boxes = sa.kind == BOX and sb.kind == BOX
    t, gap = start, math.inf
    for k in range(_MOST):
        advance(A, ma, t, PA, na)
        advance(B, mb, t, PB, nb)
        gap, x, y, z = math.inf, 0.0, 0.0, 0.0
        if are_boxes:
            gap, _, x, y, z, _ = box_axis(PA, sa.dims, PB, sb.dims, math.inf, 0.0)
            side = _facing(PA, PB, x, y, z)
            x, y, z = side * x, side * y, side * z
        elif sb.kind >= CONVEX:
            gap, x, y, z = widest_direction(sa, PA, sb, PB, vertices, math.inf, work.clip[0])
        else:
            after = contacts_at(sa, PA, sb, PB, vertices, 4.0 * far, contacts, count, work.clip)
            for c in range(count, after):
                if contacts[c].gap < gap:
                    n = contacts[c].normal
                    gap, x, y, z = contacts[c].gap, n[0], n[1], n[2]
        if gap == math.inf:
            return PARTS, end
        if k == 0 and gap < -tolerance:
            return INSIDE if -gap > _DEEP * min(thickness(sa), thickness(sb)) else SUNK, t
        if gap <= -_MEETING * tolerance:
            return MEETS, t
        frame, least = _best_frame(sa, PA, na, sb, PB, nb, vertices, x, y, z, end - t)
        if least >= -tolerance:
            return PARTS, t if _opening_along(na, nb, x, y, z) >= 0.0 else end
        t += _surely(sa, PA, na, sb, PB, nb, vertices, x, y, z, frame, tolerance, gap, end - t, least)
    return MEETS if gap < tolerance else UNKNOWN, t  # what touches all the time is sure in ever smaller steps


@kernel
def _follow_over_ground(
    sa: Any,
    A: Array,
    ma: Array,
    sb: Any,
    B: Array,
    mb: Array,
    start: float,
    end: float,
    tolerance: float,
    vertices: Array,
    far: float,
    work: Any,
    count: int,
) -> tuple[int, float]:
    """`follow`, of a height field: faces, ridges and peaks are convex each, and none closes before its own slope has it.

    What the solid turns bends a gap by no more than its spin times the speed of its points about its middle, and twice the speed
    of that, as its faces turn past peaks.
    """
    PA, PB, na, nb = work.moved[0], work.moved[1], work.moved_motion[0], work.moved_motion[1]
    contacts = work.contacts
    spin = math.sqrt(mb[3] * mb[3] + mb[4] * mb[4] + mb[5] * mb[5]) if sb.kind != SPHERE else 0.0
    speed = math.sqrt((mb[0] - ma[0]) ** 2 + (mb[1] - ma[1]) ** 2 + (mb[2] - ma[2]) ** 2)
    bend = spin * (spin * (sb.radius + math.sqrt(mb[6] * mb[6] + mb[7] * mb[7] + mb[8] * mb[8])) + 2.0 * speed)
    t, gap = start, math.inf
    for k in range(_MOST):
        advance(A, ma, t, PA, na)
        advance(B, mb, t, PB, nb)
        after = contacts_at(sa, PA, sb, PB, vertices, 4.0 * far, contacts, count, work.clip)
        gap, ahead = math.inf, math.inf
        for c in range(count, after):
            room, rate = contacts[c].gap + tolerance, opening_of(contacts[c], PA, na, PB, nb)
            gap = min(gap, contacts[c].gap)
            if rate < 0.0 or bend > 0.0:  # when room + rate s - bend s² / 2 is nothing
                root = math.sqrt(rate * rate + 2.0 * bend * max(room, 0.0))
                ahead = min(ahead, 2.0 * max(room, 0.0) / (root - rate) if root > rate else math.inf)
        if k == 0 and gap < -tolerance:
            return SUNK, t
        if gap <= -_MEETING * tolerance:
            return MEETS, t
        if t + ahead >= end:
            return PARTS, end
        t += ahead
    return MEETS if gap < tolerance else UNKNOWN, t


@kernel
def _surely(
    sa: Any,
    A: Array,
    ma: Array,
    sb: Any,
    B: Array,
    mb: Array,
    vertices: Array,
    x: float,
    y: float,
    z: float,
    frame: int,
    tolerance: float,
    gap: float,
    late: float,
    least: float,
) -> float:
    """A time until which two shapes are apart along n, near the last such, from their gap now and the bound `least` at `late`.

    As the bound is concave, it is not below its chords between two times, and not above them beyond.
    """
    early, above = 0.0, gap
    for _ in range(_CHORDS):
        t = early + (late - early) * (above + tolerance) / (above - least)
        bound = _least_gap(sa, A, ma, sb, B, mb, vertices, x, y, z, frame, t)
        beyond = t + (t - early) * (bound + tolerance) / max(above - bound, 1e-300)
        early, above = t, bound
        if bound <= -_MEETING * tolerance:
            break
        if beyond < late:
            below = _least_gap(sa, A, ma, sb, B, mb, vertices, x, y, z, frame, beyond)
            if below < -tolerance:
                late, least = beyond, below
    return early


@kernel
def _best_frame(
    sa: Any, A: Array, ma: Array, sb: Any, B: Array, mb: Array, vertices: Array, x: float, y: float, z: float, t: float
) -> tuple[int, float]:
    """In which frame n is to stand still so that `_least_gap` says most of the time t, and what it says."""
    frame, best = _WORLD, _least_gap(sa, A, ma, sb, B, mb, vertices, x, y, z, _WORLD, t)
    for k in (_OF_A, _OF_B):
        shape, G, m = (sa, A, ma) if k == _OF_A else (sb, B, mb)
        if _turning(shape, G, m)[3] > 0.0:
            bound = _least_gap(sa, A, ma, sb, B, mb, vertices, x, y, z, k, t)
            if bound > best:
                frame, best = k, bound
    return frame, best


@kernel
def _least_gap(
    sa: Any,
    A: Array,
    ma: Array,
    sb: Any,
    B: Array,
    mb: Array,
    vertices: Array,
    x: float,
    y: float,
    z: float,
    frame: int,
    t: float,
) -> float:
    """What two shapes are apart after the time t, at least: concave in t, and right to first order.

    That is along n = (x, y, z) as it is in the world, or turned with a or b. Where n turns by f and a shape by w, point r of it
    is at n·r = r·(n + t n × (w - f)) then, but for terms in t², which are bounded: in the world by |n × w| |w| r, so that what
    spins on a plane stays on it.
    """
    fx, fy, fz, square = 0.0, 0.0, 0.0, 0.0
    if frame != _WORLD:
        fx, fy, fz, square = _turning(sa, A, ma) if frame == _OF_A else _turning(sb, B, mb)
    f = math.sqrt(square)
    cx, cy, cz = B[9] - A[9], B[10] - A[10], B[11] - A[11]
    ux, uy, uz = mb[0] - ma[0], mb[1] - ma[1], mb[2] - ma[2]
    gap = x * cx + y * cy + z * cz
    gap += t * (x * ux + y * uy + z * uz)
    gap += t * (cx * (fy * z - fz * y) + cy * (fz * x - fx * z) + cz * (fx * y - fy * x))
    bend = square * math.sqrt(cx * cx + cy * cy + cz * cz) + 2.0 * f * math.sqrt(ux * ux + uy * uy + uz * uz)
    for of_b in range(2):
        shape, G, m, side = (sb, B, mb, -1.0) if of_b else (sa, A, ma, 1.0)
        wx, wy, wz, _ = _turning(shape, G, m)
        spin = math.sqrt(m[3] * m[3] + m[4] * m[4] + m[5] * m[5])
        wx, wy, wz = wx - fx, wy - fy, wz - fz
        dx, dy, dz = x + t * (y * wz - z * wy), y + t * (z * wx - x * wz), z + t * (x * wy - y * wx)
        px, py, pz = furthest(shape, vertices, G, side * dx, side * dy, side * dz)
        gap -= side * ((px - G[9]) * dx + (py - G[10]) * dy + (pz - G[11]) * dz) + core_radius(shape)
        turning = math.sqrt(wx * wx + wy * wy + wz * wz)
        across = spin
        if frame == _WORLD:
            ex, ey, ez = y * m[5] - z * m[4], z * m[3] - x * m[5], x * m[4] - y * m[3]
            across = math.sqrt(ex * ex + ey * ey + ez * ez)
            turning = across if turning == spin else turning
        bend += turning * (2.0 * f + spin) * (_lever(shape) - core_radius(shape))
        bend += across * spin * math.sqrt(m[6] * m[6] + m[7] * m[7] + m[8] * m[8])
    return gap - 0.5 * bend * t * t


@kernel
def turn_round(contact: Any, sa: Any, A: Array, sb: Any, B: Array, vertices: Array) -> None:
    """Have a contact of convex shapes at poses A and B, which have passed each other, lie on the side where they came from."""
    n, p = contact.normal, contact.point
    for k in range(3):
        n[k] = -n[k]
    ax, ay, az = furthest(sa, vertices, A, n[0], n[1], n[2])
    bx, by, bz = furthest(sb, vertices, B, -n[0], -n[1], -n[2])
    of_a = n[0] * ax + n[1] * ay + n[2] * az + core_radius(sa)
    of_b = n[0] * bx + n[1] * by + n[2] * bz - core_radius(sb)
    contact.gap = of_b - of_a
    move = 0.5 * (of_a + of_b) - (n[0] * p[0] + n[1] * p[1] + n[2] * p[2])
    for k in range(3):
        p[k] += move * n[k]


@kernel
def _turning(shape: Any, G: Array, m: Array) -> tuple[float, float, float, float]:
    """The spin of a shape at pose G, but about an axis of revolution, and its square [rad/s]."""
    x, y, z = m[3], m[4], m[5]
    if shape.row == 0 or shape.kind == SPHERE or _is_round(shape):
        x = y = z = 0.0
    k = _axis_of_revolution(shape)
    if k >= 0:
        along = x * G[k] + y * G[3 + k] + z * G[6 + k]
        x, y, z = x - along * G[k], y - along * G[3 + k], z - along * G[6 + k]
    return x, y, z, x * x + y * y + z * z


@small
def _is_round(shape: Any) -> bool:
    d = shape.dims
    return bool(shape.kind == ELLIPSOID and d[0] == d[1] and d[1] == d[2])


@small
def _axis_of_revolution(shape: Any) -> int:
    """Which of its axes a shape is round about, -1: none."""
    if shape.kind == CAPSULE or shape.kind == CYLINDER:
        return 2
    if shape.kind == ELLIPSOID:
        d = shape.dims
        for k in range(3):
            if d[(k + 1) % 3] == d[(k + 2) % 3]:
                return k
    return -1


@small
def _lever(shape: Any) -> float:
    """How far its middle is at most from what turns with a shape: an ellipsoid is another body, and a ball around each of its
    points as large as it is curved, which does not turn [m].
    """
    if shape.kind != ELLIPSOID:
        return float(shape.radius)
    d = shape.dims
    least, most = min(d[0], min(d[1], d[2])), max(d[0], max(d[1], d[2]))
    return float(most - least * least / most)


@kernel
def surface_speed(shape: Any, G: Array, m: Array) -> float:
    """How fast the surface of a shape may turn towards another, at most [m/s]."""
    _, _, _, square = _turning(shape, G, m)
    return math.sqrt(square) * _lever(shape)


@kernel
def thickness(shape: Any) -> float:
    """Half of the least extent of a shape; of the ground, half a cell of it; nothing of a plane, which nothing passes [m]."""
    d = shape.dims
    if shape.kind == PLANE:
        return 0.0
    if shape.kind == HEIGHT_FIELD:
        columns = d[2]
        rows = (shape.last - shape.first) / columns
        return min(d[0] / (columns - 1.0), d[1] / (rows - 1.0))
    if shape.kind == BOX or shape.kind == ELLIPSOID:
        return min(d[0], min(d[1], d[2]))
    if shape.kind == CYLINDER:
        return min(d[0], d[1])
    h = shape.box_half
    return min(h[0], min(h[1], h[2])) if shape.kind == CONVEX else d[0]


@kernel
def _are_alike(ma: Array, mb: Array) -> bool:
    for k in range(6):
        if ma[k] != mb[k]:
            return False
    return True


@small
def _facing(A: Array, B: Array, x: float, y: float, z: float) -> float:
    """1 where the axis (x, y, z) points from a to b, else -1."""
    return math.copysign(1.0, x * (B[9] - A[9]) + y * (B[10] - A[10]) + z * (B[11] - A[11]))


@small
def _opening_along(ma: Array, mb: Array, x: float, y: float, z: float) -> float:
    """How fast the origin of b goes from that of a along the axis (x, y, z) [m/s]."""
    return x * (mb[0] - ma[0]) + y * (mb[1] - ma[1]) + z * (mb[2] - ma[2])


@kernel
def advance(G: Array, m: Array, t: float, out: Array, moved: Array) -> None:
    """Write pose G (12,) and motion m (9,) of a shape, as they are after the time t [s], into `out` and `moved`.

    What it turns about goes straight on: see `shape_motion_into`.
    """
    spin = math.sqrt(m[3] * m[3] + m[4] * m[4] + m[5] * m[5])
    angle = spin * t
    for k in range(9):
        moved[k] = m[k]
    if angle == 0.0:
        for k in range(9):
            out[k] = G[k]
        out[9], out[10], out[11] = G[9] + t * m[0], G[10] + t * m[1], G[11] + t * m[2]
        return
    x, y, z = m[3] / spin, m[4] / spin, m[5] / spin
    s, c = math.sin(angle), 2.0 * math.sin(0.5 * angle) ** 2
    for k in range(4):  # each axis, and the arm, by Rodrigues' formula
        p, q, r = (G[k], G[3 + k], G[6 + k]) if k < 3 else (m[6], m[7], m[8])
        ux, uy, uz = y * r - z * q, z * p - x * r, x * q - y * p
        wx, wy, wz = y * uz - z * uy, z * ux - x * uz, x * uy - y * ux
        p, q, r = p + s * ux + c * wx, q + s * uy + c * wy, r + s * uz + c * wz
        if k < 3:
            out[k], out[3 + k], out[6 + k] = p, q, r
        else:
            moved[6], moved[7], moved[8] = p, q, r
    for k in range(3):
        i, j = (k + 1) % 3, (k + 2) % 3
        pivot = m[k] + m[3 + i] * m[6 + j] - m[3 + j] * m[6 + i]  # its velocity
        out[9 + k] = G[9 + k] + m[6 + k] + t * pivot - moved[6 + k]
        moved[k] = pivot - (m[3 + i] * moved[6 + j] - m[3 + j] * moved[6 + i])


@kernel
def back_to_middle(contacts: Any, first: int, count: int, A: Array, ma: Array, B: Array, mb: Array, t: float) -> None:
    """Take contacts found at time t after the middle of the step, at poses A and B, back to it along the motions of a and b.

    a's point goes with what a turns about, and b's so: they are `CONTACT.across` apart in the plane then, and the gap along its
    normal. Their arms stay those of the instant, as its normal does: a ball's is along it, however it spins.
    """
    for c in range(first, count):
        contact = contacts[c]
        n, p = contact.normal, contact.point
        half = 0.5 * contact.gap
        ax, ay, az = velocity_at(A, ma, p[0] - half * n[0], p[1] - half * n[1], p[2] - half * n[2])
        bx, by, bz = velocity_at(B, mb, p[0] + half * n[0], p[1] + half * n[1], p[2] + half * n[2])
        rate = n[0] * (bx - ax) + n[1] * (by - ay) + n[2] * (bz - az)
        ax, ay, az = velocity_at(A, ma, A[9] + ma[6], A[10] + ma[7], A[11] + ma[8])
        bx, by, bz = velocity_at(B, mb, B[9] + mb[6], B[10] + mb[7], B[11] + mb[8])
        ux, uy, uz = bx - ax, by - ay, bz - az
        along = n[0] * ux + n[1] * uy + n[2] * uz
        contact.across[0] = -t * (ux - along * n[0])
        contact.across[1] = -t * (uy - along * n[1])
        contact.across[2] = -t * (uz - along * n[2])
        contact.gap -= t * rate
        move = 0.5 * contact.gap - half
        p[0], p[1], p[2] = p[0] - t * ax + move * n[0], p[1] - t * ay + move * n[1], p[2] - t * az + move * n[2]


@small
def velocity_at(G: Array, m: Array, x: float, y: float, z: float) -> tuple[float, float, float]:
    """The velocity of the point (x, y, z) of a shape at pose G (12,), with motion m (9,) [m/s]."""
    x, y, z = x - G[9], y - G[10], z - G[11]
    return m[0] + m[4] * z - m[5] * y, m[1] + m[5] * x - m[3] * z, m[2] + m[3] * y - m[4] * x


@kernel
def opening_of(contact: Any, A: Array, ma: Array, B: Array, mb: Array) -> float:
    """How fast a contact of shapes at poses A and B, with motions ma and mb (9,), opens [m/s]."""
    n, p = contact.normal, contact.point
    ax, ay, az = velocity_at(A, ma, p[0], p[1], p[2])
    bx, by, bz = velocity_at(B, mb, p[0], p[1], p[2])
    return float(n[0] * (bx - ax) + n[1] * (by - ay) + n[2] * (bz - az))
