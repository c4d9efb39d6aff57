"""Draws catacombs as seen from above: one floor of a level into the axes of matplotlib."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from sweep8.envs import Catacombs
from sweep8.envs.catacombs import ROOM, STOREY, WIDTH, Box

#: Walls are cut at this height above a floor, metres.
CUT = 1.6


def is_cut(box: Box, floor: int) -> bool:
    """Whether the plane at 1.6 m above a floor goes through a box."""
    return box.low[1] < floor * STOREY + CUT < box.high[1]


def draw(axes: Axes, level: Catacombs, floor: int) -> None:
    """Draws walls, flights of stairs (on both floors) and lifts (dashed) of floor 0 or 1. Metres; x to the right, z upwards."""
    side = level.size * ROOM
    axes.add_patch(Rectangle((0, 0), side, side, facecolor="#f4f1ea", zorder=0))
    for box in level.boxes():
        is_step = box.low[1] == 0 and box.high[1] <= STOREY and box.high[0] - box.low[0] == WIDTH
        if is_step:
            shade = 0.9 - 0.4 * box.high[1] / STOREY
            color = str(shade)
        elif is_cut(box, floor):
            color = "#5a5148"
        else:
            continue
        width, depth = box.high[0] - box.low[0], box.high[2] - box.low[2]
        axes.add_patch(Rectangle((box.low[0], box.low[2]), width, depth, color=color, linewidth=0, zorder=1))
    for corner in level.lift_corners():
        axes.add_patch(Rectangle((corner[0], corner[2]), WIDTH, WIDTH, fill=False, linestyle=":", zorder=1))
    ends, ticks = (-0.5, side + 0.5), np.arange(0, side + 1, ROOM)
    axes.set(xlim=ends, ylim=ends, aspect="equal", xticks=ticks, yticks=ticks)
    axes.set(title=("ground floor", "upper floor")[floor], xlabel="x, m")
