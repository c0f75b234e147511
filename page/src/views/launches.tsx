// Launches in the order of the program: a strip with a row a stream, and the list. The strip's axis is the number of the
// launch, not time, of which the model says nothing.
import { useMemo, useRef, useState } from 'preact/hooks';
import { data, kernelNames, report } from '../data';
import { bytes, extent, number, plural } from '../format';
import { go } from '../state';
import { VirtualList } from '../virtual';

const rows = data.launches.rows;
const kColours = 6;
const kColumns = 1200;  // of the strip; more launches share them

export function Launches() {
  const [selected, select] = useState(0);
  const [metric, setMetric] = useState(() => {
    const preferred = ['memory_l2_theoretical_sectors_global', 'smsp__inst_executed.sum'];
    return Math.max(0, report.metrics.findIndex((one) => preferred.includes(one.name)));
  });
  const strip = useRef<SVGSVGElement>(null);
  const streams = useMemo(() => [...new Set(rows.map((row) => row[10]))].sort((x, y) => x - y), []);
  const columns = Math.min(rows.length, kColumns);
  const paths = useMemo(() => {
    const all = kernelNames.map(() => '');
    for (let column = 0; column < columns; ++column) {
      const here = rows.slice(Math.floor((column * rows.length) / columns), Math.floor(((column + 1) * rows.length) / columns));
      streams.forEach((stream, i) => {
        const count = new Map<number, number>();
        for (const row of here) if (row[10] === stream) count.set(row[1], (count.get(row[1]) ?? 0) + 1);
        const [most] = [...count].sort((x, y) => y[1] - x[1]);
        if (most) all[most[0]] += columns < kColumns ? `M${column} ${i * 10 + 1}h0.94v8h-0.94z` : `M${column} ${i * 10 + 1}h1v8h-1z`;
      });
    }
    return all;
  }, []);
  if (rows.length === 0) return <section class="view empty"><p>The program launched no kernel.</p></section>;
  const value = (row: number) => (rows[row][12] === null ? null : data.launches.values[rows[row][12]!][metric]);
  const most = report.metrics.length === 0 ? 0 : Math.max(0, ...data.launches.values.map((values) => values[metric]));
  const say = (row: number) => {
    const one = rows[row];
    return `Launch ${one[0]}: ${kernelNames[one[1]]}, grid ${extent(one.slice(2, 5) as number[])}, block ${extent(one.slice(5, 8) as number[])}, stream ${one[10]}${one[11] ? '' : ', not completed'}`;
  };
  return (
    <section class="view launches" aria-label="Launches">
      <div class="toolbar">
        <span>{plural(report.launch_count, 'launch', 'launches')}{rows.length < report.launch_count ? `, the first ${number(rows.length)} here` : ''}, {number(report.launches_counted)} counted</span>
        <span class="space" />
        {report.metrics.length > 0 && <label class="field"><span>Counter</span>
          <select value={String(metric)} onChange={(event) => setMetric(Number(event.currentTarget.value))}>{report.metrics.map((one, i) => <option key={i} value={String(i)}>{one.name}</option>)}</select></label>}
      </div>
      <div class="timeline">
        <p class="muted">In the order of the program, a row a stream; how long each takes is not modelled.{rows.length > columns && ' A column stands for several launches and has the colour of the kernel that most of them are of.'}</p>
        <svg ref={strip} viewBox={`0 0 ${columns} ${streams.length * 10}`} preserveAspectRatio="none" style={`height:${Math.min(220, Math.max(28, streams.length * 22))}px;max-width:${rows.length * 48}px`}
          role="img" aria-label={`${plural(rows.length, 'launch', 'launches')} on ${plural(streams.length, 'stream')}; the list below has each`}
          onClick={(event) => {
            const at = strip.current!.getBoundingClientRect();
            select(Math.max(0, Math.min(rows.length - 1, Math.floor(((event.clientX - at.left) / at.width) * rows.length))));
          }}>
          {paths.map((path, kernel) => path && <path key={kernel} class={`of-kernel c${kernel % kColours}`} d={path} data-x="launch" data-say={kernelNames[kernel]} />)}
          <rect class="here" x={(selected * columns) / rows.length} y="0" width="0.94" height={streams.length * 10} />
        </svg>
        <ul class="legend">{kernelNames.slice(0, 12).map((name, i) => <li key={i}><span class={`swatch c${i % kColours}`} />{name}</li>)}{kernelNames.length > 12 && <li class="muted">and {kernelNames.length - 12} more</li>}</ul>
      </div>
      <VirtualList id="launch-list" count={rows.length} rowHeight={24} selected={selected} revealKey={selected} label="Launches" onSelect={select} rowLabel={say}
        onOpen={(row) => go({ view: 'kernels', kernel: rows[row][1] })} minWidth="46rem"
        header={<div class="launch-row head"><span class="num" data-x="launch">#</span><span>Kernel</span><span class="num" data-x="grid">Grid</span><span class="num" data-x="block">Block</span><span class="num">Dynamic</span><span class="num" data-x="stream">Stream</span><span class="num" data-x={report.metrics[metric]?.name}>{report.metrics.length > 0 ? 'Counter' : ''}</span></div>}
        row={(row) => {
          const one = rows[row];
          const counted = value(row);
          return (
            <div class={`launch-row ${one[11] ? '' : 'broken'}`}>
              <span class="num">{number(one[0])}</span>
              <span class="name"><span class={`swatch c${one[1] % kColours}`} /><button type="button" class="link" tabIndex={-1} onClick={() => go({ view: 'kernels', kernel: one[1] })}>{kernelNames[one[1]]}</button>{!one[11] && <span class="label">not completed</span>}</span>
              <span class="num">{extent(one.slice(2, 5) as number[])}</span><span class="num">{extent(one.slice(5, 8) as number[])}</span>
              <span class="num">{one[9] ? bytes(one[9]) : ''}</span><span class="num">{one[10]}</span>
              <span class="num chosen" style={counted && most ? `--heat:${Math.round(100 * Math.sqrt(counted / most))}%` : undefined}>{counted === null ? 'not counted' : number(counted)}</span>
            </div>);
        }} />
    </section>
  );
}
