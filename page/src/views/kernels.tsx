// One kernel: how it was launched, what it added up to, what an SM has room for, where its bytes went, which pipes it kept
// busy, and every counter with how far it can be trusted.
import { useState } from 'preact/hooks';
import { data, fileIndex, findings, kernelNames, kernels, report, type Kernel } from '../data';
import { bytes, extent, number, percent, plural } from '../format';
import { useKeys } from '../keys';
import { Fact, KernelSelect, Label, PlaceLink } from '../parts';
import { go, type Route } from '../state';
import { FindingCard } from './finding_card';
import { MemoryPicture } from './memory';
import { Occupancy } from './occupancy';
import { Roofs } from './roofs';

function Pipes({ kernel }: { kernel: Kernel }) {
  const most = Math.max(1, ...kernel.pipes.map((pipe) => pipe.cycles));
  if (kernel.pipes.length === 0) return null;
  return (
    <section class="card" aria-label="Pipes">
      <header><h3 data-x="pipe" tabIndex={0}>Pipes</h3><span class="muted">cycles each is busy, of all sub-partitions; estimated</span></header>
      <table class="pipes"><tbody>{kernel.pipes.map((pipe) => (
        <tr key={pipe.pipe} data-x="pipe" data-say={`The pipe ${pipe.pipe} is busy for ${number(pipe.cycles)} cycles, ${percent(pipe.cycles, most)} of the fullest one's.`}>
          <th scope="row">{pipe.pipe}</th><td class="share"><div class="bar plain"><span style={`width:${(100 * pipe.cycles) / most}%`} /></div></td><td class="num">{number(pipe.cycles)}</td></tr>))}</tbody></table>
    </section>
  );
}

function Metrics({ kernel, labels }: { kernel: Kernel; labels: string[] }) {
  const [filter, setFilter] = useState('');
  const [zeros, setZeros] = useState(false);
  const rows = report.metrics.map((metric, i) => ({ metric, label: labels[i], value: kernel.metrics[metric.name] ?? 0 }))
    .filter((row) => (zeros || row.value !== 0) && row.metric.name.toLowerCase().includes(filter.toLowerCase()));
  if (report.metrics.length === 0) return <p class="muted">Nothing was counted in this run.</p>;
  return (
    <section class="card" aria-label="Counters">
      <header><h3>Counters</h3><span class="muted">{kernel.launches_counted === 1 ? 'of its launch' : `sums over ${number(kernel.launches_counted)} launches; sizes and rates of the first`}</span><span class="space" />
        <label class="field"><span class="sr">Filter counters</span><input type="search" placeholder="filter" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} /></label>
        <label class="check"><input type="checkbox" checked={zeros} onChange={(event) => setZeros(event.currentTarget.checked)} /> zeros</label></header>
      <table class="metrics"><thead><tr><th>Counter</th><th class="num">Value</th><th>Unit</th><th>Is</th></tr></thead>
        <tbody>{rows.map((row) => (
          <tr key={row.metric.name}><td><code data-x={row.metric.name} tabIndex={0}>{row.metric.name}</code></td><td class="num">{number(row.value)}</td>
            <td class="muted">{row.metric.unit}</td><td><Label text={row.label} /></td></tr>))}
          {rows.length === 0 && <tr><td colSpan={4} class="muted">No counter of that name{zeros ? '' : ' is other than zero'}.</td></tr>}</tbody></table>
    </section>
  );
}

/** Of a program with several: those that it was launched on. */
const devicesOf = (kernel: Kernel): number[] => (kernel.launches_on ?? []).flatMap((launches, device) => (launches > 0 ? [device] : []));

const kLongName = 240;  // characters; a library's kernels may have ten times as many

function KernelName({ name, short }: { name: string; short: string }) {
  if (name.length <= kLongName) return <h2 class="kernel-name">{name}</h2>;
  return (
    <details class="whole-name">
      <summary><h2 class="kernel-name">{short}</h2></summary>
      <p class="kernel-name">{name}</p>
    </details>
  );
}

export function Kernels({ route }: { route: Route }) {
  const at = Math.max(0, Math.min(kernels.length - 1, route.kernel));
  useKeys({
    n: () => go({ kernel: Math.min(kernels.length - 1, at + 1) }),
    p: () => go({ kernel: Math.max(0, at - 1) }),
  });
  if (kernels.length === 0) return <section class="view empty"><p>The program launched no kernel.</p></section>;
  const kernel = kernels[at];
  const own = findings.filter((finding) => finding.kernel === kernel.name);
  const shared = kernel.static_shared_bytes + kernel.dynamic_shared_bytes;
  return (
    <section class="view kernels pad" aria-label="Kernels">
      <div class="toolbar">
        <KernelSelect label="Kernel" value={at} onChange={(next) => go({ kernel: next })} />
        <span class="space" />
        {kernels.length > 1 && <button type="button" onClick={() => go({ view: 'compare', kernel: at })}>Beside another</button>}
        <button type="button" onClick={() => {
          const line = kernel.lines[0];
          go({ view: 'source', kernel: at, file: fileIndex.get(line?.file ?? '') ?? 0, line: line?.line ?? 0, at: -1 });
        }}>Its source</button>
      </div>
      <KernelName name={kernel.name} short={kernelNames[at]} />
      <dl class="facts">
        <Fact name="Launches" x="launch" say={`${plural(kernel.launches, 'launch', 'launches')}, ${number(kernel.launches_counted)} of them counted.${kernel.launches_repeated ? ` ${number(kernel.launches_repeated)} were counted and not executed: an earlier one had done the same.` : ''}`}>{number(kernel.launches)}{kernel.launches_counted !== kernel.launches && <span class="muted"> ({number(kernel.launches_counted)} counted)</span>}{kernel.launches_repeated && <span class="muted"> ({number(kernel.launches_repeated)} repeated)</span>}</Fact>
        {kernel.launches_on && <Fact name={devicesOf(kernel).length > 1 ? 'Devices' : 'Device'} x="devices">{devicesOf(kernel).map((device) => `${device}: ${report.devices![device].device}${devicesOf(kernel).length > 1 ? ` (${number(kernel.launches_on![device])})` : ''}`).join(', ')}</Fact>}
        <Fact name="Grid" x="grid">{extent(kernel.grid)}{!kernel.same_shape && <span class="muted"> (first)</span>}</Fact>
        <Fact name="Block" x="block">{extent(kernel.block)}</Fact>
        {kernel.cluster && <Fact name="Cluster" x="grid">{extent(kernel.cluster)}</Fact>}
        <Fact name="Registers" x="registers">{number(kernel.registers_per_thread)}{kernel.registers_estimated && <span class="muted"> estimated</span>}</Fact>
        <Fact name="Shared" x="shared_memory">{bytes(shared)}</Fact>
        <Fact name="Occupancy" x="occupancy">{percent(kernel.occupancy, 1)}</Fact>
        <Fact name="Findings" x="finding">{number(own.length)}</Fact>
      </dl>
      {kernel.order_dependent && <p class="hint">Another order of warps and blocks might change its numbers, from <PlaceLink place={kernel.order_dependent.where} kernel={kernel.name} /> on; they are labelled order-dependent.</p>}
      {kernel.launches_cut_short && <p class="hint">{plural(kernel.launches_cut_short, 'launch', 'launches')} ended before all warps had: what was counted by then, another order may change.</p>}
      {kernel.runs_out_of_registers && <p class="hint">It wants more values at once than there are registers: the assembler spills some.</p>}
      <div class="cards">
        <Occupancy kernel={kernel} />
        <MemoryPicture kernel={kernel} />
        <Roofs kernel={kernel} />
        <Pipes kernel={kernel} />
        {own.length > 0 && <section class="card" aria-label="Findings"><header><h3>Findings</h3></header>{own.slice(0, 8).map((finding, i) => <FindingCard key={i} finding={finding} full />)}
          {own.length > 8 && <button type="button" class="link" onClick={() => go({ view: 'findings' })}>and {own.length - 8} more</button>}</section>}
      </div>
      <Metrics kernel={kernel} labels={data.labels[at]} />
      <p class="muted">Kernel {at + 1} of {kernels.length}: {kernelNames[at]}</p>
    </section>
  );
}
