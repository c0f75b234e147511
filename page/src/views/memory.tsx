// Where the kernel's bytes went: its requests on the left, then shared memory and the caches, then device memory.
import { hasCaches, report, type Kernel } from '../data';
import { brief, bytes, number, plural } from '../format';

interface Flow { key: string; x1: number; y1: number; x2: number; y2: number; text: string; below?: string; say: string; x: string; weight: number }

const sum = (kernel: Kernel, kind: RegExp, count: 'requests' | 'sectors' | 'wavefronts') =>
  kernel.lines.filter((row) => row.kind && kind.test(row.kind)).reduce((all, row) => all + (row[count] ?? 0), 0);

export function MemoryPicture({ kernel }: { kernel: Kernel }) {
  const value = (name: string): number => kernel.metrics[name] ?? 0;
  const global = { load: sum(kernel, /^global load/, 'sectors'), store: sum(kernel, /^global (store|atomic|reduction)/, 'sectors'), requests: sum(kernel, /^global|^async copy/, 'requests') };
  const local = { sectors: sum(kernel, /^local/, 'sectors'), requests: sum(kernel, /^local/, 'requests') };
  const shared = { wavefronts: sum(kernel, /^shared|^matrix|^async copy/, 'wavefronts'), requests: sum(kernel, /^shared|^matrix/, 'requests') };
  const l2 = value('lts__t_sectors_srcunit_tex.sum');
  const l1Rate = value('l1tex__t_sector_hit_rate.pct');
  const l2Rate = value('lts__t_sector_hit_rate.pct');
  const read = value('dram__bytes_read.sum');
  const written = value('dram__bytes_write.sum');
  const flows: Flow[] = [
    { key: 'global', x1: 84, y1: 62, x2: 204, y2: 62, text: `${brief(global.load)} ↓  ${brief(global.store)} ↑`, below: `${brief(global.requests)} requests`, x: 'sectors',
      say: `Global memory: ${plural(global.load, 'sector')} loaded and ${number(global.store)} stored or updated by ${plural(global.requests, 'request')}.`, weight: global.load + global.store },
    { key: 'local', x1: 84, y1: 122, x2: 204, y2: 122, text: `${brief(local.sectors)} sectors`, below: `${brief(local.requests)} requests`, x: 'sectors',
      say: `Local memory: ${plural(local.sectors, 'sector')} by ${plural(local.requests, 'request')}.`, weight: local.sectors },
    { key: 'shared', x1: 84, y1: 196, x2: 204, y2: 196, text: `${brief(shared.wavefronts)} wavefronts`, below: `${brief(shared.requests)} requests`, x: 'wavefronts',
      say: `Shared memory: ${plural(shared.wavefronts, 'wavefront')} for ${plural(shared.requests, 'request')}.`, weight: shared.wavefronts },
    { key: 'l2', x1: 326, y1: 90, x2: 410, y2: 90, text: hasCaches ? brief(l2) : 'not followed', below: hasCaches ? 'sectors' : undefined, x: 'l2',
      say: hasCaches ? `The second level was asked for ${plural(l2, 'sector')}.` : 'What passes between the caches is followed with --caches.', weight: hasCaches ? l2 : -1 },
    { key: 'dram', x1: 502, y1: 90, x2: 592, y2: 90, text: hasCaches ? `${bytes(read)} ↓` : 'not followed', below: hasCaches ? `${bytes(written)} ↑` : undefined, x: 'dram',
      say: hasCaches ? `${bytes(read)} read from device memory, ${bytes(written)} written back.` : 'Device memory is followed with --caches.', weight: hasCaches ? (read + written) / 32 : -1 },
  ];
  const most = Math.max(1, ...flows.map((flow) => flow.weight));
  const box = (x: number, y: number, height: number, name: string, lines: string[], key: string, say: string, width = 92) => (
    <g class="box" data-x={key} data-say={say}><rect x={x} y={y} width={width} height={height} rx="6" />
      <text class="name" x={x + width / 2} y={y + height / 2 - (lines.length ? 7 * lines.length - 4 : -4)} text-anchor="middle">{name}</text>
      {lines.map((text, i) => <text key={i} class="axis" x={x + width / 2} y={y + height / 2 + 12 + 15 * i} text-anchor="middle">{text}</text>)}</g>);
  const machine = report.machine;
  return (
    <section class="card" aria-label="Memory">
      <header><h3>Memory</h3><span class="muted">{hasCaches ? 'hit rates and traffic are modelled' : 'run with --caches for hit rates and the traffic behind the first level'}</span></header>
      <svg class="memory" viewBox="0 0 688 246" role="img" aria-label={flows.map((flow) => flow.say).join(' ')}>
        {flows.map((flow) => (
          <g key={flow.key} class={`flow ${flow.weight > 0 ? '' : 'none'}`} data-x={flow.x} data-say={flow.say}>
            <line x1={flow.x1} y1={flow.y1} x2={flow.x2} y2={flow.y2} stroke-width={flow.weight > 0 ? 2 + 10 * (flow.weight / most) : 1.5} />
            <text class="axis strong" x={(flow.x1 + flow.x2) / 2} y={flow.y1 - 11} text-anchor="middle">{flow.text}</text>
            {flow.below && <text class="axis" x={(flow.x1 + flow.x2) / 2} y={flow.y1 + 20} text-anchor="middle">{flow.below}</text>}
          </g>))}
        {box(0, 30, 206, 'Kernel', [`${kernel.registers_per_thread} registers`, 'a thread'], 'registers', `Each thread has ${plural(kernel.registers_per_thread, 'register')}.`, 84)}
        {box(204, 30, 120, 'L1 cache', hasCaches ? [`${number(Math.round(10 * l1Rate) / 10)} % hits`] : [], 'l1', hasCaches ? `${number(l1Rate)} % of the sectors asked of the first level were there.` : 'Followed with --caches.', 122)}
        {box(204, 172, 64, 'Shared memory', [`${bytes(kernel.static_shared_bytes + kernel.dynamic_shared_bytes)} a block`], 'shared_memory', `A block has ${bytes(kernel.static_shared_bytes + kernel.dynamic_shared_bytes)} of shared memory${machine ? `, an SM at most ${bytes(machine.shared_bytes_per_sm)}` : ''}.`, 122)}
        {box(410, 30, 120, 'L2 cache', [...(hasCaches ? [`${number(Math.round(10 * l2Rate) / 10)} % hits`] : []), ...(machine?.l2_bytes ? [bytes(machine.l2_bytes)] : [])], 'l2', hasCaches ? `${number(l2Rate)} % of the sectors asked of the second level were there.` : 'Followed with --caches.')}
        {box(592, 30, 120, 'Device', ['memory', ...(machine?.memory_bytes ? [bytes(machine.memory_bytes)] : [])], 'dram', 'The GPU\'s own memory.')}
      </svg>
    </section>
  );
}
