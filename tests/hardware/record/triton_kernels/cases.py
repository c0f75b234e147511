"""What a case is: a kernel of Triton, one launch of it, its arguments before the launch.

Values are drawn from few different ones (floats are multiples of 1/64), so that they are exact in the narrow types and
the recording packs well.
"""
import dataclasses
import zlib
from collections.abc import Callable

import torch

TORCH = {
    "f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32, "f64": torch.float64,
    "e4m3": torch.float8_e4m3fn, "e5m2": torch.float8_e5m2,
    "i8": torch.int8, "u8": torch.uint8, "i16": torch.int16, "i32": torch.int32, "i64": torch.int64,
}


@dataclasses.dataclass
class Array:
    type: str
    make: Callable  # of a generator


@dataclasses.dataclass
class Case:
    """`tolerance`: how far results may be off, as a share of the array's largest magnitude; 0: not at all. `needs` names
    what the launch has beyond loads, stores and `mma.sync`."""

    name: str
    kernel: object
    grid: tuple
    arguments: list
    constants: dict
    warps: int = 4
    stages: int = 3
    tolerance: float = 0
    needs: str = ""

    def generator(self):
        return torch.Generator().manual_seed(zlib.crc32(self.name.encode()))


class Cases(list):
    """The cases of a file."""

    def add(self, name, kernel, grid, arguments, constants=None, **options):
        self.append(Case(name, kernel, grid, arguments, constants or {}, **options))


def floats(dtype, *shape, low=-2.0, high=2.0):
    def make(generator):
        steps = torch.randint(int(low * 64), int(high * 64) + 1, shape, generator=generator)
        return (steps.to(torch.float64) / 64).to(TORCH[dtype])

    return Array(dtype, make)


def whole(dtype, *shape, low=-4, high=4):
    """Whole numbers in any type: their sums are exact in whatever order."""
    return Array(dtype, lambda generator: torch.randint(low, high + 1, shape, generator=generator).to(TORCH[dtype]))


def permutation(dtype, count):
    return Array(dtype, lambda generator: torch.randperm(count, generator=generator).to(TORCH[dtype]))


def zeros(dtype, *shape):
    return Array(dtype, lambda generator: torch.zeros(shape).to(TORCH[dtype]))


def filled(dtype, value, *shape):
    return Array(dtype, lambda generator: torch.full(shape, value).to(TORCH[dtype]))


def listed(dtype, values):
    return Array(dtype, lambda generator: torch.tensor(values).to(TORCH[dtype]))
