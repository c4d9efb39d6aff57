"""Times walks on one thread: the package beside the same work in Rust, beside the characters of other engines, and in many groups.

In: levels by path, or none: catacombs of 512 rooms. Out: tables. 10,000 people walk with steps and snap at up to 4 m/s and turn every half
second, alone and with 8 level rays of 20 m each in every frame: that see the level only, that see the people of groups of 16, too, and that
see all. Python and Rust take turns in one run, on the same starts and wishes, and must have the same hash and the same distances. Other
engines move fewer people, one a call, in the same level, and must get about as far.

    cargo build --release --locked --example walk && python bench/speed.py [LEVEL.obj ...]

`rapier3d` and `culverin` (Python 3.12) are those of the package index; each that is not installed is SKIPPED by name. So is Rust.
"""

import argparse
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import sweep8
from sweep8.envs.catacombs import Catacombs, mesh_of

Array = NDArray[Any]
#: Seconds of a frame; frames of a turn; speed of a walker, m/s; how far rays go, metres.
DT, FRAMES, SPEED, SIGHT = 1 / 60, 30, 4.0, 20.0
RADIUS, HALF, STEP, SNAP, SLOPE = 0.3, 0.6, 0.4, 0.4, np.radians(50)
BODY = sweep8.Capsule(RADIUS, HALF)
WALK = Path(__file__).parents[1] / "target" / "release" / "examples" / "walk"

#: How much farther or less far the people of another engine may get, for the work to be the same.
FARTHER = 0.25

#: What is timed: rays of each, people of a group (0: all in one), whether rays see people.
CASES = [(0, 0, False), (8, 0, False), (8, 16, True), (8, 0, True)]

#: Moves people by one turn: what they wish, m/s, [n, 3]. Returns where they are then, metres.
Mover = Callable[[Array], Array]


def generated(path: Path) -> None:
    """Writes catacombs as a Wavefront OBJ."""
    world = sweep8.World()
    world.add(mesh_of(Catacombs(1, 16).boxes()))
    corners = world.triangles().reshape(-1, 3)
    lines = [f"v {x} {y} {z}" for x, y, z in corners.tolist()]
    lines += [f"f {k + 1} {k + 2} {k + 3}" for k in range(0, len(corners), 3)]
    path.write_text("\n".join(lines) + "\n")


def floors(world: sweep8.World, count: int, rng: np.random.Generator) -> Array:
    """Random places of floors with room for a body, float64[count, 3]."""
    assert world.bounds is not None, "the level is empty"
    low, high = np.array(world.bounds)
    found: list[Array] = []
    while sum(map(len, found)) < count:
        places = rng.uniform(low, high, (20_000, 3))
        hits = world.cast(places, np.tile([0.0, -1.0, 0.0], (len(places), 1)), float((high - low)[1]) + 1, sides="front")
        places[:, 1] -= np.where(np.isfinite(hits.distance), hits.distance, 0)
        found.append(places[(hits.normal[:, 1] > 0.8) & ~world.overlap(BODY, places + [0, HALF + RADIUS + 0.05, 0])])
    return np.concatenate(found)[:count]


def turns(count: int, number: int, rng: np.random.Generator) -> Array:
    """What people wish in each turn, float32[number, count, 3], m/s."""
    angle, speed = rng.uniform(0, 2 * np.pi, (number, count)), rng.uniform(0.2, 1, (number, count)) * SPEED
    return (np.stack([np.cos(angle), 0 * angle, np.sin(angle)], axis=2) * speed[..., None]).astype(np.float32)


def circle(rays: int) -> Array:
    """Level directions around, float32[rays, 3]."""
    angle = np.arange(rays) * (2 * np.pi / max(rays, 1))
    return np.stack([np.cos(angle), 0 * angle, np.sin(angle)], axis=1).astype(np.float32)


class Beside:
    """The same walk in Rust, in a process that waits while Python walks."""

    def __init__(self, level: Path, starts: Array, wishes: Array, case: tuple[int, int, bool], folder: Path) -> None:
        (folder / "starts.f64").write_bytes(starts.astype("<f8").tobytes())
        (folder / "wishes.f32").write_bytes(wishes.astype("<f4").tobytes())
        command = [str(WALK), str(level), str(folder), str(FRAMES), *(str(int(part)) for part in case)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def turn(self, number: int) -> tuple[float, int]:
        """Seconds of one turn, and the sum of the bits of its distances."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(f"{number}\n")
        self.process.stdin.flush()
        seconds, bits = self.process.stdout.readline().split()
        return float(seconds), int(bits)

    def end(self) -> int:
        """The hash of the states."""
        told, _ = self.process.communicate()
        return int(told, 16)


def farness(before: Array, after: Array) -> float:
    """How far people got on the level, on average, metres."""
    return float(np.linalg.norm((after - before)[:, [0, 2]], axis=1).mean())


def beside_rust(
    level: Path, world: sweep8.World, starts: Array, wishes: Array, case: tuple[int, int, bool]
) -> tuple[float, float | None]:
    """Seconds a move in Python, and in Rust if that is built: medians over the turns, without the first quarter."""
    crowd = sweep8.Crowd(len(starts), [sweep8.Profile(BODY, step_height=STEP)], standing_on=starts)
    rays, people, seen_too = case
    if people:
        crowd.group[:] = np.arange(len(starts)) // people
    directions, ours, theirs = circle(rays), [], []
    with tempfile.TemporaryDirectory() as folder:
        rust = Beside(level, starts, wishes, case, Path(folder)) if WALK.exists() else None
        for number, wish in enumerate(wishes):
            bits = 0
            begun = time.perf_counter()
            crowd.desired_velocity[:] = wish
            for _ in range(FRAMES):
                crowd.step(world, DT, threads=1)
                if rays:
                    seen = crowd.sense(world, directions, SIGHT, characters=seen_too, threads=1)
            ours.append(time.perf_counter() - begun)
            if rust:
                if rays:
                    bits = int(seen.distance.view(np.uint32).sum(dtype=np.uint64))
                seconds, told = rust.turn(number)
                theirs.append(seconds)
                assert told == bits, f"turn {number}: Rust senses other distances"
        if rust:
            assert rust.end() == crowd.state_hash(), "Rust walks elsewhere"
    moves, warm = FRAMES * len(starts), len(wishes) // 4
    return float(np.median(ours[warm:])) / moves, float(np.median(theirs[warm:])) / moves if rust else None


def of_rapier(world: sweep8.World, starts: Array) -> Mover:
    """Rapier's kinematic character controller; each of its moves gets the fall of its character, too."""
    import rapier3d as rapier

    corners = world.triangles().reshape(-1, 3)
    rapier_world = rapier.PhysicsWorld()
    mesh = rapier.Collider.trimesh(corners, np.arange(len(corners), dtype=np.uint32).reshape(-1, 3))
    rapier_world.colliders.insert(mesh)
    rapier_world.step()
    queries, shape = rapier_world.query_pipeline, rapier.SharedShape.capsule_y(HALF, RADIUS)
    controller = rapier.KinematicCharacterController(
        offset=rapier.CharacterLength.absolute(0.01),
        autostep=rapier.CharacterAutostep(
            max_height=rapier.CharacterLength.absolute(STEP), min_width=rapier.CharacterLength.absolute(0.1), include_dynamic_bodies=False
        ),
        max_slope_climb_angle=SLOPE,
        snap_to_ground=rapier.CharacterLength.absolute(SNAP),
    )
    places = [tuple(place) for place in starts + [0, HALF + RADIUS + 0.01, 0]]
    falls = [0.0] * len(places)

    def turn(wish: Array) -> Array:
        wishes = wish.tolist()
        for _ in range(FRAMES):
            for row, (x, y, z) in enumerate(places):
                falls[row] -= 9.81 * DT
                a, _, c = wishes[row]
                at = rapier.Isometry3.from_translation(x, y, z)
                moved = controller.move_shape(
                    DT, rapier_world.rigid_bodies, rapier_world.colliders, queries, shape, at, (a * DT, falls[row] * DT, c * DT)
                )
                way = moved.translation
                places[row] = (x + way.x, y + way.y, z + way.z)
                if moved.grounded:
                    falls[row] = 0.0
        return np.array(places)

    return turn


def of_culverin(world: sweep8.World, starts: Array) -> Mover:
    """The character of culverin, which is Jolt's `CharacterVirtual`; its speed is set, so that it gets its fall, too."""
    import culverin

    corners = world.triangles().reshape(-1, 3)
    jolt = culverin.PhysicsWorld(settings={"gravity": (0.0, -9.81, 0.0)})
    indices = np.arange(len(corners), dtype=np.uint32)
    jolt.create_mesh_body(pos=(0, 0, 0), rot=(0, 0, 0, 1), vertices=corners.astype(np.float32), indices=indices)
    size = {"height": 2 * (HALF + RADIUS), "radius": RADIUS, "step_height": STEP, "max_slope": 50.0}
    people = [jolt.create_character(pos=(x, y + HALF + RADIUS + 0.02, z), **size) for x, y, z in starts.tolist()]
    jolt.step(DT)
    falls = [0.0] * len(people)

    def turn(wish: Array) -> Array:
        wishes = wish.tolist()
        for _ in range(FRAMES):
            for row, person in enumerate(people):
                a, _, c = wishes[row]
                falls[row] = (0.0 if person.is_grounded() else falls[row]) - 9.81 * DT
                person.move((a, falls[row], c), DT)
        return np.array([person.get_position() for person in people])

    return turn


def of_one(engine: Callable[[sweep8.World, Array], Mover], world: sweep8.World, starts: Array, wishes: Array) -> float | None:
    """Seconds a move of another engine; nothing if it is not installed."""
    try:
        move = engine(world, starts)
    except ImportError as error:
        print(f"SKIPPED: {engine.__name__}: {error.name} is not installed")
        return None
    crowd = sweep8.Crowd(len(starts), [sweep8.Profile(BODY, step_height=STEP)], standing_on=starts)
    seconds, at, far, ours = [], crowd.positions(), 0.0, 0.0
    for wish in wishes:
        wish = wish[: len(starts)]
        begun = time.perf_counter()
        after = move(wish)
        seconds.append(time.perf_counter() - begun)
        far, at = far + farness(at, after), after
        was = crowd.positions()
        crowd.desired_velocity[:] = wish
        crowd.step(world, DT, FRAMES, threads=1)
        ours += farness(was, crowd.positions())
    assert abs(far / ours - 1) < FARTHER, f"{engine.__name__}: people get {far:.1f} m far, here {ours:.1f} m"
    return float(np.median(seconds[len(seconds) // 4 :])) / (FRAMES * len(starts))


def in_groups(most: int) -> None:
    """Cost of a move in up to so many groups: of the same 16 * `most` people, none of whom meets another; and of 16 people in each."""
    world = sweep8.World()
    world.add(sweep8.Mesh.cuboid([250, 1, 250]), [0, -1, 0])
    block = sweep8.Mesh.cuboid([1, 0.15, 1]).cook()
    rng = np.random.default_rng(3)
    for x, z in rng.uniform(-200, 200, (1000, 2)):
        world.add(block, [x, 0, z])
    count = 16 * most
    places = np.stack(np.divmod(np.arange(count), 256), axis=1) * 1.5 - 192
    starts = np.insert(places, 1, 0.2, axis=1).astype(float)
    profile = sweep8.Profile(BODY, step_height=STEP, each_other="solid")
    print(f"\n{'groups':>8}{'the same people, ns a move':>28}{'16 in each, ns a move':>28}")
    ends = set()
    for groups in (number for number in (1, 4, 16, 64, 256, 1024, 4096) if number <= most):
        took: list[float] = []
        for n, of_row in ((count, np.arange(count) % groups), (16 * groups, np.arange(16 * groups) // 16)):
            # Those of the second crowd stand in the same 16 places.
            at = starts[np.arange(n) % 16] if took else starts
            crowd = sweep8.Crowd(n, [profile], standing_on=at)
            crowd.group[:] = of_row
            crowd.desired_velocity[:, 0] = 1
            steps, rounds = max(10, 10_000 // n), []
            for _ in range(9):
                begun = time.perf_counter()
                crowd.step(world, DT, steps, threads=1)
                rounds.append((time.perf_counter() - begun) / (steps * n))
            if not took:
                ends.add(crowd.positions().tobytes())
            took.append(float(np.median(rounds[2:])) * 1e9)
        print(f"{groups:8}{took[0]:28.0f}{took[1]:28.0f}", flush=True)
    assert len(ends) == 1, "people who meet nobody walk elsewhere in another number of groups"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("levels", type=Path, nargs="*")
    parser.add_argument("--people", type=int, default=10_000)
    parser.add_argument("--others", type=int, default=400, help="people that other engines move")
    parser.add_argument("--turns", type=int, default=16)
    parser.add_argument("--groups", type=int, default=4096, help="of 16 people each, at most")
    options = parser.parse_args()
    if not WALK.exists():
        print("SKIPPED: Rust: cargo build --release --locked --example walk was not run")
    with tempfile.TemporaryDirectory() as folder:
        catacombs = Path(folder) / "catacombs.obj"
        generated(catacombs)
        print(f"{'level':16}{'rays':>6}{'see':>14}{'Python, ns a move':>20}{'Rust':>10}{'ratio':>8}{'agent-steps a second':>24}")
        for level in [catacombs, *options.levels]:
            world, rng = sweep8.load(level), np.random.default_rng(1)
            starts, wishes = floors(world, options.people, rng), turns(options.people, options.turns, rng)
            alone = None
            for case in CASES:
                ours, rust = beside_rust(level, world, starts, wishes, case)
                rays, people, seen_too = case
                see = "" if not rays else "level" if not seen_too else f"{people} people" if people else "all people"
                alone = alone or ours
                beside = f"{rust * 1e9:10.0f}{ours / rust:8.3f}" if rust else f"{'':18}"
                print(f"{level.stem:16}{rays:6}{see:>14}{ours * 1e9:20.0f}{beside}{1 / ours:24,.0f}", flush=True)
            for engine in (of_rapier, of_culverin):
                theirs = of_one(engine, world, starts[: options.others], wishes[: max(4, options.turns // 4)])
                if theirs and alone:
                    print(f"{level.stem:16}{engine.__name__:>16}: {theirs * 1e9:,.0f} ns a move, {theirs / alone:.1f} times", flush=True)
    in_groups(options.groups)


if __name__ == "__main__":
    main()
