"""The walk of kernel/tests/it/crowd/python_walk.rs: the same hash, and the same bits however it is stepped."""

import numpy as np
import pytest

import sweep8
from conftest import DT, grid

# `HASH` of the test in Rust is the same number.
HASH = 0x0828_25EC_0D41_6C1A


def level() -> tuple[sweep8.World, int]:
    world = sweep8.World()
    world.add(sweep8.Mesh.cuboid([40, 1, 40]), [0, -1, 0])
    block = sweep8.Mesh.cuboid([1, 0.25, 1]).cook()
    for k in range(16):
        world.add(block, [k % 4 * 5 - 7, 0, k // 4 * 5 - 7])
    return world, world.add(block, [0, 0, 12])


def crowd_of_200() -> sweep8.Crowd:
    k = np.arange(200)
    floor = np.stack([k % 20 - 9.5, np.full(200, 0.5), k // 20 * 2 - 9.5], axis=1)
    profiles = [
        sweep8.Profile(each_other="solid"),
        sweep8.Profile(sweep8.Capsule(0.25, 0.5), each_other="solid", mass=20),
    ]
    crowd = sweep8.Crowd(200, profiles, standing_on=floor, profile=k % 2)
    crowd.group[:] = k // 2 % 3
    crowd.desired_velocity[:, 0] = k % 5 - 2
    crowd.desired_velocity[:, 2] = k % 7 * 0.5 - 1.5
    return crowd


def walk(crowd: sweep8.Crowd, first: int = 0, threads: int | None = None, at_once: bool = False) -> None:
    world, lift = level()
    if first:
        world.place(lift, [0, first / 64, 12])
    for step in range(first, 60):
        if step == 40:
            crowd.jump[::3] = 4
        world.move_to(lift, [0, (step + 1) / 64, 12])
        crowd.step(world, DT, threads=threads)
    if at_once:
        crowd.step(world, DT, steps=60, threads=threads)
    else:
        for _ in range(60):
            crowd.step(world, DT, threads=threads)


@pytest.mark.parametrize("threads", [None, 1, 3])
@pytest.mark.parametrize("at_once", [False, True])
def test_the_hash_is_that_of_rust(threads: int | None, at_once: bool) -> None:
    crowd = crowd_of_200()
    walk(crowd, threads=threads, at_once=at_once)
    assert crowd.state_hash() == HASH, hex(crowd.state_hash())


def test_a_save_in_the_middle_goes_on_with_the_same_bits() -> None:
    crowd, (world, lift) = crowd_of_200(), level()
    for step in range(30):
        world.move_to(lift, [0, (step + 1) / 64, 12])
        crowd.step(world, DT)
    saved = crowd.save()
    other = sweep8.Crowd(3)
    other.restore(saved)
    assert len(other) == 200 and other.save() == saved
    for again in (other, crowd):
        walk(again, first=30)
        assert again.state_hash() == HASH
    crowd.restore(saved)
    walk(crowd, first=30)
    assert crowd.state_hash() == HASH
    with pytest.raises(ValueError):
        crowd.restore(saved[:-1])
    assert crowd.state_hash() == HASH


def test_groups_in_one_crowd_are_crowds_of_their_own(world: sweep8.World) -> None:
    n, k = 16, 64
    rng = np.random.default_rng(48)
    floor = rng.uniform(-4, 4, (n, 3)) * [1, 0, 1]
    profile = sweep8.Profile(each_other="solid")
    wish = rng.uniform(-3, 3, (n, 3)).astype(np.float32) * [1, 0, 1]
    many = sweep8.Crowd(n * k, [profile], standing_on=np.tile(floor, (k, 1)))
    many.group[:] = np.repeat(np.arange(k), n)
    many.desired_velocity[:] = np.tile(wish, (k, 1))
    one = sweep8.Crowd(n, [profile], standing_on=floor)
    one.desired_velocity[:] = wish
    report, alone = many.step(world, DT, 100), one.step(world, DT, 100)
    assert report.standing == k * alone.standing
    assert np.array_equal(many.positions().reshape(k, n, 3), np.broadcast_to(one.positions(), (k, n, 3)))


def test_several_worlds_are_stepped_in_one_call(world: sweep8.World) -> None:
    other, lift = level()
    crowds = [sweep8.Crowd(50, standing_on=grid(50) + [0, 0.5, 0]) for _ in range(3)]
    for crowd in crowds:
        crowd.desired_velocity[:, 0] = 1
    alone = [sweep8.Crowd(50, standing_on=grid(50) + [0, 0.5, 0]) for _ in range(3)]
    for crowd in alone:
        crowd.desired_velocity[:, 0] = 1
    for step in range(20):
        other.move_to(lift, [0, step / 64, 12])
        reports = sweep8.step_all(crowds, [world, other, other], DT, 2)
        assert [report.refused for report in reports] == [0, 0, 0]
    for step in range(20):
        alone[0].step(world, DT, 2)
    assert crowds[0].state_hash() == alone[0].state_hash()
    assert crowds[1].state_hash() == crowds[2].state_hash() != crowds[0].state_hash()
    with pytest.raises(RuntimeError, match="the crowd"):
        sweep8.step_all([crowds[0], crowds[0]], [world, world], DT)
    with pytest.raises(ValueError, match="`worlds` has 1 elements, must have 2"):
        sweep8.step_all(crowds[:2], [world], DT)
    crowds[0].step(world, DT)
