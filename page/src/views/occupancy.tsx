// What an SM has room for: the resources of a block against those of the SM, and occupancy over block size, registers and
// shared memory with the kernel's place on each curve.
import { scaleLinear } from 'd3-scale';
import { curveStepAfter, line } from 'd3-shape';
import { report, type Curve, type Kernel } from '../data';
import { bytes, number, percent, plural } from '../format';

const kWidth = 210;
const kHeight = 130;
const margin = { left: 24, right: 10, top: 10, bottom: 30 };

function Chart({ curve }: { curve: Curve }) {
  const most = report.machine?.max_warps_per_sm ?? Math.max(...curve.steps.map((step) => step[3]));
  const end = curve.steps[curve.steps.length - 1]?.[1] ?? 1;
  const x = scaleLinear().domain([0, end]).range([margin.left, kWidth - margin.right]);
  const y = scaleLinear().domain([0, most]).range([kHeight - margin.bottom, margin.top]);
  const now = curve.steps.find((step) => curve.now >= step[0] && curve.now <= step[1]);
  const points = [...curve.steps.map((step) => [step[0], step[3]] as [number, number]), [end, curve.steps[curve.steps.length - 1]?.[3] ?? 0] as [number, number]];
  const path = line<[number, number]>().x((point) => x(point[0])).y((point) => y(point[1])).curve(curveStepAfter)(points) ?? '';
  const isBytes = curve.unit.startsWith('bytes');
  const value = (of: number) => (isBytes ? bytes(of) : number(of));
  const ticks = isBytes ? [0, 1, 2, 3, 4].map((i) => i * (end > 160 * 1024 ? 64 : end > 60 * 1024 ? 32 : 16) * 1024).filter((tick) => tick <= end) : x.ticks(4).filter((_, i) => end < 500 || i % 2 === 0);
  const say = now ? `${curve.over} ${value(curve.now)}: ${plural(now[2], 'block')}, ${now[3]} of ${most} warps per SM.` : '';
  return (
    <figure class="curve">
      <figcaption>{curve.over}<span class="muted">, {curve.unit}</span></figcaption>
      <svg viewBox={`0 0 ${kWidth} ${kHeight}`} role="img" aria-label={`Occupancy over ${curve.over}. Now ${say}`}>
        {[0, most / 2, most].map((tick) => (
          <g key={tick}><line class="grid" x1={margin.left} x2={kWidth - margin.right} y1={y(tick)} y2={y(tick)} />
            <text class="axis" x={margin.left - 5} y={y(tick) + 3.5} text-anchor="end">{Math.round(tick)}</text></g>))}
        {ticks.map((tick) => <text key={tick} class="axis" x={x(tick)} y={kHeight - margin.bottom + 15} text-anchor="middle">{isBytes ? (tick === 0 ? '0' : `${Math.round(tick / 1024)}K`) : number(tick)}</text>)}
        <path class="curve-line" d={path} />
        {curve.steps.map((step) => (
          <rect key={step[0]} class="hit" x={x(step[0])} y={margin.top} width={Math.max(0.5, x(step[1] + 1) - x(step[0]))} height={kHeight - margin.top - margin.bottom}
            data-x="occupancy" data-say={`${value(step[0])} to ${value(step[1])}: ${plural(step[2], 'block')}, ${step[3]} of ${most} warps per SM (${percent(step[3], most)}).`} />))}
        {now && <g class="now-mark" data-x="occupancy" data-say={`This kernel: ${say}`}>
          <line x1={x(curve.now)} x2={x(curve.now)} y1={y(now[3])} y2={kHeight - margin.bottom} /><circle cx={x(curve.now)} cy={y(now[3])} r="4.5" /></g>}
      </svg>
    </figure>
  );
}

/** How the blocks of a launch fill the machine, wave by wave, as if all took equally long. */
function Waves({ kernel }: { kernel: Kernel }) {
  const sms = report.machine?.sm_count ?? 0;
  const blocks = kernel.grid.reduce((product, extent) => product * extent, 1);
  const room = kernel.blocks_per_sm * sms;
  if (room === 0 || !kernel.same_shape) return null;
  const whole = Math.floor(blocks / room);
  const last = (blocks - whole * room) / room;
  const tail = last === 0 ? 'the last one is full' : whole === 0 ? `they fill ${percent(last, 1)} of it` : `the last one, the tail, fills ${percent(last, 1)} of it`;
  return (
    <p class="waves" data-x="waves" tabIndex={0}>{plural(blocks, 'block')}; {plural(sms, 'SM')} have room for {number(room)} at once: {number(Math.round((100 * blocks) / room) / 100)} waves, {tail}.</p>);
}

export function Occupancy({ kernel }: { kernel: Kernel }) {
  const resources = kernel.occupancy_resources ?? [];
  return (
    <section class="card" aria-label="Occupancy">
      <header><h3 data-x="occupancy" tabIndex={0}>Occupancy {percent(kernel.occupancy, 1)}</h3>
        <span class="muted">{plural(kernel.blocks_per_sm, 'block')} per SM, limited by {kernel.occupancy_limit}{kernel.registers_estimated ? '; registers are estimated' : ''}</span></header>
      {resources.length > 0 && (
        <table class="resources"><thead><tr><th>Resource of an SM</th><th class="num">A block takes</th><th class="num">Of</th><th class="num">Room for</th><th class="share">Filled</th></tr></thead>
          <tbody>{resources.map((resource) => {
            const value = (of: number) => (resource.unit === 'B' ? bytes(of) : number(of));
            const filled = resource.of_sm ? (resource.taken_by_block * kernel.blocks_per_sm) / resource.of_sm : 0;
            return (
              <tr key={resource.name} class={resource.binds ? 'binds' : ''}><td>{resource.name}{resource.binds && <span class="label binds">binds</span>}</td>
                <td class="num">{value(resource.taken_by_block)}</td><td class="num">{resource.of_sm ? value(resource.of_sm) : '–'}</td>
                <td class="num">{resource.blocks === undefined ? 'any' : plural(resource.blocks, 'block')}</td>
                <td class="share"><div class="bar" role="img" aria-label={percent(filled, 1)} data-say={`${percent(filled, 1)} of the SM's ${resource.name} taken by the blocks that fit.`}><span style={`width:${Math.min(100, 100 * filled)}%`} /></div></td></tr>);
          })}</tbody></table>)}
      <Waves kernel={kernel} />
      <div class="curves">{(kernel.occupancy_curves ?? []).map((curve) => <Chart key={curve.over} curve={curve} />)}</div>
      <p class="muted">Warps that fit on an SM when one setting changes and the others stay; the dot is this kernel.</p>
    </section>
  );
}
