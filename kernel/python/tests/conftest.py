"""What the tests share: a floor with a few boxes."""

import faulthandler

import numpy as np
import pytest

import sweep8

faulthandler.enable()

DT = 1 / 64


@pytest.fixture
def world() -> sweep8.World:
    """A floor of 80 m, its top at height 0, and a wall at x = 20."""
    world = sweep8.World()
    world.add(sweep8.Mesh.cuboid([40, 1, 40]), [0, -1, 0])
    world.add(sweep8.Mesh.cuboid([0.5, 3, 40]), [20.5, 3, 0])
    return world


def grid(n: int, spacing: float = 2.0) -> np.ndarray:
    """So many places of the floor in a square."""
    side = int(np.ceil(np.sqrt(n)))
    at = np.stack(np.divmod(np.arange(n), side), axis=1) * spacing - side * spacing / 2
    return np.stack([at[:, 0], np.zeros(n), at[:, 1]], axis=1)
