"""A task of one structure as a program: all pieces, and of each row what it says, where and in which unit."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..optimiser.program import NonlinearProgram, Piece, make_program
from ..system.system import Function, HybridSystem, Jump
from ..task.plan_task import PlanTask
from .cost_terms import CostTerms, cost_terms
from .layout import Layout, RowBlock, jump_to_phase, make_layout
from .program_pieces import PieceGathering


@dataclass(frozen=True, eq=False)
class Transcription:
    """What is built once for a structure."""

    system: HybridSystem
    layout: Layout
    terms: CostTerms
    program: NonlinearProgram
    blocks: tuple[RowBlock, ...]
    term_pieces: tuple[Piece, ...]  # (w, q) -> the cost's terms without weights
    motion: Function  # (unknowns,) -> t (K,), q (nq, K) of the robot at all nodes
    prices: Function  # (unknowns, parameters, multipliers) -> what the cost gains by a unit of each of θ
    integrators: dict[tuple[str, int], Function] = field(default_factory=dict)  # by mode and steps, made when asked for

    def jump_to(self, number: int) -> Jump | None:
        """The jump to a phase; to the first, and to what comes after the last, that which closes the motion, if one does."""
        return jump_to_phase(self.system, self.layout, number)


def transcribe(system: HybridSystem, task: PlanTask) -> Transcription:
    """Build the program of a task's structure, which `check_task` has found that can be planned."""
    terms = cost_terms(system, task)
    layout = make_layout(system, task, len(terms.names), len(terms.tracked))
    building = PieceGathering(system, task, layout, terms)
    building.intervals()
    building.path()
    building.links()
    building.asked_states()
    pieces = building.pieces()
    program = make_program([piece for piece, _ in pieces], layout.variables, layout.parameters)
    term_pieces = tuple(Piece(terms, p.variables, p.parameters) for p, terms in pieces if terms is not None)
    motion, prices = motion_of(system, layout), prices_of(program, layout)
    return Transcription(system, layout, terms, program, building.blocks(), term_pieces, motion, prices)


def prices_of(program: NonlinearProgram, layout: Layout) -> Function:
    """(unknowns, parameters, multipliers of rows) -> dL/dθ: at an optimum the cost's derivative by each of θ."""
    import casadi as ca

    x, p, lam = (ca.MX.sym("a", size) for size in (program.variables, program.parameters, program.rows))
    cost, rows = program.cost_and_rows(x, p)
    return ca.Function("prices", [x, p, lam], [ca.gradient(cost + ca.dot(lam, rows), p)[layout.theta.tolist()]])


def motion_of(system: HybridSystem, layout: Layout) -> Function:
    """(unknowns,) -> t (K,), q (nq, K): the picture of an iterate."""
    import casadi as ca

    unknowns = ca.MX.sym("x", layout.variables)
    start, times, configurations = ca.MX(0), [], []
    for phase in layout.phases:
        nodes = phase.nodes
        x = ca.reshape(unknowns[phase.x.ravel().tolist()], phase.mode.nx, nodes)
        full = phase.mode.full.map(nodes)(x, ca.repmat(unknowns[phase.p.tolist()], 1, nodes))
        configurations.append(system.to_robot.map(nodes)(full)[0])
        times.append(start + unknowns[phase.duration] * ca.DM(phase.s))
        start += unknowns[phase.duration]
    return ca.Function("motion", [unknowns], [ca.vertcat(*times), ca.horzcat(*configurations)])
