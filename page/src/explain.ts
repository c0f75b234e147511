// One sentence for everything that is shown, and the page of the documentation that says more.

export interface Explanation { text: string; page: string }

const banks = 'docs/teaching/banks.md';
const global = 'docs/teaching/global_memory.md';
const costs = 'docs/teaching/instruction_costs.md';
const occupancy = 'docs/teaching/occupancy.md';
const fidelity = 'docs/fidelity.md';
const races = 'docs/races.md';
const check = 'docs/check.md';
const page = 'docs/page.md';

const words: Record<string, Explanation> = {
  executions: { text: 'Executed: how often a warp executed the instructions of this line, whatever number of its lanes took part.', page: costs },
  lanes: { text: 'Lanes: of the 32 threads of a warp, how many took part on average; fewer than 32 is work that the warp could have done and did not.', page: costs },
  wavefronts: { text: 'Wavefronts: passes through the banks of shared memory; a pass serves each bank once, so lanes that want different words of one bank need several.', page: banks },
  wavefronts_ideal: { text: 'Ideal: the wavefronts that the same bytes would take without bank conflicts.', page: banks },
  sectors: { text: 'Sectors: pieces of 32 bytes of global or local memory that the lanes touched; memory moves whole sectors.', page: global },
  sectors_ideal: { text: 'Ideal: the sectors that the bytes asked for would fill if they lay side by side.', page: global },
  excess: { text: 'Excess: wavefronts and sectors above the ideal, which is what a better layout could save.', page: banks },
  cycles: { text: 'Issue cycles: how long the busiest pipe of a sub-partition is taken by this, all sub-partitions added up; an estimate from the guide\'s throughput table.', page: costs },
  latency: { text: 'Latency: cycles until the result of one execution can be used.', page: costs },
  divergent: { text: 'Divergent: branches at which lanes of one warp went different ways, so that the warp had to go both.', page: costs },
  l1: { text: 'L1 hits: the share of the sectors asked of the first-level cache that it already had; modelled.', page: fidelity },
  l2: { text: 'L2 hits: the share of the sectors asked of the second-level cache that it already had; modelled.', page: fidelity },
  line: { text: 'The line of the source file; choose it for its numbers, findings and PTX instructions.', page },
  finding: { text: 'A finding: something at this line that is wrong or that costs more than it has to. n and p go along them.', page: check },
  heat: { text: 'The deeper the colour, the larger the share of the file\'s largest number in this column (lanes: the fewer).', page },
  lane: { text: 'A lane is one of the 32 threads of a warp, which execute an instruction together.', page: banks },
  bank: { text: 'A bank is a column of shared memory that serves one word in a pass; neighbouring words lie in neighbouring banks.', page: banks },
  pass: { text: 'A pass (wavefront) serves each bank once; lanes that are not served yet wait for the next one.', page: banks },
  broadcast: { text: 'Several lanes that want the same word of a bank get it in one pass: a broadcast costs nothing.', page: banks },
  element: { text: 'An element of the array and the lane that takes it; its bank follows from where it lies.', page: banks },
  array: { text: 'The shared array that the access is to, as the source declares it, and the elements that the lanes take.', page },
  proposed: { text: 'A layout in which all that the run asked of the array takes fewer wavefronts: its rows padded, or its columns exchanged by an exclusive or with the row.', page: 'docs/advise.md' },
  sector: { text: 'A sector is 32 bytes of memory, the least that is moved; what of it nobody asked for was moved for nothing.', page: global },
  memline: { text: 'A line is 128 bytes of memory, four sectors, for which a cache has one tag.', page: global },
  ideal: { text: 'What the same access would cost if the lanes\' addresses lay as well as possible.', page: banks },
  example: { text: 'Of each instruction the few access patterns that cost most above the ideal are kept, as they first occurred.', page },
  exact: { text: 'Exact: the rule was recorded on a chip of this compute capability and agrees in every recorded case.', page: fidelity },
  inferred: { text: 'Inferred: the rule of a recorded chip, applied to another of Volta or later.', page: fidelity },
  modelled: { text: 'Modelled: a rule of the machine without a recording of every case.', page: fidelity },
  estimated: { text: 'Estimated: depends on what the vendor\'s assembler makes of the PTX.', page: fidelity },
  'order-dependent': { text: 'Order-dependent: another order of warps and blocks might give another number, because what a thread saw decided what was executed.', page: fidelity },
  occupancy: { text: 'Occupancy: the share of an SM\'s warp slots that blocks of this kernel can fill at once.', page: occupancy },
  blocks_per_sm: { text: 'Blocks per SM: how many blocks of the kernel an SM has room for; the scarcest resource decides.', page: occupancy },
  waves: { text: 'Waves: how often the blocks of a launch fill all places that the SMs have for them. Where the last wave, the tail, fills few, the other places stay empty until its end; that blocks take equally long is assumed.', page: occupancy },
  registers: { text: 'Registers per thread: an SM has a fixed number of registers, and blocks get theirs before they start.', page: occupancy },
  shared_memory: { text: 'Shared memory of a block, static and dynamic; an SM has a fixed amount for the blocks that it holds.', page: occupancy },
  grid: { text: 'The grid: how many blocks the launch has in each direction.', page: occupancy },
  block: { text: 'The block: how many threads it has in each direction; 32 of them at a time are a warp.', page: occupancy },
  pipe: { text: 'A pipe is a unit of a sub-partition that executes one class of instructions; the fullest one bounds how fast the kernel can be.', page: costs },
  roofline: { text: 'Roofs: left of its ridge a memory bounds what a kernel can reach, right of it arithmetic does. The peaks are published ones or were asked of a chip; how near the kernel comes to them is not modelled.', page },
  launch: { text: 'One launch of a kernel, in the order of the program; how long it would take on a GPU is not modelled.', page },
  host_waits: { text: 'The call returns when the bytes have been moved; others return at once, and their stream moves the bytes.', page: 'docs/streams.md' },
  devices: { text: 'The GPUs of the program that ran this kernel, by their number, each with how often.', page: 'docs/devices.md' },
  stream: { text: 'The stream that the launch was put into; launches of one stream follow each other.', page },
  request: { text: 'Requests: warp instructions that accessed this memory with at least one lane taking part.', page: global },
  hit_rate: { text: 'Hit rate: the share of the sectors asked for that the cache already had; modelled, with --caches.', page: fidelity },
  dram: { text: 'Device memory: what the second-level cache had to read from it or write back to it; modelled, with --caches.', page: fidelity },
  race: { text: 'A race: two threads access the same bytes, one of them writes, and nothing orders them; both sides are shown.', page: races },
  ptx: { text: 'PTX: what the compiler made of the source; each instruction was executed and counted by itself.', page: costs },
  lowering: { text: 'What the vendor\'s assembler makes of this instruction: merged with a neighbour, dropped, turned into another.', page: fidelity },
  rule: { text: 'The rule that found it; --suppressions and comments name rules.', page: check },
  related: { text: 'Another place that the finding is about: for a race the other side.', page: races },
};

const families: [RegExp, string, string][] = [
  [/^smsp__inst_executed_pipe_(\w+)\./, 'Instructions that the pipe $1 executed.', costs],
  [/^smsp__inst_executed\./, 'Warp instructions executed.', costs],
  [/^smsp__thread_inst_executed_pred_on_per/, 'Lanes per warp instruction whose guard was true, on average.', costs],
  [/^smsp__thread_inst_executed_per/, 'Active lanes per warp instruction, on average.', costs],
  [/^smsp__thread_inst_executed_pred_on/, 'Instructions counted once for each lane whose guard was true.', costs],
  [/^smsp__thread_inst_executed/, 'Instructions counted once for each active lane.', costs],
  [/^smsp__sass_thread_inst_executed_op_(\w+)_pred_on/, 'Operations $1 of halves (h), floats (f) or doubles (d), counted once for each lane whose guard was true.', costs],
  [/^sm__sass_inst_executed_op_memory_(\d+)b/, 'Memory instructions whose lanes access $1 bits each.', global],
  [/^sm__sass_inst_executed_op_(\w+)\./, 'Executed instructions of the kind $1.', costs],
  [/^sm__sass_branch_targets_threads_divergent/, 'Branches at which the lanes of a warp went different ways.', costs],
  [/^sm__sass_branch_targets/, 'Branches executed.', costs],
  [/wavefronts_shared_ideal/, 'Passes through shared memory\'s banks without bank conflicts.', banks],
  [/wavefronts_shared_excessive/, 'Passes through shared memory\'s banks that are bank conflicts.', banks],
  [/conflicts_shared_nway/, 'Passes of an access to shared memory, on average.', banks],
  [/wavefronts.*shared/, 'Passes through shared memory\'s banks.', banks],
  [/bank_conflicts/, 'Passes through shared memory\'s banks beyond those needed, as the hardware counter has them.', banks],
  [/theoretical_sectors_global_ideal/, 'Sectors of 32 bytes that the bytes asked for would fill.', global],
  [/theoretical_sectors_global_excessive/, 'Sectors of 32 bytes above those that the bytes asked for would fill.', global],
  [/lookup_hit/, 'Sectors that the cache already had.', fidelity],
  [/lookup_miss/, 'Sectors that the cache did not have.', fidelity],
  [/hit_rate/, 'Share of the sectors asked for that the cache already had.', fidelity],
  [/^dram__/, 'Traffic between the second-level cache and device memory.', fidelity],
  [/xbar2l1tex/, 'Sectors that came to the first-level cache from beyond it.', fidelity],
  [/average_t_sectors_per_request/, 'Sectors of 32 bytes for each request, on average; 4 is the least for 32 lanes of 4 bytes.', global],
  [/t_requests/, 'Requests to global memory.', global],
  [/tag_requests/, '128-byte lines touched.', global],
  [/sectors/, 'Sectors of 32 bytes touched.', global],
  [/^idc__/, 'Requests to constant memory.', global],
  [/^sm__sass_thread_inst_executed_op_(\w+)_pred_on\.sum\.peak/, 'Results of $1 that the whole GPU has in a clock, as published.', costs],
  [/^sm__ops_path_tensor_src_(\w+?)(?:_dst_\w+)?\.sum\.peak/, 'Operations of $1 matrix products that the whole GPU has in a clock, as published.', page],
  [/^sm__ops_path_tensor_src_(\w+?)(?:_dst_\w+)?\.sum/, 'Operations of matrix products of $1: 2 m n k for each.', page],
  [/^device__attribute_/, 'What the GPU is; clocks in kHz, the width of its memory\'s bus in bits.', fidelity],
  [/^launch__occupancy_limit_(\w+)/, 'Blocks that an SM has room for as far as $1 go.', occupancy],
  [/^launch__waves/, 'How often the GPU would have to be filled to run all blocks.', occupancy],
  [/^sm__maximum_warps/, 'Warps that can be resident on an SM at once.', occupancy],
  [/^launch__registers/, 'Registers of a thread.', occupancy],
  [/^launch__shared/, 'Shared memory of a block.', occupancy],
  [/^launch__/, 'A size of the launch.', occupancy],
];

/** Explains a word of ours or a counter's name. */
export function explain(key: string): Explanation | undefined {
  const word = words[key];
  if (word) return word;
  for (const [pattern, text, where] of families) {
    const match = pattern.exec(key);
    if (match) return { text: text.replace('$1', (match[1] ?? '').replaceAll('_', ' ')), page: where };
  }
  return undefined;
}
