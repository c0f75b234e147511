// Launches and copies in the order of the program: a strip with a row a stream, and the list. The strip's axis is the
// order, not time, of which the model says nothing.
import { useMemo, useRef, useState } from 'preact/hooks';
import { data, kernelNames, report } from '../data';
import { bytes, extent, number, plural } from '../format';
import { go } from '../state';
import { classOf, deviceOf, kColours, rows, severalDevices, steps, streamKey, streamName, streams, titleOf, transfers, type Step } from '../steps';
import { VirtualList } from '../virtual';

const kColumns = 1200;  // of the strip; more steps share them
const kRow = 22;        // pixels, unless there are many streams

interface Mark { path: string; colour: string; say: string }

/** What one colour of the strip is drawn of: a path for each kernel, one for copies and one for fills. */
function marksOf(columns: number): Mark[] {
  const marks = new Map<string, Mark>();
  const markOf = (step: Step): Mark => {
    const isLaunch = step.launch !== undefined;
    const key = isLaunch ? String(rows[step.launch][1]) : classOf(step);
    const say = isLaunch ? kernelNames[rows[step.launch][1]] : key === 'fills' ? 'A fill of memory.' : 'A copy of memory.';
    let mark = marks.get(key);
    if (!mark) marks.set(key, (mark = { path: '', colour: classOf(step), say }));
    return mark;
  };
  const rowOf = new Map(streams.map((stream, i) => [stream, i]));
  for (let column = 0; column < columns; ++column) {
    const here = steps.slice(Math.floor((column * steps.length) / columns), Math.floor(((column + 1) * steps.length) / columns));
    const counts = new Map<number, Map<Mark, number>>();
    for (const step of here) {
      const row = rowOf.get(streamKey(step))!;
      const count = counts.get(row) ?? counts.set(row, new Map()).get(row)!;
      const mark = markOf(step);
      count.set(mark, (count.get(mark) ?? 0) + 1);
    }
    for (const [row, count] of counts) {
      const [mark] = [...count].sort((x, y) => y[1] - x[1])[0];
      mark.path += columns < kColumns ? `M${column} ${row * 10 + 1}h0.94v8h-0.94z` : `M${column} ${row * 10 + 1}h1v8h-1z`;
    }
  }
  return [...marks.values()].filter((mark) => mark.path !== '');
}

function tell(step: Step): string {
  const where = streamName(streamKey(step));
  if (step.launch === undefined) return `${titleOf(step)}, ${where}${transfers[step.transfer].waits ? ', the host waits' : ''}`;
  const one = rows[step.launch];
  return `Launch ${one[0]}: ${titleOf(step)}, grid ${extent(one.slice(2, 5) as number[])}, block ${extent(one.slice(5, 8) as number[])}, ${where}${one[11] ? '' : ', not completed'}`;
}

export function Launches() {
  const [selected, select] = useState(0);
  const [metric, setMetric] = useState(() => {
    const preferred = ['memory_l2_theoretical_sectors_global', 'smsp__inst_executed.sum'];
    return Math.max(0, report.metrics.findIndex((one) => preferred.includes(one.name)));
  });
  const strip = useRef<SVGSVGElement>(null);
  const columns = Math.min(steps.length, kColumns);
  const marks = useMemo(() => marksOf(columns), []);
  if (steps.length === 0) return <section class="view empty"><p>The program launched no kernel.</p></section>;
  const value = (row: number) => (rows[row][12] === null ? null : data.launches.values[rows[row][12]!][metric]);
  const most = report.metrics.length === 0 ? 0 : Math.max(0, ...data.launches.values.map((values) => values[metric]));
  const copies = transfers.filter((transfer) => transfer.kind !== 'fill').length;
  const moved = report.transfer_count ?? 0;
  const height = Math.min(220, Math.max(28, streams.length * kRow));
  const named = height / streams.length >= 16 && streams.length > 1;
  return (
    <section class="view launches" aria-label="Launches">
      <div class="toolbar">
        <span>{plural(report.launch_count, 'launch', 'launches')}{rows.length < report.launch_count ? `, the first ${number(rows.length)} here` : ''}, {number(report.launches_counted)} counted
          {moved > 0 && `; ${plural(moved, 'copy or fill', 'copies and fills')}${transfers.length < moved ? `, the first ${number(transfers.length)} here` : ''}`}</span>
        <span class="space" />
        {report.metrics.length > 0 && <label class="field"><span>Counter</span>
          <select value={String(metric)} onChange={(event) => setMetric(Number(event.currentTarget.value))}>{report.metrics.map((one, i) => <option key={i} value={String(i)}>{one.name}</option>)}</select></label>}
      </div>
      <div class="timeline">
        <p class="muted">In the order of the program, a row a stream; how long each takes is not modelled.{steps.length > columns && ' A column stands for several and has the colour that most of them have.'}</p>
        <div class="strip">
          {named && <ul class="streams" style={`height:${height}px`}>{streams.map((stream) => <li key={stream}>{streamName(stream)}</li>)}</ul>}
          <svg ref={strip} viewBox={`0 0 ${columns} ${streams.length * 10}`} preserveAspectRatio="none" style={`height:${height}px;max-width:${steps.length * 48}px`}
            role="img" aria-label={`${plural(rows.length, 'launch', 'launches')} and ${plural(transfers.length, 'copy or fill', 'copies and fills')} on ${plural(streams.length, 'stream')}; the list below has each`}
            onClick={(event) => {
              const at = strip.current!.getBoundingClientRect();
              select(Math.max(0, Math.min(steps.length - 1, Math.floor(((event.clientX - at.left) / at.width) * steps.length))));
            }}>
            {marks.map((mark, i) => <path key={i} class={`of-kernel ${mark.colour}`} d={mark.path} data-x="launch" data-say={mark.say} />)}
            <rect class="here" x={(selected * columns) / steps.length} y="0" width="0.94" height={streams.length * 10} />
          </svg>
        </div>
        <ul class="legend">{kernelNames.slice(0, 12).map((name, i) => <li key={i}><span class={`swatch c${i % kColours}`} />{name}</li>)}{kernelNames.length > 12 && <li class="muted">and {kernelNames.length - 12} more</li>}
          {copies > 0 && <li><span class="swatch copies" />copies</li>}{transfers.length > copies && <li><span class="swatch fills" />fills</li>}</ul>
      </div>
      <VirtualList id="launch-list" count={steps.length} rowHeight={24} selected={selected} revealKey={selected} label="Launches and copies" onSelect={select} rowLabel={(step) => tell(steps[step])}
        onOpen={(step) => steps[step].launch !== undefined && go({ view: 'kernels', kernel: rows[steps[step].launch!][1] })} minWidth="46rem"
        header={<div class="launch-row head"><span class="num" data-x="launch">#</span><span>Kernel</span><span class="num" data-x="grid">Grid</span><span class="num" data-x="block">Block</span><span class="num">Dynamic</span><span class="num" data-x="stream">{severalDevices ? 'Device:stream' : 'Stream'}</span><span class="num" data-x={report.metrics[metric]?.name}>{report.metrics.length > 0 ? 'Counter' : ''}</span></div>}
        row={(at) => {
          const step = steps[at];
          if (step.launch === undefined) {
            const transfer = transfers[step.transfer];
            return (
              <div class="launch-row">
                <span class="num" />
                <span class="name"><span class={`swatch ${classOf(step)}`} />{titleOf(step)}{transfer.waits && <span class="label" data-x="host_waits">host waits</span>}</span>
                <span class="num" /><span class="num" /><span class="num" />
                <span class="num">{severalDevices && `${transfer.device ?? 0}:`}{transfer.stream}</span><span class="num" />
              </div>);
          }
          const row = step.launch;
          const one = rows[row];
          const counted = value(row);
          return (
            <div class={`launch-row ${one[11] ? '' : 'broken'}`}>
              <span class="num">{number(one[0])}</span>
              <span class="name"><span class={`swatch c${one[1] % kColours}`} /><button type="button" class="link" tabIndex={-1} onClick={() => go({ view: 'kernels', kernel: one[1] })}>{kernelNames[one[1]]}</button>{!one[11] && <span class="label">not completed</span>}</span>
              <span class="num">{extent(one.slice(2, 5) as number[])}</span><span class="num">{extent(one.slice(5, 8) as number[])}</span>
              <span class="num">{one[9] ? bytes(one[9]) : ''}</span><span class="num">{severalDevices && `${deviceOf(one)}:`}{one[10]}</span>
              <span class="num chosen" style={counted && most ? `--heat:${Math.round(100 * Math.sqrt(counted / most))}%` : undefined}>{counted === null ? 'not counted' : number(counted)}</span>
            </div>);
        }} />
    </section>
  );
}
