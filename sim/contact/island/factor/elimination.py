"""In which order the trees of a large island are eliminated, and where the blocks of its matrix and of their fill-in are.

Trees are the nodes of a graph, contacts between two its edges. Eliminating one joins all that it touches; next is always one that
touches fewest. What a tree touches as it goes are the blocks below the diagonal in its column of the factor, which has no others.
Source: George & Liu 1989 (the evolution of the minimum degree ordering algorithm); Davis 2006, §7.1 (minimum degree), §4.
"""

from __future__ import annotations

from typing import Any

from ....kernel import kernel, small
from ..solver_arrays import BITS, HEADER, MOST_FREEDOMS, MOST_TREES

FREEDOMS, NUMBERS, TREES, WORK = range(4)
"""What is known of the island that is laid out, in `plan`: its degrees of freedom (0: none is), numbers that its blocks take,
trees of the one whose graph is known, and products that a factor takes."""
TOO_LARGE = 1e300


@small
def is_laid_out(arrays: Any, n: int) -> bool:
    """Whether the matrix of n rows is that of the island that is laid out in blocks; else it is whole."""
    return bool(arrays.plan[FREEDOMS] == n)


@small
def matrix_numbers(arrays: Any, n: int) -> int:
    """Numbers that the matrix of n rows takes."""
    return int(arrays.plan[NUMBERS] if is_laid_out(arrays, n) else n * n)


@small
def columns_of(arrays: Any) -> tuple[int, int]:
    """Where in the plan the first entry of each column is, (TREES + 1,), and where rows and places of entries are, in pairs."""
    n = arrays.plan[TREES]
    begin = HEADER + 2 * n * (1 + (n + BITS - 1) // BITS)
    return int(begin), int(begin + 3 * n + 1)


@small
def block_of(arrays: Any, n: int, c: int, a: int, b: int) -> tuple[int, int]:
    """Where the block of rows of tree a and columns of tree b, joined by contact c, begins in the matrix of n rows, and how many
    numbers it is from one row to the next.
    """
    start = arrays.number
    if not is_laid_out(arrays, n):
        return int(start[a] * n + start[b]), n
    width = arrays.trees[b].nv
    if a == b:
        return int(arrays.diagonal[a]), int(width)
    below = arrays.block[c]
    return int(below if start[a] > start[b] else below + width * arrays.trees[a].nv), int(width)


@kernel
def lay_out(arrays: Any, members: Any, trees_in: Any) -> float:
    """Sort the trees of an island in the order of elimination and say where their blocks are; returns the products of a factor.

    It is TOO_LARGE where there is no room. What is known of an island with the same graph stays.
    """
    n, plan = trees_in.shape[0], arrays.plan
    plan[FREEDOMS] = 0
    if n > MOST_TREES or plan.shape[0] < HEADER + n * (7 + 2 * ((n + BITS - 1) // BITS)) + 1:
        return TOO_LARGE
    words = (n + BITS - 1) // BITS
    names, known = plan[HEADER : HEADER + n], plan[HEADER + n : HEADER + n + n * words]
    order = plan[HEADER + n + n * words : HEADER + 2 * n + n * words]
    graph = plan[HEADER + 2 * n + n * words : HEADER + 2 * n + 2 * n * words]
    _graph_into(arrays, members, trees_in, words, graph)
    if not (plan[TREES] == n and _is_same(trees_in, names) and _is_same(graph, known)):
        plan[TREES] = n
        for k in range(n):
            names[k] = trees_in[k]
        for k in range(n * words):
            known[k] = graph[k]
        if not _eliminate(arrays, words, graph, order):
            plan[TREES] = 0
            return TOO_LARGE
    for k in range(n):
        trees_in[k] = names[order[k]]
    return _place_blocks(arrays, members, trees_in)


@kernel
def _graph_into(arrays: Any, members: Any, trees_in: Any, words: int, graph: Any) -> None:
    """Write which trees touch into the rows of the graph, a bit each."""
    for k in range(graph.shape[0]):
        graph[k] = 0
    for k in range(trees_in.shape[0]):
        arrays.number[trees_in[k]] = k
    for m in range(members.shape[0]):
        a, b = arrays.segments[members[m], 0].tree, arrays.segments[members[m], 1].tree
        if a >= 0 and b >= 0:
            i, j = arrays.number[a], arrays.number[b]
            graph[i * words + j // BITS] |= 1 << (j % BITS)
            graph[j * words + i // BITS] |= 1 << (i % BITS)


@kernel
def _is_same(a: Any, b: Any) -> bool:
    for k in range(a.shape[0]):
        if a[k] != b[k]:
            return False
    return True


@small
def _bits_in(word: int) -> int:
    """How many bits of a word are set."""
    word = word - ((word >> 1) & 0x5555555555555555)
    word = (word & 0x3333333333333333) + ((word >> 2) & 0x3333333333333333)
    return (((word + (word >> 4)) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101) >> 56


@kernel
def _eliminate(arrays: Any, words: int, graph: Any, order: Any) -> bool:
    """Write the order of elimination (n,) and the rows of each column's entries; False if there is no room for all."""
    plan, n = arrays.plan, order.shape[0]
    begin, entries = columns_of(arrays)
    where, degree = plan[begin + n + 1 : begin + 2 * n + 1], plan[begin + 2 * n + 1 : begin + 3 * n + 1]
    room, count = (plan.shape[0] - entries) // 2, 0
    for k in range(n):
        degree[k] = 0
        for w in range(words):
            degree[k] += _bits_in(graph[k * words + w])
    plan[begin] = 0
    for step in range(n):
        next_one, least = 0, n
        for k in range(n):
            if 0 <= degree[k] < least:
                next_one, least = k, degree[k]
        if count + least > room:
            return False
        order[step], where[next_one], degree[next_one] = next_one, step, -1
        own = graph[next_one * words : next_one * words + words]
        for w in range(words):
            word = own[w]
            while word != 0:
                low = word & -word
                word ^= low
                j = w * BITS + _bits_in(low - 1)
                plan[entries + 2 * count] = j
                count += 1
                row, total = graph[j * words : j * words + words], 0
                for x in range(words):
                    row[x] |= own[x]
                row[w] &= ~low
                row[next_one // BITS] &= ~(1 << (next_one % BITS))
                for x in range(words):
                    total += _bits_in(row[x])
                degree[j] = total
        plan[begin + step + 1] = count
    for step in range(n):  # by their places in the order, and sorted by that
        for e in range(plan[begin + step], plan[begin + step + 1]):
            place, f = where[plan[entries + 2 * e]], e
            while f > plan[begin + step] and plan[entries + 2 * f - 2] > place:
                plan[entries + 2 * f] = plan[entries + 2 * f - 2]
                f -= 1
            plan[entries + 2 * f] = place
    return True


@kernel
def _place_blocks(arrays: Any, members: Any, trees_in: Any) -> float:
    """Write where the blocks of trees, contacts and entries begin; returns the products of a factor, or TOO_LARGE."""
    plan, trees, n = arrays.plan, arrays.trees, trees_in.shape[0]
    begin, entries = columns_of(arrays)
    numbers, freedoms, widest, work = 0, 0, 0, 0.0
    for k in range(n):
        size, below = trees[trees_in[k]].nv, 0
        arrays.diagonal[trees_in[k]], arrays.number[trees_in[k]] = numbers, k
        numbers += size * size
        for e in range(plan[begin + k], plan[begin + k + 1]):
            plan[entries + 2 * e + 1] = numbers
            other = trees[trees_in[plan[entries + 2 * e]]].nv
            numbers += 2 * size * other
            below += other
        freedoms, widest = freedoms + size, max(widest, size)
        work += float(size) * float(size + below) ** 2
    numbers += widest * widest  # scratch of the factor
    most = min(arrays.v.shape[0], MOST_FREEDOMS)
    if numbers > most * most:
        return TOO_LARGE
    for m in range(members.shape[0]):
        a, b = arrays.segments[members[m], 0].tree, arrays.segments[members[m], 1].tree
        if a >= 0 and b >= 0:
            low, high = min(arrays.number[a], arrays.number[b]), max(arrays.number[a], arrays.number[b])
            e = plan[begin + low]
            while plan[entries + 2 * e] != high:
                e += 1
            arrays.block[members[m]] = plan[entries + 2 * e + 1]
    plan[FREEDOMS], plan[NUMBERS], plan[WORK] = freedoms, numbers, int(work)
    return work
