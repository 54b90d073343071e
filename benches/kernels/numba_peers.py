"""Idiomatic numba versions of some kernels: scalar code on plain arrays, with reused buffers."""

import heapq

import numba
import numpy as np


@numba.njit(cache=False)
def field_of_view(opens, oy, ox, radius, out):
    """Symmetric shadowcasting (Ford 2020) with an explicit stack; clears `out` around the viewer."""
    height, width = opens.shape
    for y in range(max(0, oy - radius), min(height, oy + radius + 1)):
        for x in range(max(0, ox - radius), min(width, ox + radius + 1)):
            out[y, x] = False
    out[oy, ox] = True
    stack = np.empty((1024, 5), np.int64)
    for quadrant in range(4):
        sign = 1 if quadrant % 2 else -1
        stack[0] = (1, -1, 1, 1, 1)
        count = 1
        while count:
            count -= 1
            depth, top, bottom, top2, bottom2 = stack[count]
            first = (2 * depth * top + bottom) // (2 * bottom)
            last = -((bottom2 - 2 * depth * top2) // (2 * bottom2))
            was = False
            lt, lb = top, bottom
            for column in range(first, last + 1):
                y = oy + (sign * depth if quadrant < 2 else column)
                x = ox + (column if quadrant < 2 else sign * depth)
                inside = 0 <= y < height and 0 <= x < width
                clear = inside and opens[y, x]
                if inside and (not clear or (column * bottom >= depth * top and column * bottom2 <= depth * top2)):
                    out[y, x] = True
                if clear and not was and column > first:
                    lt, lb = 2 * column - 1, 2 * depth
                if was and not clear and depth < radius:
                    stack[count] = (depth + 1, lt, lb, 2 * column - 1, 2 * depth)
                    count += 1
                was = clear
            if was and depth < radius:
                stack[count] = (depth + 1, lt, lb, top2, bottom2)
                count += 1


@numba.njit(cache=False)
def breadth_first(opens, sy, sx, out, queue):
    """Writes four-connected distances from a cell into `out`."""
    height, width = opens.shape
    out[:] = -1
    out[sy, sx] = 0
    queue[0] = sy * width + sx
    head, tail = 0, 1
    while head < tail:
        y, x = queue[head] // width, queue[head] % width
        head += 1
        for dy, dx in ((-1, 0), (0, 1), (1, 0), (0, -1)):
            ny, nx = y + dy, x + dx
            if 0 <= ny < height and 0 <= nx < width and opens[ny, nx] and out[ny, nx] < 0:
                out[ny, nx] = out[y, x] + 1
                queue[tail] = ny * width + nx
                tail += 1


@numba.njit(cache=False)
def dial(absorption, sy, sx, limit, out, buckets, counts):
    """Writes sound distances into `out` with 64 circular buckets (Dial 1969); cells beyond the limit stay -1."""
    height, width = absorption.shape
    out[:] = -1
    out[sy, sx] = 0
    buckets[0, 0] = sy * width + sx
    counts[:] = 0
    counts[0] = 1
    distance, idle = 0, 0
    while idle < 64:
        at = distance % 64
        idle = idle + 1 if counts[at] == 0 else 0
        for i in range(counts[at]):
            y, x = buckets[at, i] // width, buckets[at, i] % width
            if out[y, x] != distance:
                continue
            after = distance + (10 if distance == 0 else absorption[y, x])
            if after > limit:
                continue
            for dy in range(-1, 2):
                for dx in range(-1, 2):
                    ny, nx = y + dy, x + dx
                    if 0 <= ny < height and 0 <= nx < width and (out[ny, nx] < 0 or after < out[ny, nx]):
                        out[ny, nx] = after
                        buckets[after % 64, counts[after % 64]] = ny * width + nx
                        counts[after % 64] += 1
        counts[at] = 0
        distance += 1


@numba.njit(cache=False)
def a_star(cost, sy, sx, gy, gx, straight, diagonal, corners, best, stamp, query):
    """Cost of a path by A* with a binary heap; `best` and `stamp` are reused. `corners`: allow corner cutting."""
    height, width = cost.shape
    heap = [(0, 0, sy * width + sx)]
    best[sy, sx], stamp[sy, sx] = 0, query
    while heap:
        _, g, cell = heapq.heappop(heap)
        y, x = cell // width, cell % width
        if g != best[y, x]:
            continue
        if y == gy and x == gx:
            return g
        for dy in range(-1, 2):
            for dx in range(-1, 2):
                ny, nx = y + dy, x + dx
                if not (0 <= ny < height and 0 <= nx < width) or cost[ny, nx] == 0:
                    continue
                if dy and dx and not corners and (cost[y, nx] == 0 or cost[ny, x] == 0):
                    continue
                after = g + cost[ny, nx] * (diagonal if dy and dx else straight)
                if stamp[ny, nx] != query or after < best[ny, nx]:
                    best[ny, nx], stamp[ny, nx] = after, query
                    ay, ax = abs(ny - gy), abs(nx - gx)
                    h = diagonal * min(ay, ax) + straight * (max(ay, ax) - min(ay, ax))
                    heapq.heappush(heap, (after + h, after, ny * width + nx))
    return -1
