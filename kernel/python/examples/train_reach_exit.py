"""Trains agents to reach the exit of catacombs, on the processor: proximal policy optimization in torch.

In: `ReachExit` in 64 levels. Out: the share of agents that reach the exit in levels that they have not seen, before and after; with `--out`,
`training.svg` (the curve of each seed) and `path.png` (a way in a new level, from above).

The algorithm is that of Schulman et al. 2017 (clipped ratios, several epochs over each batch) with the advantages of Schulman et al. 2015
(lambda returns). The policy is a normal distribution with a mean from a network of two layers, and a spread that is learnt; the value has
a network of its own. The step after an end, in which an environment is reset, is no decision, and is left out.

    python train_reach_exit.py --seeds 1 2 3 --out pictures
"""

import argparse
import time
from pathlib import Path

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Normal

from from_above import draw
from sweep8.envs import ReachExit
from sweep8.envs.catacombs import STOREY

#: Environments, levels they take place in, and decisions of each between two updates.
ENVS, LEVELS, HORIZON = 256, 64, 64
#: Seeds of levels begin here in training, and in tests.
SEEN, NEW = 0, 1_000_000
#: What a reward a decision later counts; the weight of longer returns; how far a ratio counts.
DISCOUNT, LAMBDA, CLIP = 0.99, 0.95, 0.2
EPOCHS, BATCH, RATE, ENTROPY = 4, 4096, 1e-3, 1e-3


def network(outputs: int, scale: float) -> nn.Sequential:
    """Two hidden layers; `scale` of the last layer's weights, so that a fresh network says nearly 0."""
    last = nn.Linear(64, outputs)
    with torch.no_grad():
        last.weight *= scale
        last.bias.zero_()
    return nn.Sequential(nn.Linear(25, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), last)


class Agent(nn.Module):
    """What to do, and what to expect."""

    def __init__(self) -> None:
        super().__init__()
        self.mean, self.value = network(2, 0.01), network(1, 1.0)
        self.log_spread = nn.Parameter(torch.full((2,), -0.5))

    def policy(self, seen: Tensor) -> Normal:
        """The distribution of actions."""
        return Normal(self.mean(seen), self.log_spread.exp())

    @torch.no_grad()
    def act(self, seen: Tensor) -> Tensor:
        """One action each, at random."""
        action: Tensor = self.policy(seen).sample()
        return action


def share_reached(agent: Agent, episodes: int = 512) -> float:
    """In how many of the first episodes in new levels the exit is reached, within a minute each."""
    envs = ReachExit(episodes, levels=128, level_seed=NEW)
    seen, _ = envs.reset(seed=NEW)
    reached, running = np.zeros(episodes, bool), np.ones(episodes, bool)
    while running.any():
        seen, _, terminated, truncated, _ = envs.step(agent.act(torch.from_numpy(seen)).numpy())
        reached |= terminated & running
        running &= ~(terminated | truncated)
    return float(reached.mean())


def update(agent: Agent, optimizer: torch.optim.Optimizer, batch: list[Tensor]) -> None:
    """Several epochs over one batch: observations, actions, their log probabilities, advantages, returns."""
    count = len(batch[0])
    for _ in range(EPOCHS):
        for rows in torch.randperm(count).split(BATCH):
            seen, action, before, advantage, returns = (part[rows] for part in batch)
            policy = agent.policy(seen)
            ratio = (policy.log_prob(action).sum(1) - before).exp()
            gain = torch.minimum(ratio * advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * advantage).mean()
            miss = (agent.value(seen)[:, 0] - returns).square().mean()
            loss = 0.5 * miss - gain - ENTROPY * policy.entropy().sum(1).mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def train(seed: int, updates: int) -> tuple[Agent, list[tuple[int, float]]]:
    """Trains an agent; the curve has decisions, and the share at an exit of the episodes that ended in the last ones."""
    torch.manual_seed(seed)
    agent = Agent()
    optimizer = torch.optim.Adam(agent.parameters(), RATE)
    envs = ReachExit(ENVS, levels=LEVELS, level_seed=SEEN)
    seen, _ = envs.reset(seed=seed)
    # The first episodes are cut after different times, so that from the start some end in each update.
    envs.decisions[:] = envs.np_random.integers(envs.most, size=ENVS)
    ended, curve = np.zeros(ENVS, bool), []
    for number in range(1, updates + 1):
        observed = torch.empty(HORIZON + 1, ENVS, 25)
        actions, reward = torch.empty(HORIZON, ENVS, 2), torch.empty(HORIZON, ENVS)
        counts, last, final = (torch.empty(HORIZON, ENVS, dtype=torch.bool) for _ in range(3))
        reached = late = 0
        for k in range(HORIZON):
            observed[k] = torch.from_numpy(seen)
            counts[k] = torch.from_numpy(~ended)
            actions[k] = agent.act(observed[k])
            seen, given, terminated, truncated, _ = envs.step(actions[k].numpy())
            ended = terminated | truncated
            reward[k], final[k], last[k] = (torch.from_numpy(part) for part in (given, terminated, ended))
            reached, late = reached + int(terminated.sum()), late + int(truncated.sum())
        observed[HORIZON] = torch.from_numpy(seen)

        with torch.no_grad():
            value = agent.value(observed)[..., 0]
            # Nothing is expected behind an exit. An episode that is cut would have gone on, so that its last place has a value.
            surprise = reward + DISCOUNT * value[1:] * ~final - value[:-1]
            advantage = torch.zeros(HORIZON + 1, ENVS)
            for k in reversed(range(HORIZON)):
                advantage[k] = surprise[k] + DISCOUNT * LAMBDA * advantage[k + 1] * ~last[k]
            advantage = advantage[:-1]
            before = agent.policy(observed[:-1]).log_prob(actions).sum(2)
            returns = advantage + value[:-1]
            advantage = (advantage - advantage[counts].mean()) / (advantage[counts].std() + 1e-8)
        update(agent, optimizer, [part[counts] for part in (observed[:-1], actions, before, advantage, returns)])
        if reached + late > 0:
            curve.append((number * HORIZON * ENVS, reached / (reached + late)))
    return agent, curve


def draw_path(agent: Agent, path: Path) -> None:
    """Draws a way in a new level that goes from floor to floor."""
    envs = ReachExit(64, levels=64, level_seed=NEW)
    seen, _ = envs.reset(seed=NEW)
    ways, reached = [envs.feet.copy()], np.full(64, -1)
    exits, levels = envs.exits.copy(), envs.level.copy()
    for k in range(1, 600):
        seen, _, terminated, _, _ = envs.step(agent.act(torch.from_numpy(seen)).numpy())
        ways.append(envs.feet.copy())
        reached[terminated & (reached < 0)] = k
    walked = np.array(ways)
    # The longest way of those that begin and end on different floors, if there is one.
    up = np.abs(walked[0, :, 1] - exits[:, 1]) > 1
    row = int(np.argmax(np.where(reached > 0, reached + 1000 * up, -1)))
    way = walked[: max(reached[row], 1) + 1, row]
    figure, both = plt.subplots(1, 2, figsize=(9, 4.6), layout="constrained")
    for floor, axes in enumerate(both):
        draw(axes, envs.site.levels[levels[row]], floor)
        on = np.abs(way[:, 1] - floor * STOREY) < STOREY / 2
        axes.scatter(way[on, 0], way[on, 2], c=np.arange(len(way))[on] / 10, s=5, vmin=0, vmax=len(way) / 10, zorder=2)
        for at, mark in ((way[0], "o"), (exits[row], "*")):
            if abs(at[1] - floor * STOREY) < 1:
                axes.plot(at[0], at[2], mark, color="tab:red", markersize=11, zorder=3)
    figure.colorbar(both[0].collections[0], ax=both, label="time, s", shrink=0.8)
    figure.savefig(path / "path.png", dpi=80)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--updates", type=int, default=25, help="of 16,384 decisions each")
    parser.add_argument("--threads", type=int, default=2, help="of torch")
    parser.add_argument("--out", type=Path, help="folder of the pictures")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    matplotlib.use("agg")
    matplotlib.rcParams["svg.fonttype"] = "none"
    figure, axes = plt.subplots(figsize=(7, 3.5), layout="constrained")
    for seed in options.seeds:
        torch.manual_seed(seed)
        untrained = share_reached(Agent())
        begun, worked = time.monotonic(), time.process_time()
        agent, curve = train(seed, options.updates)
        minutes, worked = (time.monotonic() - begun) / 60, (time.process_time() - worked) / 60
        trained = share_reached(agent)
        took = f"{minutes:.1f} minutes, {worked:.1f} of processor time"
        print(f"seed {seed}: {untrained:.1%} of new levels before, {trained:.1%} after {took}", flush=True)
        axes.plot(*np.array(curve).T / [[1000], [1]], label=f"seed {seed}")
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
        axes.set(xlabel="decisions, thousands", ylabel="episodes that end at the exit", ylim=(0, 1.02))
        axes.legend()
        figure.savefig(options.out / "training.svg", metadata={"Date": None})
        draw_path(agent, options.out)


if __name__ == "__main__":
    main()
