"""The example of training learns: each seed goes from hardly any exit to nearly all, in levels that it has not seen."""

import pathlib
import sys

import pytest

torch = pytest.importorskip("torch", reason="SKIPPED: training: torch is not installed")
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "examples"))

from train_reach_exit import NEW, SEEN, LEVELS, Agent, share_reached, train  # noqa: E402


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_an_agent_learns_to_reach_the_exit(seed: int) -> None:
    assert NEW > SEEN + LEVELS
    torch.set_num_threads(2)
    torch.manual_seed(seed)
    before = share_reached(Agent(), 128)
    agent, curve = train(seed, 14)
    after = share_reached(agent, 128)
    assert before < 0.3 and after > 0.8, f"{before:.0%} before, {after:.0%} after: {curve}"
