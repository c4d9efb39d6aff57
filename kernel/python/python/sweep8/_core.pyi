import os
from collections.abc import Sequence
from typing import final

import numpy as np
from numpy.typing import ArrayLike, NDArray

Shape = Ellipsoid | Capsule

@final
class Ellipsoid:
    """An ellipsoid with radii along x, y and z, metres. ``ValueError`` if a radius is not 0.0001 to 100000 m."""
    def __new__(cls, x: float, y: float, z: float) -> Ellipsoid: ...
    @property
    def radii(self) -> list[float]: ...

@final
class Capsule:
    """A ball of ``radius`` metres swept along a segment of ``2 * half_length`` metres along ``axis``: "x", "y" or "z"."""
    def __new__(cls, radius: float, half_length: float, axis: str = "y") -> Capsule: ...
    @property
    def radius(self) -> float: ...
    @property
    def half_length(self) -> float: ...

@final
class Profile:
    """What many characters share: a shape, and the rules of its moves.

    Lengths in metres, angles in radians, speeds in m/s, mass in kg. ``mode`` is "walk" or "slide", ``slope_speed`` "level" or "along",
    ``each_other`` "ignore", "soft" or "solid". ``ValueError`` names a setting and its range.
    """
    def __new__(
        cls,
        shape: Shape | None = None,
        *,
        skin: float | None = None,
        max_slope_angle: float | None = None,
        mode: str = "walk",
        step_height: float | None = None,
        snap_distance: float | None = None,
        slope_speed: str = "level",
        max_fall_speed: float | None = None,
        drag: float | None = None,
        air_control: float | None = None,
        ground_damping: float | None = None,
        keeps_ground_velocity: bool = True,
        keeps_ground_frame: bool = False,
        keeps_push_velocity: bool = False,
        each_other: str = "ignore",
        mass: float | None = None,
        layers: int | None = None,
    ) -> Profile: ...

@final
class Mesh:
    """Triangles: ``vertices`` float32[n, 3] in metres, ``triangles`` uint32[m, 3], fronts counter-clockwise.

    ``ValueError`` names the first vertex or triangle that is wrong, or an array of another shape or dtype.
    """
    def __new__(cls, vertices: ArrayLike, triangles: ArrayLike) -> Mesh: ...
    @staticmethod
    def cuboid(half_extents: Sequence[float]) -> Mesh:
        """A box about the origin with three half extents, metres."""
    def cook(self) -> CookedMesh:
        """The mesh made ready for queries, to be placed many times or written to a file."""

@final
class CookedMesh:
    """A mesh that is ready for queries. Instances share its memory."""
    def to_bytes(self) -> bytes: ...
    @staticmethod
    def from_bytes(bytes: bytes) -> CookedMesh:
        """``ValueError`` if the bytes were cut, changed, or are of another version."""
    @staticmethod
    def read(path: str | os.PathLike[str]) -> CookedMesh:
        """Maps a file with the bytes of :meth:`to_bytes` into memory. ``OSError`` if it can't be read, else as :meth:`from_bytes`."""
    @property
    def triangle_count(self) -> int: ...

@final
class Placement:
    """Where an instance is: a vertex ``v`` of its mesh is at ``translation + rotation * (scale * v)``, metres.

    ``rotation`` is a quaternion (x, y, z, w) of unit length.
    """
    def __new__(
        cls,
        translation: Sequence[float] = (0.0, 0.0, 0.0),
        rotation: Sequence[float] = (0.0, 0.0, 0.0, 1.0),
        scale: Sequence[float] = (1.0, 1.0, 1.0),
    ) -> Placement: ...
    @property
    def translation(self) -> list[float]: ...
    @property
    def rotation(self) -> list[float]: ...
    @property
    def scale(self) -> list[float]: ...

@final
class World:
    """Instances of meshes, which share their triangles. Changes raise ``RuntimeError`` while another thread uses the world."""
    def __new__(cls) -> World: ...
    def add(self, mesh: Mesh | CookedMesh, placement: Placement | ArrayLike | None = None) -> int:
        """Adds an instance and returns its handle. ``placement`` may be a translation of three numbers."""
    def remove(self, instance: int) -> None: ...
    def place(self, instance: int, placement: Placement | ArrayLike) -> None:
        """Puts an instance elsewhere at once: characters on it stay where they are."""
    def move_to(self, instance: int, placement: Placement | ArrayLike) -> None:
        """Moves an instance in the next step, in which it carries and pushes characters."""
    def set_layers(self, instance: int, layers: int) -> None: ...
    def set_kind(self, instance: int, kind: str) -> None:
        """ "solid", "one_sided" (solid from its front) or "sensor", which stops nobody."""
    def placement(self, instance: int) -> Placement: ...
    def instances(self) -> list[int]: ...
    @property
    def bounds(self) -> tuple[list[float], list[float]] | None:
        """Least and greatest corner of the box around everything, metres; ``None`` if the world is empty."""
    def triangles(self) -> NDArray[np.float32]:
        """All triangles in world space, float32[m, 3, 3], a copy: to draw them."""
    def cast(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        max_distance: float,
        *,
        layers: int = 0xFFFFFFFF,
        sides: str = "both",
        threads: int | None = None,
    ) -> Hits:
        """Casts rays of ``max_distance`` metres: ``origins`` [n, 3] metres, ``directions`` [n, 3] of any length but 0.

        ``sides`` is "both" or "front". ``ValueError`` for a wrong shape, or naming the row of a number that is out of its range.
        """
    def sweep(
        self,
        shape: Shape,
        centers: ArrayLike,
        displacements: ArrayLike,
        *,
        layers: int = 0xFFFFFFFF,
        sides: str = "both",
        threads: int | None = None,
    ) -> Hits:
        """First contact of a shape that moves from ``centers`` [n, 3] by ``displacements`` [n, 3], metres."""
    def overlap(
        self, shape: Shape, centers: ArrayLike, *, layers: int = 0xFFFFFFFF, threads: int | None = None
    ) -> NDArray[np.bool_]:
        """Whether a shape at each of ``centers`` [n, 3] overlaps a triangle: bool[n]."""

@final
class Hits:
    """What rays or sweeps hit first, an element for each."""
    @property
    def distance(self) -> NDArray[np.float32]:
        """[n], metres; infinite where nothing is hit."""
    @property
    def instance(self) -> NDArray[np.int64]:
        """[n], handles; -1 where nothing is hit."""
    @property
    def triangle(self) -> NDArray[np.int64]:
        """[n], triangles of the mesh; -1 where nothing is hit."""
    @property
    def normal(self) -> NDArray[np.float32]:
        """[n, 3], unit normals; 0 where nothing is hit."""

@final
class StepReport:
    """What happened in a step, or in the last of several; counts of characters."""
    @property
    def free(self) -> int: ...
    @property
    def slid(self) -> int: ...
    @property
    def blocked(self) -> int: ...
    @property
    def out_of_iterations(self) -> int: ...
    @property
    def overlapping(self) -> int: ...
    @property
    def crushed(self) -> int: ...
    @property
    def refused(self) -> int:
        """Characters whose move was refused: they have not moved."""
    @property
    def standing(self) -> int: ...
    @property
    def depenetrated(self) -> int: ...
    @property
    def contacts(self) -> int: ...
    @property
    def overlapping_others(self) -> int: ...
    @property
    def crowded(self) -> int: ...
    @property
    def first_refused(self) -> int | None:
        """Row of the first character that was refused."""

@final
class Sensed:
    """What the rays of all characters hit first; arrays [n, k] for n characters with k rays each."""
    @property
    def distance(self) -> NDArray[np.float32]:
        """Metres; infinite where nothing is hit."""
    @property
    def character(self) -> NDArray[np.int32]:
        """Rows of characters; -1 where the first thing is none."""
    @property
    def instance(self) -> NDArray[np.int64]:
        """Handles of instances; -1 where the first thing is no triangle."""
    @property
    def triangle(self) -> NDArray[np.int64]:
        """Triangles of the mesh; -1 where the first thing is none."""

@final
class Overlaps:
    """Characters that shapes overlap: those of shape ``i`` are the elements ``starts[i]`` to ``starts[i + 1]``."""
    @property
    def starts(self) -> NDArray[np.int64]:
        """[m + 1]."""
    @property
    def rows(self) -> NDArray[np.int64]:
        """Rows of characters, ascending for each shape."""
    @property
    def depth(self) -> NDArray[np.float32]:
        """Metres that the shape must move along the normal to be clear."""
    @property
    def normal(self) -> NDArray[np.float32]:
        """[.., 3], unit normals from the character towards the shape."""

@final
class Crowd:
    """``n`` characters that are stepped together, each with one of ``profiles`` (the first, unless ``profile`` uint32[n] says which).

    ``positions`` [n, 3] are centres, ``standing_on`` [n, 3] places of the floor under them, metres; without both all are at the
    origin. ``gravity`` in m/s². ``ValueError`` names the row, the field and its range.

    The arrays below lie over the crowd's own memory: what is written into them counts in the next call, and what a step did is in
    them when it has ended. Each keeps the memory alive. ``spawn``, ``despawn``, and a ``restore`` of another number of characters raise
    ``BufferError`` as long as there is one. An array that is read while a step runs on another thread has undefined values. Calls
    raise ``RuntimeError`` while another thread is in a step or a query of the crowd.
    """
    def __new__(
        cls,
        n: int,
        profiles: Sequence[Profile] | None = None,
        *,
        positions: ArrayLike | None = None,
        standing_on: ArrayLike | None = None,
        profile: ArrayLike | None = None,
        gravity: Sequence[float] = (0.0, -9.81, 0.0),
    ) -> Crowd: ...
    def __len__(self) -> int: ...
    @property
    def states(self) -> NDArray[np.void]:
        """States of all, a structured array [n] of 128 bytes each. ``key`` is the row's own: a step ignores what is written there."""
    @property
    def inputs(self) -> NDArray[np.void]:
        """Inputs of all for the next step, a structured array [n] of 52 bytes each."""
    @property
    def position(self) -> NDArray[np.float32]:
        """[n, 3], centres in metres: the high parts of ``states["position"]`` and ``states["position_low"]``."""
    @property
    def velocity(self) -> NDArray[np.float32]:
        """[n, 3], m/s: what lasts of fall, jump and impulse, without the desired velocity."""
    @property
    def orientation(self) -> NDArray[np.float32]:
        """[n, 4], unit quaternions (x, y, z, w)."""
    @property
    def ground(self) -> NDArray[np.uint8]:
        """[n], ``AIR``, ``FLOOR``, ``STEEP`` or ``HELD_BY_STEEP``."""
    @property
    def ground_normal(self) -> NDArray[np.float32]:
        """[n, 3], unit normals; zero in the air."""
    @property
    def status(self) -> NDArray[np.uint8]:
        """[n], how the last step ended: ``FREE``, ``SLID``, ``BLOCKED``, ``OUT_OF_ITERATIONS``, ``OVERLAPPING`` or ``CRUSHED``."""
    @property
    def group(self) -> NDArray[np.uint32]:
        """[n]: characters of different groups neither block nor push nor see each other."""
    @property
    def desired_velocity(self) -> NDArray[np.float32]:
        """[n, 3], m/s, world space; counts until it is changed."""
    @property
    def jump(self) -> NDArray[np.float32]:
        """[n], m/s: speed with which standing characters jump in the next step, which sets it to 0."""
    @property
    def gravity(self) -> NDArray[np.float32]:
        """[n, 3], m/s²."""
    @property
    def up(self) -> NDArray[np.float32]:
        """[n, 3], unit length, or zero: against gravity."""
    @property
    def impulse(self) -> NDArray[np.float32]:
        """[n, 3], m/s: change of velocity at the start of the next step, which sets it to 0."""
    def positions(self) -> NDArray[np.float64]:
        """Centres in full precision, float64[n, 3], metres: a copy."""
    def turned_by(self) -> NDArray[np.float32]:
        """Angle by which the ground turned each character about up in the last step, float32[n], radians: a copy."""
    def teleport(
        self, positions: ArrayLike | None = None, *, standing_on: ArrayLike | None = None, rows: ArrayLike | None = None
    ) -> None:
        """Puts characters elsewhere, in the air and without velocity: centres [m, 3], or places of the floor; ``rows`` [m], or all."""
    def spawn(
        self,
        positions: ArrayLike | None = None,
        *,
        standing_on: ArrayLike | None = None,
        profile: int = 0,
        group: int = 0,
    ) -> NDArray[np.int64]:
        """Adds characters and returns their rows. A row that was removed before may be taken again, which moves those behind it."""
    def despawn(self, rows: ArrayLike) -> None:
        """Removes characters; those behind move up."""
    def step(self, world: World, dt: float, steps: int = 1, *, threads: int | None = None) -> StepReport:
        """Moves all by ``dt`` seconds, ``steps`` times; returns the counts of the last step.

        Instances that have a target move in the first step. Runs without the interpreter's lock on all cores, or on ``threads``; the
        bits are the same. ``ValueError`` if ``dt``, a state or an input is out of its range: nobody has moved.
        """
    def sense(
        self,
        world: World,
        directions: ArrayLike,
        max_distance: float,
        *,
        offset: Sequence[float] = (0.0, 0.0, 0.0),
        layers: int = 0xFFFFFFFF,
        sides: str = "both",
        characters: bool = True,
        threads: int | None = None,
    ) -> Sensed:
        """Casts rays from every character against the world and the other characters of its group.

        ``directions`` is [k, 3] for all, or [n, k, 3], along the axes of each body, of any length but 0. Rays begin at the centre plus
        ``offset`` metres. ``layers`` selects instances; with ``characters=False`` the rays see the world only.
        """
    def overlaps(
        self, shape: Shape, centers: ArrayLike, *, group: ArrayLike | None = None, threads: int | None = None
    ) -> Overlaps:
        """The characters that a shape overlaps at each of ``centers`` [m, 3]; ``group`` is one number or uint32[m], else 0."""
    def cast(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        max_distance: float,
        *,
        group: int = 0,
        threads: int | None = None,
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """The first character of ``group`` on each ray: rows [m] (-1: none) and distances [m] (infinite: none)."""
    def record_contacts(self, record: bool) -> None:
        """Records the contacts of all from the next step on, or stops that. Who is recorded does not rest."""
    def contacts(self) -> NDArray[np.void]:
        """Contacts of the last step, a structured array in the order of rows and of touching.

        Fields: row, instance, triangle, point (metres), normal (unit length), surface_velocity (m/s), material.
        """
    def save(self) -> bytes: ...
    def restore(self, bytes: bytes) -> None:
        """Becomes the crowd that was saved, and continues with the same bits. ``ValueError`` if the bytes are no save."""
    def state_hash(self) -> int:
        """Hash of all states: that of ``Crowd::state_hash`` in Rust for the same walk."""

def step_all(
    crowds: Sequence[Crowd], worlds: Sequence[World], dt: float, steps: int = 1, *, threads: int | None = None
) -> list[StepReport]:
    """Steps each crowd in the world at its place, all in one call; otherwise as :meth:`Crowd.step`. Crowds that share a world in which
    instances have targets are carried and pushed in the same time."""

def load(path: str | os.PathLike[str]) -> World:
    """The world of a level: glTF (.glb, .gltf), Wavefront OBJ, or a cooked level, which is mapped. Metres, y up.

    ``OSError`` if there is no such file; ``ValueError`` with one line that names the file and the fault.
    """
