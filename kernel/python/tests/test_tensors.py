"""Fields of crowds as tensors of torch on the processor: by DLPack, one by one, without a copy."""

import gc

import numpy as np
import pytest

import sweep8
from conftest import DT, grid

torch = pytest.importorskip("torch", reason="SKIPPED: fields as tensors: torch is not installed")

FIELDS = {
    "position": torch.float32,
    "velocity": torch.float32,
    "orientation": torch.float32,
    "ground": torch.uint8,
    "ground_normal": torch.float32,
    "status": torch.uint8,
    "group": torch.uint32,
    "desired_velocity": torch.float32,
    "jump": torch.float32,
    "gravity": torch.float32,
    "up": torch.float32,
    "impulse": torch.float32,
}


@pytest.mark.parametrize("field", FIELDS)
def test_a_tensor_lies_over_the_field(field: str) -> None:
    crowd = sweep8.Crowd(7, standing_on=grid(7))
    array = getattr(crowd, field)
    tensor = torch.from_dlpack(array)
    assert tensor.dtype is FIELDS[field] and tuple(tensor.shape) == array.shape and tensor.device.type == "cpu"
    assert tensor.data_ptr() == array.ctypes.data
    assert tuple(length * tensor.element_size() for length in tensor.stride()) == array.strides
    # Bits of the last element go both ways, and no other byte changes.
    block = crowd.inputs if field in crowd.inputs.dtype.names or field == "jump" else crowd.states
    before = block.copy()
    last = (6,) if array.ndim == 1 else (6, array.shape[1] - 1)
    tensor[last] = 3
    assert array[last] == 3
    array[last] = 1
    assert tensor[last].item() == 1
    block[6] = before[6]
    assert block.tobytes() == before.tobytes()


def test_a_step_writes_into_tensors_and_reads_from_them(world: sweep8.World) -> None:
    crowd = sweep8.Crowd(5, standing_on=grid(5))
    wish, position = torch.from_dlpack(crowd.desired_velocity), torch.from_dlpack(crowd.position)
    ground = torch.from_dlpack(crowd.ground)
    before = position.clone()
    wish[:, 0] = torch.arange(5.0)
    crowd.step(world, DT, 64)
    assert torch.allclose(position[:, 0] - before[:, 0], torch.arange(5.0), atol=1e-3)
    assert (ground == sweep8.FLOOR).all()


def test_a_tensor_keeps_the_memory_and_keeps_it_where_it_is() -> None:
    crowd = sweep8.Crowd(5, standing_on=grid(5))
    tensor = torch.from_dlpack(crowd.position)
    part = tensor[2:4, 1]
    del tensor
    with pytest.raises(BufferError, match="the crowd has 1 arrays over its memory"):
        crowd.despawn([0])
    del part
    gc.collect()
    crowd.despawn([0])
    tensor, expected = torch.from_dlpack(crowd.position), crowd.position.copy()
    del crowd
    gc.collect()
    blocks = [torch.full((640,), 7, dtype=torch.uint8) for _ in range(200)]
    assert np.array_equal(tensor.numpy(), expected) and len(blocks) == 200


def test_a_whole_state_is_no_tensor() -> None:
    crowd = sweep8.Crowd(5)
    with pytest.raises((BufferError, TypeError), match="DLPack|dlpack"):
        torch.from_dlpack(crowd.states)
