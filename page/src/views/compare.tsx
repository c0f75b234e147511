// Two kernels, counter by counter: both of this run, or the right one of another run, which the reader opens from a file.
// With several other runs, on other GPUs say, each has a column for the kernel that is the same there.
import { useState } from 'preact/hooks';
import { data, kernelNames, kernels, namesOf, parseReports, report, type Kernel, type Report } from '../data';
import { bytes, extent, number, percent, plural } from '../format';
import { KernelSelect, Label } from '../parts';
import { go, type Route } from '../state';

function change(from: number, to: number): string {
  if (from === to) return '';
  if (from === 0) return 'new';
  const by = (100 * (to - from)) / from;
  return `${by > 0 ? '+' : '−'}${number(Math.round(10 * Math.abs(by)) / 10)} %`;
}

const facts: [string, (kernel: Kernel) => string][] = [
  ['Launches', (kernel) => number(kernel.launches)],
  ['Grid', (kernel) => extent(kernel.grid)],
  ['Block', (kernel) => extent(kernel.block)],
  ['Registers per thread', (kernel) => number(kernel.registers_per_thread)],
  ['Shared memory of a block', (kernel) => bytes(kernel.static_shared_bytes + kernel.dynamic_shared_bytes)],
  ['Occupancy', (kernel) => percent(kernel.occupancy, 1)],
  ['Limited by', (kernel) => kernel.occupancy_limit],
];

interface Run { name: string; report: Report; file?: string }

/** Those of one file, which are told apart by their GPUs. */
const runsOf = (reports: Report[], file?: string): Run[] => reports.map((one) => ({
  name: file === undefined ? one.architecture : reports.length === 1 ? file : `${file}, ${one.architecture}`, report: one, file }));

// Stay while the reader looks at other views. The page itself may have some.
let opened: Run[] = runsOf(data.others ?? []);

/** The kernel of another run that is the same, else one of the same name, else the first. */
function counterpart(kernel: Kernel, others: Kernel[]): number {
  const same = others.findIndex((other) => other.mangled_name === kernel.mangled_name);
  return Math.max(0, same >= 0 ? same : others.findIndex((other) => other.name === kernel.name));
}

/** A kernel of this run, and those of the others that are the same. */
function Several({ kernel, runs, same }: { kernel: number; runs: Run[]; same: boolean }) {
  const a = kernels[kernel];
  const others = runs.map((run) => run.report.kernels[counterpart(a, run.report.kernels)]);
  const all = [a, ...others];
  const reports = [report, ...runs.map((run) => run.report)];
  const differs = (values: (string | number | undefined)[]) => same || values.some((value) => value !== values[0]);
  const pairs: [string, string[]][] = [
    ['Device', reports.map((one) => one.device)],
    ['Kernel', all.map((one) => one.name)],
    ...facts.map(([name, of]) => [name, all.map(of)] as [string, string[]]),
    ['Findings', all.map((one, i) => number(found(reports[i].findings, one)))],
  ];
  const rows = report.metrics.map((metric, i) => ({ metric, values: all.map((one) => one.metrics[metric.name]), label: data.labels[kernel][i] }))
    .filter((row) => row.values.some((value) => value !== undefined && value !== 0) && differs(row.values));
  return (
    <table class="compare-table several">
      <thead><tr><th>Of the launch</th><th class="num">This run</th>{runs.map((run) => <th class="num">{run.name}</th>)}<th /></tr></thead>
      <tbody>{pairs.filter(([, values]) => differs(values)).map(([name, values]) => (
        <tr key={name}><td>{name}</td>{values.map((value) => <td class="num">{value}</td>)}<td /></tr>))}</tbody>
      <thead><tr><th>Counter</th><th class="num">{report.architecture}</th>{runs.map((run) => <th class="num">{run.report.architecture}</th>)}<th>Is, here</th></tr></thead>
      <tbody>{rows.map((row) => (
        <tr key={row.metric.name}><td><code data-x={row.metric.name} tabIndex={0}>{row.metric.name}</code></td>
          {row.values.map((value, i) => (
            <td class="num">{value === undefined ? <span class="muted">not counted</span> : number(value)}
              {i > 0 && value !== undefined && value !== row.values[0] && <div class="muted">{change(row.values[0] ?? 0, value)}</div>}</td>))}
          <td><Label text={row.label} /></td></tr>))}
        {rows.length === 0 && <tr><td colSpan={all.length + 2} class="muted">All counters are equal.</td></tr>}</tbody>
    </table>
  );
}

const found = (findings: Report['findings'], kernel: Kernel) => findings.filter((finding) => finding.kernel === kernel.name).length;

export function Compare({ route }: { route: Route }) {
  const [same, setSame] = useState(false);
  const [others, setOthers] = useState(opened);
  const [problem, setProblem] = useState('');
  const show = (runs: Run[]) => {
    opened = runs;
    setOthers(runs);
    go({ other: -1 });
  };
  const open = async (input: HTMLInputElement) => {
    const runs = [...opened];
    const problems: string[] = [];
    for (const file of input.files ?? []) {
      try {
        for (const run of runsOf(parseReports(await file.text()), file.name)) {
          if (run.report.kernels.length === 0) throw new Error('It has no kernel.');
          const known = runs.findIndex((one) => one.name === run.name);
          if (known >= 0) runs[known] = run;
          else runs.push(run);
        }
      } catch (error) {
        problems.push(`${file.name}: ${(error as Error).message}`);
      }
    }
    input.value = '';
    setProblem(problems.join(' '));
    show(runs);
  };
  const other = others.length === 1 ? others[0] : null;
  const opener = (
    <label class="file"><span class="button">{others.length === 0 ? 'Beside other runs …' : 'And other runs …'}</span>
      <input class="sr" type="file" multiple accept=".json,.html,application/json,text/html" onChange={(event) => void open(event.currentTarget)} /></label>);
  const rights = other ? other.report.kernels : kernels;
  if (kernels.length === 0 || (others.length === 0 && kernels.length < 2)) {
    return (
      <section class="view empty"><p>{kernels.length === 0 ? 'The run has no kernel.' : 'The run has one kernel; open other runs to set them beside.'}</p>
        {problem && <p class="bad" role="alert">{problem}</p>}{kernels.length > 0 && <p>{opener}</p>}</section>);
  }
  const left = Math.max(0, Math.min(kernels.length - 1, route.kernel));
  const right = route.other >= 0 && route.other < rights.length ? route.other : other ? counterpart(kernels[left], rights) : (left + 1) % kernels.length;
  const [a, b] = [kernels[left], rights[right]];
  const rows = report.metrics.map((metric, i) => ({ metric, from: a.metrics[metric.name], to: b.metrics[metric.name], label: data.labels[left][i] }))
    .filter((row) => row.to !== undefined && (row.from !== 0 || row.to !== 0) && (same || row.from !== row.to));
  const pairs: [string, string, string][] = [
    ...(other ? [['Device', report.device, other.report.device] as [string, string, string]] : []),
    ...facts.map(([name, of]) => [name, of(a), of(b)] as [string, string, string]),
    ['Findings', number(found(report.findings, a)), number(found((other?.report ?? report).findings, b))],
  ];
  return (
    <section class="view compare pad" aria-label="Kernels side by side">
      <div class="toolbar">
        <KernelSelect label={others.length > 1 ? 'Kernel' : 'Left'} value={left} onChange={(kernel) => go({ kernel, other: others.length > 0 ? -1 : route.other })} />
        {others.length < 2 && <KernelSelect label={other ? `Right, of ${other.name}` : 'Right'} value={right} names={other ? namesOf(rights) : kernelNames} onChange={(to) => go({ other: to })} />}
        {others.length === 0 && <button type="button" onClick={() => go({ kernel: right, other: left })}>Swap</button>}
        {others.map((run) => <button type="button" onClick={() => show(opened.filter((one) => one !== run))}>Close {run.name}</button>)}
        {opener}
        <span class="space" />
        <label class="check"><input type="checkbox" checked={same} onChange={(event) => setSame(event.currentTarget.checked)} /> also what is equal</label>
      </div>
      {problem && <p class="bad" role="alert">{problem}</p>}
      {others.length > 1 ? <Several kernel={left} runs={others} same={same} /> : <table class="compare-table">
        <thead><tr><th>Of the launch</th><th class="num">Left</th><th class="num">Right</th><th /><th /></tr></thead>
        <tbody>{pairs.filter(([, x, y]) => same || x !== y).map(([name, x, y]) => <tr key={name}><td>{name}</td><td class="num">{x}</td><td class="num">{y}</td><td /><td /></tr>)}</tbody>
        <thead><tr><th>Counter</th><th class="num">Left</th><th class="num">Right</th><th class="num">Change</th><th>Is</th></tr></thead>
        <tbody>{rows.map((row) => (
          <tr key={row.metric.name}><td><code data-x={row.metric.name} tabIndex={0}>{row.metric.name}</code></td><td class="num">{number(row.from)}</td><td class="num">{number(row.to)}</td>
            <td class="num">{change(row.from, row.to)}</td><td><Label text={row.label} /></td></tr>))}
          {rows.length === 0 && <tr><td colSpan={5} class="muted">All counters that both have are equal.</td></tr>}</tbody>
      </table>}
      {others.map((run) => <p class="muted">{plural(run.report.kernels.length, 'kernel')} of {run.report.program} on {run.report.device}, {run.file === undefined ? 'run along with this one.' : `opened from ${run.name}; it is looked at here and goes nowhere.`}</p>)}
    </section>
  );
}
