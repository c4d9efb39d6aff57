"""Crowds of characters in triangle worlds, as numpy arrays.

A `World` has instances of meshes, a `Crowd` the characters. Write what each wants into `Crowd.inputs`, call `Crowd.step`, read
`Crowd.states`. Lengths are metres, times seconds, y is up unless gravity says otherwise.
"""

from ._core import (
    Capsule,
    CookedMesh,
    Crowd,
    Ellipsoid,
    Hits,
    Mesh,
    Overlaps,
    Placement,
    Profile,
    Sensed,
    StepReport,
    World,
    load,
    step_all,
)

#: Kinds of ground in `Crowd.ground`.
AIR, FLOOR, STEEP, HELD_BY_STEEP = 0, 1, 2, 3

#: How a step ended, in `Crowd.status`.
FREE, SLID, BLOCKED, OUT_OF_ITERATIONS, OVERLAPPING, CRUSHED = 0, 1, 2, 3, 4, 5

__version__ = "0.1.0"

__all__ = [
    "AIR",
    "BLOCKED",
    "CRUSHED",
    "FLOOR",
    "FREE",
    "HELD_BY_STEEP",
    "OUT_OF_ITERATIONS",
    "OVERLAPPING",
    "SLID",
    "STEEP",
    "Capsule",
    "CookedMesh",
    "Crowd",
    "Ellipsoid",
    "Hits",
    "Mesh",
    "Overlaps",
    "Placement",
    "Profile",
    "Sensed",
    "StepReport",
    "World",
    "load",
    "step_all",
]
