"""Arrays over the crowd's memory, and what is refused: an error by name, or the right thing, and never a crash."""

import gc
import sys
import threading
import weakref

import numpy as np
import pytest

import sweep8
from conftest import DT, grid


def test_arrays_are_the_memory_of_the_crowd(world: sweep8.World) -> None:
    crowd = sweep8.Crowd(9, standing_on=grid(9))
    states, position, wish = crowd.states, crowd.position, crowd.desired_velocity
    assert states.dtype.itemsize == 128 and crowd.inputs.dtype.itemsize == 52
    assert np.shares_memory(states, position) and np.shares_memory(wish, crowd.inputs)
    assert position.shape == (9, 3) and position.dtype == np.float32
    wish[4] = [0, 0, 2]
    before = position.copy()
    report = crowd.step(world, DT, 64)
    assert (report.standing, report.refused) == (9, 0)
    moved = position - before
    assert np.allclose(moved[4, [0, 2]], [0, 2], atol=1e-4)
    assert np.allclose(np.delete(moved, 4, axis=0), 0, atol=0.01)
    assert (crowd.ground == sweep8.FLOOR).all() and np.allclose(crowd.ground_normal, [0, 1, 0])
    assert np.array_equal(crowd.positions().astype(np.float32), position)


def test_a_state_that_is_written_counts_in_the_next_step(world: sweep8.World) -> None:
    crowd = sweep8.Crowd(2, standing_on=[[0, 0, 0], [5, 0, 0]])
    crowd.step(world, DT)
    crowd.teleport([[7, 3, 1]], rows=[1])
    crowd.velocity[1] = [1, 0, 0]
    crowd.step(world, DT)
    assert np.allclose(crowd.position[1], [7 + DT, 3, 1], atol=0.01)
    crowd.teleport(standing_on=[[1, 0, 2]], rows=[0])
    assert np.allclose(crowd.position[0], [1, 0.91, 2], atol=1e-6)


def test_a_jump_and_an_impulse_act_once(world: sweep8.World) -> None:
    crowd = sweep8.Crowd(3, standing_on=grid(3))
    crowd.step(world, DT, 2)
    crowd.jump[0], crowd.impulse[1] = 4, [2, 0, 0]
    crowd.step(world, DT, 8)
    assert not crowd.jump.any() and not crowd.impulse.any()
    assert crowd.ground.tolist() == [sweep8.AIR, sweep8.FLOOR, sweep8.FLOOR]
    assert crowd.velocity[1, 0] > 0.1 and crowd.position[0, 1] > 1.2


def test_an_array_keeps_the_memory_when_the_crowd_is_gone(world: sweep8.World) -> None:
    crowd = sweep8.Crowd(1000, standing_on=grid(1000))
    crowd.step(world, DT)
    states, expected = crowd.states, crowd.states.copy()
    part = crowd.position[10:20, 1]
    del crowd
    gc.collect()
    blocks = [np.full(128_000, 7, np.uint8) for _ in range(50)]
    assert states.tobytes() == expected.tobytes()
    assert np.array_equal(part, expected["position"][10:20, 1]) and len(blocks) == 50
    states["position"][:] = 1
    assert (part == 1).all()


def test_memory_does_not_move_under_an_array(world: sweep8.World) -> None:
    crowd = sweep8.Crowd(10, standing_on=grid(10))
    saved = sweep8.Crowd(4, standing_on=grid(4)).save()
    for view in [lambda: crowd.states, lambda: crowd.inputs, lambda: crowd.jump, lambda: crowd.position[2:3]]:
        array = view()
        before = crowd.state_hash()
        for move in [
            lambda: crowd.spawn([[0, 5, 0]]),
            lambda: crowd.despawn([1]),
            lambda: crowd.restore(saved),
        ]:
            with pytest.raises(BufferError, match="the crowd has 1 arrays over its memory"):
                move()
        assert len(crowd) == 10 and crowd.state_hash() == before and array.shape[0] > 0
        crowd.step(world, DT)
        del array
        gc.collect()
    rows = crowd.spawn(standing_on=[[30, 0, 0], [31, 0, 0]], group=3)
    assert rows.tolist() == [10, 11] and len(crowd) == 12
    assert crowd.group.tolist() == [0] * 10 + [3] * 2
    places = crowd.positions()
    crowd.despawn([0, 5, 5])
    assert np.array_equal(crowd.positions(), np.delete(places, [0, 5], axis=0))
    crowd.despawn([])
    assert len(crowd) == 10
    crowd.restore(saved)
    assert len(crowd) == 4 and crowd.save() == saved


def test_a_crowd_of_none_is_a_crowd(world: sweep8.World) -> None:
    crowd = sweep8.Crowd(0)
    assert len(crowd) == 0 and crowd.states.shape == (0,) and crowd.position.shape == (0, 3)
    assert crowd.step(world, DT).standing == 0
    assert crowd.sense(world, [[1, 0, 0]], 9).distance.shape == (0, 1)
    assert crowd.spawn(standing_on=grid(3)).tolist() == [0, 1, 2]
    crowd.despawn([2, 1, 0])
    assert len(crowd) == 0


def test_dlpack_takes_fields_without_a_copy() -> None:
    crowd = sweep8.Crowd(5)
    for field in [crowd.desired_velocity, crowd.velocity, crowd.jump, crowd.ground, crowd.group]:
        assert np.shares_memory(np.from_dlpack(field), field)
    taken = np.from_dlpack(crowd.desired_velocity)
    with pytest.raises(BufferError):
        crowd.spawn([[0, 0, 0]])
    assert taken.shape == (5, 3)


BAD = [
    (lambda: sweep8.Mesh(np.zeros((3, 2)), [[0, 1, 2]]), r"`vertices` has shape \[3, 2\], must be \[n, 3\]"),
    (lambda: sweep8.Mesh(np.zeros((3, 3), "U1"), [[0, 1, 2]]), "`vertices` has dtype <U1, must be numbers"),
    (lambda: sweep8.Mesh(np.eye(3), [[0.0, 1.0, 2.0]]), "`triangles` has dtype float64, must be integers"),
    (lambda: sweep8.Mesh(np.eye(3), [[0, -1, 2]]), "`triangles` is -1 to 2, must be 0 to 4294967295"),
    (lambda: sweep8.Mesh(np.eye(3), [[0, 1, 3]]), "triangle 0 names position 3, but there are only 3"),
    (lambda: sweep8.Mesh(np.full((3, 3), np.nan), [[0, 1, 2]]), "NaN|finite|position"),
    (lambda: sweep8.Mesh(None, [[0, 1, 2]]), "`vertices` has dtype object, must be numbers"),
    (lambda: sweep8.Mesh.cuboid([1, 0, 1]), "`half_extents` is 0, must be 0.0001 to 16777216 m"),
    (lambda: sweep8.CookedMesh.from_bytes(b"no mesh"), "not a cooked mesh"),
    (lambda: sweep8.Ellipsoid(0, 1, 1), "radi"),
    (lambda: sweep8.Capsule(0.3, 0.5, axis="w"), '`axis` is "w", must be "x", "y" or "z"'),
    (lambda: sweep8.Profile(skin=-0.2), r"`skin` is -0.2, must be 0 to 100000 m"),
    (lambda: sweep8.Profile(mode="fly"), '`mode` is "fly", must be one of "walk", "slide"'),
    (lambda: sweep8.Profile(7), "`shape` is of type int, must be Ellipsoid or Capsule"),
    (lambda: sweep8.Placement([np.nan, 0, 0]), "`translation` is NaN"),
    (lambda: sweep8.Placement(rotation=[0, 0, 0, 2]), "`rotation`"),
    (lambda: sweep8.World().add(sweep8.Mesh.cuboid([1, 1, 1]), [0, 0]), r"`placement` has shape \[2\], must be \[3\]"),
    (lambda: sweep8.World().add("mesh"), "`mesh` is of type str, must be Mesh or CookedMesh"),
    (lambda: sweep8.World().remove(0), "`instance` 0 is not in this world"),
    (lambda: sweep8.World().cast([[0, 0, 0]], [[0, 0, 0]], 9), "row 0: `direction`"),
    (lambda: sweep8.World().cast([[0, 0, 0]], [[1, 0, 0]] * 2, 9), r"`directions` has shape \[2, 3\], must be \[1, 3\]"),
    (lambda: sweep8.World().cast([[0, 0, np.inf]], [[1, 0, 0]], 9), "row 0: "),
    (lambda: sweep8.Crowd(2, []), "`profiles` has 0 elements, must have 1 to 2"),
    (lambda: sweep8.Crowd(2, [sweep8.Profile(), sweep8.Profile()]), "`profiles` has equal elements"),
    (lambda: sweep8.Crowd(2, positions=np.zeros((3, 3))), r"`positions` has shape \[3, 3\], must be \[2, 3\]"),
    (lambda: sweep8.Crowd(2, positions=[[0, 0, 0], [0, np.nan, 0]]), "row 1: "),
    (lambda: sweep8.Crowd(2, profile=[0, 1]), "row 1: `profile` is 1, must be less than the number of profiles"),
    (lambda: sweep8.Crowd(1, gravity=[0, np.inf, 0]), "`gravity`"),
    (lambda: sweep8.Crowd(1).teleport([[0, 0, 0]], rows=[1]), "`rows` has a row that is not 0 to 0"),
    (lambda: sweep8.Crowd(1).teleport(), "one of `positions` and `standing_on` must be given"),
    (lambda: sweep8.Crowd(1).step(sweep8.World(), np.nan), "NaN"),
    (lambda: sweep8.Crowd(1).step(sweep8.World(), -1), "-1"),
    (lambda: sweep8.Crowd(1).step(sweep8.World(), 0.1, 0), "`steps` is 0, must be 1 to 1000000000"),
    (lambda: sweep8.Crowd(1).step(sweep8.World(), 0.1, threads=0), "`threads` is 0, must be 1 to 1024"),
    (lambda: sweep8.Crowd(2).sense(sweep8.World(), np.ones((3, 4, 3)), 9), r"must be \[2, k, 3\]"),
    (lambda: sweep8.Crowd(2).sense(sweep8.World(), np.ones((4, 2)), 9), r"must be \[k, 3\]"),
    (lambda: sweep8.Crowd(2).sense(sweep8.World(), np.ones((4, 3)), np.nan), "NaN"),
    (lambda: sweep8.Crowd(2).sense(sweep8.World(), np.zeros((4, 3)), 9), "direction"),
    (lambda: sweep8.Crowd(2).overlaps(sweep8.Ellipsoid(1, 1, 1), [[0, np.nan, 0]]), "row 0: "),
    (lambda: sweep8.Crowd(2).restore(b""), "not a saved crowd"),
    (lambda: sweep8.Crowd(-1), "`n` is -1, must be 0 to 2147483647"),
    (lambda: sweep8.Crowd(1).step(sweep8.World(), 0.1, -3), "`steps` is -3, must be 1 to"),
    (lambda: sweep8.Crowd(1).step(sweep8.World(), 0.1, threads=2**99), "`threads` is 6.*, must be 1 to 1024"),
    (lambda: sweep8.Crowd(1).spawn([[0, 0, 0]], group=-1), "`group` is -1, must be 0 to 4294967295"),
    (lambda: sweep8.Crowd(1).spawn([[0, 0, 0]], profile=1), "`profile` is 1, must be 0 to 0"),
    (lambda: sweep8.Crowd(1).spawn([[0, 0, 0], [0, np.nan, 0]]), "place 1: `position` is NaN"),
    (lambda: sweep8.Crowd(1).spawn([0, 0, 0]), r"`positions` has shape \[3\], must be \[n, 3\]"),
    (lambda: sweep8.Crowd(1).spawn(), "one of `positions` and `standing_on` must be given"),
    (lambda: sweep8.Crowd(1).spawn([[0, 0, 0]], standing_on=[[0, 0, 0]]), "exclude each other"),
    (lambda: sweep8.Crowd(1).despawn([1]), "`rows` has a row that is not 0 to 0"),
    (lambda: sweep8.Crowd(1).despawn([[0]]), r"`rows` has shape \[1, 1\], must be \[m\]"),
    (lambda: sweep8.Crowd(1).despawn([0.5]), "`rows` has dtype float64, must be integers"),
    (lambda: sweep8.Crowd(1).despawn([True]), "`rows` has dtype bool, must be integers"),
    (lambda: sweep8.Crowd(1).teleport([[0, 0, np.inf]]), "row 0: `position` is inf"),
    (lambda: sweep8.Crowd(1).overlaps(sweep8.Ellipsoid(1, 1, 1), [[0, 0, 0]], group=[0, 1]), r"`group` has shape \[2\]"),
    (lambda: sweep8.Crowd(1).cast([[0, 0, 0]], [[1, 0, 0]], np.nan), "`max_distance` is nan, must be 0 or more"),
    (lambda: sweep8.World().cast([[0, 0, 0]], [[1, 0, 0]], 9, layers=-1), "`layers` is -1, must be 0 to 4294967295"),
    (lambda: sweep8.World().cast([[0, 0, 0]], [[1, 0, 0]], 9, sides="back"), '`sides` is "back", must be "both" or "front"'),
    (lambda: sweep8.World().remove(2**70), "`instance` is 1180591620717411303424, must be "),
    (lambda: sweep8.Profile(layers=2**32), "`layers` is 4294967296, must be 0 to 4294967295"),
]


@pytest.mark.parametrize("case", range(len(BAD)))
def test_bad_input_is_refused_by_name(case: int) -> None:
    call, text = BAD[case]
    with pytest.raises(ValueError, match=text):
        call()


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        ("position", np.nan, "`position`|`center`"),
        ("velocity", np.inf, "`velocity`"),
        ("orientation", 0.0, "`orientation`"),
        ("profile", 1, "`profile` is 1"),
        ("ground_code", 9, "`code` is 9"),
        ("status_code", 200, "`code` is 200"),
    ],
)
def test_states_that_no_step_leaves_are_refused_and_nobody_moves(
    world: sweep8.World, field: str, value: float, text: str
) -> None:
    crowd = sweep8.Crowd(100, standing_on=grid(100))
    crowd.step(world, DT)
    hash_before, before = crowd.state_hash(), crowd.states.copy()
    crowd.states[field][57] = value
    for call in [
        lambda: crowd.step(world, DT),
        lambda: crowd.sense(world, [[1, 0, 0]], 5),
        crowd.save,
        crowd.state_hash,
    ]:
        with pytest.raises(ValueError, match=f"row 57: {text}"):
            call()
    changed = crowd.states.copy()
    changed[57] = before[57]
    assert changed.tobytes() == before.tobytes()
    crowd.states[57] = before[57]
    assert crowd.state_hash() == hash_before


@pytest.mark.parametrize("field", ["desired_velocity", "jump", "gravity", "up", "impulse"])
def test_inputs_out_of_range_are_refused_and_nobody_moves(world: sweep8.World, field: str) -> None:
    crowd = sweep8.Crowd(100, standing_on=grid(100))
    crowd.step(world, DT)
    before = crowd.states.copy()
    getattr(crowd, field)[31] = np.nan
    with pytest.raises(ValueError, match=f"row 31: `{'jump_speed' if field == 'jump' else field}` is NaN"):
        crowd.step(world, DT)
    assert crowd.states.tobytes() == before.tobytes()
    getattr(crowd, field)[31] = 0
    assert crowd.step(world, DT).refused == 0


def test_a_step_during_a_step_raises(world: sweep8.World) -> None:
    crowd = sweep8.Crowd(20_000, [sweep8.Profile(each_other="solid")], standing_on=grid(20_000, 0.5))
    crowd.desired_velocity[:, 0] = 1
    ended = threading.Event()

    def run() -> None:
        crowd.step(world, DT, 30)
        ended.set()

    thread = threading.Thread(target=run)
    thread.start()
    refused, read = 0, 0.0
    while not ended.is_set():
        try:
            crowd.state_hash()
        except RuntimeError as error:
            assert "the crowd is in a step" in str(error)
            refused += 1
            for call in [
                lambda: crowd.step(world, DT),
                lambda: crowd.spawn([[0, 0, 0]]),
                lambda: crowd.despawn([0]),
                crowd.save,
                lambda: world.remove(world.instances()[0]),
            ]:
                try:
                    call()
                except (RuntimeError, BufferError):
                    pass
                else:
                    assert ended.wait(5), "a call went on beside the step"
        # Values are undefined, and it does no harm.
        read += float(crowd.position[0, 0])
        crowd.jump[0] = 0
    thread.join()
    assert refused > 0 and np.isfinite(read)


def test_many_threads_on_crowds_of_their_own_share_a_world(world: sweep8.World) -> None:
    hashes: list[int] = []

    def run() -> None:
        crowd = sweep8.Crowd(500, standing_on=grid(500))
        crowd.desired_velocity[:, 2] = 1
        for _ in range(20):
            crowd.step(world, DT, threads=1)
        hashes.append(crowd.state_hash())

    threads = [threading.Thread(target=run) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(hashes) == 6 and len(set(hashes)) == 1


def test_nothing_leaks() -> None:
    crowd = sweep8.Crowd(1000)
    array = crowd.position
    memory = crowd.states.base
    gone = weakref.ref(array)
    count = sys.getrefcount(memory)
    for _ in range(1000):
        crowd.states["velocity"][3] = 1
        assert crowd.jump.base is not None
    assert sys.getrefcount(memory) == count
    del array
    gc.collect()
    assert gone() is None
