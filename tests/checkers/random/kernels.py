"""Kernels at random, in PTX, that access a few arrays in patterns and synchronise in every way that there is, more or less well.

Control never depends on what is read, but for loops that wait for a flag which is set earlier in the program: whatever the
order of threads in time, all do the same. So it can be said of each kernel which of its accesses race (order.py).
"""
import random

from order import Order
from statements import BYTES, FLAGS, ROUNDS, Access, Barrier, Bulk, Copy, CopyGroup, Exit, Fence, Guard, Loop, Meeting, ProxyFence, Signal, Text, Wait, accesses_in

MEMORIES = ["s0", "s1", "g0", "g1"]  # shared and global arrays


class Kernel:
    """The same seed makes the same kernel. Its parameters: the global arrays, one behind the other, and the global flags.
    shows: and, where its shared arrays are to go in the end, which then are zero in the beginning.
    """

    def __init__(self, seed, shows=False):
        self.shows = shows
        dice = self.dice = random.Random(seed)
        self.block = dice.choice([32, 32, 64, 64, 96, 128, 40])
        self.grid, self.cluster = dice.choice([1, 1, 2, 3]), 1
        if dice.random() < 0.2:
            self.grid, self.cluster, self.block = dice.choice([2, 4]), 2, min(self.block, 64)
        self.signals = dice.random() < 0.5
        self.copies_of_thread = 8 if self.cluster == 1 and dice.random() < 0.3 else 0
        if self.copies_of_thread:
            self.block = min(self.block, 64)
        self.has_objects = self.cluster == 1 and dice.random() < 0.3
        self.has_bulks = self.copies_of_thread != 0 and dice.random() < 0.5
        self.threads = self.block * self.grid
        self.memories = dice.sample(MEMORIES, dice.choice([1, 2, 2, 3]))
        self.size = {memory: dice.choice([4, 4, 4, 4, 8, 2, 1, 16]) for memory in MEMORIES}
        self.flags = self.barriers = self.meetings = 0
        self.exits = False
        self.bulk_lines = set()  # of copies from shared memory
        self.depends_on_chance = False  # threads get to know what others may have said before
        self.body = self.statements(dice.randint(2, 12))
        self.text = Text()
        self.emit(self.text)

    def thread_of(self, doer):
        """A copy goes on by itself, and is numbered behind the threads."""
        return doer if doer < self.threads else (doer - self.threads) // self.copies_of_thread

    def warp_of(self, doer):
        block, i = divmod(self.thread_of(doer), self.block)
        return block, i // 32

    def guard(self):
        dice = self.dice
        if dice.random() < 0.5:
            return Guard()
        return dice.choice([Guard("below", dice.randint(1, self.block)), Guard("warp", dice.randrange((self.block + 31) // 32)), Guard("lane", dice.randrange(32)), Guard("lanes", dice.choice([2, 8, 16, 31])),
                            Guard("odd"), Guard("block", dice.randrange(self.grid)), Guard("one", dice.randrange(self.grid), dice.randrange(self.block))])

    def statements(self, count, in_loop=False):
        body = []
        for _ in range(count):
            body += self.statement(in_loop)
        return body

    def statement(self, in_loop):
        dice = self.dice
        kind = dice.random()
        if kind < 0.5 or self.exits and kind > 0.8:
            return [Access(self)]
        if kind < 0.52 and not in_loop and self.cluster == 1 and not self.copies_of_thread:
            return [Exit(self)]
        if kind < 0.72:
            return [Barrier(self, in_loop)]
        if kind < 0.8:
            return [Access(self)] if in_loop else [Loop(self)]
        if kind < 0.85 and self.has_objects and not in_loop and self.meetings < 4:
            return [Meeting(self)]
        if kind < 0.92 and self.has_bulks and not in_loop and dice.random() < 0.6:
            return [Barrier(self, in_loop)] * (dice.random() < 0.4) + [ProxyFence(self)] * (dice.random() < 0.6) + [Barrier(self, in_loop)] * (dice.random() < 0.4) + [Bulk(self)] + [Barrier(self, in_loop)] * (dice.random() < 0.3)
        if kind < 0.92 and self.copies_of_thread and not in_loop:
            return [*(Copy(self) for _ in range(dice.randint(1, 2))), *(CopyGroup(self) for _ in range(dice.randint(0, 2)))] + ([Barrier(self, in_loop)] if dice.random() < 0.3 else [])
        if self.signals and kind < 0.87:
            return [Fence(self)]
        return self.message(in_loop) if self.signals and self.flags + ROUNDS <= FLAGS else [Access(self)]

    def message(self, in_loop):
        """A signal with all that should be around it, or nearly."""
        dice = self.dice
        signal = Signal(self)
        wait = Wait(self, signal)
        body = [Barrier(self, in_loop)] if dice.random() < 0.3 else []
        if dice.random() < 0.6:
            body.append(Fence(self, signal.guard, ["gpu", "gpu", "cta"]))
        if dice.random() < 0.1:
            body.append(Access(self))
        body += [signal, *(Access(self) for _ in range(dice.randint(0, 2))), wait]
        if dice.random() < 0.5:
            body.append(Fence(self, wait.guard, ["gpu", "gpu", "cta"]))
        return body + ([Barrier(self, in_loop)] if dice.random() < 0.4 else [])

    def emit(self, text):
        text.add(".version 8.0", ".target sm_90", ".address_size 64", f".visible .entry k(.param .u64 data, .param .u64 flags{', .param .u64 shown' * self.shows}) {{", f".shared .align 16 .b8 first_array[{BYTES}];",
                 f".shared .align 16 .b8 second_array[{BYTES}];", f".shared .align 16 .b8 shared_flags[{FLAGS * 4}];", ".shared .align 8 .b64 barrier_objects[4];",
                 ".reg .b32 %i, %block, %lane, %warp, %thread, %round, %peer, %one, %s0, %s1, %sf, %objects, %a, %t<4>, %v<4>;", ".reg .b16 %h<4>;", ".reg .b64 %l<4>, %g0, %g1, %gf, %w, %sum;", ".reg .pred %p, %q;",
                 "mov.u32 %i, %tid.x;", "mov.u32 %block, %ctaid.x;", "and.b32 %lane, %i, 31;", "shr.u32 %warp, %i, 5;", f"mad.lo.u32 %thread, %block, {self.block}, %i;", "mov.u32 %round, 0;", "mov.u32 %one, 1;", "mov.u64 %sum, 0;",
                 "mov.u32 %peer, %cluster_ctarank;", "xor.b32 %peer, %peer, 1;", "mov.u32 %s0, first_array;", "mov.u32 %s1, second_array;", "mov.u32 %sf, shared_flags;", "mov.u32 %objects, barrier_objects;",
                 "ld.param.u64 %g0, [data];", f"add.u64 %g1, %g0, {BYTES};", "ld.param.u64 %gf, [flags];")
        text.add("shl.b32 %t0, %i, 2;", "add.u32 %a, %sf, %t0;", "mov.u32 %t1, 0;", *(f"@%p st.shared.u32 [%a+{first * 4}], %t1;" if k else f"setp.lt.u32 %p, %i, {FLAGS - first};" for first in range(0, FLAGS, self.block) for k in (0, 1)))
        if self.shows:
            self.for_words_of_shared(text, lambda n, first: [f"@%p st.shared.u32 [%a+{first * 4}], 0;"])
        objects = [statement for statement in self.body if isinstance(statement, Meeting) or isinstance(statement, Bulk) and statement.inward]
        if objects:
            text.add("setp.eq.u32 %p, %i, 0;", *(f"@%p mbarrier.init.shared.b64 [%objects+{one.number * 8}], {one.count(self)};" for one in objects))
        text.add("bar.sync 0;")
        # Blocks of a cluster are there before others reach them, and until all are done.
        whole = ["barrier.cluster.arrive.aligned;", "barrier.cluster.wait.aligned;"] if self.cluster > 1 else []
        text.add(*whole)
        for statement in self.body:
            statement.emit(self, text)
        text.add("setp.eq.u64 %p, %sum, 1;", "@%p bra END;", "END:")
        if self.shows:
            text.add("cp.async.wait_all;", "cp.async.bulk.wait_group 0;", *(one for bulk in self.body if isinstance(bulk, Bulk) and bulk.inward for one in bulk.waits(text)), *whole, "bar.sync 0;",
                     "ld.param.u64 %g0, [shown];", f"mul.wide.u32 %w, %block, {2 * BYTES};", "add.u64 %g0, %g0, %w;", "mul.wide.u32 %w, %i, 4;", "add.u64 %g0, %g0, %w;")
            self.for_words_of_shared(text, lambda n, first: [f"@%p ld.shared.u32 %t1, [%a+{first * 4}];", f"@%p st.global.u32 [%g0+{n * BYTES + first * 4}], %t1;"])
        text.add(*whole, "ret;", "}")

    def for_words_of_shared(self, text, lines):
        text.add("shl.b32 %t0, %i, 2;")
        for first in range(0, BYTES // 4, self.block):
            text.add(f"setp.lt.u32 %p, %i, {BYTES // 4 - first};")
            for n in (0, 1):
                text.add(f"add.u32 %a, %s{n}, %t0;", *lines(n, first))

    def order(self, generous):
        order = Order(self, generous)
        for statement in self.body:
            order.now += 1
            statement.run(self, order, 0)
        return order

    def is_determinate(self):
        """Whether the same is in memory in the end, whatever the order of threads."""
        order = self.order(generous=False)
        adding = {access.line for access in accesses_in(self.body) if "add" in access.op}
        return not self.exits and not order.races() and not order.unfenced(generous=False) and order.writes_are_in_order(adding)

    def races(self, generous):
        return self.order(generous).races()
