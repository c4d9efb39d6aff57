"""Environments in generated catacombs: :class:`ReachExit` for Gymnasium, :class:`Tag` for PettingZoo.

Needs ``pip install "sweep8[envs]"``. Importing it registers ``sweep8/ReachExit-v0`` with Gymnasium, alone and as a vector.
"""

import gymnasium

from .catacombs import Catacombs, Site
from .reach_exit import ReachExit, ReachExitEnv
from .tag import Tag

__all__ = ["Catacombs", "ReachExit", "ReachExitEnv", "Site", "Tag"]

if "sweep8/ReachExit-v0" not in gymnasium.registry:
    gymnasium.register(
        "sweep8/ReachExit-v0",
        entry_point="sweep8.envs:ReachExitEnv",
        vector_entry_point="sweep8.envs:ReachExit",
    )
