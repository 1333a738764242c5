"""Energies of recorded states, four at once: no step waits for them, and what is recorded has them before anybody reads it."""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...kernel import compile_entry, entry, kernel, m_in, m_out, rows_in
from ...multibody.dynamics.energy import elastic_energy_of, kinetic_energy_of, mass_moment_into
from ...multibody.kinematics.kinematics import velocities_into
from ...multibody.kinematics.placements import joint_placements_into, rows_for_placements, world_placements_into
from ...multibody.kinematics.table import table_in
from ...simd import WIDTH, gather_into, new_matrix, new_vector, spread
from ..step_arrays import Record
from .scene.settings import SETTINGS


def write_energies(table: Any, settings: Any, record: Record, first: int, last: int) -> None:
    """Write the energies of the states of a record from the first to before the last, from its q and v."""
    if last > first:
        compile_entry(_energies_of_states)
        part = slice(first, last)
        _energies_of_states(table, settings, record.q[part], record.v[part], record.energy[part])


@kernel
def energies_into(table: Any, g: Array, q: Array, v: Array, X: Array, W: Array, V: Array, moment: Array, energy: Array) -> None:
    """Write kinetic and potential energy (2,) [J]; X, W and V are those of (q, v) afterwards, moment (4,) is scratch."""
    joint_placements_into(table, q, X)
    world_placements_into(table, X, W)
    velocities_into(table, X, v, V)
    energy[0] = kinetic_energy_of(table, v, V)
    mass_moment_into(table, W, moment)
    energy[1] = elastic_energy_of(table, q) - (moment[1] * g[0] + moment[2] * g[1] + moment[3] * g[2])


@entry(table_in, rows_in(SETTINGS), m_in, m_in, m_out, allocates=True)
def _energies_of_states(table: Any, settings: Any, Q: Array, V: Array, energies: Array) -> int:
    n, nq, nv = table.shape[0], table[0].iq, table[0].iv
    q, v, moment, energy = new_vector(nq), new_vector(nv), new_vector(4), new_vector(2)
    X, W, T = new_matrix(rows_for_placements(n), 12), new_matrix(n, 12), new_matrix(n, 6)
    for k in range(0, Q.shape[0], WIDTH):
        if k > 0 and _are_repeated(Q, k) and _are_repeated(V, k):
            for i in range(k, min(k + WIDTH, Q.shape[0])):
                energies[i, 0], energies[i, 1] = energies[k - 1, 0], energies[k - 1, 1]
            continue
        gather_into(Q, k, q)
        gather_into(V, k, v)
        energies_into(table, settings[0].gravity, q, v, X, W, T, moment, energy)
        spread(energy, energies, k)
    return 0


@kernel
def _are_repeated(M: Array, k: int) -> bool:
    """Whether rows k … k + 3 of M, as far as there are such rows, are as the one before: of what rests."""
    before = M[k - 1]
    for i in range(min(k + WIDTH, M.shape[0]) - 1, k - 1, -1):
        row, differing = M[i], 0
        for j in range(M.shape[1]):  # to the end, so that several are compared at once
            differing += row[j] != before[j]
        if differing > 0:
            return False
    return True
