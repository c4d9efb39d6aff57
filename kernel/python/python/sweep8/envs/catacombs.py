"""Generated catacombs: rooms on two floors, with doors, flights of stairs and lifts.

A level is a square of rooms of 6 m on each of two floors. Doors between neighbours make a maze in which every room can be reached; two flights
of stairs lead up along the western wall, two lifts along the eastern one. All of it follows from a seed.

Levels lie side by side in one world, so that a thousand agents in a hundred levels are one crowd. Positions are metres, y up.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import sweep8

#: Side of a room, and height of a floor above the one below.
ROOM, STOREY = 6.0, 3.5
#: Steps of a flight, their depth, and the width of flight and lift.
STEPS, DEPTH, WIDTH = 14, 0.32, 1.8
WALL, WALL_HEIGHT, SLAB, DOOR = 0.3, 3.2, 0.3, 1.6
#: Seconds in which a lift stands, and in which it goes up or down.
STANDS, GOES = 3.0, 3.0
#: Where a flight begins and ends along z in its room, and where one stands at its foot and on top.
FLIGHT = (0.7, 0.7 + STEPS * DEPTH)
FOOT, TOP = np.array([0.15 + WIDTH / 2, 0.0, 5.6]), np.array([0.15 + WIDTH / 2, STOREY, 0.45])

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Box:
    """An axis-aligned box between two corners."""

    low: tuple[float, float, float]
    high: tuple[float, float, float]


def mesh_of(boxes: list[Box]) -> sweep8.Mesh:
    """One mesh of many boxes, fronts outside."""
    corner = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    sides = np.array(
        [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]]
    )
    low, high = np.array([box.low for box in boxes]), np.array([box.high for box in boxes])
    vertices = low[:, None] + corner[None] * (high - low)[:, None]
    triangles = sides[None] + 8 * np.arange(len(boxes))[:, None, None]
    return sweep8.Mesh(vertices.reshape(-1, 3), triangles.reshape(-1, 3))


class Catacombs:
    """One level, of ``size * size`` rooms on each floor: its boxes, its lifts, and the shortest way from every room to every other."""

    def __init__(self, seed: int, size: int = 4) -> None:
        if not 2 <= size <= 16:
            raise ValueError(f"`size` is {size}, must be 2 to 16")
        self.size = size
        rng = np.random.default_rng(seed)
        #: Rows along z of the rooms with stairs (column 0) and with lifts (last column).
        self.stairs = rng.choice(size, 2, replace=False)
        self.lifts = rng.choice(size, 2, replace=False)
        #: For each floor, column and row: whether there is a door towards +x, towards +z.
        self.doors = np.zeros((2, size, size, 2), bool)
        for floor in range(2):
            self._dig(rng, floor)
        self.count = 2 * size * size
        self.next = self._ways()

    def room(self, floor: int, column: int, row: int) -> int:
        """Number of a room."""
        return (floor * self.size + column) * self.size + row

    def place(self, room: int) -> tuple[int, int, int]:
        """Floor, column and row of a room."""
        return room // self.size**2, room // self.size % self.size, room % self.size

    def center(self, room: int) -> Floats:
        """Middle of a room's floor."""
        floor, column, row = self.place(room)
        return np.array([(column + 0.5) * ROOM, floor * STOREY, (row + 0.5) * ROOM])

    def _dig(self, rng: np.random.Generator, floor: int) -> None:
        """Doors of a maze by a walk that turns back where it cannot go on, and some more."""
        size = self.size
        seen, path = {(0, 0)}, [(0, 0)]
        while path:
            column, row = path[-1]
            around = [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
            free = [(c, r) for c, r in around if 0 <= c < size and 0 <= r < size and (c, r) not in seen]
            if not free:
                path.pop()
                continue
            c, r = free[rng.integers(len(free))]
            self.doors[floor, min(c, column), min(r, row), int(c == column)] = True
            seen.add((c, r))
            path.append((c, r))
        self.doors[floor] |= rng.random((size, size, 2)) < 0.15
        self.doors[floor, -1, :, 0] = self.doors[floor, :, -1, 1] = False

    def neighbours(self, room: int) -> list[int]:
        """Rooms behind the doors of a room, and at the other end of its stairs."""
        floor, column, row = self.place(room)
        found = []
        for axis, (c, r) in enumerate([(column + 1, row), (column, row + 1)]):
            if c < self.size and r < self.size and self.doors[floor, column, row, axis]:
                found.append(self.room(floor, c, r))
        for axis, (c, r) in enumerate([(column - 1, row), (column, row - 1)]):
            if c >= 0 and r >= 0 and self.doors[floor, c, r, axis]:
                found.append(self.room(floor, c, r))
        if column == 0 and row in self.stairs:
            found.append(self.room(1 - floor, 0, row))
        return found

    def _ways(self) -> NDArray[np.int64]:
        """For each goal and each room the next room on a shortest way; the goal itself at the goal."""
        ways = np.zeros((self.count, self.count), np.int64)
        around = [self.neighbours(room) for room in range(self.count)]
        for goal in range(self.count):
            ways[goal, goal] = goal
            seen, ring = {goal}, [goal]
            while ring:
                ring = self._spread(ways[goal], around, seen, ring)
        return ways

    @staticmethod
    def _spread(way: NDArray[np.int64], around: list[list[int]], seen: set[int], ring: list[int]) -> list[int]:
        outside = []
        for room in ring:
            for near in around[room]:
                if near not in seen:
                    seen.add(near)
                    way[near] = room
                    outside.append(near)
        return outside

    def gate(self, room: int, onto: int) -> list[Floats]:
        """Points on the way from a room into a neighbour: before and behind a door; or beside the stairs, at one end, at the other."""
        (floor, column, row), (above, _, _) = self.place(room), self.place(onto)
        if floor != above:
            ends = self.stairs_of(row)
            beside = np.array([(column + 0.5) * ROOM, *ends[floor][1:]])
            return [beside, ends[floor], ends[above]]
        way = (self.center(onto) - self.center(room)) / ROOM
        middle = (self.center(onto) + self.center(room)) / 2
        return [middle - 0.6 * way, middle + 0.6 * way]

    def stairs_of(self, row: int) -> tuple[Floats, Floats]:
        """Where one stands at the foot of the stairs of a row, and on top."""
        corner = np.array([0.0, 0.0, row * ROOM])
        return corner + FOOT, corner + TOP

    def boxes(self) -> list[Box]:
        """Everything that does not move."""
        size, side = self.size, self.size * ROOM
        boxes = [Box((-1, -SLAB, -1), (side + 1, 0, side + 1))]
        for column in range(size):
            for row in range(size):
                boxes += self._ceiling(column, row)
        for floor in range(2):
            y = floor * STOREY
            for at in (0.0, side):
                boxes.append(Box((at - WALL / 2, y, 0), (at + WALL / 2, y + WALL_HEIGHT, side)))
                boxes.append(Box((0, y, at - WALL / 2), (side, y + WALL_HEIGHT, at + WALL / 2)))
            for column in range(size):
                for row in range(size):
                    for axis in range(2):
                        if (column, row)[axis] + 1 < size:
                            boxes += self._wall(floor, column, row, axis)
        for row in self.stairs:
            for step in range(STEPS):
                # The highest one lies at `FLIGHT[0]`, level with the floor above.
                z, y = row * ROOM + FLIGHT[1] - (step + 1) * DEPTH, (step + 1) * STOREY / STEPS
                boxes.append(Box((0.15, 0, z), (0.15 + WIDTH, y, z + DEPTH)))
        return boxes

    def _ceiling(self, column: int, row: int) -> list[Box]:
        """The floor above a room, with a hole where stairs or a lift are."""
        x, z, low, high = column * ROOM, row * ROOM, STOREY - SLAB, STOREY
        if column == 0 and row in self.stairs:
            hole = (x, x + 0.15 + WIDTH, z + FLIGHT[0], z + FLIGHT[1])
        elif column == self.size - 1 and row in self.lifts:
            hole = (x + ROOM - 0.2 - WIDTH, x + ROOM - 0.1, z + (ROOM - WIDTH) / 2 - 0.05, z + (ROOM + WIDTH) / 2 + 0.05)
        else:
            return [Box((x, low, z), (x + ROOM, high, z + ROOM))]
        west, east, south, north = hole
        around = [
            ((x, z), (x + ROOM, south)),
            ((x, north), (x + ROOM, z + ROOM)),
            ((x, south), (west, north)),
            ((east, south), (x + ROOM, north)),
        ]
        return [Box((a, low, b), (c, high, d)) for (a, b), (c, d) in around if c - a > 1e-3 and d - b > 1e-3]

    def _wall(self, floor: int, column: int, row: int, axis: int) -> list[Box]:
        """The wall between a room and its neighbour along an axis (0: x, 1: z), with its door."""
        at, begin = ((column, row)[axis] + 1) * ROOM, (row, column)[axis] * ROOM
        y, top = floor * STOREY, floor * STOREY + WALL_HEIGHT
        parts = [(begin, begin + ROOM, y)]
        if self.doors[floor, column, row, axis]:
            west, east = begin + (ROOM - DOOR) / 2, begin + (ROOM + DOOR) / 2
            parts = [(begin, west, y), (east, begin + ROOM, y), (west, east, y + 2.4)]
        thick = (at - WALL / 2, at + WALL / 2)
        if axis == 0:
            return [Box((thick[0], low, a), (thick[1], top, b)) for a, b, low in parts]
        return [Box((a, low, thick[0]), (b, top, thick[1])) for a, b, low in parts]

    def lift_corners(self) -> list[Floats]:
        """Lowest corner of each lift's platform when it is down."""
        return [np.array([self.size * ROOM - 0.15 - WIDTH, -0.1, row * ROOM + (ROOM - WIDTH) / 2]) for row in self.lifts]


def lift_height(seconds: float) -> float:
    """Height of every lift above its lowest place: stands, goes up, stands, goes down."""
    at = seconds % (2 * (STANDS + GOES))
    if at < STANDS:
        return 0.0
    if at < STANDS + GOES:
        return STOREY * (at - STANDS) / GOES
    if at < 2 * STANDS + GOES:
        return STOREY
    return STOREY * (1 - (at - 2 * STANDS - GOES) / GOES)


class Site:
    """Several levels side by side in one world, with the clock of their lifts."""

    def __init__(self, seeds: list[int], size: int = 4) -> None:
        self.levels = [Catacombs(seed, size) for seed in seeds]
        self.world = sweep8.World()
        self.origins = np.array([[k * (size * ROOM + 10.0), 0.0, 0.0] for k in range(len(seeds))])
        self.seconds = 0.0
        self._lifts: list[tuple[int, Floats]] = []
        platform = mesh_of([Box((0, 0, 0), (WIDTH - 0.05, 0.1, WIDTH))]).cook()
        for level, origin in zip(self.levels, self.origins, strict=True):
            self.world.add(mesh_of(level.boxes()), origin)
            for corner in level.lift_corners():
                corner = corner + origin + [0.0, 0.02, 0.0]
                self._lifts.append((self.world.add(platform, corner), corner))

    def restart(self) -> None:
        """Puts the lifts down, as they were at first."""
        self.seconds = 0.0
        for lift, corner in self._lifts:
            self.world.place(lift, corner)

    def advance(self, seconds: float) -> None:
        """Tells the lifts where to be after the next step of so many seconds."""
        before, self.seconds = lift_height(self.seconds), self.seconds + seconds
        height = lift_height(self.seconds)
        if height != before:
            for lift, corner in self._lifts:
                self.world.move_to(lift, corner + [0.0, height, 0.0])
