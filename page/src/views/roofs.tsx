// The roofs of the machine, of its arithmetic and of each memory, and where the kernel stands below them: operations for each byte of
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

interface Traffic { memory: string; bytes: number; per_second: number }

/** One sentence for a memory: on which side of its ridge the kernel lies. */
function sentence(roof: Roof, { memory, bytes, per_second }: Traffic): string {
  const intensity = roof.operations / bytes;
  const ridge = roof.peak && per_second ? roof.peak / per_second : 0;
  const side = ridge === 0 ? ''
    : intensity < ridge ? ` It lies left of the ridge at ${short(ridge)}: ${memory} is the lower roof.`
      : ` It lies right of the ridge at ${short(ridge)}: ${roof.type} arithmetic is the lower roof.`;
  return `${short(intensity)} ${roof.type} operations for each byte of ${memory}.${side}`;
}

const secondsOf = ({ bytes, per_second }: Traffic) => (per_second ? bytes / per_second : 0);

/** What bounds the kernel first, where the traffic behind L1 was followed. */
function lowest(roof: Roof, traffic: Traffic[]): string | undefined {
  if (!roof.peak || traffic.length < 2) return undefined;
  const slowest = traffic.reduce((x, y) => (secondsOf(y) > secondsOf(x) ? y : x));
  return secondsOf(slowest) > roof.operations / roof.peak ? slowest.memory : `${roof.type} arithmetic`;
}

export function Roofs({ kernel }: { kernel: Kernel }) {
  const line = kernel.roofline;
  if (!line) return null;
  const bandwidth = line.memory_bytes_per_second;
  const roofs: Roof[] = line.roofs.map((roof) => ({ type: roof.type, operations: roof.operations, peak: roof.per_second }));
  const unknown = roofs.filter((roof) => !roof.peak).map((roof) => roof.type);
  // Reports from before there were roofs of caches know that of device memory alone.
  const traffic: Traffic[] = line.traffic.map((one) => ({ ...one, per_second: one.per_second ?? (one.memory === 'device memory' ? bandwidth : 0) }));
  const marks = roofs.flatMap((roof) => traffic.filter((one) => one.bytes > 0).map((one) => ({ roof, one, x: roof.operations / one.bytes })));
  // Slopes of memories: those that were asked for bytes, and device memory's.
  const slopes = traffic.filter((one) => one.bytes > 0 && one.per_second).map((one) => ({ memory: one.memory, per_second: one.per_second }));
  if (bandwidth && !slopes.some((slope) => slope.memory === 'device memory')) slopes.push({ memory: 'device memory', per_second: bandwidth });
  const missing = traffic.filter((one) => one.bytes > 0 && !one.per_second).map((one) => one.memory);
  const ridges = slopes.flatMap((slope) => roofs.filter((roof) => roof.peak).map((roof) => roof.peak / slope.per_second));
  const xs = [0.1, 100, ...marks.map((mark) => mark.x), ...ridges];
  const from = 10 ** Math.floor(Math.log10(Math.min(...xs)));
  const to = 10 ** Math.ceil(Math.log10(Math.max(...xs)));
  const top = Math.max(1, ...roofs.map((roof) => roof.peak));
  const bottom = Math.min(top / 1000, ...slopes.map((slope) => slope.per_second * from));
  const x = scaleLog().domain([from, to]).range([margin.left, kWidth - margin.right]);
  const y = scaleLog().domain([bottom, top * 1.6]).range([kHeight - margin.bottom, margin.top]);
  const decades = (start: number, end: number) => Array.from({ length: Math.floor(Math.log10(end)) - Math.ceil(Math.log10(start)) + 1 }, (_, i) => 10 ** (Math.ceil(Math.log10(start)) + i));
  const hasRoofs = ridges.length > 0;
  const peak = Math.max(...roofs.map((roof) => roof.peak));
  const say = marks.map((mark) => sentence(mark.roof, mark.one));
  const bounds = roofs.flatMap((roof) => { const first = lowest(roof, traffic); return first ? [`For ${roof.type} the lowest roof${missing.length > 0 ? ' on record' : ''} is that of ${first}.`] : []; });
  const tall = ({ roof, one, x: at }: typeof marks[number]) => y(Math.max(bottom, Math.min(roof.peak || top, one.per_second ? one.per_second * at : Infinity)));
  return (
    <section class="card" aria-label="Roofs">
      <header><h3 data-x="roofline" tabIndex={0}>Roofs</h3><span class="muted">what the GPU gives at most; how fast the kernel runs is not modelled</span></header>
      {hasRoofs && (
        <svg class="roofs" viewBox={`0 0 ${kWidth} ${kHeight}`} role="img" aria-label={`Operations for each byte. ${say.join(' ')}`}>
          {decades(bottom, top * 1.6).map((tick) => <g key={tick}><line class="grid" x1={margin.left} x2={kWidth - margin.right} y1={y(tick)} y2={y(tick)} />
            <text class="axis" x={margin.left - 6} y={y(tick) + 4} text-anchor="end">{rate(tick, '').replace(/\.0+/, '')}</text></g>)}
          {decades(from, to).map((tick) => <text key={tick} class="axis" x={x(tick)} y={kHeight - margin.bottom + 16} text-anchor="middle">{tick < 1 ? String(Number(tick.toPrecision(1))) : brief(tick)}</text>)}
          <text class="axis" x={(margin.left + kWidth - margin.right) / 2} y={kHeight - 8} text-anchor="middle">operations for each byte</text>
          <text class="axis" x="0" y="10">per second</text>
          {slopes.map(({ memory, per_second }) => {
            const start = Math.max(from, bottom / per_second);
            return <path key={memory} class={`roof slope ${colours[memory]}`} data-x="roofline" data-say={`${memory} gives at most ${rate(per_second, 'B/s')}.`}
              d={`M${x(start)},${y(per_second * start)}L${x(peak / per_second)},${y(peak)}`} />;
          })}
          {roofs.filter((roof) => roof.peak && slopes.length > 0).map((roof) => {
            const nearest = Math.min(...slopes.map((slope) => roof.peak / slope.per_second));
            return (
              <g key={roof.type} data-x="roofline" data-say={`At most ${rate(roof.peak, 'FLOP/s')} of ${roof.type}: ${slopes.map((slope) => `the roof of ${slope.memory}, ${rate(slope.per_second, 'B/s')}, meets it at ${short(roof.peak / slope.per_second)} operations for each byte`).join(', ')}.`}>
                <path class="roof" d={`M${x(nearest)},${y(roof.peak)}H${x(to)}`} />
                <text class="axis strong" x={x(to) - 2} y={y(roof.peak) - 6} text-anchor="end">{roof.type} {rate(roof.peak, 'FLOP/s')}</text>
              </g>);
          })}
          {marks.map((mark, i) => (
            <g key={i} class={`stand ${colours[mark.one.memory]}`} data-x="roofline" data-say={say[i]}>
              <line x1={x(mark.x)} x2={x(mark.x)} y1={kHeight - margin.bottom} y2={tall(mark)} />
              {mark.one.per_second > 0 && <circle cx={x(mark.x)} cy={tall(mark)} r="4.5" />}
            </g>))}
        </svg>)}
      <ul class="legend stands">{marks.map((mark, i) => <li key={i}><span class={`swatch ${colours[mark.one.memory]}`} />{say[i]}</li>)}</ul>
      {bounds.map((bound) => <p key={bound}>{bound}</p>)}
      {!line.traffic.some((one) => one.memory === 'device memory') && <p class="muted">Run with --caches for the bytes behind the first level.</p>}
      {hasRoofs && missing.length > 0 && <p class="muted">No bandwidth is on record for {missing.join(' and ')} of this GPU, so that no roof is drawn for {missing.length > 1 ? 'them' : 'it'}.</p>}
      {unknown.length > 0 && <p class="muted">No peak is on record for {unknown.join(', ')} on this GPU.</p>}
    </section>
  );
}
