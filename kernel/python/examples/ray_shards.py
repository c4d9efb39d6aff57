"""Work in shards on Ray: rollouts of an environment, and a hunt for places of a level in which people get stuck.

In: seeds, one for each shard, and a level. Out: what all shards found, in the order of seeds: the same bytes however many workers there are,
in whatever order they end, and without Ray. A shard depends on its seed and the level alone, and runs on one core.

    python ray_shards.py                    a generated level with pits, two workers
    python ray_shards.py level.glb --workers 8 --shards 64
"""

import argparse
import functools
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import sweep8
from sweep8.envs import ReachExit

Array = NDArray[Any]
#: What makes the part of one seed.
Shard = Callable[[int], Array]

DT = 1 / 60
#: Somebody who walks this way and that for so many seconds, and never leaves a circle of so many metres, is stuck.
SECONDS, RADIUS = 8, 0.4
#: Sides of the pits of `pitted`, and their depth, metres: too deep to climb, too narrow to walk.
PIT, DEEP = 0.9, 1.2


def rollout(seed: int, envs: int = 16, decisions: int = 100) -> Array:
    """Observations, actions, rewards and ends of agents that stagger to the exit: float32[decisions, envs, 29]."""
    rng = np.random.default_rng(seed)
    games = ReachExit(envs, levels=4, level_seed=seed, threads=1)
    seen, _ = games.reset(seed=seed)
    steps = []
    for _ in range(decisions):
        action = seen[:, [16, 18]] + rng.normal(0, 0.5, (envs, 2)).astype(np.float32)
        after, reward, terminated, truncated, _ = games.step(action)
        ends = terminated | truncated
        steps.append(np.concatenate([seen, action, reward[:, None], ends[:, None]], axis=1, dtype=np.float32))
        seen = after
    return np.array(steps)


def pitted(size: int, pits: list[tuple[int, int]]) -> sweep8.Mesh:
    """A level of `size` * `size` tiles of 0.9 m with a wall around, some of which lie 1.2 m deeper."""
    vertices: list[tuple[float, float, float]] = []
    triangles: list[tuple[int, int, int]] = []

    def quad(*corners: tuple[float, float, float]) -> None:
        first = len(vertices)
        vertices.extend(corners)
        triangles.extend([(first, first + 1, first + 2), (first, first + 2, first + 3)])

    def height(x: int, z: int) -> float:
        inside = 0 <= x < size and 0 <= z < size
        return (-DEEP if (x, z) in pits else 0.0) if inside else 2 * DEEP

    for x in range(size):
        for z in range(size):
            (a, b), (c, d), y = (x * PIT, x * PIT + PIT), (z * PIT, z * PIT + PIT), height(x, z)
            quad((a, y, c), (a, y, d), (b, y, d), (b, y, c))
            for (i, k), (p, q), (r, s) in [
                ((x - 1, z), (a, d), (a, c)),
                ((x + 1, z), (b, c), (b, d)),
                ((x, z - 1), (a, c), (b, c)),
                ((x, z + 1), (b, d), (a, d)),
            ]:
                top = height(i, k)
                if top > y:
                    quad((p, top, q), (p, y, q), (r, y, s), (r, top, s))
    return sweep8.Mesh(vertices, triangles)


def hunt(seed: int, level: bytes | Path, people: int = 400) -> Array:
    """Places in which somebody is stuck, float64[k, 3], metres, each once. `level` is a file, or the bytes of a cooked mesh."""
    rng = np.random.default_rng(seed)
    if isinstance(level, Path):
        world = sweep8.load(level)
    else:
        world = sweep8.World()
        world.add(sweep8.CookedMesh.from_bytes(level))
    if world.bounds is None:
        return np.empty((0, 3))
    low, high = np.array(world.bounds)
    # People begin on floors below random places, where there is room for them.
    body = sweep8.Capsule(0.3, 0.6)
    places = rng.uniform(low, high, (8 * people, 3))
    floors = world.cast(places, np.tile([0.0, -1.0, 0.0], (len(places), 1)), float((high - low)[1]) + 1, sides="front", threads=1)
    places[:, 1] -= np.where(np.isfinite(floors.distance), floors.distance, 0)
    is_floor = np.isfinite(floors.distance) & (floors.normal[:, 1] > 0.7)
    has_room = ~world.overlap(body, places + [0, 0.95, 0], threads=1)
    crowd = sweep8.Crowd(len(starts := places[is_floor & has_room][:people]), [sweep8.Profile(body)], standing_on=starts)
    least, most = np.full((len(crowd), 3), np.inf), np.full((len(crowd), 3), -np.inf)
    for second in range(4 + SECONDS):
        angle = rng.uniform(0, 2 * np.pi, len(crowd))
        crowd.desired_velocity[:] = 3 * np.stack([np.cos(angle), 0 * angle, np.sin(angle)], axis=1)
        for _ in range(12):
            crowd.step(world, DT, 5, threads=1)
            if second >= 4:  # They have had time to fall.
                least, most = np.minimum(least, crowd.positions()), np.maximum(most, crowd.positions())
    stuck = ((most - least)[:, [0, 2]] < 2 * RADIUS).all(axis=1) & (crowd.ground != sweep8.AIR)
    return np.unique(np.round((least + most)[stuck] / 2 / RADIUS) * RADIUS, axis=0)


def plain(shard: Shard, seeds: Iterable[int]) -> Array:
    """All shards in this process, one after the other."""
    return np.concatenate([shard(seed) for seed in sorted(seeds)])


def on_ray(shard: Shard, seeds: Iterable[int]) -> Array:
    """All shards on the workers of the cluster that `ray.init` has joined, taken as they end; the same bytes as `plain`."""
    import ray

    @ray.remote(num_cpus=1)
    def task(seed: int) -> Array:
        return shard(seed)

    seed_of = {task.remote(seed): seed for seed in seeds}
    parts: dict[int, Array] = {}
    while waiting := [job for job, seed in seed_of.items() if seed not in parts]:
        ended, _ = ray.wait(waiting)
        for job in ended:
            parts[seed_of[job]] = ray.get(job)
    return np.concatenate([parts[seed] for seed in sorted(parts)])


def main() -> None:
    """The command line."""
    import ray

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("level", type=Path, nargs="?")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--shards", type=int, default=8)
    options = parser.parse_args()
    ray.init(num_cpus=options.workers, include_dashboard=False)
    level = options.level.resolve() if options.level else pitted(40, [(7, 9), (20, 31), (33, 4)]).cook().to_bytes()
    stuck = on_ray(functools.partial(hunt, level=level), range(options.shards))
    places = np.unique(stuck, axis=0)
    print(f"{options.shards} shards on {options.workers} workers: people are stuck in {len(places)} places")
    for x, y, z in places:
        print(f"  {x:8.1f} {y:8.1f} {z:8.1f}")
    ray.shutdown()


if __name__ == "__main__":
    main()
