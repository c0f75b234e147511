// Two kernels of the run, counter by counter.
import { useState } from 'preact/hooks';
import { data, kernels, report } from '../data';
import { bytes, extent, number, percent } from '../format';
import { KernelSelect, Label } from '../parts';
import { go, type Route } from '../state';

function change(from: number, to: number): string {
  if (from === to) return '';
  if (from === 0) return 'new';
  const by = (100 * (to - from)) / from;
  return `${by > 0 ? '+' : '−'}${number(Math.round(10 * Math.abs(by)) / 10)} %`;
}

export function Compare({ route }: { route: Route }) {
  const [same, setSame] = useState(false);
  if (kernels.length < 2) return <section class="view empty"><p>The run has {kernels.length === 0 ? 'no kernel' : 'one kernel'}: there is nothing to set beside it.</p></section>;
  const left = Math.max(0, Math.min(kernels.length - 1, route.kernel));
  const right = route.other >= 0 && route.other < kernels.length ? route.other : (left + 1) % kernels.length;
  const [a, b] = [kernels[left], kernels[right]];
  const facts: [string, string, string][] = [
    ['Launches', number(a.launches), number(b.launches)],
    ['Grid', extent(a.grid), extent(b.grid)],
    ['Block', extent(a.block), extent(b.block)],
    ['Registers per thread', number(a.registers_per_thread), number(b.registers_per_thread)],
    ['Shared memory of a block', bytes(a.static_shared_bytes + a.dynamic_shared_bytes), bytes(b.static_shared_bytes + b.dynamic_shared_bytes)],
    ['Occupancy', percent(a.occupancy, 1), percent(b.occupancy, 1)],
    ['Limited by', a.occupancy_limit, b.occupancy_limit],
  ];
  const rows = report.metrics.map((metric, i) => ({ metric, from: a.metrics[metric.name] ?? 0, to: b.metrics[metric.name] ?? 0, label: data.labels[left][i] }))
    .filter((row) => (row.from !== 0 || row.to !== 0) && (same || row.from !== row.to));
  return (
    <section class="view compare pad" aria-label="Kernels side by side">
      <div class="toolbar">
        <KernelSelect label="Left" value={left} onChange={(kernel) => go({ kernel })} />
        <KernelSelect label="Right" value={right} onChange={(other) => go({ other })} />
        <button type="button" onClick={() => go({ kernel: right, other: left })}>Swap</button>
        <span class="space" />
        <label class="check"><input type="checkbox" checked={same} onChange={(event) => setSame(event.currentTarget.checked)} /> also what is equal</label>
      </div>
      <table class="compare-table">
        <thead><tr><th>Of the launch</th><th class="num">Left</th><th class="num">Right</th><th /><th /></tr></thead>
        <tbody>{facts.filter(([, x, y]) => same || x !== y).map(([name, x, y]) => <tr key={name}><td>{name}</td><td class="num">{x}</td><td class="num">{y}</td><td /><td /></tr>)}</tbody>
        <thead><tr><th>Counter</th><th class="num">Left</th><th class="num">Right</th><th class="num">Change</th><th>Is</th></tr></thead>
        <tbody>{rows.map((row) => (
          <tr key={row.metric.name}><td><code data-x={row.metric.name} tabIndex={0}>{row.metric.name}</code></td><td class="num">{number(row.from)}</td><td class="num">{number(row.to)}</td>
            <td class="num">{change(row.from, row.to)}</td><td><Label text={row.label} /></td></tr>))}
          {rows.length === 0 && <tr><td colSpan={5} class="muted">All counters are equal.</td></tr>}</tbody>
      </table>
    </section>
  );
}
