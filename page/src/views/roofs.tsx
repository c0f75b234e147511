// The roofs of the machine, from its published peaks, and where the kernel stands below them: operations for each byte of
// every memory. How fast it runs is not modelled, so it is a line from the ground to the roof and not a point.
import { scaleLog } from 'd3-scale';
import type { Kernel } from '../data';
import { brief } from '../format';

const kWidth = 560;
const kHeight = 260;
const margin = { left: 62, right: 18, top: 22, bottom: 44 };
const colours: Record<string, string> = { L1: 'l1', L2: 'l2', 'device memory': 'dram' };

const short = (value: number) => (value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : brief(Math.round(value)));
const rate = (value: number, unit: string) =>
  value >= 1e12 ? `${short(value / 1e12)} T${unit}` : value >= 1e9 ? `${short(value / 1e9)} G${unit}` : `${short(value / 1e6)} M${unit}`;

interface Roof { type: string; operations: number; peak: number }

/** One sentence for a memory: on which side of the ridge the kernel lies. */
function sentence(roof: Roof, memory: string, bytes: number, bandwidth: number): string {
  const intensity = roof.operations / bytes;
  const ridge = roof.peak && bandwidth ? roof.peak / bandwidth : 0;
  const side = memory !== 'device memory' || ridge === 0 ? ''
    : intensity < ridge ? ` It lies left of the ridge at ${short(ridge)}: device memory is the lower roof.`
      : ` It lies right of the ridge at ${short(ridge)}: ${roof.type} arithmetic is the lower roof.`;
  return `${short(intensity)} ${roof.type} operations for each byte of ${memory}.${side}`;
}

export function Roofs({ kernel }: { kernel: Kernel }) {
  const line = kernel.roofline;
  if (!line) return null;
  const bandwidth = line.memory_bytes_per_second;
  const roofs: Roof[] = line.roofs.map((roof) => ({ type: roof.type, operations: roof.operations, peak: roof.per_second }));
  const unknown = roofs.filter((roof) => !roof.peak).map((roof) => roof.type);
  const marks = roofs.flatMap((roof) => line.traffic.filter((one) => one.bytes > 0).map((one) => ({ roof, ...one, x: roof.operations / one.bytes })));
  const ridges = roofs.filter((roof) => roof.peak && bandwidth).map((roof) => roof.peak / bandwidth);
  const xs = [0.1, 100, ...marks.map((mark) => mark.x), ...ridges];
  const from = 10 ** Math.floor(Math.log10(Math.min(...xs)));
  const to = 10 ** Math.ceil(Math.log10(Math.max(...xs)));
  const top = Math.max(1, ...roofs.map((roof) => roof.peak));
  const bottom = Math.min(top / 1000, bandwidth ? bandwidth * from : top / 1000);
  const x = scaleLog().domain([from, to]).range([margin.left, kWidth - margin.right]);
  const y = scaleLog().domain([bottom, top * 1.6]).range([kHeight - margin.bottom, margin.top]);
  const decades = (start: number, end: number) => Array.from({ length: Math.floor(Math.log10(end)) - Math.ceil(Math.log10(start)) + 1 }, (_, i) => 10 ** (Math.ceil(Math.log10(start)) + i));
  const roofAt = (roof: Roof, at: number) => Math.min(roof.peak, bandwidth ? bandwidth * at : roof.peak);
  const hasRoofs = ridges.length > 0;
  const say = marks.map((mark) => sentence(mark.roof, mark.memory, mark.bytes, bandwidth));
  const tall = (mark: typeof marks[number]) => (mark.memory === 'device memory' ? y(roofAt(mark.roof, mark.x)) : y(mark.roof.peak || top));
  return (
    <section class="card" aria-label="Roofs">
      <header><h3 data-x="roofline" tabIndex={0}>Roofs</h3><span class="muted">from published peaks; how fast it runs is not modelled</span></header>
      {hasRoofs && (
        <svg class="roofs" viewBox={`0 0 ${kWidth} ${kHeight}`} role="img" aria-label={`Operations for each byte. ${say.join(' ')}`}>
          {decades(bottom, top * 1.6).map((tick) => <g key={tick}><line class="grid" x1={margin.left} x2={kWidth - margin.right} y1={y(tick)} y2={y(tick)} />
            <text class="axis" x={margin.left - 6} y={y(tick) + 4} text-anchor="end">{rate(tick, '').replace(/\.0+/, '')}</text></g>)}
          {decades(from, to).map((tick) => <text key={tick} class="axis" x={x(tick)} y={kHeight - margin.bottom + 16} text-anchor="middle">{tick < 1 ? String(Number(tick.toPrecision(1))) : brief(tick)}</text>)}
          <text class="axis" x={(margin.left + kWidth - margin.right) / 2} y={kHeight - 8} text-anchor="middle">operations for each byte</text>
          <text class="axis" x="0" y="10">per second</text>
          {roofs.filter((roof) => roof.peak && bandwidth).map((roof) => {
            const ridge = roof.peak / bandwidth;
            const start = Math.max(from, bottom / bandwidth);
            return (
              <g key={roof.type} data-x="roofline" data-say={`At most ${rate(roof.peak, 'FLOP/s')} of ${roof.type} and ${rate(bandwidth, 'B/s')} of device memory: the roofs meet at ${short(ridge)} operations for each byte.`}>
                <path class="roof" d={`M${x(start)},${y(bandwidth * start)}L${x(ridge)},${y(roof.peak)}H${x(to)}`} />
                <text class="axis strong" x={x(to) - 2} y={y(roof.peak) - 6} text-anchor="end">{roof.type} {rate(roof.peak, 'FLOP/s')}</text>
              </g>);
          })}
          {marks.map((mark, i) => (
            <g key={i} class={`stand ${colours[mark.memory]}`} data-x="roofline" data-say={say[i]}>
              <line x1={x(mark.x)} x2={x(mark.x)} y1={kHeight - margin.bottom} y2={tall(mark)} />
              {mark.memory === 'device memory' && <circle cx={x(mark.x)} cy={tall(mark)} r="4.5" />}
            </g>))}
        </svg>)}
      <ul class="legend stands">{marks.map((mark, i) => <li key={i}><span class={`swatch ${colours[mark.memory]}`} />{say[i]}</li>)}</ul>
      {!line.traffic.some((one) => one.memory === 'device memory') && <p class="muted">Run with --caches for the bytes behind the first level.</p>}
      {hasRoofs && <p class="muted">L1 and L2 have no roof: no bandwidth of theirs is published from which one could be drawn for this GPU.</p>}
      {unknown.length > 0 && <p class="muted">No peak is on record for {unknown.join(', ')} on this GPU.</p>}
    </section>
  );
}
