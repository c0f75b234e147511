// Two kernels, counter by counter: both of this run, or the right one of another run, which the reader opens from a file.
import { useState } from 'preact/hooks';
import { data, kernelNames, kernels, namesOf, parseReport, report, type Kernel, type Report } from '../data';
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

// Stays while the reader looks at other views.
let opened: { name: string; report: Report } | null = null;

/** The kernel of another run that is the same, else one of the same name, else the first. */
function counterpart(kernel: Kernel, others: Kernel[]): number {
  const same = others.findIndex((other) => other.mangled_name === kernel.mangled_name);
  return Math.max(0, same >= 0 ? same : others.findIndex((other) => other.name === kernel.name));
}

export function Compare({ route }: { route: Route }) {
  const [same, setSame] = useState(false);
  const [other, setOther] = useState(opened);
  const [problem, setProblem] = useState('');
  const open = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (!file) return;
    try {
      opened = { name: file.name, report: parseReport(await file.text()) };
      setOther(opened);
      setProblem('');
      go({ other: -1 });
    } catch (error) {
      setProblem(`${file.name}: ${(error as Error).message}`);
    }
    input.value = '';
  };
  const opener = (
    <label class="file"><span class="button">Beside another run …</span>
      <input class="sr" type="file" accept=".json,.html,application/json,text/html" onChange={(event) => void open(event.currentTarget)} /></label>);
  const rights = other ? other.report.kernels : kernels;
  if (kernels.length === 0 || (!other && kernels.length < 2) || rights.length === 0) {
    return (
      <section class="view empty"><p>{kernels.length === 0 ? 'The run has no kernel.' : 'The run has one kernel; open another run to set it beside.'}</p>
        {problem && <p class="bad" role="alert">{problem}</p>}{kernels.length > 0 && <p>{opener}</p>}</section>);
  }
  const left = Math.max(0, Math.min(kernels.length - 1, route.kernel));
  const right = route.other >= 0 && route.other < rights.length ? route.other : other ? counterpart(kernels[left], rights) : (left + 1) % kernels.length;
  const [a, b] = [kernels[left], rights[right]];
  const rows = report.metrics.map((metric, i) => ({ metric, from: a.metrics[metric.name], to: b.metrics[metric.name], label: data.labels[left][i] }))
    .filter((row) => row.to !== undefined && (row.from !== 0 || row.to !== 0) && (same || row.from !== row.to));
  const found = (findings: Report['findings'], kernel: Kernel) => findings.filter((finding) => finding.kernel === kernel.name).length;
  const pairs: [string, string, string][] = [
    ...(other ? [['Device', report.device, other.report.device] as [string, string, string]] : []),
    ...facts.map(([name, of]) => [name, of(a), of(b)] as [string, string, string]),
    ['Findings', number(found(report.findings, a)), number(found((other?.report ?? report).findings, b))],
  ];
  return (
    <section class="view compare pad" aria-label="Kernels side by side">
      <div class="toolbar">
        <KernelSelect label="Left" value={left} onChange={(kernel) => go({ kernel, other: other ? -1 : route.other })} />
        <KernelSelect label={other ? `Right, of ${other.name}` : 'Right'} value={right} names={other ? namesOf(rights) : kernelNames} onChange={(to) => go({ other: to })} />
        {!other && <button type="button" onClick={() => go({ kernel: right, other: left })}>Swap</button>}
        {other && <button type="button" onClick={() => {
          opened = null;
          setOther(null);
          go({ other: -1 });
        }}>Close {other.name}</button>}
        {opener}
        <span class="space" />
        <label class="check"><input type="checkbox" checked={same} onChange={(event) => setSame(event.currentTarget.checked)} /> also what is equal</label>
      </div>
      {problem && <p class="bad" role="alert">{problem}</p>}
      <table class="compare-table">
        <thead><tr><th>Of the launch</th><th class="num">Left</th><th class="num">Right</th><th /><th /></tr></thead>
        <tbody>{pairs.filter(([, x, y]) => same || x !== y).map(([name, x, y]) => <tr key={name}><td>{name}</td><td class="num">{x}</td><td class="num">{y}</td><td /><td /></tr>)}</tbody>
        <thead><tr><th>Counter</th><th class="num">Left</th><th class="num">Right</th><th class="num">Change</th><th>Is</th></tr></thead>
        <tbody>{rows.map((row) => (
          <tr key={row.metric.name}><td><code data-x={row.metric.name} tabIndex={0}>{row.metric.name}</code></td><td class="num">{number(row.from)}</td><td class="num">{number(row.to)}</td>
            <td class="num">{change(row.from, row.to)}</td><td><Label text={row.label} /></td></tr>))}
          {rows.length === 0 && <tr><td colSpan={5} class="muted">All counters that both have are equal.</td></tr>}</tbody>
      </table>
      {other && <p class="muted">{plural(rights.length, 'kernel')} of {other.report.program} on {other.report.device}, opened from {other.name}; it is looked at here and goes nowhere.</p>}
    </section>
  );
}
