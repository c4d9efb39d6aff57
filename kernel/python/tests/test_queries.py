"""Rays, sweeps, overlaps, senses and contacts, as arrays."""

import math
import pathlib

import numpy as np
import pytest

import sweep8
from conftest import DT, grid


def test_rays_of_a_world(world: sweep8.World) -> None:
    wall = world.instances()[1]
    origins = np.array([[0, 1, 0], [0, 1, 0], [0, 1, 0], [19, 1, 5]], float)
    hits = world.cast(origins, [[1, 0, 0], [0, -2, 0], [0, 1, 0], [5, 0, 0]], 30)
    assert np.allclose(hits.distance, [20, 1, np.inf, 1])
    assert hits.instance[0] == hits.instance[3] == wall and hits.instance[2] == hits.triangle[2] == -1
    assert np.allclose(hits.normal, [[-1, 0, 0], [0, 1, 0], [0, 0, 0], [-1, 0, 0]])
    assert world.cast(origins, np.ones((4, 3)), 30, layers=0).instance.tolist() == [-1] * 4
    ball = sweep8.Ellipsoid(0.5, 0.5, 0.5)
    swept = world.sweep(ball, [[0, 1, 0], [0, 1, 0]], [[40, 0, 0], [-5, 0, 0]])
    assert np.allclose(swept.distance, [19.5, np.inf], atol=1e-4) and swept.instance.tolist() == [wall, -1]
    overlaps = world.overlap(sweep8.Capsule(0.4, 0.5), [[0, 0.5, 0], [0, 5, 0], [20.2, 2, 0]])
    assert overlaps.tolist() == [True, False, True]


def test_every_character_senses_world_and_group(world: sweep8.World) -> None:
    floor = np.array([[0, 0, 0], [5, 0, 0], [0, 0, 0], [10, 0, 0]], float)
    crowd = sweep8.Crowd(4, standing_on=floor)
    crowd.group[:] = [0, 0, 1, 1]
    sensed = crowd.sense(world, [[1, 0, 0], [-1, 0, 0], [0, 0, 1]], 50)
    assert sensed.distance.shape == (4, 3) and sensed.distance.dtype == np.float32
    assert sensed.character.tolist() == [[1, -1, -1], [-1, 0, -1], [3, -1, -1], [-1, 2, -1]]
    assert np.allclose(sensed.distance[:, 0], [4.6, 15, 9.6, 10], atol=1e-4)
    assert sensed.instance[1, 0] == world.instances()[1] and sensed.triangle[1, 0] >= 0
    assert np.isinf(sensed.distance[:, 2]).all()
    alone = crowd.sense(world, [[1, 0, 0]], 50, characters=False, threads=1)
    assert (alone.character == -1).all() and np.allclose(alone.distance[:, 0], [20, 15, 20, 10])
    own = np.tile(np.array([[[1, 0, 0]]]), (4, 1, 1))
    own[1] = [0, -1, 0]
    down = crowd.sense(world, own, 50, offset=[0, 0.5, 0])
    assert np.allclose(down.distance[1, 0], 1.41, atol=1e-3)


def test_overlaps_and_rays_of_characters(world: sweep8.World) -> None:
    crowd = sweep8.Crowd(9, standing_on=grid(9))
    crowd.group[8] = 4
    ball = sweep8.Ellipsoid(1.2, 1.2, 1.2)
    found = crowd.overlaps(ball, crowd.positions())
    assert found.starts.tolist() == list(range(9)) + [8] and found.rows.tolist() == list(range(8))
    assert (found.depth > 1).all() and found.normal.shape == (8, 3)
    of_group = crowd.overlaps(ball, crowd.positions(), group=np.full(9, 4))
    assert of_group.rows.tolist() == [8] and of_group.starts[-2:].tolist() == [0, 1]
    assert crowd.overlaps(ball, crowd.positions()[8:], group=4).rows.tolist() == [8]
    rows, distance = crowd.cast([[-30, 0.9, -3], [-30, 90, -3]], [[1, 0, 0]] * 2, 100)
    assert rows.tolist() == [0, -1] and np.allclose(distance, [26.6, np.inf], atol=0.01)


def test_contacts_of_the_last_step(world: sweep8.World) -> None:
    crowd = sweep8.Crowd(3, standing_on=[[0, 0, 0], [19.3, 0, 0], [0, 0, 9]])
    crowd.desired_velocity[:, 0] = 3
    crowd.step(world, DT)
    assert len(crowd.contacts()) == 0
    crowd.record_contacts(True)
    crowd.step(world, DT, 30)
    contacts = crowd.contacts()
    wall = contacts[contacts["instance"] == world.instances()[1]]
    assert set(wall["row"]) == {1} and np.allclose(wall["normal"], [-1, 0, 0]) and np.allclose(wall["point"][:, 0], 20)
    assert (np.diff(contacts["row"].astype(int)) >= 0).all()
    crowd.record_contacts(False)
    crowd.step(world, DT)
    assert len(crowd.contacts()) == 0


def test_a_lift_carries_and_a_sensor_stops_nobody(world: sweep8.World) -> None:
    lift = world.add(sweep8.Mesh.cuboid([2, 0.1, 2]), [0, 0.2, 0])
    region = world.add(sweep8.Mesh.cuboid([1, 1, 1]), sweep8.Placement([0, 1, 5]))
    world.set_kind(region, "sensor")
    crowd = sweep8.Crowd(2, standing_on=[[0, 0.3, 0], [0, 0, 3]])
    crowd.desired_velocity[1, 2] = 2
    crowd.step(world, DT, 4)
    for step in range(64):
        world.move_to(lift, sweep8.Placement([0, 0.2 + (step + 1) / 32, 0]))
        crowd.step(world, DT)
    assert world.placement(lift).translation[1] == pytest.approx(2.2)
    assert crowd.position[0, 1] == pytest.approx(0.91 + 2.3, abs=1e-3)
    assert crowd.position[1, 2] == pytest.approx(3 + 2 * 68 / 64, abs=0.01)


def test_ground_that_turns_says_by_how_much(world: sweep8.World) -> None:
    carousel = world.add(sweep8.Mesh.cuboid([3, 0.1, 3]), [0, 0.2, 0])
    crowd = sweep8.Crowd(2, standing_on=[[1, 0.3, 0], [8, 0, 0]])
    crowd.step(world, DT)
    assert crowd.turned_by().dtype == np.float32 and not crowd.turned_by().any()
    heading = np.zeros(2)
    for step in range(64):
        half = (step + 1) / 128
        world.move_to(carousel, sweep8.Placement([0, 0.2, 0], [0, math.sin(half), 0, math.cos(half)]))
        crowd.step(world, DT)
        heading += crowd.turned_by()
    assert heading == pytest.approx([1, 0], abs=1e-5)
    assert math.atan2(-crowd.position[0, 2], crowd.position[0, 0]) == pytest.approx(1, abs=1e-3)


def test_meshes_as_files(tmp_path: pathlib.Path, world: sweep8.World) -> None:
    cooked = sweep8.Mesh.cuboid([3, 1, 2]).cook()
    path = tmp_path / "box.s8"
    path.write_bytes(cooked.to_bytes())
    again = sweep8.CookedMesh.read(path)
    assert again.to_bytes() == cooked.to_bytes() and again.triangle_count == 12
    other = sweep8.World()
    other.add(again, [0, 5, 0])
    assert other.triangles().shape == (12, 3, 3)
    assert other.bounds is not None and np.allclose(other.bounds[1], [3, 6, 2])
    with pytest.raises(OSError):
        sweep8.CookedMesh.read(tmp_path / "nothing")
    path.write_bytes(cooked.to_bytes()[:-8])
    with pytest.raises(ValueError):
        sweep8.CookedMesh.read(path)


def test_levels_as_files(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "floor.obj"
    path.write_text("v 0 0 0\nv 0 0 4\nv 4 0 4\nv 4 0 0\nf 1 2 3 4\n")
    level = sweep8.load(path)
    assert level.triangles().shape == (2, 3, 3)
    assert level.cast([[1, 2, 1]], [[0, -1, 0]], 9).distance.tolist() == [2.0]
    with pytest.raises(OSError, match="nothing.glb"):
        sweep8.load(tmp_path / "nothing.glb")
    (tmp_path / "bad.glb").write_bytes(b"glTF but not really")
    with pytest.raises(ValueError, match="bad.glb"):
        sweep8.load(tmp_path / "bad.glb")
