"""Runs the cases of a framework: each once, so that it is compiled, and once more, which is recorded or profiled."""
import ctypes
import os
import pathlib
import sys

PTX = pathlib.Path(os.environ["WARPGLASS_PTX"])  # a folder a case: what the framework handed to the assembler
LAUNCHES = os.environ.pop("WARPGLASS_LAUNCHES_OF_CASES", "")
CASES = {}


def case(name, function, *arguments):
    CASES[name] = (function, arguments)


def run(prepare, wait):
    """prepare(name, function, arguments) compiles and launches, and returns what launches again."""
    driver = ctypes.CDLL("libcuda.so.1")
    for name, (function, arguments) in CASES.items():
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        try:
            again = prepare(name, function, arguments)
            wait()
            driver.cuProfilerStart()
            if LAUNCHES:
                os.environ.update(WARPGLASS_CASE=name, WARPGLASS_LAUNCHES=LAUNCHES)
            again()
            wait()
        except Exception as refusal:  # one case that a framework refuses is no reason to lose the others
            print(f"REFUSED {name}: {type(refusal).__name__}: {str(refusal)[:300]}", flush=True)
        os.environ.pop("WARPGLASS_LAUNCHES", None)
        driver.cuProfilerStop()
