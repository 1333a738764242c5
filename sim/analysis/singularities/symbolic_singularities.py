"""Where a robot is singular, by formulas: the determinant, its factors, where each is zero, and what is lost there.

Source: THEORY §2; kinematic-model, "jacobienne d'un robot sphérique" (there with Maxima); Paul & Stevenson 1983, "Kinematics of
robot wrists" and Siciliano et al. 2009, §3.3.1, for arms whose last three axes meet: at the point where they meet the
Jacobian is block triangular, and its determinant that of the arm times that of the wrist.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from ...arrays import Array
from ...errors import ArgumentError
from ...multibody.model.model import Model
from ...texts import marked, tr
from ..rows import ROW_NAMES, ROWS, checked_rows
from ..symbolic.chain import Chain, chain_to
from ..symbolic.exact_chain import ExactChain, ExactJacobian, exact_chain, exact_length, short_jacobian
from ..symbolic.minors import minors_of
from ..symbolic.trig_factors import TrigFactor, common_factors
from ..symbolic.trig_form import parallel_runs, readable, written
from ..symbolic.trig_ring import TrigRing
from ..symbolic.trig_roots import solved_for
from .base_axes import BaseAxes
from .singular_sets import SingularSet, common_zeros, contained, sets_of_factor
from .singularity_text import case_latex, case_text, determinant_texts, scaled_number, whole_latex, whole_numpy
from .values import LENGTH, OTHERS, BaseForm, SingularCase, SingularFactor, SymbolicSingularities, place_in_case

MOST_JOINTS = 8
_TRIES = 30
_SHORT = 10  # terms of a lost direction that is written out
_LONG = 40  # terms of one that is not looked at closer

OnStage = Callable[[str], None]


def symbolic_singularities(
    model: Model, frame: str, *, rows: str = "auto", names: bool = False, on_stage: OnStage = lambda _: None
) -> SymbolicSingularities:
    """Find the singular configurations of the chain from the world to a frame as formulas of q.

    rows  : "position", "orientation", "both", or "auto": the position alone where it takes all joints to move it, else both.
            Rows that are always zero, as those of a planar robot, are left out
    names : whether lengths are letters (a2, d1) with their numbers in `lengths`, or numbers
    on_stage: called at each stage with a few words about it
    Numbers of the model are taken as exact ones, see `exact_chain`; the result says how far that went. SymPy is imported when
    this is first called; it may take long for many joints: the window asks another process.
    Raises UnknownNameError for an unknown frame or choice of rows, ArgumentError for a chain with joints that are neither
    revolute nor prismatic, and for more joints than `MOST_JOINTS`.
    """
    return singularities_of_chain(chain_to(model, frame), rows=rows, names=names, on_stage=on_stage)


def singularities_of_chain(
    chain: Chain, *, rows: str = "auto", names: bool = False, on_stage: OnStage = lambda _: None
) -> SymbolicSingularities:
    """The same of a chain, which may have crossed from another process."""
    if rows != "auto":
        checked_rows(rows, ("auto", *ROWS))
    n = len(chain.joints)
    if n > MOST_JOINTS:
        raise ArgumentError(
            "frame {frame!r} is moved by {n} joints; formulas are made of up to {most_joints}",
            frame=chain.frame,
            n=n,
            most_joints=MOST_JOINTS,
        )
    on_stage(tr("exact numbers"))
    exact = exact_chain(chain, names=names)
    if rows == "auto":
        rows = "position" if _rank(short_jacobian(exact, "position"), exact, slice(0, 3)) == n else "both"
    on_stage(tr("short Jacobian"))
    J = short_jacobian(exact, rows)
    nonzero_rows = [i for i in range(6)[ROWS[rows]] if any(J.rows[i])]
    if not nonzero_rows:
        raise ArgumentError("frame {frame!r} never moves in {rows}: all of these rows are zero", frame=chain.frame, rows=rows)
    matrix = [J.rows[i] for i in nonzero_rows]
    on_stage(tr("determinant in the axes of joint {numbers}", numbers=chain.numbers[J.axes - 1]))
    minors: list[Any] = []
    for size in range(min(len(nonzero_rows), n), 0, -1):
        minors = [minor for minor in minors_of(exact.ring, matrix, size) if minor]
        if minors:
            break
    rank = size
    on_stage(tr("factors of all minors ({count}), {terms} terms at most", count=len(minors), terms=max(map(len, minors))))
    common, rests = common_factors(exact.ring, minors)
    base = BaseAxes(exact, J, rows)
    work = _Findings(chain, exact, J, nonzero_rows, rank, base)
    on_stage(tr("roots"))
    factors = [work.add_factor(factor) for factor in common]
    if len(minors) > 1:
        known = [place for factor in common for place in sets_of_factor(exact, factor)]
        work.add_rest([place for place in common_zeros(exact, rests) if not contained(place, known)])
    on_stage(tr("formulas as text"))
    lengths = [] if names else [exact_length(link[i][3]) for link in chain.links for i in range(3)]
    square = len(minors) == 1 and len(nonzero_rows) == n == rank
    quantity = "det J" if square else "det J Jᵀ" if len(nonzero_rows) <= n else "det Jᵀ J"
    text, latex = determinant_texts(exact, minors, common, rests, work.runs, lengths, square=square)
    written_J = tuple(tuple(written(exact.ring, J.rows[i][k], work.runs)[0] for k in range(n)) for i in nonzero_rows)
    found = SymbolicSingularities(
        frame=chain.frame,
        joints=chain.joints,
        symbols=work.symbols,
        rows=rows,
        row_names=tuple(ROW_NAMES[i] for i in nonzero_rows),
        base_rows=tuple(ROW_NAMES[i] for i in base.rows),
        names=names,
        lengths=exact.lengths,
        numbers=chain.numbers,
        axes=chain.numbers[J.axes - 1],
        point=J.point,
        wrist=tuple(chain.numbers[k - 1] for k in J.wrist or ()),
        rank=rank,
        quantity=quantity,
        determinant=text,
        determinant_latex=latex,
        minors=len(minors),
        J=written_J,
        factors=(*factors, *work.rest_factors),
        cases=tuple(work.cases),
        rotation_error=exact.rotation_error,
        length_error=exact.length_error,
        latex="",
        numpy=whole_numpy(exact, matrix, minors, square),
    )
    return whole_latex(found, exact, matrix, work.runs)


class _Findings:
    """Cases as they are found."""

    def __init__(
        self, chain: Chain, exact: ExactChain, J: ExactJacobian, nonzero_rows: Sequence[int], rank: int, base: BaseAxes
    ) -> None:
        self.base = base
        self.exact, self.J, self.nonzero_rows, self.rank = exact, J, nonzero_rows, rank
        self.runs = parallel_runs(exact)
        self.symbols = tuple(written(exact.ring, symbol)[0] for symbol in exact.ring.symbols)
        self.low, self.high = np.array(chain.low), np.array(chain.high)
        self.lengths = [] if exact.lengths else [exact_length(link[i][3]) for link in chain.links for i in range(3)]
        values = list(exact.lengths.values())
        self.numbers = [[exact.ring.numbers(entry, values) for entry in J.rows[i]] for i in nonzero_rows]
        self.cases: list[SingularCase] = []
        self.rest_factors: list[SingularFactor] = []

    def add_factor(self, factor: TrigFactor) -> SingularFactor:
        text, latex = written(self.exact.ring, factor.polynomial, self.runs, self.lengths)
        part = ""
        if self.J.wrist and factor.joints:
            part = marked("wrist") if all(i + 1 in self.J.wrist for i in factor.joints) else marked("arm")
        if not factor.joints:
            return SingularFactor(text, latex, factor.power, part, (), LENGTH)
        sets = sets_of_factor(self.exact, factor)
        if not sets:
            return SingularFactor(text, latex, factor.power, part, (), marked("never zero"))
        numbers = [self.add_case(place) for place in sets]
        if all(not self.cases[k].representative for k in numbers):
            note = marked("zero nowhere: no configuration was found, with or without the limits")
            return SingularFactor(text, latex, factor.power, part, tuple(numbers), note)
        return SingularFactor(text, latex, factor.power, part, tuple(numbers), "")

    def add_rest(self, sets: Sequence[SingularSet]) -> None:
        """What lets all minors vanish together beside the factors that they share."""
        numbers = tuple(k for k in (self.add_case(place) for place in sets) if self.cases[k].representative)
        note = "" if numbers else marked("nowhere at once")
        self.rest_factors.append(SingularFactor(OTHERS, rf"\text{{{OTHERS}}}", 1, "", numbers, note))

    def add_case(self, place: SingularSet) -> int:
        ring, values = self.exact.ring, list(self.exact.lengths.values())
        angles = tuple((root.joint, root.value) for root in place.roots if not ring.prismatic[root.joint])
        displacements = tuple((root.joint, root.value) for root in place.roots if ring.prismatic[root.joint])
        zero = tuple(ring.numbers(curve, values) for curve in place.curves)
        solved = ""
        if len(place.curves) == 1 and place.closed:
            curve = place.curves[0]
            scale = scaled_number(ring, curve, self.runs, self.lengths)
            curve = curve.mul_ground(ring.ring.domain(scale.numerator, scale.denominator))
            solved = readable(solved_for(ring, curve, ring.joints_of(curve), self.runs)[0])
        draft = SingularCase(
            case_text(self.exact, place, self.symbols, self.runs, self.lengths),
            case_latex(self.exact, place, self.runs, self.lengths),
            angles,
            displacements,
            zero,
            place.closed,
            solved,
            True,
            (),
            0,
            (),
            (),
            (),
            BaseForm((), (), ()),
        )
        q, inside = self._representative(draft)
        reduced = self._reduced(place)
        rank, numbers = self._lost_at(q)
        lost = self._lost_formulas(reduced, len(numbers), q) if q is not None else []
        full = [[ring.zero] * 6 for _ in lost]
        for line, direction in zip(full, lost, strict=True):
            for at, entry in zip(self.nonzero_rows, direction, strict=True):
                line[at] = entry
        self.cases.append(
            SingularCase(
                draft.text,
                draft.latex,
                angles,
                displacements,
                zero,
                place.closed,
                solved,
                inside,
                () if q is None else tuple(map(float, q)),
                rank,
                tuple(tuple(written(ring, entry, self.runs)[0] for entry in line) for line in reduced),
                tuple(tuple(written(ring, entry, self.runs)[0] for entry in line) for line in full),
                numbers,
                self.base.of_case(place, full, numbers, q, self.runs),
            )
        )
        return len(self.cases) - 1

    def _representative(self, case: SingularCase) -> tuple[Array | None, bool]:
        """A configuration of a case with nothing else special about it: of several the one of the most rank."""
        rng = np.random.default_rng(0)
        free = np.full(len(self.low), np.inf)
        for low, high, inside in ((self.low, self.high, True), (-free, free, False)):
            found = []
            for _ in range(_TRIES):
                q = place_in_case(case, rng.uniform(self.low, self.high), low, high)
                if q is not None:
                    found.append(q)
                if len(found) == 6:
                    break
            if found:
                return max(found, key=self._spread), inside
        return None, False

    def _spread(self, q: Array) -> float:
        """How far from losing yet more: the least singular value that is not zero, over the largest."""
        sigma = np.linalg.svd(self._at(q), compute_uv=False)
        rank = int(np.sum(sigma > 1e-7 * max(float(sigma[0]), 1e-300)))
        return rank + float(sigma[rank - 1] / max(float(sigma[0]), 1e-300)) if rank else 0.0

    def _at(self, q: Array) -> Array:
        return np.array([[entry.at(q) for entry in line] for line in self.numbers])

    def _lost_at(self, q: Array | None) -> tuple[int, tuple[tuple[float, ...], ...]]:
        if q is None:
            return self.rank, ()
        U, sigma, _ = np.linalg.svd(self._at(q))
        rank = int(np.sum(sigma > 1e-7 * max(float(sigma[0]), 1e-300)))
        lost = np.zeros((self.rank - rank, 6))
        lost[:, list(self.nonzero_rows)] = U[:, rank : self.rank].T
        return rank, tuple(tuple(map(float, line)) for line in lost)

    def _lost_formulas(self, rows: list[list[Any]], count: int, q: Array) -> list[list[Any]]:
        """Directions u (m,) with uᵀ rows = 0, if `count` of them can be written shortly: rows that vanish, or one of minors.

        On the case they are lost whatever column is left out, unless they vanish there themselves; so each is tried at q.
        """
        ring, m = self.exact.ring, len(rows)
        empty = [i for i, line in enumerate(rows) if not any(line)]
        if len(empty) == count:
            return [[ring.one if k == i else ring.zero for k in range(m)] for i in empty]
        best: list[Any] = []
        if count != 1 or m > len(rows[0]) + 1 or self.rank < m:
            return best
        for columns in combinations(range(len(rows[0])), m - 1):
            part = [[line[k] for k in columns] for line in rows]
            found = _without_common(
                ring,
                [
                    (1 if i % 2 == 0 else -1) * minors_of(ring, part[:i] + part[i + 1 :], m - 1)[0] if m > 1 else ring.one
                    for i in range(m)
                ],
            )
            length = sum(map(len, found))
            if found and length <= _SHORT and (not best or length < sum(map(len, best))) and self._is_lost(found, q):
                best = found
        return [best] if best else []

    def _is_lost(self, direction: list[Any], q: Array) -> bool:
        values = list(self.exact.lengths.values())
        u = np.array([self.exact.ring.numbers(entry, values).at(q) for entry in direction])
        size = float(np.linalg.norm(u))
        return size > 1e-6 and float(np.max(np.abs(u @ self._at(q)))) < 1e-8 * size

    def _reduced(self, place: SingularSet) -> list[list[Any]]:
        """The rows of J with what is known to be put in."""
        ring, rows = self.exact.ring, [list(self.J.rows[i]) for i in self.nonzero_rows]
        for root in place.roots:
            if root.exact is not None:
                rows = [[ring.put(entry, root.joint, *root.exact) for entry in line] for line in rows]
        return rows


def _rank(J: ExactJacobian, exact: ExactChain, rows: slice) -> int:
    rng = np.random.default_rng(0)
    values = list(exact.lengths.values())
    entries = [[exact.ring.numbers(entry, values) for entry in line] for line in J.rows[rows]]
    q = rng.uniform(0.2, 1.3, exact.ring.n)
    return int(np.linalg.matrix_rank(np.array([[entry.at(q) for entry in line] for line in entries]), tol=1e-9))


def _without_common(ring: TrigRing, entries: list[Any]) -> list[Any]:
    """A vector of polynomials without what its entries share; empty if it is zero, or too long to be looked at."""
    if not any(entries) or sum(map(len, entries)) > _LONG:
        return []
    _, rests = common_factors(ring, [entry for entry in entries if entry])
    quotients = iter(rests)
    found = [next(quotients) if entry else ring.zero for entry in entries]
    number = next(entry for entry in found if entry).LC
    return [entry.mul_ground(1 / number) for entry in found]
