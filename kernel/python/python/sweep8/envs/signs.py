"""Signs in catacombs: which way it is to an exit, and how far.

A sign points at the next of the points by which one goes from room to room: before a door, behind it; beside stairs, at one end, at the
other. All agents are asked for at once.
"""

import numpy as np
from numpy.typing import NDArray

from .catacombs import FOOT, ROOM, STOREY, TOP, WIDTH, Catacombs, Floats

Ints = NDArray[np.int64]


def lengths(points: Floats) -> Floats:
    """Lengths of the lines through points [..., k, 3]."""
    total: Floats = np.linalg.norm(np.diff(points, axis=-2), axis=-1).sum(axis=-1)
    return total


class Ways:
    """The ways from all rooms of a level to one exit."""

    def __init__(self, level: Catacombs, goal: int) -> None:
        #: The next gate of each room: three points, the last of them repeated, and how many there are.
        self.points = np.empty((level.count, 3, 3))
        self.counts = np.empty(level.count, np.int64)
        #: How long the way is from the last of them to the exit.
        self.rest = np.full(level.count, np.nan)
        for room in range(level.count):
            gate = [level.center(goal)] if room == goal else level.gate(room, int(level.next[goal, room]))
            self.counts[room] = len(gate)
            self.points[room] = gate + [gate[-1]] * (3 - len(gate))
        self.rest[goal] = 0.0
        for room in range(level.count):
            route = [room]
            while np.isnan(self.rest[route[-1]]):
                route.append(int(level.next[goal, route[-1]]))
            for near, onto in zip(reversed(route[:-1]), reversed(route[1:]), strict=True):
                line = np.concatenate([self.points[near, -1:], self.points[onto]])
                self.rest[near] = self.rest[onto] + lengths(line)


class Signs:
    """The signs that agents see, each on its way to an exit of its own."""

    def __init__(self, agents: int, size: int) -> None:
        rooms = 2 * size * size
        self.size = size
        self.points, self.counts = np.zeros((agents, rooms, 3, 3)), np.ones((agents, rooms), np.int64)
        self.rest, self.stairs = np.zeros((agents, rooms)), np.zeros((agents, 2), np.int64)

    def lead(self, agent: int, level: Catacombs, ways: Ways) -> None:
        """Leads an agent to another exit, or in another level."""
        self.points[agent], self.counts[agent], self.rest[agent] = ways.points, ways.counts, ways.rest
        self.stairs[agent] = level.stairs

    def read(self, feet: Floats) -> tuple[Floats, Floats]:
        """Where the signs point, [n, 3], and how far it still is, [n]. ``feet`` [n, 3] in each agent's level, metres."""
        agents = np.arange(len(feet))
        column, line = (np.clip(feet[:, axis] // ROOM, 0, self.size - 1).astype(np.int64) for axis in (0, 2))
        floor = (feet[:, 1] > STOREY / 2).astype(np.int64)
        room = (floor * self.size + column) * self.size + line
        points, count, rest = self.points[agents, room], self.counts[agents, room], self.rest[agents, room]

        # The last point that is behind the agent, or beside it, is passed.
        following = np.zeros(len(feet), np.int64)
        for place in range(2):
            a, b = points[:, place], points[:, place + 1]
            way = (b - a) / np.maximum(np.linalg.norm(b - a, axis=1, keepdims=True), 1e-9)
            along = ((feet - a) * way).sum(axis=1)
            beside = np.linalg.norm(feet - a - along[:, None] * way, axis=1)
            is_passed = (along > -0.4) & (beside < 0.5) & (count > place + 1)
            following = np.where(is_passed, place + 1, following)
        sign = points[agents, following]
        tail = np.stack([lengths(points), lengths(points[:, 1:]), np.zeros(len(feet))])
        left = tail[following, agents] + rest

        # At the ends of stairs aside first: the straight way would lead back onto them, or into their hole.
        is_beside = (line[:, None] == self.stairs).any(axis=1) & (feet[:, 0] < 0.6 + WIDTH)
        aside = feet.copy()
        aside[:, 0] = (column + 0.5) * ROOM
        is_aside = is_beside & (count < 3)
        sign = np.where(is_aside[:, None], aside, sign)
        left = np.where(is_aside, rest + tail[0] + np.linalg.norm(points[:, 0] - aside, axis=1), left)

        # Between the floors to the end from which it is nearer.
        is_between = is_beside & (feet[:, 1] > 0.1) & (feet[:, 1] < STOREY - 0.1)
        nearest = np.full(len(feet), np.inf)
        for at_floor, end in enumerate((FOOT, TOP)):
            at = np.repeat(end[None], len(feet), axis=0)
            at[:, 2] += line * ROOM
            there = at_floor * self.size * self.size + line
            gate = self.points[agents, there]
            far = self.rest[agents, there] + lengths(gate) + np.linalg.norm(gate[:, 0] - at, axis=1)
            whole = far + np.linalg.norm(at - feet, axis=1)
            is_nearer = is_between & (whole < nearest)
            nearest = np.where(is_nearer, whole, nearest)
            sign, left = np.where(is_nearer[:, None], at, sign), np.where(is_nearer, far, left)
        return sign, left + np.linalg.norm(sign - feet, axis=1)
