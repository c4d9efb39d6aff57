"""*Reach the exit*: one agent in each environment looks for a room of a catacomb, up and down stairs and lifts."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

import sweep8

from .catacombs import Site
from .signs import Signs, Ways

#: Agents walk at most so fast, m/s; a decision lasts so many steps of so many seconds.
SPEED, STEPS, DT = 4.0, 6, 1 / 60
#: Level rays around an agent, and how far they see, metres.
RAYS, SIGHT = 16, 10.0
#: An agent that is so near the middle of the exit's room has reached it, metres.
NEAR = 1.0
#: Episodes begin farther than this from the exit where a level is so large, metres.
FAR = 15.0

BODY = sweep8.Capsule(0.3, 0.5)

Array = NDArray[Any]


def cube(length: int) -> Box:
    """Vectors of numbers in -1 to 1. One for each use: a space has a random generator of its own."""
    return Box(-1.0, 1.0, (length,), np.float32)


def circle(count: int) -> NDArray[np.float32]:
    """Level directions around, float32[count, 3], the first along +x."""
    angle = np.arange(count) * (2 * np.pi / count)
    return np.stack([np.cos(angle), np.zeros(count), np.sin(angle)], axis=1).astype(np.float32)


class ReachExit(VectorEnv[Array, Array, Array]):
    """``num_envs`` agents, each in a group of its own: nobody sees the others. All are stepped in one call.

    *Action*: [2], desired velocity along x and z in parts of 4 m/s; a longer one than 1 is shortened. It lasts 0.1 s.

    *Observation*: [25], in -1 to 1: 16 level rays around (distance / 10 m), the direction of the sign that shows the way to the exit (x, y, z; one
    of its gates, or the exit itself), how far it is (/ 10 m), the exit relative to the agent (x, y, z, / 50 m), and the velocity along x and z
    of the last decision (/ 4 m/s).

    *Reward*: metres that the way to the exit became shorter / 10, and 1 at the exit. *Terminated*: at the exit. *Truncated*: after
    ``seconds``. As in Gymnasium 1.x an environment that has ended is reset in its next step, whose action and reward do not count; with
    ``autoreset_mode=AutoresetMode.DISABLED`` call ``reset`` with ``options={"reset_mask": ended}``.

    ``levels`` different levels are drawn from ``level_seed``; each episode takes place in one of them.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        num_envs: int = 1,
        *,
        levels: int = 32,
        size: int = 4,
        level_seed: int = 0,
        seconds: float = 60.0,
        threads: int | None = None,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
    ) -> None:
        if autoreset_mode is AutoresetMode.SAME_STEP:
            raise ValueError("`autoreset_mode` is SAME_STEP, must be NEXT_STEP or DISABLED")
        if num_envs < 1 or levels < 1:
            raise ValueError(f"`num_envs` is {num_envs} and `levels` {levels}, must be 1 or more")
        self.metadata = {**type(self).metadata, "autoreset_mode": autoreset_mode}
        self.num_envs, self.threads = num_envs, threads
        self.single_observation_space, self.single_action_space = cube(RAYS + 9), cube(2)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.most = max(1, round(seconds / (STEPS * DT)))
        self.site = Site([level_seed + k for k in range(levels)], size)
        self.crowd = sweep8.Crowd(num_envs, [sweep8.Profile(BODY)])
        self.crowd.group[:] = np.arange(num_envs)
        self.level = np.zeros(num_envs, np.int64)
        self.exits = np.zeros((num_envs, 3))
        self.decisions = np.zeros(num_envs, np.int64)
        self.ended = np.zeros(num_envs, bool)
        self.left = np.zeros(num_envs)
        self.directions = circle(RAYS)
        self.signs = Signs(num_envs, size)
        self._known: dict[tuple[int, int], Ways] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begins new episodes: of all environments, or of those in ``options["reset_mask"]``, bool[num_envs]."""
        super().reset(seed=seed)
        if options is None or "reset_mask" not in options:
            mask = np.ones(self.num_envs, bool)
            self.site.restart()
        else:
            mask = np.asarray(options["reset_mask"])
            if mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
                raise ValueError(f"`reset_mask` is {mask.dtype}{list(mask.shape)}, must be bool[{self.num_envs}]")
        self._begin(np.flatnonzero(mask))
        return self._observe(), {}

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Steps all environments by 0.1 s; those that ended in the last step begin anew instead."""
        actions = np.asarray(actions, np.float32)
        if actions.shape != (self.num_envs, 2):
            raise ValueError(f"`actions` has shape {list(actions.shape)}, must be [{self.num_envs}, 2]")
        again = self.ended.copy()
        if again.any():
            if self.metadata["autoreset_mode"] is AutoresetMode.DISABLED:
                raise ValueError(f"environment {int(np.argmax(again))} has ended: reset it with `reset_mask` first")
            self._begin(np.flatnonzero(again))
        wish = self.crowd.desired_velocity
        length = np.maximum(np.linalg.norm(actions, axis=1, keepdims=True), 1.0)
        wish[:, 0::2] = np.where(again[:, None], 0.0, SPEED * actions / length)
        for _ in range(STEPS):
            self.site.advance(DT)
            self.crowd.step(self.site.world, DT, threads=self.threads)
        before = self.left
        self._measure()
        reached = (self.left < NEAR) & ~again
        self.decisions[~again] += 1
        late = (self.decisions >= self.most) & ~reached & ~again
        self.ended = reached | late
        rewards = np.where(again, 0.0, (before - self.left) / 10 + reached)
        return self._observe(), rewards, reached, late, {}

    def _begin(self, rows: NDArray[np.int64]) -> None:
        """Puts agents into random rooms of random levels, more than 15 m from the exit by the gate of the room, where the level has such."""
        starts = np.empty((len(rows), 3))
        for place, row in enumerate(rows):
            index = int(self.np_random.integers(len(self.site.levels)))
            level = self.site.levels[index]
            goal = int(self.np_random.integers(level.count))
            ways = self._ways(index, goal)
            far = np.flatnonzero(ways.rest > FAR)
            room = int(far[self.np_random.integers(len(far))]) if len(far) else int(np.argmax(ways.rest))
            self.level[row], self.exits[row] = index, level.center(goal)
            self.signs.lead(int(row), level, ways)
            starts[place] = level.center(room) + self.site.origins[index]
        self.crowd.teleport(standing_on=starts, rows=rows)
        self.crowd.group[rows] = rows
        self.crowd.desired_velocity[rows] = 0
        self.decisions[rows], self.ended[rows] = 0, False
        self._measure()

    def _ways(self, level: int, goal: int) -> Ways:
        """The ways to an exit; remembered."""
        known = self._known.get((level, goal))
        if known is None:
            known = self._known[level, goal] = Ways(self.site.levels[level], goal)
        return known

    def _measure(self) -> None:
        """Finds the sign that each agent sees, and how far it still has to go."""
        self.feet = self.crowd.positions() - self.site.origins[self.level]
        self.feet[:, 1] -= BODY.radius + BODY.half_length
        self.pointed_at, self.left = self.signs.read(self.feet)

    def _observe(self) -> Array:
        seen = self.crowd.sense(self.site.world, self.directions, SIGHT, characters=False, threads=self.threads)
        to_sign = self.pointed_at - self.feet
        distance = np.linalg.norm(to_sign, axis=1, keepdims=True)
        parts = [
            np.minimum(seen.distance, SIGHT) / SIGHT,
            to_sign / np.maximum(distance, 1e-6),
            distance / 10,
            (self.exits - self.feet) / 50,
            self.crowd.desired_velocity[:, 0::2] / SPEED,
        ]
        observations: Array = np.clip(np.concatenate(parts, axis=1), -1, 1).astype(np.float32)
        return observations


class ReachExitEnv(gymnasium.Env[Array, Array]):
    """One environment of :class:`ReachExit`, for whoever wants it alone."""

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(self, **settings: Any) -> None:
        self.one = ReachExit(1, autoreset_mode=AutoresetMode.DISABLED, **settings)
        self.observation_space, self.action_space = self.one.single_observation_space, self.one.single_action_space

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begins an episode."""
        super().reset(seed=seed)
        observation, _ = self.one.reset(seed=seed)
        return observation[0], {}

    def step(self, action: Array) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Steps by 0.1 s."""
        observation, reward, terminated, truncated, _ = self.one.step(np.asarray(action)[None])
        return observation[0], float(reward[0]), bool(terminated[0]), bool(truncated[0]), {}
