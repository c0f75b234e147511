// The source with what was counted of each line, the chosen counter as heat; beside it what is known of the chosen line,
// or the kernel's PTX.
import { useMemo, useRef } from 'preact/hooks';
import { data, files, findings, findingsByLine, hasCounts, inlinedAt, instructionsAt, kernelNames, kernels, kernelsAt, lineSums, pictured, placeOf,
  type Instruction, type LineRow, type LineSum } from '../data';
import { brief, number, percent, plural } from '../format';
import { lineHtml, ptxHtml } from '../highlight';
import { useKeys } from '../keys';
import { heat, lineMetric, lineMetrics } from '../line_metrics';
import { Chain, KernelSelect, Mark, worst } from '../parts';
import { go, type Route } from '../state';
import { VirtualList } from '../virtual';
import { AccessPicture } from './access_picture';
import { FindingCard } from './finding_card';

const kRow = 20;
const kFirstScreen = 35;  // lines that any window shows

/** Findings in the order in which n goes along them: by file and line. */
const walk: { file: number; line: number }[] = findingsByLine.flatMap((lines, file) =>
  [...lines.keys()].sort((x, y) => x - y).map((line) => ({ file, line })));

export function nextFinding(route: Route, forward: boolean): void {
  if (walk.length === 0) return;
  const after = (at: { file: number; line: number }) => at.file > route.file || (at.file === route.file && at.line > route.line);
  const before = (at: { file: number; line: number }) => at.file < route.file || (at.file === route.file && at.line < route.line);
  const next = forward ? walk.find(after) ?? walk[0] : [...walk].reverse().find(before) ?? walk[walk.length - 1];
  go({ ...next, pane: 'line', at: -1, kernel: route.kernel >= 0 && !kernelsAt(files[next.file].name, next.line).includes(route.kernel) ? -1 : route.kernel });
}

export function Source({ route }: { route: Route }) {
  const file = files[route.file];
  const metric = lineMetric(route.metric);
  const sums = useMemo(() => (file ? lineSums(route.file, route.kernel) : new Map<number, LineSum>()), [route.file, route.kernel]);
  const most = useMemo(() => Math.max(0, ...[...sums.values()].map(metric.value)), [sums, metric]);
  const of = findingsByLine[route.file] ?? new Map<number, number[]>();

  useKeys({
    n: () => nextFinding(route, true),
    p: () => nextFinding(route, false),
    m: () => go({ metric: lineMetrics[(lineMetrics.indexOf(metric) + 1) % lineMetrics.length].key }),
    x: () => go({ pane: route.pane === 'ptx' ? 'line' : 'ptx' }),
  });

  if (!file) {
    return <section class="view empty"><p>No source line has numbers: nothing was counted, or the program has no line table.</p></section>;
  }
  // A file that begins with nothing to see, as libraries' do with their licence, opens at its hottest line.
  const hottest = useMemo(() => {
    const counted = [...sums.keys()];
    if (counted.length === 0 || Math.min(...counted, ...of.keys()) <= kFirstScreen) return undefined;
    return counted.reduce((best, line) => (metric.value(sums.get(line)!) > metric.value(sums.get(best)!) ? line : best)) - 1;
  }, [file, sums, metric.key]);
  const longest = useMemo(() => file.lines.reduce((most, line) => Math.max(most, line.length), 0), [file]);
  const label = (row: number) => {
    const line = row + 1;
    const sum = sums.get(line);
    const found = of.get(line);
    const parts = [`line ${line}`, file.lines[row].trim()];
    if (sum) for (const one of lineMetrics) if (one.text(sum)) parts.push(one.whole(sum));
    if (found) parts.push(found.map((i) => `${findings[i].severity}: ${findings[i].message}`).join('; '));
    return parts.filter((part) => part !== '').join(', ');
  };
  const near = (row: number) => {
    for (let line = row - 1; line <= row + 3; ++line) if (sums.has(line) || of.has(line)) return true;
    return false;
  };
  return (
    <section class="view source" aria-label="Source">
      <div class="toolbar">
        <label class="field"><span>File</span>
          <select value={String(route.file)} onChange={(event) => go({ file: Number(event.currentTarget.value), line: 0, at: -1 })}>
            {files.map((one, i) => <option key={i} value={String(i)} title={one.name}>{one.short}</option>)}
          </select>
        </label>
        <KernelSelect label="Kernel" all value={route.kernel} onChange={(kernel) => go({ kernel, at: -1 })} />
        {hasCounts && <label class="field"><span>Heat</span>
          <select value={metric.key} data-x="heat" onChange={(event) => go({ metric: event.currentTarget.value })}>
            {lineMetrics.map((one) => <option key={one.key} value={one.key}>{one.name}</option>)}
          </select>
        </label>}
        <span class="space" />
        <span class="muted" id="finding-count">{walk.length === 0 ? 'no findings' : `findings at ${plural(walk.length, 'line')}`}</span>
        <span class="group">
          <button type="button" disabled={walk.length === 0} title="Previous finding (p)" onClick={() => nextFinding(route, false)}>‹ Previous</button>
          <button type="button" disabled={walk.length === 0} title="Next finding (n)" onClick={() => nextFinding(route, true)}>Next ›</button>
        </span>
      </div>
      {!file.known && <p class="hint">The text of {file.name} was not found when the page was written; its numbers are here.</p>}
      <div class="split">
        <div class="code-pane">
          <VirtualList id="lines" count={file.lines.length} rowHeight={kRow} selected={route.line - 1} revealKey={`${route.file}:${route.line}`}
            start={hottest} label={`${file.short}, ${plural(file.lines.length, 'line')}`} minWidth={`calc(${longest} * var(--ch) + ${columns(metric.key).length} * var(--num) + 8rem)`}
            onSelect={(row) => go({ line: row + 1, at: -1 })} rowLabel={label} printed={near}
            rowClass={(row) => (of.has(row + 1) ? `found ${worst(of.get(row + 1)!.map((i) => findings[i]))}` : '')}
            header={<Header chosen={metric.key} />}
            row={(row) => <Line row={row} sum={sums.get(row + 1)} found={of.get(row + 1)} chosen={metric.key} most={most} html={lineHtml(file, row)} />} />
          <Overview lines={file.lines.length} sums={sums} found={of} metric={metric.key} most={most} line={route.line} />
        </div>
        <SidePane route={route} sums={sums} />
      </div>
    </section>
  );
}

/** The caches' columns are there while one of them is the heat. */
const columns = (chosen: string) => (hasCounts ? lineMetrics.filter((one) => !one.ofCaches || one.key === chosen) : []);

function Header({ chosen }: { chosen: string }) {
  return (
    <div class="line head">
      <span class="no" data-x="line">Line</span><span class="flag" data-x="finding" />
      {columns(chosen).map((one) => (
        <button type="button" key={one.key} class={`num ${one.key === chosen ? 'chosen' : ''}`} data-x={one.key}
          aria-pressed={one.key === chosen} onClick={() => go({ metric: one.key })}>{one.name}</button>))}
      <span class="code">Source</span>
    </div>
  );
}

function Line({ row, sum, found, chosen, most, html }: { row: number; sum?: LineSum; found?: number[]; chosen: string; most: number; html: string }) {
  return (
    <div class="line">
      <span class="no">{row + 1}</span>
      <span class="flag">{found && <Mark severity={worst(found.map((i) => findings[i]))} />}</span>
      {columns(chosen).map((one) => {
        const text = sum ? one.text(sum) : '';
        const hot = one.key === chosen && sum ? heat(one.value(sum), most) : 0;
        return <span key={one.key} class={`num ${one.key === chosen ? 'chosen' : ''}`} style={hot ? `--heat:${hot}%` : undefined}
          data-x={text ? one.key : undefined} data-say={sum && text ? `Line ${row + 1}: ${one.whole(sum)}.` : undefined}>{text}</span>;
      })}
      <span class="code" dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  );
}

/** The whole file as a strip: where it is hot, where something was found. */
function Overview({ lines, sums, found, metric, most, line }: { lines: number; sums: Map<number, LineSum>; found: Map<number, number[]>;
  metric: string; most: number; line: number }) {
  const strip = useRef<SVGSVGElement>(null);
  const height = Math.max(1, lines);
  const by = lineMetric(metric);
  const thick = Math.max(1, height / 250);
  return (
    <svg class="overview" ref={strip} viewBox={`0 0 14 ${height}`} preserveAspectRatio="none" aria-hidden="true"
      onClick={(event) => {
        const at = strip.current!.getBoundingClientRect();
        go({ line: Math.max(1, Math.min(lines, Math.round(((event.clientY - at.top) / at.height) * lines))), at: -1 });
      }}>
      {[...sums].filter(([, sum]) => by.value(sum) > 0).map(([at, sum]) => (
        <rect key={at} x="0" width="9" y={at - 1} height={thick} class="hot" style={`--heat:${heat(by.value(sum), most)}%`} />))}
      {[...found].map(([at, all]) => <rect key={`f${at}`} x="9" width="5" y={at - 1} height={thick * 1.5} class={worst(all.map((i) => findings[i]))} />)}
      {line > 0 && <rect x="0" width="14" y={line - 1} height={thick} class="here" />}
    </svg>
  );
}

function SidePane({ route, sums }: { route: Route; sums: Map<number, LineSum> }) {
  const tabs = [['line', 'Line'], ['ptx', 'PTX']] as const;
  return (
    <aside class="side-pane" aria-label="Beside the source">
      <div class="tabs" role="tablist" aria-label="Beside the source">
        {tabs.map(([key, name]) => (
          <button type="button" key={key} role="tab" id={`tab-${key}`} aria-selected={route.pane === key} aria-controls="side-panel"
            tabIndex={route.pane === key ? 0 : -1} onClick={() => go({ pane: key })}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
              event.preventDefault();
              const other = key === 'line' ? 'ptx' : 'line';
              go({ pane: other });
              document.getElementById(`tab-${other}`)?.focus();
            }}>{name}</button>))}
      </div>
      <div id="side-panel" role="tabpanel" aria-labelledby={`tab-${route.pane}`} class={`side-panel shows-${route.pane}`}>
        {route.pane === 'ptx' ? <Ptx route={route} /> : <LinePanel route={route} sum={sums.get(route.line)} />}
      </div>
    </aside>
  );
}

function kindText(row: LineRow): string {
  return row.kind ? `${row.kind}${row.access_bytes ? ` ${row.access_bytes * 8}` : ''}` : 'other';
}

function LinePanel({ route, sum }: { route: Route; sum?: LineSum }) {
  const file = files[route.file];
  if (!route.line) {
    return (
      <div class="pad">
        <p>Choose a line for its numbers, its findings, its PTX and the picture of its accesses.</p>
        <p class="muted"><kbd>n</kbd> <kbd>p</kbd> next and previous finding · <kbd>↑</kbd> <kbd>↓</kbd> lines · <kbd>m</kbd> another number as heat · <kbd>?</kbd> all keys</p>
      </div>
    );
  }
  const found = findingsByLine[route.file].get(route.line) ?? [];
  const of = kernelsAt(file.name, route.line).filter((k) => route.kernel < 0 || k === route.kernel);
  const pictures = pictured.filter((one) => {
    if (!of.includes(one.kernel)) return false;
    return one.place.line === route.line && one.place.file === file.name;
  });
  return (
    <div class="pad">
      <h2>{file.short}:{route.line}</h2>
      {found.map((i) => <FindingCard key={i} finding={findings[i]} />)}
      {sum ? <Kinds sum={sum} /> : <p class="muted">{!hasCounts ? 'Nothing was counted in this run.' : `Nothing was executed at this line${route.kernel >= 0 ? ' by this kernel' : ''}.`}</p>}
      {of.map((k) => <InlinedCode key={k} kernel={k} file={file.name} line={route.line} named={of.length > 1} />)}
      {pictures.length > 0 && <Picture key={`${pictures[0].kernel} ${pictures[0].at[0]}`} pictures={pictures} />}
      {of.map((k) => (
        <details key={k} open={of.length === 1}>
          <summary>PTX of {kernelNames[k]} at this line</summary>
          <ol class="ptx-lines">{instructionsAt(k, file.name, route.line).map((at) => {
            const instruction = kernels[k].instructions[at];
            return (
              <li key={at}>
                <button type="button" class="ptx-line" onClick={() => go({ pane: 'ptx', kernel: k, at })}>
                  <span class="num">{instruction.executions ? number(instruction.executions) : ''}</span>
                  <code dangerouslySetInnerHTML={{ __html: ptxHtml(instruction.text) }} />
                </button>
                <Chain of={instruction} kernel={kernels[k].name} />
              </li>);
          })}</ol>
        </details>))}
    </div>
  );
}

/** What libraries' code does that is inlined at the line, folded: the numbers above are of all. */
function InlinedCode({ kernel, file, line, named }: { kernel: number; file: string; line: number; named: boolean }) {
  const chains = inlinedAt(kernel, file, line);
  if (chains.length === 0) return null;
  const instructions = chains.reduce((sum, chain) => sum + chain.instructions, 0);
  return (
    <details class="inlined">
      <summary>{plural(instructions, 'instruction')} of library code inlined here{named && `, in ${kernelNames[kernel]}`}</summary>
      <ul>{chains.map((chain, i) => (
        <li key={i}>
          <Chain of={{ inlined_from: chain.from }} kernel={kernels[kernel].name} />
          <p>executed {plural(chain.executions, 'time')}{chain.kinds.length > 0 && `: ${chain.kinds.join(', ')}`}
            {chain.excess > 0 && <>; <span class="bad">{number(chain.excess)} wavefronts or sectors above the ideal</span></>}</p>
        </li>))}</ul>
    </details>
  );
}

const kCounts = ['executions', 'threads', 'wavefronts', 'wavefronts_ideal', 'sectors', 'sectors_ideal', 'divergent', 'l1_sectors', 'l1_hits',
  'l2_sectors', 'l2_hits', 'issue_cycles'] as const;

/** Several kernels may have instructions of one kind at a line: here they are one. */
function merged(rows: LineRow[]): LineRow[] {
  const kinds = new Map<string, LineRow>();
  for (const row of rows) {
    const sum = kinds.get(kindText(row));
    if (!sum) kinds.set(kindText(row), { ...row });
    else for (const count of kCounts) sum[count] = (sum[count] ?? 0) + (row[count] ?? 0);
  }
  return [...kinds.values()];
}

function Kinds({ sum }: { sum: LineSum }) {
  const rows = merged(sum.kinds);
  const shared = rows.some((row) => row.wavefronts);
  const sectors = rows.some((row) => row.sectors);
  const caches = sum.l2_sectors > 0;
  const cell = (value: number | undefined, x: string, unit: string, ideal?: number) => (
    <td class="num" data-x={value ? x : undefined} data-say={value ? `${number(value)} ${unit}${ideal === undefined ? '' : `, ideal ${number(ideal)}`}.` : undefined}>
      {value ? brief(value) : ''}{value && ideal !== undefined && ideal !== value ? <span class="muted"> / {brief(ideal)}</span> : ''}</td>);
  return (
    <table class="kinds">
      <caption class="sr">Numbers of this line by kind of instruction</caption>
      <thead><tr><th>Instructions</th><th class="num" data-x="executions" tabIndex={0}>Executed</th><th class="num" data-x="lanes" tabIndex={0}>Lanes</th>
        {shared && <th class="num" data-x="wavefronts" tabIndex={0}>Wavefronts <span class="muted">/ ideal</span></th>}
        {sectors && <th class="num" data-x="sectors" tabIndex={0}>Sectors <span class="muted">/ ideal</span></th>}
        {sum.divergent > 0 && <th class="num" data-x="divergent" tabIndex={0}>Divergent</th>}
        <th class="num" data-x="cycles" tabIndex={0}>Cycles</th>
        {caches && <th class="num" data-x="l1" tabIndex={0}>L1</th>}{caches && <th class="num" data-x="l2" tabIndex={0}>L2</th>}</tr></thead>
      <tbody>{rows.map((row, i) => (
        <tr key={i}><td>{kindText(row)}</td>{cell(row.executions, 'executions', 'executed')}
          <td class="num">{row.executions ? ((row.threads ?? 0) / row.executions).toFixed(1) : ''}</td>
          {shared && cell(row.wavefronts, 'wavefronts', 'wavefronts', row.wavefronts_ideal)}
          {sectors && cell(row.sectors, 'sectors', 'sectors', row.sectors_ideal)}
          {sum.divergent > 0 && cell(row.divergent, 'divergent', 'divergent branches')}
          {cell(row.issue_cycles, 'cycles', 'cycles')}
          {caches && <td class="num">{row.l1_sectors ? percent(row.l1_hits ?? 0, row.l1_sectors) : ''}</td>}
          {caches && <td class="num">{row.l2_sectors ? percent(row.l2_hits ?? 0, row.l2_sectors) : ''}</td>}</tr>))}</tbody>
    </table>
  );
}

function Picture({ pictures }: { pictures: typeof pictured }) {
  const first = pictures[0];
  const instruction = kernels[first.kernel].instructions[first.at[0]];
  return (
    <div class="card picture-card">
      <header><span class="rule">{instruction.kind || 'access'}</span><span class="space" />
        <button type="button" class="small" onClick={() => go({ view: 'access', kernel: first.kernel, at: first.at[0], example: 0 })}>
          Larger{pictures.length > 1 ? `, and ${pictures.length - 1} more` : ''}</button></header>
      <AccessPicture example={instruction.examples![0]} kernel={kernels[first.kernel]} small />
    </div>
  );
}

function Ptx({ route }: { route: Route }) {
  const file = files[route.file];
  const here = kernelsAt(file.name, route.line);
  const kernel = route.kernel >= 0 ? route.kernel : here[0] ?? 0;
  const instructions: Instruction[] = kernels[kernel]?.instructions ?? [];
  const ofLine = useMemo(() => new Set(route.line ? instructionsAt(kernel, file.name, route.line) : []), [kernel, route.file, route.line]);
  const selected = route.at >= 0 ? route.at : ofLine.size > 0 ? Math.min(...ofLine) : -1;
  const metric = lineMetric(route.metric);
  const value = (instruction: Instruction) => metric.value(asSum(instruction));
  const most = useMemo(() => Math.max(0, ...instructions.map(value)), [kernel, metric]);
  if (instructions.length === 0) return <p class="pad muted">The report has no instructions.</p>;
  return (
    <>
      <p class="ptx-title">{kernelNames[kernel]}{route.kernel < 0 && here.length > 1 && <span class="muted"> (choose another kernel above)</span>}</p>
      <VirtualList id="ptx" count={instructions.length} rowHeight={kRow} selected={selected} revealKey={`${kernel}:${route.file}:${route.line}:${route.at}`}
        label={`PTX of ${kernelNames[kernel]}`} minWidth="calc(70ch + 9rem)"
        onSelect={(at) => {
          const place = placeOf(instructions[at]);
          const target = files.findIndex((one) => one.name === place.file);
          go(target >= 0 && data.sources[place.file] !== undefined ? { at, kernel, file: target, line: place.line } : { at, kernel });
        }}
        rowClass={(at) => (ofLine.has(at) ? 'of-line' : '')}
        rowLabel={(at) => `${instructions[at].text}, executed ${plural(instructions[at].executions ?? 0, 'time')}, ${placeOf(instructions[at]).file === file.name ? `line ${placeOf(instructions[at]).line}` : placeOf(instructions[at]).file}`}
        header={<div class="ptx-row head"><span class="no">Line</span><span class="num chosen" data-x={metric.key}>{metric.name}</span><span class="code">Instruction</span></div>}
        row={(at) => {
          const instruction = instructions[at];
          const sum = asSum(instruction);
          const hot = heat(metric.value(sum), most);
          return (
            <div class={`ptx-row ${instruction.executions ? '' : 'never'}`}>
              <span class="no">{placeOf(instruction).file === file.name ? placeOf(instruction).line : '·'}</span>
              <span class="num chosen" style={hot ? `--heat:${hot}%` : undefined} data-x={metric.text(sum) ? metric.key : undefined}
                data-say={metric.text(sum) ? `${metric.whole(sum)}.` : undefined}>{metric.text(sum)}</span>
              <span class="code"><span dangerouslySetInnerHTML={{ __html: ptxHtml(instruction.text) }} />
                {instruction.lowering && <span class="label" data-x="lowering">{instruction.lowering}</span>}</span>
            </div>
          );
        }} />
    </>
  );
}

function asSum(row: Instruction): LineSum {
  return { executions: 0, threads: 0, threads_pred_on: 0, requests: 0, wavefronts: 0, wavefronts_ideal: 0, sectors: 0, sectors_ideal: 0,
    lines: 0, divergent: 0, l1_sectors: 0, l1_hits: 0, l2_sectors: 0, l2_hits: 0, ...row, cycles: row.issue_cycles ?? 0,
    excess: Math.max(0, (row.wavefronts ?? 0) - (row.wavefronts_ideal ?? 0)) + Math.max(0, (row.sectors ?? 0) - (row.sectors_ideal ?? 0)),
    kinds: [] } as LineSum;
}
