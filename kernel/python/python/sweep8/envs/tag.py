"""*Tag*: several agents in one catacomb, of which one is it; whom it touches is it next."""

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

import sweep8

from .catacombs import Site
from .reach_exit import BODY, DT, RAYS, SIGHT, SPEED, STEPS, circle, cube

#: Metres between two agents that touch; whoever was it cannot be caught again for so many seconds.
TOUCH, SAFE = 1.0, 2.0

Array = NDArray[Any]


class Tag(ParallelEnv[str, Array, Array]):
    """Solid agents, who see each other. Who is it walks a tenth faster.

    *Action*: as in :class:`~sweep8.envs.ReachExit`. *Observation*: [38], in -1 to 1: distances of 16 level rays (/ 10 m), for each ray whether it
    ends at an agent (1 if that one is it, -1 if not, else 0), whether oneself is it (1, else -1), the velocity along x and z of the last decision
    (/ 4.4 m/s), and whoever is it relative to oneself (x, y, z, / 50 m; zero for itself).

    *Reward*: -0.1 for each decision of 0.1 s as it, 0.01 for one as another, 1 for a catch, -1 for being caught. The game is truncated after
    ``seconds``.
    """

    metadata: dict[str, Any] = {"name": "sweep8_tag_v0", "render_modes": []}

    def __init__(
        self, agents: int = 6, *, size: int = 3, level_seed: int = 0, seconds: float = 60.0, threads: int | None = None
    ) -> None:
        if not 2 <= agents <= 2 * size * size:
            raise ValueError(f"`agents` is {agents}, must be 2 to {2 * size * size}: one a room at first")
        self.possible_agents = [f"agent_{k}" for k in range(agents)]
        self.agents: list[str] = []
        self._observation_spaces = {agent: cube(2 * RAYS + 6) for agent in self.possible_agents}
        self._action_spaces = {agent: cube(2) for agent in self.possible_agents}
        self.most, self.threads = max(1, round(seconds / (STEPS * DT))), threads
        self.site = Site([level_seed], size)
        self.crowd = sweep8.Crowd(agents, [sweep8.Profile(BODY, each_other="solid")])
        self.directions = circle(RAYS)
        self.it, self.before, self.safe, self.decisions = 0, -1, 0, 0

    def observation_space(self, agent: str) -> gymnasium.Space[Array]:
        """What an agent sees."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Array]:
        """What an agent can do."""
        return self._action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Array], dict[str, dict[str, Any]]]:
        """Begins a game: everybody in a room of their own."""
        rng = np.random.default_rng(seed)
        self.site.restart()
        level = self.site.levels[0]
        count = len(self.possible_agents)
        rooms = rng.choice(level.count, count, replace=False)
        self.crowd.teleport(standing_on=[level.center(int(room)) for room in rooms])
        self.crowd.desired_velocity[:] = 0
        self.agents = list(self.possible_agents)
        self.it, self.before, self.safe, self.decisions = int(rng.integers(count)), -1, 0, 0
        return self._observe(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Array]
    ) -> tuple[
        dict[str, Array], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """Steps all by 0.1 s."""
        wish = self.crowd.desired_velocity
        for row, agent in enumerate(self.agents):
            action = np.asarray(actions[agent], np.float32)
            speed = SPEED * (1.1 if row == self.it else 1.0)
            wish[row, 0::2] = speed * action / max(1.0, float(np.linalg.norm(action)))
        for _ in range(STEPS):
            self.site.advance(DT)
            self.crowd.step(self.site.world, DT, threads=self.threads)
        rewards = {agent: -0.1 if row == self.it else 0.01 for row, agent in enumerate(self.agents)}
        self._catch(rewards)
        self.decisions += 1
        ended = self.decisions >= self.most
        agents, observations = self.agents, self._observe()
        if ended:
            self.agents = []
        return (
            observations,
            rewards,
            {agent: False for agent in agents},
            {agent: ended for agent in agents},
            {agent: {} for agent in agents},
        )

    def _catch(self, rewards: dict[str, float]) -> None:
        """Whoever is it catches the nearest agent within reach, but not the one that was it just before."""
        self.safe = max(0, self.safe - 1)
        positions = self.crowd.positions()
        apart = np.linalg.norm(positions - positions[self.it], axis=1)
        apart[self.it] = np.inf
        if self.safe > 0:
            apart[self.before] = np.inf
        caught = int(np.argmin(apart))
        if apart[caught] < TOUCH:
            rewards[self.possible_agents[self.it]] += 1.0
            rewards[self.possible_agents[caught]] -= 1.0
            self.before, self.it, self.safe = self.it, caught, round(SAFE / (STEPS * DT))

    def _observe(self) -> dict[str, Array]:
        seen = self.crowd.sense(self.site.world, self.directions, SIGHT, threads=self.threads)
        whom = np.where(seen.character < 0, 0.0, np.where(seen.character == self.it, 1.0, -1.0))
        positions = self.crowd.positions()
        count = len(self.possible_agents)
        parts = [
            np.minimum(seen.distance, SIGHT) / SIGHT,
            whom,
            np.where(np.arange(count) == self.it, 1.0, -1.0)[:, None],
            self.crowd.desired_velocity[:, 0::2] / (1.1 * SPEED),
            (positions[self.it] - positions) / 50,
        ]
        all_of_them = np.clip(np.concatenate(parts, axis=1), -1, 1).astype(np.float32)
        return dict(zip(self.possible_agents, all_of_them, strict=True))
