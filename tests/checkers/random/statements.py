"""What random kernels (kernels.py) are made of: each statement writes its PTX, and tells an Order (order.py) what threads do there."""
from order import is_shared

BYTES = 512  # of an array
FLAGS = 64   # words that are flags, of shared and of global memory each
ROUNDS = 4   # of a loop, at most: each has flags of its own
SCOPES = ["cta", "gpu", "gpu", "sys"]


class Text:
    def __init__(self):
        self.lines, self.labels, self.stores = [], 0, 0

    def add(self, *lines):
        """Returns the number of the last line."""
        self.lines += lines
        return len(self.lines)

    def label(self):
        self.labels += 1
        return f"L{self.labels}"


class Guard:
    """The threads that execute a statement."""

    def __init__(self, kind="all", a=0, b=0):
        self.kind, self.a, self.b = kind, a, b

    def holds(self, kernel, thread):
        block, i = divmod(thread, kernel.block)
        return {"all": True, "below": i < self.a, "warp": i // 32 == self.a, "lane": i % 32 == self.a, "lanes": i % 32 < self.a, "odd": i % 2 == 1, "block": block == self.a,
                "one": block == self.a and i == self.b, "warp of block": block == self.a and i // 32 == self.b}[self.kind]

    def of(self, kernel):
        return [thread for thread in range(kernel.threads) if self.holds(kernel, thread)]

    def ptx(self):
        a, b = self.a, self.b
        return {"all": [], "below": [f"setp.lt.u32 %p, %i, {a};"], "warp": [f"setp.eq.u32 %p, %warp, {a};"], "lane": [f"setp.eq.u32 %p, %lane, {a};"], "lanes": [f"setp.lt.u32 %p, %lane, {a};"],
                "odd": ["and.b32 %t0, %i, 1;", "setp.ne.u32 %p, %t0, 0;"], "block": [f"setp.eq.u32 %p, %block, {a};"],
                "one": [f"setp.eq.u32 %p, %block, {a};", f"setp.eq.and.u32 %p, %i, {b}, %p;"],
                "warp of block": [f"setp.eq.u32 %p, %block, {a};", f"setp.eq.and.u32 %p, %warp, {b}, %p;"]}[self.kind]

    def around(self, text, lines):
        """Those lines, past which the others branch. Returns the number of the first."""
        label = text.label()
        text.add(*self.ptx())
        if self.kind != "all":
            text.add(f"@!%p bra {label};")
        first = len(text.lines) + 1
        text.add(*lines, label + ":")
        return first


class Index:
    """The element that a thread accesses: (f(i) * a + block * b + round * c + d) modulo the array, in elements of `size` bytes."""

    def __init__(self, kernel, size):
        dice = kernel.dice
        self.size, self.mask = size, BYTES // size - 1
        self.form = dice.choice(["id", "id", "id", "id", "xor", "shr", "rev", "and"])
        self.x = dice.choice({"xor": [1, 2, 4, 16, 31, 32, 33], "shr": [1, 2, 5], "and": [1, 15, 31]}.get(self.form, [0]))
        self.a = dice.choice([1, 1, 1, 1, 1, 2, 3, 0])
        self.b = kernel.block if dice.random() < 0.8 else dice.choice([0, 1, 32])
        self.c = dice.choice([0, 0, 1, 32, kernel.block])
        self.d = dice.choice([0, 0, 0, 0, 1, 2, 32, 64])

    def at(self, kernel, thread, turn):
        block, i = divmod(thread, kernel.block)
        value = {"id": i, "xor": i ^ self.x, "shr": i >> self.x, "rev": kernel.block - 1 - i, "and": i & self.x}[self.form]
        return (value * self.a + block * self.b + turn * self.c + self.d & self.mask) * self.size

    def ptx(self, kernel, memory):
        """Leaves the address in %a, or of global memory in %w."""
        value = {"id": "mov.u32 %t1, %i;", "xor": f"xor.b32 %t1, %i, {self.x};", "shr": f"shr.u32 %t1, %i, {self.x};", "rev": f"sub.u32 %t1, {kernel.block - 1}, %i;",
                 "and": f"and.b32 %t1, %i, {self.x};"}[self.form]
        lines = [value, f"mul.lo.u32 %t1, %t1, {self.a};", f"mad.lo.u32 %t1, %block, {self.b}, %t1;", f"mad.lo.u32 %t1, %round, {self.c}, %t1;", f"add.u32 %t1, %t1, {self.d};",
                 f"and.b32 %t1, %t1, {self.mask};", f"mul.lo.u32 %t1, %t1, {self.size};"]
        return lines + ([f"add.u32 %a, %{memory}, %t1;"] if is_shared(memory) else ["cvt.u64.u32 %w, %t1;", f"add.u64 %w, %{memory}, %w;"])


class Access:
    """A load, store or atomic. Where threads signal to each other no strong access reads: chance would say what it hears."""

    def __init__(self, kernel):
        dice = kernel.dice
        self.memory = dice.choice(kernel.memories)
        self.guard = kernel.guard()
        self.branch = dice.random() < 0.3
        self.generic = dice.random() < 0.2
        self.remote = kernel.cluster > 1 and is_shared(self.memory) and dice.random() < 0.5
        self.size = kernel.size[self.memory] if dice.random() < 0.85 else dice.choice([1, 2, 4, 8, 16])
        self.kind = dice.choice(["ld"] * 5 + ["st"] * 4 + (["red", "st.relaxed", "st.volatile"] if kernel.signals else ["red", "atom", "st.relaxed", "ld.relaxed", "st.volatile", "ld.volatile"]))
        scope = dice.choice(SCOPES + (["cluster"] * 2 if kernel.cluster > 1 else []))
        self.parts, self.scope = 1, None
        if self.kind in ("red", "atom"):
            self.size = max(4, min(self.size, 8))
            self.scope = scope
            self.op = f"{self.kind}.relaxed.{scope}SPACE.{'exch.b' if self.kind == 'atom' and dice.random() < 0.3 else 'add.u'}{self.size * 8}"
        else:
            first, _, how = self.kind.partition(".")
            if how:
                self.scope = "sys" if how == "volatile" else scope
                how = "." + (f"relaxed.{scope}" if how == "relaxed" else how)
            self.parts = {8: dice.choice([1, 1, 1, 2]), 16: dice.choice([2, 4])}.get(self.size, 1)
            bits = self.size // self.parts * 8
            self.op = f"{first}{how}SPACE{f'.v{self.parts}' if self.parts > 1 else ''}.{'b' if bits < 32 else 'u'}{bits}"
        self.index = Index(kernel, self.size)

    @property
    def reads(self):
        return self.kind.startswith("ld") or self.kind == "atom"

    @property
    def writes(self):
        return not self.kind.startswith("ld")

    def emit(self, kernel, text):
        shared = is_shared(self.memory)
        space = ".shared::cluster" if self.remote else ".shared" if shared else ".global"
        at = "%a" if shared else "%w"
        text.add(*self.index.ptx(kernel, self.memory))
        if self.remote:
            text.add("mapa.shared::cluster.u32 %a, %a, %peer;")
        if self.generic and shared:
            text.add("cvt.u64.u32 %w, %a;", f"cvta{space}.u64 %w, %w;")
            at = "%w"
        bytes_of_part = self.size // self.parts
        register = {1: "%h", 2: "%h", 4: "%v", 8: "%l"}[bytes_of_part]
        values = ", ".join(f"{register}{n}" for n in range(self.parts))
        if self.parts > 1:
            values = "{" + values + "}"
        if self.writes:
            # No two lanes of a warp store the same, nor does a thread twice.
            text.stores += 1
            text.add(f"add.u32 %t2, %thread, {text.stores * 8};")
            convert = {1: "cvt.u16.u32", 2: "cvt.u16.u32", 4: "mov.u32", 8: "cvt.u64.u32"}[bytes_of_part]
            text.add(*(f"{convert} {register}{n}, %t2;" for n in range(self.parts)))
        op = self.op.replace("SPACE", "" if self.generic else space)
        line = f"{op} {register}0, [{at}], {values};" if self.kind == "atom" else f"{op} [{at}], {values};" if self.writes else f"{op} {values}, [{at}];"
        # What is loaded is used; of others it is what was loaded before.
        sums = [one for n in range(self.parts) for one in (f"cvt.u64.u{ {'h': 16, 'v': 32, 'l': 64}[register[1]]} %w, {register}{n};", "add.u64 %sum, %sum, %w;")] if self.reads else []
        if self.branch:
            self.line = self.guard.around(text, [line, *sums])
        else:
            guard = "" if self.guard.kind == "all" else "@%p "
            self.line = text.add(*self.guard.ptx(), guard + line)
            text.add(*(guard + one for one in sums))

    @property
    def depends_on_memory(self):
        """Whether what stood there before decides about anything."""
        return self.kind != "st" and not self.kind.startswith("st.") and "exch" not in self.op

    def run(self, kernel, order, turn):
        size = self.size // self.parts
        for thread in self.guard.of(kernel):
            at = self.index.at(kernel, thread, turn)
            owner = order.block_of(thread) ^ 1 if self.remote else None
            for part in range(self.parts):
                order.access(thread, self.line, self.memory, at + part * size, size, self.reads, self.writes, self.scope, owner)


class Copy:
    """cp.async."""

    def __init__(self, kernel):
        dice = kernel.dice
        self.guard, self.size = kernel.guard(), dice.choice([4, 8, 16])
        self.source, self.target = dice.choice(["g0", "g1"]), dice.choice(["s0", "s1"])
        self.read, self.write = Index(kernel, self.size), Index(kernel, self.size)

    def emit(self, kernel, text):
        text.add(*self.read.ptx(kernel, self.source), *self.write.ptx(kernel, self.target), *self.guard.ptx())
        self.line = text.add(f"{'' if self.guard.kind == 'all' else '@%p '}cp.async.{'cg' if self.size == 16 else 'ca'}.shared.global [%a], [%w], {self.size};")

    def run(self, kernel, order, turn):
        for thread in self.guard.of(kernel):
            order.copy_into_group(thread, self.line, self.source, self.read.at(kernel, thread, turn), self.target, self.write.at(kernel, thread, turn), self.size)


class CopyGroup:
    """The end of a group of copies, or a wait until so many are left."""

    def __init__(self, kernel):
        self.waits = kernel.dice.random() < 0.35
        self.left = kernel.dice.choice([0, 0, 0, 1, 1, 2])

    def emit(self, kernel, text):
        text.add("cp.async.commit_group;" if not self.waits else f"cp.async.wait_group {self.left};" if self.left else "cp.async.wait_all;")

    def run(self, kernel, order, turn):
        for thread in range(kernel.threads):
            if not self.waits or self.left == 0:
                order.commit(thread)
            if self.waits:
                order.wait_for(order.groups, thread, self.left)


class Barrier:
    """Of a block, a cluster, a warp, or some of them. A kernel that has been emitted may be looked at with other kinds, or "none"."""

    def __init__(self, kernel, in_loop):
        dice = kernel.dice
        kinds = ["block"] * 4 + ["lanes", "warp", "warp"] + ["cluster"] * 3 * (kernel.cluster > 1)
        if kernel.block % 32 == 0 and kernel.block > 32 and kernel.barriers < 15 and not kernel.exits:
            kinds += ["value", "some"] + ["arrive"] * (not in_loop)  # who only arrives may come twice before the others
        self.kind = dice.choice(kinds)
        self.warps = dice.randint(1, max(1, kernel.block // 32 - 1))
        self.lanes = dice.choice([2, 8, 16, 31])
        kernel.barriers += self.kind in ("some", "arrive")
        self.number = kernel.barriers

    def emit(self, kernel, text):
        if self.kind == "block":
            self.line = text.add("bar.sync 0;")
        elif self.kind == "cluster":
            text.add("barrier.cluster.arrive.aligned;", "barrier.cluster.wait.aligned;")
        elif self.kind == "value":
            text.add("setp.lt.u32 %p, %i, 7;", "bar.red.popc.u32 %t0, 0, %p;")
        elif self.kind == "warp":
            text.add("bar.warp.sync 0xffffffff;")
        elif self.kind == "lanes":
            Guard("lanes", self.lanes).around(text, [f"bar.warp.sync {(1 << self.lanes) - 1};"])
        elif self.kind == "some":
            Guard("below", self.warps * 32).around(text, [f"bar.sync {self.number}, {self.warps * 32};"])
        else:
            arrive, end = text.label(), text.label()
            text.add(f"setp.lt.u32 %p, %warp, {self.warps};", f"@%p bra {arrive};", f"bar.sync {self.number}, {kernel.block};", f"bra {end};", arrive + ":",
                     f"bar.arrive {self.number}, {kernel.block};", end + ":", "mov.u32 %t0, 0;")

    def run(self, kernel, order, turn):
        if self.kind == "none":
            return
        step = kernel.block * (kernel.cluster if self.kind == "cluster" else 1)
        for first in range(0, kernel.threads, step):
            those = list(range(first, first + step))
            if self.kind in ("warp", "lanes"):
                for warp in range(0, kernel.block, 32):
                    lanes = those[warp:warp + (32 if self.kind == "warp" else min(self.lanes, kernel.block - warp))]
                    order.meet(lanes, lanes)
            elif self.kind == "some":
                order.meet(those[:self.warps * 32], those[:self.warps * 32])
            else:
                order.meet(those, those[self.warps * 32:] if self.kind == "arrive" else those)


class Fence:
    def __init__(self, kernel, guard=None, scopes=SCOPES):
        self.guard = guard or kernel.guard()
        self.scope = kernel.dice.choice(scopes)
        self.op = kernel.dice.choice([f"fence.acq_rel.{self.scope};", f"fence.sc.{self.scope};", {"cta": "membar.cta;", "gpu": "membar.gl;", "sys": "membar.sys;"}[self.scope]])

    def emit(self, kernel, text):
        self.guard.around(text, [self.op])

    def run(self, kernel, order, turn):
        for thread in self.guard.of(kernel):
            order.fence(thread, self.scope)


class Signal:
    """A thread sets a flag, or threads count up; who waits for it does so later in the program."""

    def __init__(self, kernel):
        dice = kernel.dice
        self.shared = dice.random() < 0.3
        self.flag = kernel.flags
        kernel.flags += ROUNDS
        self.counts = dice.random() < 0.4
        self.scope = dice.choice(["cta", "gpu", "gpu", "gpu", "sys"])
        if self.counts:
            self.guard = kernel.guard()
            if not any(self.guard.holds(kernel, thread) for thread in range(kernel.block if self.shared else kernel.threads)):
                self.guard = Guard()
            how = dice.choice(["red.relaxed", "red.release"] * 4 + ["atom.relaxed", "atom.release"])
            kernel.depends_on_chance |= how.startswith("atom")
            self.op = f"{how}.{self.scope}SPACE.add.u32"
        else:
            self.guard = Guard("one", dice.randrange(kernel.grid), dice.randrange(kernel.block))
            how = dice.choice(["st.relaxed", "st.release", "st.volatile", "atom.relaxed", "atom.release"])
            self.op = "st.volatileSPACE.u32" if "volatile" in how else f"{how}.{self.scope}SPACE" + (".exch.b32" if "atom" in how else ".u32")
            if "volatile" in how:
                self.scope = "sys"
        self.releases = "release" in how

    @property
    def memory(self):
        return "sf" if self.shared else "gf"

    def ptx(self, op, register):
        space = ".shared" if self.shared else ".global"
        at = f"[{'%a' if self.shared else '%w'}+{self.flag * 4}]"
        op = op.replace("SPACE", space)
        return f"{op} {at}, %one;" if register is None else f"{op} {register}, {at}" + (", 1;" if op.startswith("atom") else ";")

    def address(self):
        """Of the round's flag, but for the distance that ptx() adds."""
        return ["shl.b32 %t1, %round, 2;", "add.u32 %a, %sf, %t1;"] if self.shared else ["mul.wide.u32 %w, %round, 4;", "add.u64 %w, %gf, %w;"]

    def emit(self, kernel, text):
        text.add(*self.address())
        self.line = self.guard.around(text, [self.ptx(self.op, "%t3" if self.op.startswith("atom") else None)])

    def count(self, kernel):
        """What who waits will find, in the block's own flag where that is shared."""
        block = self.guard.a if self.guard.kind in ("block", "one", "warp of block") else 0
        return sum(not self.shared or thread // kernel.block == block for thread in self.guard.of(kernel)) if self.counts else 1

    def run(self, kernel, order, turn):
        for thread in self.guard.of(kernel):
            order.signal(thread, self.line, self.memory, (self.flag + turn) * 4, self.scope, self.releases, self.counts)


class Wait:
    """Threads poll until the signal is there."""

    def __init__(self, kernel, signal):
        dice = kernel.dice
        self.signal = signal
        warps = (kernel.block + 31) // 32
        block = signal.guard.a
        if signal.shared and signal.guard.kind in ("block", "one", "warp of block"):
            self.guard = dice.choice([Guard("block", block), Guard("one", block, dice.randrange(kernel.block)), Guard("warp of block", block, dice.randrange(warps))])
        elif signal.shared:
            self.guard = dice.choice([Guard(), Guard("below", 1), Guard("warp", dice.randrange(warps))])
        else:
            block = dice.randrange(kernel.grid)
            self.guard = dice.choice([Guard(), Guard("block", block), Guard("one", block, dice.randrange(kernel.block)), Guard("warp of block", block, 0), Guard("below", 1), Guard("lane", 0)])
        how = dice.choice(["ld.relaxed", "ld.acquire", "ld.acquire", "ld.volatile"])
        self.scope = "sys" if how == "ld.volatile" else dice.choice(["cta", "gpu", "gpu", "gpu", "sys"])
        self.acquires = how == "ld.acquire"
        self.op = "ld.volatileSPACE.u32" if how == "ld.volatile" else f"{how}.{self.scope}SPACE.u32"

    def emit(self, kernel, text):
        again = text.label()
        text.add(*self.signal.address())
        self.line = 1 + self.guard.around(text, [again + ":", self.signal.ptx(self.op, "%t3"), f"setp.lt.u32 %q, %t3, {self.signal.count(kernel)};", f"@%q bra {again};"])

    def run(self, kernel, order, turn):
        for thread in self.guard.of(kernel):
            order.wait(thread, self.line, self.signal.memory, (self.signal.flag + turn) * 4, self.scope, self.acquires)


class Meeting:
    """A barrier object: some arrive, or their copies do, and others wait until all have."""

    def __init__(self, kernel):
        dice = kernel.dice
        self.number = kernel.meetings
        kernel.meetings += 1
        self.come = kernel.guard()
        if self.come.kind in ("block", "one") or not self.count(kernel):
            self.come = Guard()
        self.wait = dice.choice([Guard(), Guard("below", 1), Guard("warp", dice.randrange((kernel.block + 31) // 32)), Guard("lanes", 16)])
        self.between = [Access(kernel) for _ in range(dice.randint(0, 2))]
        self.of_copies = kernel.copies_of_thread and dice.random() < 0.4

    def count(self, kernel):
        return sum(self.come.holds(kernel, thread) for thread in range(kernel.block))

    def emit(self, kernel, text):
        at, again = f"[%objects+{self.number * 8}]", text.label()
        self.come.around(text, [f"cp.async.mbarrier.arrive.noinc.shared.b64 {at};" if self.of_copies else f"mbarrier.arrive.shared.b64 %l3, {at};"])
        for statement in self.between:
            statement.emit(kernel, text)
        self.wait.around(text, [again + ":", f"mbarrier.try_wait.parity.shared.b64 %q, {at}, 0;", f"@!%q bra {again};"])

    def run(self, kernel, order, turn):
        said = [[] for _ in range(kernel.grid)]
        for thread in self.come.of(kernel):
            said[order.block_of(thread)].append(order.row_of_copies(thread) if self.of_copies else order.row(thread))
        for statement in self.between:
            order.now += 1
            statement.run(kernel, order, turn)
        for thread in self.wait.of(kernel):
            order.learn(thread, *said[order.block_of(thread)])


class Bulk:
    """A bulk copy by the first thread of each block, to shared memory, which a barrier object tells of, or from there, as a group."""

    def __init__(self, kernel):
        dice = kernel.dice
        self.inward = kernel.meetings < 4 and dice.random() < 0.6
        self.shared, self.other = dice.choice(["s0", "s1"]), dice.choice(["g0", "g1"])
        self.size = dice.choice([16, 64, 128, 256])
        self.at, self.from_block, self.other_at = dice.randrange(4) * 64, dice.choice([0, 1, 1]), dice.randrange(4) * 32
        self.between = [Access(kernel) for _ in range(dice.randint(0, 2))]
        self.left, self.reads = dice.choice([0, 0, 0, 1, 9]), ""
        self.wait = Guard("below", 1)
        if self.inward:
            self.number = kernel.meetings
            kernel.meetings += 1
            self.wait = dice.choice([Guard(), Guard("below", 1), Guard("warp", dice.randrange((kernel.block + 31) // 32))])

    def count(self, kernel):
        return 1

    def places(self, block):
        """In shared and in global memory."""
        return self.at % (BYTES - self.size + 16), (self.other_at + block * self.from_block * 128) % (BYTES - self.size + 16)

    def waits(self, text):
        again = text.label()
        return [again + ":", f"mbarrier.try_wait.parity.shared.b64 %q, [%objects+{self.number * 8}], 0;", f"@!%q bra {again};"]

    def emit(self, kernel, text):
        text.add(f"mul.lo.u32 %t1, %block, {self.from_block * 128};", f"add.u32 %t1, %t1, {self.other_at};", f"rem.u32 %t1, %t1, {BYTES - self.size + 16};", "cvt.u64.u32 %w, %t1;", f"add.u64 %w, %{self.other}, %w;",
                 f"add.u32 %a, %{self.shared}, {self.places(0)[0]};")
        if self.inward:
            at = f"[%objects+{self.number * 8}]"
            self.line = 1 + Guard("below", 1).around(text, [f"mbarrier.arrive.expect_tx.shared.b64 %l3, {at}, {self.size};",
                                                            f"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%a], [%w], {self.size}, {at};"])
            waits = self.waits(text)
        else:
            self.line = Guard("below", 1).around(text, [f"cp.async.bulk.global.shared::cta.bulk_group [%w], [%a], {self.size};", "cp.async.bulk.commit_group;"])
            kernel.bulk_lines.add(self.line)
            waits = [f"cp.async.bulk.wait_group {self.left};"]
        for statement in self.between:
            statement.emit(kernel, text)
        self.wait.around(text, waits)

    def run(self, kernel, order, turn):
        said = []
        for block in range(kernel.grid):
            thread = block * kernel.block
            here, there = self.places(block)
            if self.inward:
                row = order.row(thread)
                done = order.copy(thread, self.line, self.other, there, self.shared, here, self.size)
            else:
                done = order.copy(thread, self.line, self.shared, here, self.other, there, self.size)
                order.bulk_groups[thread].append([done] if done else [])
            if self.inward:
                if done:
                    row[done[0]] = done[1]
                said.append(row)
        for statement in self.between:
            order.now += 1
            statement.run(kernel, order, turn)
        for thread in self.wait.of(kernel):
            if self.inward:
                order.learn(thread, said[order.block_of(thread)])
            else:
                order.wait_for(order.bulk_groups, thread, self.left)


class ProxyFence:
    """fence.proxy.async: bulk copies see what threads have stored."""

    def __init__(self, kernel):
        self.guard = kernel.guard()

    def emit(self, kernel, text):
        self.guard.around(text, ["fence.proxy.async;"])

    def run(self, kernel, order, turn):
        for thread in self.guard.of(kernel):
            order.proxy_fences.append((thread, order.now, order.row(thread)))


class Exit:
    """Some threads are done."""

    def __init__(self, kernel):
        self.guard = kernel.guard()
        if self.guard.kind == "all":
            self.guard = Guard("below", 32)
        kernel.exits = True

    def emit(self, kernel, text):
        text.add(*self.guard.ptx(), "@%p ret;")

    def run(self, kernel, order, turn):
        order.gone.update(self.guard.of(kernel))


class Loop:
    def __init__(self, kernel):
        self.rounds = kernel.dice.randint(2, ROUNDS)
        self.body = kernel.statements(kernel.dice.randint(1, 5), in_loop=True)

    def emit(self, kernel, text):
        again = text.label()
        text.add("mov.u32 %round, 0;", again + ":")
        for statement in self.body:
            statement.emit(kernel, text)
        text.add("add.u32 %round, %round, 1;", f"setp.lt.u32 %q, %round, {self.rounds};", f"@%q bra {again};", "mov.u32 %round, 0;")

    def run(self, kernel, order, turn):
        for own_turn in range(self.rounds):
            for statement in self.body:
                order.now += 1
                statement.run(kernel, order, own_turn)


def accesses_in(body):
    for statement in body:
        if isinstance(statement, Loop):
            yield from accesses_in(statement.body)
        elif isinstance(statement, (Bulk, Meeting)):
            yield from statement.between
        elif isinstance(statement, Access):
            yield statement
