#!/usr/bin/env python3
"""Gives random kernels and copies to several streams (streams.cu) under `warpglass check`, and compares the races between streams.

  random_streams.py --tool PATH --compiler PATH [--seeds A..B]

Those of two kernels have to be told, all of them and no others, and of each kernel one with a copy or a fill, if there is any.
Of two copies nothing is asked for.
"""
import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

DEFAULT, INDEPENDENT = 0, 4
BLOCKING = (1, 2, 3)
KERNELS = 24


class Operation:
    def __init__(self, stream, launch, reads, writes, before):
        self.stream, self.launch, self.reads, self.writes, self.before = stream, launch, set(reads), set(writes), before

    def conflicts_with(self, other):
        return self.writes & (other.reads | other.writes) or self.reads & other.writes


class Program:
    """What is given to the streams, with what each operation comes behind (CUDA Programming Guide, Streams and Events)."""

    def __init__(self, seed):
        dice = self.dice = random.Random(seed)
        self.operations, self.lines = [], []
        self.launches = 0
        self.behind = {stream: set() for stream in range(5)}  # what the next operation there comes behind
        self.events = {}
        self.host = set()                                     # what the host has waited for
        for _ in range(dice.randint(4, 22)):
            self.add(dice.choice([0, 1, 1, 2, 2, 3, 4, 4]), dice.random())

    def say(self, what, number, stream, source=0, target=0):
        self.lines.append(f"{what} {number} {stream} {source} {target}")

    def operate(self, stream, reads=(), writes=(), is_kernel=False):
        before = self.behind[stream] | self.host
        if stream == DEFAULT:
            before = before.union(*(self.behind[other] for other in BLOCKING))
        elif stream != INDEPENDENT:
            before |= self.behind[DEFAULT]
        self.operations.append(Operation(stream, self.launches if is_kernel else None, reads, writes, before))
        self.launches += is_kernel
        self.behind[stream] = before | {len(self.operations) - 1}

    def add(self, stream, kind):
        dice = self.dice
        source, target = dice.sample(range(4), 2)
        event = dice.randrange(4)
        if kind < 0.5 and self.launches < KERNELS:
            self.say("K", self.launches, stream, source, target)
            self.operate(stream, [source], [target], is_kernel=True)
        elif kind < 0.56:
            self.say("C", 0, stream, source, target)
            self.operate(stream, [source], [target])
        elif kind < 0.6:
            self.say("M", 0, stream, target=target)
            self.operate(stream, writes=[target])
        elif kind < 0.64:
            self.say("H", 0, stream, source)
            self.operate(stream, reads=[source])
        elif kind < 0.67:
            self.say("F", 0, stream)
            self.operate(stream)
        elif kind < 0.68:  # it may tell the program's own threads
            self.say("L", 0, stream)
            self.operate(stream)
            self.host |= self.behind[stream]
        elif kind < 0.79:
            self.say("R", event, stream)
            self.operate(stream)
            self.events[event] = set(self.behind[stream])
        elif kind < 0.92:
            self.say("W", event, stream)
            if event in self.events:
                self.operate(stream)
                self.behind[stream] |= self.events[event]
        elif kind < 0.95 and stream != DEFAULT:
            self.say("S", 0, stream)
            self.host |= self.behind[stream]
        elif kind < 0.98:
            self.say("E", event, stream)
            self.host |= self.events.get(event, set())
        else:
            self.say("D", 0, stream)
            self.host = self.host.union(*self.behind.values())

    def races(self):
        """Of two kernels by their launches, and of a kernel and a copy or a fill by the launch and the other's stream."""
        found = set()
        for n, operation in enumerate(self.operations):
            for other in (self.operations[i] for i in range(n) if i not in operation.before):
                launches = [one.launch for one in (other, operation) if one.launch is not None]
                if not launches or not operation.conflicts_with(other):
                    continue
                copy = other if other.launch is None else operation
                found.add(tuple(launches) if len(launches) == 2 else (launches[0], f"stream {copy.stream}"))
        return found


def told_in(report):
    told = set()
    for finding in report["findings"]:
        launches = sorted(int(one) for one in re.findall(r"\(launch (\d+), in", finding["message"]))
        if finding["rule"] != "stream-race" or not launches:
            continue
        copy = re.search(r"a copy or a fill in (the default stream|stream \d+)", finding["message"])
        told.add((launches[0], copy[1].replace("the default stream", "stream 0")) if copy else tuple(launches))
    return told


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--seeds", default="0..99")
    options = parser.parse_args()
    first, _, last = options.seeds.partition("..")
    failed = races = 0
    with tempfile.TemporaryDirectory() as folder:
        executable = pathlib.Path(folder) / "streams"
        subprocess.run([options.compiler, "-o", executable, pathlib.Path(__file__).with_name("streams.cu")], check=True)
        seeds = range(int(first), int(last or first) + 1)
        for seed in seeds:
            program = Program(seed)
            done = subprocess.run([options.tool, "check", executable, "--json", "-", "-q", "--seeds", "1"], input="\n".join(program.lines), capture_output=True, text=True, timeout=120)
            races_of, told = program.races(), told_in(json.loads(done.stdout))
            with_copies = {one[0] for one in told if isinstance(one[1], str)}
            missed = {one for one in races_of - told if not isinstance(one[1], str) or one[0] not in with_copies}
            races += len(told)
            failed += bool(missed or told - races_of)
            if missed or told - races_of:
                print(f"seed {seed}: not told: {sorted(missed, key=str)}, no races: {sorted(told - races_of, key=str)}, of", *program.lines, sep="\n  ")
    print(f"{len(seeds)} programs, {races} races told; {failed} reports differ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
