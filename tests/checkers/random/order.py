"""Which accesses of a kernel's threads are in order, by the PTX ISA's Memory Consistency Model, one access at a time.

Nothing of how Warpglass does it is in here: each thread has a row that says up to when it knows what each other thread has
done, every byte has a list of all that is done to it, and two entries of it race where neither knows of the other.

Where the order of threads in time may add to what they know (a fence that comes behind a read by chance), there are two
answers: a `generous` order takes all of that for known and leaves those races that there are in any case; one that is not
has all that there may be.
"""

WIDTH = {"cta": 0, "cluster": 1, "gpu": 2, "sys": 3}


def is_shared(memory):
    return memory.startswith("s")


class Event:
    """An access of one thread, or of an asynchronous copy, to some bytes."""

    __slots__ = ("doer", "when", "line", "knows", "reads", "writes", "scope", "address", "size")

    def __init__(self, doer, when, line, knows, reads, writes, scope, address, size):
        self.doer, self.when, self.line, self.knows = doer, when, line, knows
        self.reads, self.writes, self.scope, self.address, self.size = reads, writes, scope, address, size


class Order:
    """Threads are numbered through the grid. What each does comes in program order; `now` counts up with every statement."""

    def __init__(self, kernel, generous):
        self.kernel, self.generous = kernel, generous
        self.now = 0
        doers = kernel.threads * (1 + kernel.copies_of_thread)
        self.knows = [[0] * doers for _ in range(kernel.threads)]  # rows are never changed in place
        self.fenced = [[] for _ in range(kernel.threads)]  # (scope, row)
        self.heard = [[] for _ in range(kernel.threads)]   # (who said it, row, scope of the release)
        self.said = {}                                     # word -> [(thread, [(scope, row)], scope of the write)]
        self.gone = set()                                  # threads that have exited
        self.open = [[] for _ in range(kernel.threads)]    # copies that belong to no group yet: (doer, when)
        self.groups = [[] for _ in range(kernel.threads)]
        self.bulk_groups = [[] for _ in range(kernel.threads)]
        self.proxy_fences = []                             # (thread, when, row)
        self.copied = [0] * kernel.threads
        self.events = {}                                   # (memory, whose, byte) -> events

    def row(self, thread):
        """All that the thread knows, with what it has done itself."""
        row = list(self.knows[thread])
        row[thread] = self.now
        return row

    @staticmethod
    def joined(rows):
        rows = list({id(row): row for row in rows}.values())
        return rows[0] if len(rows) == 1 else list(map(max, *rows))

    def learn(self, thread, *rows):
        self.knows[thread] = self.joined([self.knows[thread], *rows])

    def is_near(self, scope, one, other):
        """Whether a scope that the one names includes the other."""
        if scope in ("gpu", "sys"):
            return True
        kernel = self.kernel
        threads = kernel.block * (kernel.cluster if scope == "cluster" else 1)
        return kernel.thread_of(one) // threads == kernel.thread_of(other) // threads

    def block_of(self, thread):
        return thread // self.kernel.block

    def word(self, memory, address, thread):
        return memory, self.block_of(thread) if is_shared(memory) else 0, address

    # What threads do

    def access(self, thread, line, memory, address, size, reads=False, writes=False, scope=None, owner=None):
        """scope: of a strong access. owner: the block whose shared memory it is."""
        if thread not in self.gone:
            self.note(Event(thread, self.now, line, self.knows[thread], reads, writes, scope, address, size), memory, owner)

    def note(self, event, memory, owner=None):
        whose = 0
        if is_shared(memory):
            whose = self.block_of(self.kernel.thread_of(event.doer)) if owner is None else owner
        for byte in range(event.address, event.address + event.size):
            self.events.setdefault((memory, whose, byte), []).append(event)

    def meet(self, come, wait):
        """What those who come have done is known to those who wait."""
        come, wait = ([thread for thread in those if thread not in self.gone] for those in (come, wait))
        if not come:
            return
        fenced = {}
        if self.generous:
            # A barrier makes known what was read before it, and what all have fenced one of them may say behind it.
            for thread in wait:
                self.acquire(thread, "sys")
            for scope, row in (one for thread in come for one in self.fenced[thread]):
                fenced[scope] = self.joined([fenced[scope], row]) if scope in fenced else row
        together = self.joined([self.row(thread) for thread in come])
        for thread in wait:
            self.learn(thread, together)
            if self.generous:
                self.fenced[thread] = list(fenced.items())

    def acquire(self, thread, scope):
        for who, row, how in self.heard[thread]:
            if self.is_near(scope, thread, who) and self.is_near(how, thread, who):
                self.learn(thread, row)

    def fence(self, thread, scope):
        if thread in self.gone:
            return
        self.acquire(thread, scope)
        wider = [one for one in self.fenced[thread] if WIDTH[one[0]] > WIDTH[scope]]
        self.fenced[thread] = [*wider, (scope, self.row(thread))]

    def signal(self, thread, line, memory, address, scope, releases, adds):
        """A strong write of a word that others wait for. adds: it keeps what others have said there."""
        said = list(self.fenced[thread])
        if releases:
            said.append((scope, self.row(thread)))
        self.access(thread, line, memory, address, 4, writes=True, scope=scope)
        word = self.word(memory, address, thread)
        self.said[word] = [*(self.said.get(word, []) if adds else []), (thread, said, scope)]

    def wait(self, thread, line, memory, address, scope, acquires):
        self.access(thread, line, memory, address, 4, reads=True, scope=scope)
        entries = self.said.get(self.word(memory, address, thread), [])
        # Through additions of other blocks that are for their own block only nothing is handed on for certain.
        broken = len({self.block_of(who) for who, _, _ in entries}) > 1 and any(how == "cta" for _, _, how in entries)
        for who, said, how in entries:
            heard = self.is_near(scope, thread, who) and self.is_near(how, thread, who)
            if not (self.generous if broken else heard):
                continue
            for reach, row in said:
                self.heard[thread].append((who, row, reach))
                if acquires and self.is_near(reach, thread, who) and self.is_near(scope, thread, who):
                    self.learn(thread, row)

    def copy(self, thread, line, source, read_at, target, write_at, size):
        """Asynchronous: a doer of its own, which begins after all that its thread has done. Returns (doer, when), or None."""
        kernel = self.kernel
        if thread in self.gone or self.copied[thread] == kernel.copies_of_thread:
            return None
        doer = kernel.threads + thread * kernel.copies_of_thread + self.copied[thread]
        self.copied[thread] += 1
        knows = self.row(thread)
        self.note(Event(doer, self.now, line, knows, True, False, None, read_at, size), source)
        self.note(Event(doer, self.now, line, knows, False, True, None, write_at, size), target)
        return doer, self.now

    def copy_into_group(self, thread, *what):
        if done := self.copy(thread, *what):
            self.open[thread].append(done)

    def commit(self, thread):
        self.groups[thread].append(self.open[thread])
        self.open[thread] = []

    def wait_for(self, groups, thread, left):
        """Until so many of the thread's groups are under way."""
        row = list(self.knows[thread])
        for doer, when in (one for group in groups[thread][:max(0, len(groups[thread]) - left)] for one in group):
            row[doer] = when
        self.knows[thread] = row

    def row_of_copies(self, thread):
        """What a barrier object says that is told when all copies of the thread so far are done, or of its warp: the check takes them together."""
        those = [thread]
        row = list(self.knows[thread])
        if self.generous:
            row = self.row(thread)
            those = [other for other in range(self.kernel.threads) if self.kernel.warp_of(other) == self.kernel.warp_of(thread)]
        for doer, when in (one for other in those for group in (*self.groups[other], self.open[other]) for one in group):
            row[doer] = when
            owner = self.kernel.thread_of(doer)
            row[owner] = max(row[owner], when)
        return row

    # What comes of it

    def is_race(self, one, other):
        if one.doer == other.doer or not (one.writes or other.writes) or self.are_strong(one, other):
            return False
        first, second = (one, other) if one.when <= other.when else (other, one)
        return second.knows[first.doer] < first.when

    def are_strong(self, one, other):
        """Morally strong: each other's scope includes them, and they overlap completely."""
        return (one.scope and other.scope and one.address == other.address and one.size == other.size
                and self.is_near(one.scope, one.doer, other.doer) and self.is_near(other.scope, one.doer, other.doer))

    def may_be_in_order(self, one, other, first_read):
        """What a thread has read by a strong access is before what it does next; copies of a warp may copy the same."""
        def heard_of(plain, strong):
            thread = self.kernel.thread_of(plain.doer)
            return not plain.scope and strong.scope and strong.writes and first_read.get(thread, plain.when) < plain.when
        copies = one.when == other.when and min(one.doer, other.doer) >= self.kernel.threads
        return heard_of(one, other) or heard_of(other, one) or copies and self.kernel.warp_of(one.doer) == self.kernel.warp_of(other.doer)

    def writes_are_in_order(self, adding):
        """Of every byte; but for additions, on these lines, among each other."""
        def is_open(one, other):
            first, second = (one, other) if one.when <= other.when else (other, one)
            return first.doer != second.doer and second.knows[first.doer] < first.when and not {one.line, other.line} <= adding
        writes = ([event for event in events if event.writes] for events in self.events.values())
        return not any(is_open(one, other) for those in writes for n, one in enumerate(those) for other in those[:n])

    def unfenced(self, generous):
        """Lines of stores to shared memory and of bulk copies from there with no proxy fence between for certain; generous: behind no store."""
        found = set()
        for (memory, _, _), events in self.events.items():
            if not is_shared(memory):
                continue
            for copy in (event for event in events if event.line in self.kernel.bulk_lines and event.reads):
                for store in (event for event in events if event.writes and event.line not in self.kernel.bulk_lines):
                    def is_between(fence):
                        thread, when, row = fence
                        return generous or (row[store.doer] >= store.when or thread == store.doer and when > store.when) and copy.knows[thread] >= when
                    if not any(is_between(fence) for fence in self.proxy_fences):
                        found.add((min(store.line, copy.line), max(store.line, copy.line)))
        return found

    def races(self):
        """By the lines of two accesses, the lower first: {(memory, whose, byte, a thread, another)}."""
        found = {}
        thread_of = self.kernel.thread_of
        for place, events in self.events.items():
            first_read = {}
            for event in events:
                if event.scope and event.reads:
                    first_read.setdefault(event.doer, event.when)
            for n, one in enumerate(events):
                for other in events[:n]:
                    if not self.is_race(one, other) or self.generous and self.may_be_in_order(one, other, first_read):
                        continue
                    low, high = (one, other) if one.line < other.line else (other, one)
                    found.setdefault((low.line, high.line), set()).add((*place, thread_of(low.doer), thread_of(high.doer)))
        return found
