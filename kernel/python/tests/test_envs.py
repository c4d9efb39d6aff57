"""The environments: the checkers of their libraries, every exit can be reached, the same seed gives the same numbers."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import parallel_api_test, parallel_seed_test

import sweep8
from sweep8.envs import Catacombs, ReachExit, ReachExitEnv, Tag
from sweep8.envs.catacombs import STOREY, Box, Site, lift_height, mesh_of


def to_sign(observation: np.ndarray) -> np.ndarray:
    """The action that walks to the sign."""
    way = observation[:, [16, 18]]
    return way / np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-6)


def test_fronts_of_a_box_are_outside() -> None:
    world = sweep8.World()
    world.add(mesh_of([Box((-1, -2, -3), (1, 2, 3))]))
    out = np.concatenate([np.eye(3), -np.eye(3)])
    hits = world.cast(out * 9, -out, 20, sides="front")
    assert np.allclose(hits.normal, out) and np.allclose(hits.distance, 9 - np.tile([1, 2, 3], 2))


def test_every_room_can_be_reached_from_every_other() -> None:
    for seed in range(50):
        level = Catacombs(seed, 2 + seed % 4)
        for goal in range(level.count):
            for room in range(level.count):
                steps = 0
                while room != goal:
                    room, steps = int(level.next[goal, room]), steps + 1
                    assert steps < level.count
    with pytest.raises(ValueError, match="`size` is 1, must be 2 to 16"):
        Catacombs(0, 1)


def test_who_follows_the_signs_reaches_every_exit_up_and_down_the_stairs() -> None:
    envs = ReachExit(48, levels=24)
    observation, _ = envs.reset(seed=1)
    reached, total, floors = 0, 0.0, set()
    for _ in range(700):
        observation, reward, terminated, truncated, _ = envs.step(to_sign(observation))
        assert observation in envs.observation_space
        assert not truncated.any(), "somebody who follows the signs does not arrive"
        reached += int(terminated.sum())
        total += float(reward.sum())
        floors |= set(np.round(envs.feet[:, 1] / STOREY, 1))
    assert reached > 150 and total > reached
    assert {0.0, 0.5, 1.0} <= floors


def test_who_walks_anywhere_is_late() -> None:
    envs = ReachExit(32, levels=8, seconds=20)
    envs.reset(seed=2)
    rng = np.random.default_rng(2)
    reached = late = 0
    for _ in range(700):
        _, _, terminated, truncated, _ = envs.step(rng.uniform(-1, 1, (32, 2)))
        reached, late = reached + int(terminated.sum()), late + int(truncated.sum())
    assert late > 40 and reached < 0.3 * (reached + late)


def test_a_lift_carries_who_stands_on_it() -> None:
    site = Site([3])
    level = site.levels[0]
    crowd = sweep8.Crowd(1, [sweep8.Profile(sweep8.Capsule(0.3, 0.5))], standing_on=[level.lift_corners()[0] + [0.9, 0.12, 0.9]])
    heights = []
    for _ in range(60 * 12):
        site.advance(1 / 60)
        crowd.step(site.world, 1 / 60)
        heights.append(float(crowd.positions()[0, 1]) - 0.8 - lift_height(site.seconds))
    assert np.ptp(heights) < 0.02 and lift_height(7.5) == STOREY


def test_the_same_seed_gives_the_same_numbers_on_any_number_of_threads() -> None:
    def run(threads: int | None, envs: ReachExit | None = None) -> np.ndarray:
        envs = envs or ReachExit(16, levels=4, threads=threads)
        observation, _ = envs.reset(seed=7)
        seen = [observation]
        for _ in range(80):
            observation, *_ = envs.step(to_sign(observation))
            seen.append(observation)
        return np.array(seen)

    used = ReachExit(16, levels=4)
    first = run(None, used)
    for again in (run(1), run(3), run(None, used)):
        assert again.tobytes() == first.tobytes()


def test_environments_are_reset_one_by_one() -> None:
    envs = ReachExit(4, levels=8, seconds=1, autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=3)
    still = np.zeros((4, 2), np.float32)
    for _ in range(9):
        assert not envs.step(still)[3].any()
    assert envs.step(still)[3].all()
    with pytest.raises(ValueError, match="environment 0 has ended"):
        envs.step(still)
    before = envs.crowd.positions()
    envs.reset(options={"reset_mask": np.array([True, False, True, False])})
    after = envs.crowd.positions()
    assert np.array_equal(before[1::2], after[1::2]) and (before[::2] != after[::2]).any(axis=1).all()
    with pytest.raises(ValueError, match="environment 1 has ended"):
        envs.step(still)
    envs.reset(options={"reset_mask": envs.ended})
    envs.step(still)
    with pytest.raises(ValueError, match=r"`reset_mask` is float64\[3\], must be bool\[4\]"):
        envs.reset(options={"reset_mask": np.zeros(3)})
    with pytest.raises(ValueError, match=r"`actions` has shape \[3, 2\], must be \[4, 2\]"):
        envs.step(np.zeros((3, 2)))


def test_the_next_step_resets_what_has_ended() -> None:
    envs = ReachExit(2, levels=2, seconds=0.5)
    envs.reset(seed=4)
    for _ in range(4):
        envs.step(np.ones((2, 2)))
    assert envs.step(np.ones((2, 2)))[3].all()
    _, reward, terminated, truncated, _ = envs.step(np.ones((2, 2)))
    assert not reward.any() and not terminated.any() and not truncated.any()
    assert envs.decisions.tolist() == [0, 0]


@pytest.mark.filterwarnings("ignore:.*render.*")
def test_gymnasium_finds_no_fault() -> None:
    check_env(ReachExitEnv(levels=2), skip_render_check=True)
    envs = gymnasium.make_vec("sweep8/ReachExit-v0", num_envs=3, vectorization_mode="vector_entry_point", levels=2)
    observation, _ = envs.reset(seed=1)
    assert observation.shape == (3, 25) and envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP


def test_pettingzoo_finds_no_fault() -> None:
    parallel_api_test(Tag(5, seconds=20), num_cycles=300)
    parallel_seed_test(lambda: Tag(4, seconds=10))


def test_who_is_it_catches_others_who_stand_still() -> None:
    tag = Tag(6, level_seed=5, seconds=120)
    tag.reset(seed=5)
    # All in one room: it goes to the nearest.
    level = tag.site.levels[0]
    around = level.center(0) + np.array([[x, 0, z] for x in (-1, 0.5, 2) for z in (-1.5, 1.5)])
    tag.crowd.teleport(standing_on=around)
    caught, was = 0, tag.it
    for _ in range(300):
        actions = {agent: np.zeros(2, np.float32) for agent in tag.agents}
        at = tag.crowd.positions()
        near = [row for row in range(6) if row not in (tag.it, tag.before if tag.safe else -1)]
        to = min(near, key=lambda row: float(np.linalg.norm(at[row] - at[tag.it])))
        actions[f"agent_{tag.it}"] = (at[to] - at[tag.it])[[0, 2]].astype(np.float32)
        observations, rewards, *_ = tag.step(actions)
        if tag.it != was:
            caught, was = caught + 1, tag.it
            assert rewards[f"agent_{tag.it}"] < -0.9 and max(rewards.values()) > 0.8
    assert caught > 10
    assert observations[f"agent_{tag.it}"][32] == 1 and min(observations[agent][32] for agent in tag.agents) == -1
    assert any(np.any(observations[agent][16:32] == 1) for agent in tag.agents), "nobody sees who is it"
