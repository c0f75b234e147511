"""Kernels in Triton for the comparison's sake, by what they do; `ALL` holds the cases of each file."""
from . import atomics, elementwise, movement, products, reductions, scans

ALL = {module.__name__.split(".")[-1]: module.CASES for module in (elementwise, reductions, scans, atomics, movement, products)}
