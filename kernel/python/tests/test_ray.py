"""Shards on Ray: the same bytes with one worker, with two, and without Ray, in whatever order the shards end."""

import functools
import pathlib
import sys
from collections.abc import Iterator

import numpy as np
import pytest

ray = pytest.importorskip("ray", reason="SKIPPED: shards on Ray: ray is not installed")
EXAMPLES = str(pathlib.Path(__file__).parents[1] / "examples")
sys.path.insert(0, EXAMPLES)

from ray_shards import PIT, RADIUS, hunt, on_ray, pitted, plain, rollout  # noqa: E402

PITS = [(7, 9), (20, 31), (33, 4)]


@pytest.fixture(params=[1, 2])
def workers(request: pytest.FixtureRequest) -> Iterator[int]:
    """A cluster of Ray's own on this machine, with so many workers."""
    ray.init(
        num_cpus=request.param,
        include_dashboard=False,
        log_to_driver=False,
        object_store_memory=100_000_000,
        runtime_env={"env_vars": {"PYTHONPATH": EXAMPLES}},
    )
    yield request.param
    ray.shutdown()


def test_shards_on_ray_have_the_bytes_of_one_process(workers: int) -> None:
    assert ray.cluster_resources()["CPU"] == workers
    short = functools.partial(rollout, envs=8, decisions=40)
    at_once = plain(short, [3, 1, 4, 0, 2])
    assert at_once.shape == (5 * 40, 8, 29) and np.ptp(at_once) > 0
    assert len({at_once[40 * k : 40 * k + 40].tobytes() for k in range(5)}) == 5, "two seeds have the same rollout"
    for order in ([0, 1, 2, 3, 4], [4, 2, 0, 3, 1]):
        assert on_ray(short, order).tobytes() == at_once.tobytes()

    search = functools.partial(hunt, level=pitted(40, PITS).cook().to_bytes(), people=200)
    stuck = plain(search, range(4))
    assert on_ray(search, [2, 0, 3, 1]).tobytes() == stuck.tobytes()


def test_a_hunt_finds_each_pit_and_nothing_else() -> None:
    search = functools.partial(hunt, level=pitted(40, PITS).cook().to_bytes())
    stuck = plain(search, range(4))
    pits = (np.array(PITS) + 0.5) * PIT
    apart = np.abs(stuck[:, None, [0, 2]] - pits).max(axis=2)
    assert (apart.min(axis=1) < RADIUS).all(), "somebody is stuck where there is no pit"
    assert (apart.min(axis=0) < RADIUS).all(), "a pit is not found"
    assert plain(functools.partial(hunt, level=pitted(12, []).cook().to_bytes(), people=100), [0]).shape == (0, 3)


def test_a_hunt_reads_a_level_from_its_file(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "floor.obj"
    path.write_text("v 0 0 0\nv 0 0 9\nv 9 0 9\nv 9 0 0\nf 1 2 3 4\n")
    # People leave the floor, and fall: nobody is stuck.
    assert len(hunt(0, path, people=50)) == 0
