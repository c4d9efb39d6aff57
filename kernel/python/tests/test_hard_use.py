"""Threads, processes, lifetimes and broken bytes: the right thing or an error by name, and never a crash."""

import gc
import os
import resource
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import sweep8
from conftest import DT, grid


def run(program: str) -> str:
    """What a program prints in a process of its own, which must end well."""
    ended = subprocess.run([sys.executable, "-X", "faulthandler", "-c", program], capture_output=True, text=True, timeout=120)
    assert ended.returncode == 0, f"exit code {ended.returncode}: {ended.stderr}"
    return ended.stdout.strip()


def test_a_view_of_the_buffer_counts_as_an_array(world: sweep8.World) -> None:
    crowd = sweep8.Crowd(4, standing_on=grid(4))
    view = memoryview(crowd.states.base)
    assert view.nbytes == 4 * 128 and not view.readonly
    with pytest.raises(BufferError, match="the crowd has 1 arrays over its memory"):
        crowd.despawn([0])
    view.release()
    crowd.despawn([0])
    assert len(crowd) == 3 and crowd.step(world, DT).refused == 0


def test_an_array_shows_what_is_restored(world: sweep8.World) -> None:
    crowd = sweep8.Crowd(6, standing_on=grid(6))
    saved, position = crowd.save(), crowd.position
    before = position.copy()
    crowd.desired_velocity[:, 0] = 2
    crowd.step(world, DT, 10)
    assert not np.array_equal(position, before)
    crowd.restore(saved)
    assert np.array_equal(position, before) and not crowd.desired_velocity.any()
    assert np.shares_memory(position, crowd.position)


def test_fields_refuse_other_shapes_and_kinds_and_stay_as_they_were() -> None:
    crowd = sweep8.Crowd(3, standing_on=grid(3))
    before = crowd.states.copy()
    for value in (np.zeros((2, 3)), np.zeros((3, 4)), "fast", [[0, 1]]):
        with pytest.raises(ValueError):
            crowd.velocity[:] = value
    with pytest.raises(TypeError):
        crowd.velocity[:] = 1j
    with pytest.raises((OverflowError, ValueError)):
        crowd.group[0] = -1
    for field in ("position", "states", "inputs", "jump"):
        with pytest.raises(AttributeError, match="not writable"):
            setattr(crowd, field, 0)
    with pytest.raises(ValueError):
        crowd.states.resize(5)
    assert crowd.states.tobytes() == before.tobytes()


def test_writes_beside_a_step_do_not_get_past_the_checks(world: sweep8.World) -> None:
    crowd = sweep8.Crowd(3000, [sweep8.Profile(each_other="solid")], standing_on=grid(3000, 1.0))
    crowd.step(world, DT)
    good, hash_before = crowd.states.copy(), crowd.state_hash()
    ended = threading.Event()

    def write() -> None:
        states, wish = crowd.states, crowd.desired_velocity
        while not ended.is_set():
            states["profile"][::7], states["velocity"][::5], wish[::3] = 1 << 31, np.nan, np.inf
            states["profile"][::7], states["velocity"][::5], wish[::3] = 0, 0, 0

    threads = [threading.Thread(target=write) for _ in range(2)]
    for thread in threads:
        thread.start()
    until, refused, stepped = time.monotonic() + 2, 0, 0
    try:
        while time.monotonic() < until:
            try:
                crowd.step(world, DT)
                stepped += 1
            except ValueError as error:
                assert str(error).startswith("row ")
                refused += 1
    finally:
        ended.set()
        for thread in threads:
            thread.join()
    assert refused + stepped > 3 and np.isfinite(crowd.positions()).all()
    crowd.states[:], crowd.desired_velocity[:] = good, 0
    assert crowd.state_hash() == hash_before and crowd.step(world, DT).refused == 0


def test_arrays_come_and_go_on_threads_while_characters_come_and_go() -> None:
    crowd = sweep8.Crowd(50, standing_on=grid(50))
    ended = threading.Event()

    def look() -> None:
        while not ended.is_set():
            position = crowd.position
            assert position.shape[1] == 3 and np.isfinite(position).all()

    threads = [threading.Thread(target=look) for _ in range(3)]
    for thread in threads:
        thread.start()
    until, moved, refused = time.monotonic() + 1, 0, 0
    while time.monotonic() < until:
        try:
            crowd.despawn(crowd.spawn(standing_on=[[0, 0, 0]] * 40))
            moved += 1
        except BufferError:
            refused += 1
    ended.set()
    for thread in threads:
        thread.join()
    assert moved + refused > 0 and len(crowd) in (50 + 40 * k for k in range(moved + refused + 1))


def test_crowd_and_world_may_go_while_they_step() -> None:
    world = sweep8.World()
    world.add(sweep8.Mesh.cuboid([40, 1, 40]), [0, -1, 0])
    crowd = sweep8.Crowd(5000, standing_on=grid(5000, 0.9))
    position, begun = crowd.position, threading.Event()

    def work(crowd: sweep8.Crowd, world: sweep8.World) -> None:
        begun.set()
        crowd.step(world, DT, 20)

    thread = threading.Thread(target=work, args=(crowd, world))
    thread.start()
    begun.wait()
    del crowd, world
    gc.collect()
    thread.join()
    gc.collect()
    assert np.isfinite(position).all() and np.ptp(position[:, 0]) > 60


def test_a_world_with_lifts_on_their_way_is_stepped_by_one_thread() -> None:
    world = sweep8.World()
    world.add(sweep8.Mesh.cuboid([60, 1, 60]), [0, -1, 0])
    lift = world.add(sweep8.Mesh.cuboid([1, 0.1, 1]), [0, 0.1, 0])
    crowd, other = sweep8.Crowd(20_000, standing_on=grid(20_000, 0.7)), sweep8.Crowd(5, standing_on=grid(5))
    errors: list[str] = []
    running = threading.Event()

    def work() -> None:
        running.set()
        crowd.step(world, DT, 30)

    for round in range(5):
        running.clear()
        thread = threading.Thread(target=work)
        thread.start()
        running.wait()
        time.sleep(0.01)
        for call in (
            lambda: world.move_to(lift, [0, 0.1 + round / 64, 0]),
            lambda: other.step(world, DT),
            lambda: world.cast([[0, 9, 0]], [[0, -1, 0]], 20),
            lambda: world.place(lift, [0, 0.1, 0]),
        ):
            try:
                call()
            except RuntimeError as error:
                errors.append(str(error))
        thread.join()
    assert set(errors) <= {"the world is in a step or a query of another thread"}
    assert other.step(world, DT).refused == 0 and np.isfinite(crowd.positions()).all()


@pytest.mark.parametrize("kind", ["a crowd", "a mesh"])
def test_broken_bytes_are_refused_or_harmless(world: sweep8.World, kind: str) -> None:
    crowd = sweep8.Crowd(20, [sweep8.Profile(), sweep8.Profile(mass=3)], standing_on=grid(20))
    crowd.step(world, DT)
    good = crowd.save() if kind == "a crowd" else sweep8.Mesh.cuboid([1, 2, 3]).cook().to_bytes()
    rng = np.random.default_rng(5)
    refused = 0
    for turn in range(400):
        broken = bytearray(good)
        if turn % 4 == 0:
            broken = broken[: rng.integers(len(good))]
        for place in rng.integers(len(broken), size=1 + turn % 3) if broken else []:
            broken[place] ^= 1 << int(rng.integers(8))
        try:
            if kind == "a crowd":
                other = sweep8.Crowd(1)
                other.restore(bytes(broken))
                other.step(world, DT)
            else:
                place = sweep8.World()
                place.add(sweep8.CookedMesh.from_bytes(bytes(broken)))
                place.cast([[9, 0, 0]], [[-1, 0, 0]], 20)
        except ValueError:
            refused += 1
    assert refused > 350


def test_a_process_that_was_forked_steps_with_the_same_bits(world: sweep8.World) -> None:
    def walk() -> int:
        crowd = sweep8.Crowd(5000, [sweep8.Profile(each_other="solid")], standing_on=grid(5000, 0.9))
        crowd.desired_velocity[:, 0] = 1
        crowd.step(world, DT, 3)
        crowd.step(world, DT, 3, threads=2)
        assert np.isfinite(crowd.sense(world, [[0, -1, 0]], 5).distance).any()
        return crowd.state_hash()

    expected = walk()
    child = os.fork()
    if child == 0:
        os._exit(0 if walk() == expected else 3)
    until = time.monotonic() + 60
    while (ended := os.waitpid(child, os.WNOHANG)) == (0, 0) and time.monotonic() < until:
        time.sleep(0.05)
    if ended == (0, 0):
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    assert ended != (0, 0), "the child waits for threads of its parent"
    assert os.waitstatus_to_exitcode(ended[1]) == 0
    assert walk() == expected


def test_the_interpreter_may_end_while_a_thread_steps() -> None:
    program = """
import threading, time, numpy as np, sweep8
world = sweep8.World()
world.add(sweep8.Mesh.cuboid([90, 1, 90]), [0, -1, 0])
crowd = sweep8.Crowd(20000, positions=np.random.default_rng(1).uniform(-80, 80, (20000, 3)) * [1, 0, 1] + [0, 1, 0])
def step():
    while True:
        crowd.step(world, 1 / 64, 2)
threading.Thread(target=step, daemon=True).start()
time.sleep(0.3)
print("ends")
"""
    assert run(program) == "ends"


@pytest.mark.skipif("libasan" in os.environ.get("LD_PRELOAD", ""), reason="the sanitizer takes the whole address space")
def test_a_crowd_without_memory_for_it_is_an_error() -> None:
    program = """
import resource, sweep8
resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
for n in (100_000_000, 2**31 - 1):
    try:
        sweep8.Crowd(n)
    except MemoryError as error:
        print(error)
"""
    assert run(program).splitlines() == [f"`n` is {n}, for which there is no memory" for n in (100_000_000, 2**31 - 1)]
    assert resource.getrlimit(resource.RLIMIT_AS)[0] != 8 << 30
