// The run as the tool wrote it, and the few indexes that the views share.

export interface Place { file: string; line: number; column?: number }

export interface Counts {
  executions?: number; threads?: number; threads_pred_on?: number; requests?: number;
  wavefronts?: number; wavefronts_ideal?: number; sectors?: number; sectors_ideal?: number;
  lines?: number; divergent?: number;
  l1_sectors?: number; l1_hits?: number; l2_sectors?: number; l2_hits?: number;
}

export interface Issue { pipe?: string; issue_cycles?: number; latency?: number }

export interface LineRow extends Place, Counts, Issue { kind?: string; access_bytes?: number }

export interface Example {
  space: 'shared' | 'global' | 'local';
  object?: string;
  block: [number, number, number];
  warp: number;
  bytes: number;
  lanes: number;
  addresses: number[];
  cost: number;
  ideal: number;
  lines?: number;
  banks?: number;
  bank_bytes?: number;
  served?: { pass: number[]; lane: number[]; bank: number[]; banks: number[] };
  times?: number; total_cost?: number; total_ideal?: number;
  proposed?: ProposedAccess[];
}

/** The access in one of the kernel's proposed layouts. */
export interface ProposedAccess { layout: number; addresses: number[]; cost: number; ideal: number; served: NonNullable<Example['served']> }

export interface ProposedLayout {
  array: string; name: string; rows: number; columns: number; element_bytes: number;
  padding?: number; shift?: number; mask?: number; unit?: number;
  wavefronts: number; wavefronts_least?: number; wavefronts_before: number;
}

export interface SharedArray { name: string; offset: number; bytes: number; element?: string; extents?: number[] }

export interface Instruction extends Counts, Issue {
  pc: number; text: string; function?: string; kind?: string; access_bytes?: number; lowering?: string;
  ptx: Place; source?: Place; inlined_from?: Place[]; inlined_at?: Place[]; examples?: Example[];
}

export interface Resource { name: string; taken_by_block: number; of_sm: number; blocks?: number; unit?: string; binds: boolean }
export interface Curve { over: string; unit: string; now: number; steps: [number, number, number, number][] }

export interface Kernel {
  name: string; mangled_name: string; launches: number; launches_counted: number; launches_repeated?: number; launches_cut_short?: number; launches_on?: number[];
  grid: number[]; block: number[]; cluster?: number[];
  dynamic_shared_bytes: number; static_shared_bytes: number; same_shape: boolean;
  registers_per_thread: number; registers_estimated: boolean;
  occupancy: number; blocks_per_sm: number; occupancy_limit: string;
  metrics: Record<string, number>;
  order_dependent?: { where: Place };
  runs_out_of_registers?: boolean; reads_parts_of_products?: boolean; has_pliable_loops?: boolean;
  occupancy_resources?: Resource[];
  occupancy_curves?: Curve[];
  roofline?: { roofs: { type: string; operations: number; per_second: number }[]; memory_bytes_per_second: number;
    traffic: { memory: string; bytes: number; per_second: number }[] };
  pipes: { pipe: string; cycles: number }[];
  shared_arrays?: SharedArray[];
  proposed_layouts?: ProposedLayout[];
  lines: LineRow[];
  instructions: Instruction[];
}

export interface Access { space: string; write: boolean; bytes: number; address: number }
export interface Related { where: Place; message: string; block: number[]; thread: number[]; pc: number; access?: Access }
export interface Frame { module: string; offset: number; function?: string; where?: Place; inlined?: boolean }

export interface Finding {
  rule: string; severity: 'note' | 'warning' | 'error'; where: Place; message: string; detail: string; notes: string[];
  kernel: string; launch: number; block: number[]; thread: number[]; warp: number; lanes: number;
  excess: number; total: number; ptx: Place; pc: number; instruction: string;
  inlined_from?: Place[]; inlined_at?: Place[]; api_call?: string; trace?: Frame[]; places?: { what: string; trace: Frame[] }[];
  access?: Access; related?: Related[]; count?: number; seed?: number; suppressed_by?: string;
}

export interface Metric { name: string; unit: string; fidelity: string; adds: boolean; counts: string }

export interface Report {
  tool_version: string; device: string; architecture: string; program: string; command: string;
  interrupted: boolean; as_written: boolean; launch_count: number; launches_counted: number;
  notices: string[]; seeds?: number[]; findings: Finding[]; suppressed?: Finding[]; remarks?: { message: string; where: Place }[];
  machine?: { sm_count: number; max_warps_per_sm: number; registers_per_sm: number; shared_bytes_per_sm: number;
    l2_bytes: number; memory_bytes: number };
  devices?: { device: string; architecture: string }[]; transfer_count?: number; transfers?: Transfer[];
  metrics: Metric[]; kernels: Kernel[];
}

/** A copy or a fill of memory; it stands before the launch of index `launches_before`. */
export interface Transfer {
  kind: 'host_to_device' | 'device_to_host' | 'device_to_device' | 'fill';
  bytes: number; stream: number; device?: number; launches_before: number; waits?: boolean;
}

/** index, kernel, grid x y z, block x y z, blocks of a cluster, dynamic shared bytes, stream, complete, row of values; of
 * any device but the first its number. */
export type LaunchRow = [number, number, number, number, number, number, number, number, number, number, number, boolean,
  number | null, number?];

export interface Data {
  version: number;
  report: Report;
  launches: { rows: LaunchRow[]; values: number[][] };
  labels: string[][];
  sources: Record<string, string>;
  others?: Report[];  // of the program on other GPUs, without lines and launches
}

/** What is shown of a source line, of one kernel or of all. */
export interface LineSum extends Required<Counts> { cycles: number; excess: number; kinds: LineRow[] }

export interface SourceFile { name: string; short: string; lines: string[]; known: boolean }

export const data: Data = JSON.parse(document.getElementById('data')!.textContent!) as Data;
export const report = data.report;
export const kernels = report.kernels;
export const findings = report.findings;

const kLongKernel = 80;  // characters; a library's kernels may have twenty times as many

/** "cutlass::Kernel<…>" of a name that is long because of what its templates are given; also of one that is too long to be
    demangled. */
function withoutArguments(name: string): string {
  if (name.length <= kLongKernel) return name;
  if (name.startsWith('_ZN')) {
    const parts: string[] = [];
    let at = 3;
    for (let digits; (digits = /^L?(\d+)/.exec(name.slice(at, at + 8))); ) {
      const begin = at + digits[0].length;
      at = begin + Number(digits[1]);
      parts.push(name.slice(begin, at));
    }
    return name[at] === 'I' && parts.length > 0 ? `${parts.join('::')}<…>` : name;
  }
  let depth = 0;
  let short = '';
  for (const c of name) {
    if (c === '>') --depth;
    if (depth === 0) short += c;
    if (c === '<' && depth++ === 0) short += '…';
  }
  return depth === 0 ? short.replace(/^void /, '') : name;
}

/** "transpose" of "transpose(float const*, float*, int)". */
export function shortKernel(name: string): string {
  let depth = 0;
  for (let i = 0; i < name.length; ++i) {
    if (name[i] === '<') ++depth;
    else if (name[i] === '>') --depth;
    else if (name[i] === '(' && depth === 0 && i > 0 && !name.startsWith('(anonymous', i)) return withoutArguments(name.slice(0, i));
  }
  return withoutArguments(name);
}

/** Kernels by name; two of one name get a number. */
export function namesOf(kernels: Kernel[]): string[] {
  const count = new Map<string, number>();
  const short = kernels.map((kernel) => shortKernel(kernel.name));
  for (const name of short) count.set(name, (count.get(name) ?? 0) + 1);
  const seen = new Map<string, number>();
  return short.map((name, i) => {
    if (count.get(name) === 1) return name;
    const whole = kernels[i].name.length <= kLongKernel ? kernels[i].name : name;
    if (whole !== name && kernels.filter((kernel) => kernel.name === whole).length === 1) return whole;
    const number = (seen.get(whole) ?? 0) + 1;
    seen.set(whole, number);
    return `${whole} #${number}`;
  });
}

export const kernelNames: string[] = namesOf(kernels);

/** The reports in a page or in a JSON file: of several GPUs one of each. Throws an Error that says what is wrong. */
export function parseReports(text: string): Report[] {
  const page = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(text);
  let all: unknown;
  try {
    all = JSON.parse(page ? page[1] : text);
  } catch {
    throw new Error('This is neither a report in JSON nor a page of one.');
  }
  if (page) all = [(all as Data).report, ...((all as Data).others ?? [])];
  const reports = (Array.isArray(all) ? all : [all]) as (Partial<Report> & { format?: string })[];
  if (reports.length === 0 || reports.some((one) => one?.format !== 'warpglass-report' || !Array.isArray(one.kernels)))
    throw new Error('This is no report of warpglass.');
  return reports as Report[];
}

export const kernelOfName = new Map(kernels.map((kernel, i) => [kernel.name, i] as const));

/** Names without the folders that all of them share. */
function shortNames(names: string[]): Map<string, string> {
  const base = (name: string) => name.slice(name.lastIndexOf('/') + 1);
  const count = new Map<string, number>();
  for (const name of names) count.set(base(name), (count.get(base(name)) ?? 0) + 1);
  return new Map(names.map((name) => [name, count.get(base(name)) === 1 ? base(name) : name]));
}

export const files: SourceFile[] = (() => {
  const weight = new Map<string, number>();
  const meet = (name: string, by: number) => weight.set(name, (weight.get(name) ?? 0) + by);
  for (const name of Object.keys(data.sources)) meet(name, 0);
  for (const kernel of kernels) for (const line of kernel.lines) meet(line.file, line.executions ?? 0);
  for (const finding of findings) if (finding.where.line) meet(finding.where.file, 0);
  const isProgram = (name: string) => (name === report.program || name.endsWith('/' + report.program) ? 1 : 0);
  const names = [...weight.keys()].filter((name) => name !== '').sort((x, y) =>
    isProgram(y) - isProgram(x) || weight.get(y)! - weight.get(x)! || (x < y ? -1 : 1));
  const short = shortNames(names);
  return names.map((name) => {
    const text = data.sources[name];
    let last = 0;
    if (text === undefined) {
      for (const kernel of kernels) for (const line of kernel.lines) if (line.file === name) last = Math.max(last, line.line);
      for (const finding of findings) if (finding.where.file === name) last = Math.max(last, finding.where.line);
    }
    return { name, short: short.get(name)!, known: text !== undefined,
      lines: text !== undefined ? text.split('\n') : new Array<string>(last).fill('') };
  });
})();

export const fileIndex = new Map(files.map((file, i) => [file.name, i] as const));
export const shortFile = (name: string): string => files[fileIndex.get(name) ?? -1]?.short ?? name.slice(name.lastIndexOf('/') + 1);

const above = (count: number | undefined, ideal: number | undefined) => Math.max(0, (count ?? 0) - (ideal ?? 0));

export const excessOf = (row: Counts): number =>
  above(row.wavefronts, row.wavefronts_ideal) + above(row.sectors, row.sectors_ideal);

function emptySum(): LineSum {
  return { executions: 0, threads: 0, threads_pred_on: 0, requests: 0, wavefronts: 0, wavefronts_ideal: 0, sectors: 0,
    sectors_ideal: 0, lines: 0, divergent: 0, l1_sectors: 0, l1_hits: 0, l2_sectors: 0, l2_hits: 0, cycles: 0, excess: 0,
    kinds: [] };
}

const sums = new Map<string, Map<number, LineSum>>();

/** Numbers by line of a file. \param kernel  -1: all kernels together */
export function lineSums(file: number, kernel: number): Map<number, LineSum> {
  const key = `${file} ${kernel}`;
  const known = sums.get(key);
  if (known) return known;
  const result = new Map<number, LineSum>();
  const name = files[file]?.name;
  kernels.forEach((one, index) => {
    if (kernel >= 0 && index !== kernel) return;
    for (const row of one.lines) {
      if (row.file !== name) continue;
      let sum = result.get(row.line);
      if (!sum) result.set(row.line, (sum = emptySum()));
      for (const count of ['executions', 'threads', 'threads_pred_on', 'requests', 'wavefronts', 'wavefronts_ideal',
        'sectors', 'sectors_ideal', 'lines', 'divergent', 'l1_sectors', 'l1_hits', 'l2_sectors', 'l2_hits'] as const)
        sum[count] += row[count] ?? 0;
      sum.cycles += row.issue_cycles ?? 0;
      sum.excess += excessOf(row);
      sum.kinds.push(row);
    }
  });
  sums.set(key, result);
  return result;
}

/** Findings of a file by line, in the order of the report. */
export const findingsByLine: Map<number, number[]>[] = files.map(() => new Map());
findings.forEach((finding, i) => {
  const at = fileIndex.get(finding.where.file);
  if (at === undefined || !finding.where.line) return;
  const lines = findingsByLine[at];
  const list = lines.get(finding.where.line);
  if (list) list.push(i);
  else lines.set(finding.where.line, [i]);
});

/** Where an instruction stands for a reader: its source line, or the PTX where there is no line table. */
export const placeOf = (instruction: Instruction): Place =>
  instruction.source && instruction.source.line ? instruction.source : instruction.ptx;

/** Positions in kernels[k].instructions of those at a source line. */
const atLine = new Map<number, Map<string, number[]>>();
export function instructionsAt(kernel: number, file: string, line: number): number[] {
  let index = atLine.get(kernel);
  if (!index) {
    index = new Map();
    kernels[kernel].instructions.forEach((instruction, i) => {
      const place = placeOf(instruction);
      const key = `${place.line} ${place.file}`;
      const list = index!.get(key);
      if (list) list.push(i);
      else index!.set(key, [i]);
    });
    atLine.set(kernel, index);
  }
  return index.get(`${line} ${file}`) ?? [];
}

/** A library's code that is inlined at a line: the calls that lead to it, and what was counted of it. */
export interface Inlined { from: Place[]; instructions: number; executions: number; excess: number; kinds: string[] }

/** In the order of the code. */
export function inlinedAt(kernel: number, file: string, line: number): Inlined[] {
  const chains = new Map<string, Inlined>();
  for (const at of instructionsAt(kernel, file, line)) {
    const instruction = kernels[kernel].instructions[at];
    if (!instruction.inlined_from) continue;
    const key = instruction.inlined_from.map((place) => `${place.file}:${place.line}`).join('\n');
    let chain = chains.get(key);
    if (!chain) chains.set(key, (chain = { from: instruction.inlined_from, instructions: 0, executions: 0, excess: 0, kinds: [] }));
    ++chain.instructions;
    chain.executions += instruction.executions ?? 0;
    chain.excess += excessOf(instruction);
    if (instruction.kind && !chain.kinds.includes(instruction.kind)) chain.kinds.push(instruction.kind);
  }
  return [...chains.values()];
}

/** Kernels with numbers at a line. */
export function kernelsAt(file: string, line: number): number[] {
  return kernels.map((_, k) => k).filter((k) => instructionsAt(k, file, line).length > 0);
}

/** Instructions of a kernel that are one access of the source, such as those of an unrolled loop, with their examples. */
export interface Pictured { kernel: number; at: number[]; excess: number; kind: string; bits: number; place: Place }

/** Accesses with a picture, those that cost most first. */
export const pictured: Pictured[] = (() => {
  const groups = new Map<string, Pictured>();
  kernels.forEach((kernel, k) => kernel.instructions.forEach((instruction, at) => {
    if (!instruction.examples?.length) return;
    const place = placeOf(instruction);
    const key = [k, place.file, place.line, place.column, instruction.kind, instruction.access_bytes].join('\n');
    let group = groups.get(key);
    if (!group) groups.set(key, (group = { kernel: k, at: [], excess: 0, kind: instruction.kind || 'access', bits: 8 * (instruction.access_bytes ?? 0), place }));
    group.at.push(at);
    group.excess += excessOf(instruction);
  }));
  return [...groups.values()].sort((x, y) => y.excess - x.excess || x.kernel - y.kernel || x.at[0] - y.at[0]);
})();

/** Whether anything was counted: a check counts nothing. */
export const hasCounts = kernels.some((kernel) => kernel.lines.length > 0);

export const hasCaches = report.metrics.some((metric) => metric.name === 'lts__t_sectors_srcunit_tex.sum');
