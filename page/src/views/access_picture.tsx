// One warp's access: shared memory pass by pass over the banks, global and local memory as lines of sectors. Both are
// walked in steps with the arrow keys; up and down choose a lane, about which a sentence is said.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { report, type Example, type Kernel } from '../data';
import { index3, lanesOf, laneText, number, plural } from '../format';

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

const Icon = ({ d }: { d: string }) => <svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d={d} /></svg>;

interface Props { example: Example; kernel: Kernel; small?: boolean }

export function AccessPicture(props: Props) {
  return props.example.served ? <BankPicture {...props} /> : <SectorPicture {...props} />;
}

/** A picture that is walked in steps: its buttons, keys and the sentence about where it is. */
function Walk({ steps, step, onStep, lane, lanes, onLane, sentence, what, children }: {
  steps: number; step: number; onStep: (step: number) => void; lane: number; lanes: number[]; onLane: (lane: number) => void;
  sentence: string; what: string; children: ComponentChildren;
}) {
  const [playing, play] = useState(false);
  useEffect(() => {
    if (!playing) return;
    if (step + 1 >= steps) {
      play(false);
      return;
    }
    const timer = setTimeout(() => onStep(step + 1), 600);
    return () => clearTimeout(timer);
  }, [playing, step, steps]);
  const move = (to: number) => {
    play(false);
    onStep(Math.max(0, Math.min(steps - 1, to)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = lanes.indexOf(lane);
    if (event.key === 'ArrowRight') move(step + 1);
    else if (event.key === 'ArrowLeft') move(step - 1);
    else if (event.key === 'Home') move(0);
    else if (event.key === 'End') move(steps - 1);
    else if (event.key === 'ArrowDown') onLane(lanes[Math.min(lanes.length - 1, at + 1)]);
    else if (event.key === 'ArrowUp') onLane(lanes[Math.max(0, at < 0 ? 0 : at - 1)]);
    else return;
    event.preventDefault();
  };
  return (
    <div class={`walk ${still() ? 'still' : ''}`} tabIndex={0} role="group" aria-label={`${what}: left and right go through the ${what === 'Passes' ? 'passes' : 'lines'}, up and down choose a lane`} onKeyDown={onKeyDown}>
      <div class="walk-bar">
        <span class="group">
          <button type="button" aria-label="First" disabled={step === 0} onClick={() => move(0)}><Icon d="M4 3v10M13 3 6 8l7 5Z" /></button>
          <button type="button" aria-label="Back" disabled={step === 0} onClick={() => move(step - 1)}><Icon d="M11 3 4 8l7 5Z" /></button>
          <button type="button" aria-label={playing ? 'Stop' : 'Play'} disabled={steps < 2} onClick={() => {
            if (!playing && step + 1 >= steps) onStep(0);
            play(!playing);
          }}><Icon d={playing ? 'M4 4h8v8H4Z' : 'M2 3l6 5-6 5ZM8 3l6 5-6 5Z'} /></button>
          <button type="button" aria-label="Forward" disabled={step + 1 >= steps} onClick={() => move(step + 1)}><Icon d="M5 3l7 5-7 5Z" /></button>
          <button type="button" aria-label="Last" disabled={step + 1 >= steps} onClick={() => move(steps - 1)}><Icon d="M12 3v10M3 3l7 5-7 5Z" /></button>
        </span>
        <p class="sentence" aria-live="polite">{sentence}</p>
      </div>
      {children}
    </div>
  );
}

interface Served { lane: number; bank: number; banks: number }

/** Who is served in each pass. */
function passesOf(example: Example): Served[][] {
  const served = example.served!;
  const passes: Served[][] = Array.from({ length: Math.max(1, example.cost) }, () => []);
  served.pass.forEach((pass, i) => {
    while (passes.length <= pass) passes.push([]);
    passes[pass].push({ lane: served.lane[i], bank: served.bank[i], banks: served.banks[i] });
  });
  return passes;
}

/** Lanes of each bank in a pass. */
function byBank(pass: Served[], banks: number): number[][] {
  const all: number[][] = Array.from({ length: banks }, () => []);
  for (const one of pass)
    for (let i = 0; i < one.banks; ++i) {
      const lanes = all[(one.bank + i) % banks];
      if (!lanes.includes(one.lane)) lanes.push(one.lane);
    }
  return all;
}

function sentenceOfPass(pass: Served[], step: number, steps: number, banks: number): string {
  const lanes = [...new Set(pass.map((one) => one.lane))].sort((x, y) => x - y);
  const busy = byBank(pass, banks).filter((all) => all.length > 0);
  const shared = busy.filter((all) => all.length > 1).length;
  const start = `Pass ${step + 1} of ${steps}: `;
  if (lanes.length === 0) return start + 'no lane is served; the machine needs it all the same.';
  return `${start}${busy.length} of ${banks} banks serve ${laneText(lanes)}${shared > 0 ? `, ${shared === 1 ? 'one bank' : `${shared} banks`} several lanes with one word (a broadcast)` : ''}.`;
}

const kMostPasses = 64;
const kMostPassesSmall = 16;

/** Beside the source there is less room. */
const sizes = (small?: boolean) => (small ? { cell: 14, left: 40, high: 16 } : { cell: 26, left: 66, high: 22 });

function BankPicture({ example, kernel, small }: Props) {
  const { cell: kCell, left: kLeft, high: kHigh } = sizes(small);
  const [step, setStep] = useState(0);
  const [lane, setLane] = useState(-1);
  const banks = example.banks!;
  const width = example.bank_bytes!;
  const lanes = lanesOf(example.lanes);
  const passes = passesOf(example);
  const address = (of: number) => example.addresses[lanes.indexOf(of)];
  const now = passes[step] ?? [];
  const servedNow = new Set(now.map((one) => one.lane));
  const passOf = new Map<number, number>();
  passes.forEach((pass, p) => pass.forEach((one) => {
    if (!passOf.has(one.lane)) passOf.set(one.lane, p);
  }));
  const across = Math.max(32, banks) * kCell;
  const bankCell = across / banks;
  const laneX = (of: number) => kLeft + of * (across / 32) + across / 64;
  const bankX = (of: number) => kLeft + of * bankCell + bankCell / 2;
  const bankLanes = byBank(now, banks);
  const say = (of: number) => {
    const at = address(of);
    const first = passes.flat().find((one) => one.lane === of);
    const where = first ? `bank${first.banks > 1 ? 's' : ''} ${first.bank}${first.banks > 1 ? ` to ${(first.bank + first.banks - 1) % banks}` : ''}, served in pass ${passOf.get(of)! + 1}` : '';
    return `Lane ${of} asks for bytes ${number(at)} to ${number(at + example.bytes - 1)}${example.object ? ` (in ${example.object})` : ''}: word ${number(Math.floor(at / width))}, ${where}.`;
  };
  const rows = Math.min(passes.length, small ? kMostPassesSmall : kMostPasses);
  const rowHeight = small ? 12 : 15;
  const top = 116;
  const height = top + 44 + rows * rowHeight + (rows < passes.length ? 18 : 4);
  const summary = `${kernel.name}: ${plural(lanes.length, 'lane')} of ${example.bytes} bytes each over ${banks} banks of ${width} bytes: ${plural(example.cost, 'pass', 'passes')}, ${example.ideal} without conflicts.`;
  return (
    <figure class={`picture ${small ? 'small' : ''}`}>
      <figcaption>
        <strong class={example.cost > example.ideal ? 'bad' : 'good'}>{plural(example.cost, 'wavefront')}</strong> for {plural(lanes.length, 'lane')} of {example.bytes} B{example.object && <> in <code>{example.object}</code></>}; ideal {number(example.ideal)}
        <span class="muted"> · block {index3(example.block)}, warp {example.warp} · {banks} banks of {width} B, {report.architecture}</span>
      </figcaption>
      <Walk what="Passes" steps={passes.length} step={step} onStep={setStep} lane={lane} lanes={lanes} onLane={setLane}
        sentence={lane >= 0 ? say(lane) : sentenceOfPass(now, step, passes.length, banks)}>
        <svg viewBox={`0 0 ${kLeft + across + 4} ${height}`} role="img" aria-label={summary}>
          <text class="axis" x={kLeft - 8} y={4 + kHigh / 2 + 4} text-anchor="end">lane</text>
          {Array.from({ length: 32 }, (_, of) => {
            const takesPart = lanes.includes(of);
            const state = !takesPart ? 'off' : servedNow.has(of) ? 'now' : (passOf.get(of) ?? 0) < step ? 'done' : 'waits';
            return (
              <g key={of} class={`cell lane ${state} ${of === lane ? 'picked' : ''}`} data-x="lane" data-say={takesPart ? say(of) : `Lane ${of} takes no part.`}
                onClick={() => takesPart && setLane(of === lane ? -1 : of)}>
                <rect x={laneX(of) - kCell / 2 + 1} y={4} width={kCell - 2} height={kHigh} rx={3} />
                <text x={laneX(of)} y={4 + kHigh / 2 + 4} text-anchor="middle">{of}</text>
              </g>);
          })}
          {now.map((one, i) => Array.from({ length: one.banks }, (_, k) => {
            const to = bankX((one.bank + k) % banks);
            return <path key={`${i} ${k}`} class={`link ${bankLanes[one.bank].length > 1 ? 'shared' : ''} ${one.lane === lane ? 'picked' : ''}`}
              d={`M${laneX(one.lane)} ${kHigh + 5}C${laneX(one.lane)} 60 ${to} 52 ${to} 85`} />;
          }))}
          {lane >= 0 && !servedNow.has(lane) && passes.flat().filter((one) => one.lane === lane).slice(0, 1).map((one) => (
            <path key="waits" class="link later" d={`M${laneX(lane)} ${kHigh + 5}C${laneX(lane)} 60 ${bankX(one.bank)} 52 ${bankX(one.bank)} 85`} />))}
          <text class="axis" x={kLeft - 8} y={86 + kHigh / 2 + 4} text-anchor="end">bank</text>
          {bankLanes.map((served, bank) => (
            <g key={bank} class={`cell bank ${served.length > 1 ? 'shared' : served.length === 1 ? 'now' : 'idle'}`} data-x={served.length > 1 ? 'broadcast' : 'bank'}
              data-say={served.length === 0 ? `Bank ${bank} is idle in pass ${step + 1}.` : `Bank ${bank} serves ${laneText(served)} in pass ${step + 1}: word ${number(Math.floor(address(served[0]) / width))}.`}>
              <rect x={bankX(bank) - bankCell / 2 + 1} y={86} width={bankCell - 2} height={kHigh} rx={3} />
              <text x={bankX(bank)} y={86 + kHigh / 2 + 4} text-anchor="middle">{bank}</text>
            </g>))}
          <text class="axis" x={kLeft - 8} y={top + 22} text-anchor="end">{small ? 'passes' : 'all passes'}</text>
          <text class="axis faint" x={kLeft} y={top + 22}>{small ? 'the lane that a bank serves; + others with it' : 'a number is the lane that the bank serves, + others that get the same word'}</text>
          {passes.slice(0, rows).map((pass, p) => {
            const y = top + 32 + p * rowHeight;
            return (
              <g key={p} class={`pass ${p === step ? 'now' : ''}`} onClick={() => setStep(p)} data-x="pass" data-say={sentenceOfPass(pass, p, passes.length, banks)}>
                <rect class="hit" x={0} y={y} width={kLeft + across} height={rowHeight} />
                <text class="axis" x={kLeft - 8} y={y + rowHeight - 3.5} text-anchor="end">{p + 1}</text>
                {byBank(pass, banks).map((served, bank) => served.length > 0 && (
                  <g key={bank} class={`slot ${served.length > 1 ? 'shared' : p > 0 ? 'again' : 'first'} ${served.includes(lane) ? 'picked' : ''}`}>
                    <rect x={bankX(bank) - bankCell / 2 + 0.5} y={y + 0.5} width={bankCell - 1} height={rowHeight - 1} rx={2} />
                    <text x={bankX(bank)} y={y + rowHeight - 3.5} text-anchor="middle">{served[0]}{served.length > 1 ? '+' : ''}</text>
                  </g>))}
              </g>);
          })}
          {rows < passes.length && <text class="axis" x={kLeft} y={height - 4}>and {passes.length - rows} more passes</text>}
        </svg>
      </Walk>
      {!small && <Lanes example={example} lanes={lanes} head={['Word', 'Bank', 'Pass']} row={(of) => {
        const first = passes.flat().find((one) => one.lane === of);
        return [number(Math.floor(address(of) / width)), first ? String(first.bank) : '', passOf.has(of) ? String(passOf.get(of)! + 1) : ''];
      }} picked={lane} />}
    </figure>
  );
}

function Lanes({ example, lanes, head, row, picked }: { example: Example; lanes: number[]; head: string[]; row: (lane: number) => string[]; picked: number }) {
  return (
    <details class="lanes"><summary>Addresses lane by lane</summary>
      <table><thead><tr><th class="num" data-x="lane">Lane</th><th class="num">{example.space === 'global' ? 'Distance from the first line' : 'Offset'}</th>
        {head.map((name) => <th class="num" key={name}>{name}</th>)}</tr></thead>
        <tbody>{lanes.map((lane, i) => (
          <tr key={lane} class={lane === picked ? 'selected' : ''}><td class="num">{lane}</td><td class="num">{number(example.addresses[i])} B</td>
            {row(lane).map((text, k) => <td class="num" key={k}>{text}</td>)}</tr>))}</tbody></table>
    </details>
  );
}

const kMostLines = 64;
const kMostLinesSmall = 16;

/** The 4-byte words that a lane asks for: of global memory as they are, of local memory as the lanes' words are laid out. */
function wordsOf(example: Example, lane: number, address: number): number[] {
  const words: number[] = [];
  if (example.space === 'local') {
    for (let at = Math.floor(address / 4); at * 4 < address + example.bytes; ++at) words.push(at * 32 + lane);
  } else {
    for (let at = Math.floor(address / 4); at * 4 < address + example.bytes; ++at) words.push(at);
  }
  return words;
}

function SectorPicture({ example, kernel, small }: Props) {
  const { cell: kCell, left: kLeft, high: kHigh } = sizes(small);
  const [step, setStep] = useState(0);
  const [lane, setLane] = useState(-1);
  const lanes = lanesOf(example.lanes);
  const words = new Map<number, number[]>();  // lanes that ask for each word
  lanes.forEach((of, i) => {
    for (const word of wordsOf(example, of, example.addresses[i])) {
      const list = words.get(word);
      if (list) list.push(of);
      else words.set(word, [of]);
    }
  });
  const lines = [...new Set([...words.keys()].map((word) => Math.floor(word / 32)))].sort((x, y) => x - y);
  const first = lines[0] ?? 0;
  const sectorsOf = (line: number) => [0, 1, 2, 3].filter((sector) => Array.from({ length: 8 }, (_, i) => line * 32 + sector * 8 + i).some((word) => words.has(word)));
  const rows = Math.min(lines.length, small ? kMostLinesSmall : kMostLines);
  const touched = lines.reduce((sum, of) => sum + sectorsOf(of).length, 0);
  const across = 32 * kCell;
  const laneX = (of: number) => kLeft + of * kCell + kCell / 2;
  const top = 84;
  const rowHeight = small ? 15 : 20;
  const rowY = (row: number) => top + 24 + row * rowHeight;
  const height = rowY(rows) + (rows < lines.length ? 20 : 6);
  const line = lines[step] ?? 0;
  const lanesAt = (of: number) => [...new Set(Array.from({ length: 32 }, (_, i) => words.get(of * 32 + i) ?? []).flat())].sort((x, y) => x - y);
  const here = new Set(lanesAt(line));
  const bytesAsked = (of: number) => Math.min(128, Array.from({ length: 32 }, (_, i) => (words.has(of * 32 + i) ? Math.min(4, example.bytes) : 0)).reduce((sum, value) => sum + value, 0));
  const sentence = () => {
    if (lane >= 0) {
      const at = example.addresses[lanes.indexOf(lane)];
      return `Lane ${lane} asks for ${plural(example.bytes, 'byte')} ${example.space === 'global' ? `${number(at)} bytes past the start of the first line` : `at offset ${number(at)} of its local memory`}.`;
    }
    const sectors = sectorsOf(line);
    return `Line ${step + 1} of ${lines.length}: ${plural(sectors.length, 'sector')} of 32 bytes for ${laneText([...here].sort((x, y) => x - y))}, which ask${here.size === 1 ? 's' : ''} for ${plural(bytesAsked(line), 'byte')} of ${32 * sectors.length}.`;
  };
  const summary = `${kernel.name}: ${plural(lanes.length, 'lane')} of ${example.bytes} bytes each touch ${plural(example.cost, 'sector')} in ${plural(lines.length, 'line')}; ideal ${example.ideal}.`;
  const row = lines.indexOf(line);
  return (
    <figure class={`picture ${small ? 'small' : ''}`}>
      <figcaption>
        <strong class={example.cost > example.ideal ? 'bad' : 'good'}>{plural(example.cost, 'sector')}</strong> for {plural(lanes.length, 'lane')} of {example.bytes} B; ideal {number(example.ideal)}
        {touched < example.cost && <span> – {number(touched)} of them asked for: this GPU moves whole lines or segments, or some of them twice</span>}
        <span class="muted"> · {plural(lines.length, 'line')} of 128 B · block {index3(example.block)}, warp {example.warp}, {report.architecture}</span>
      </figcaption>
      <Walk what="Lines" steps={lines.length} step={step} onStep={setStep} lane={lane} lanes={lanes} onLane={setLane} sentence={sentence()}>
        <svg viewBox={`0 0 ${kLeft + across + 4} ${height}`} role="img" aria-label={summary}>
          <text class="axis" x={kLeft - 8} y={4 + kHigh / 2 + 4} text-anchor="end">lane</text>
          {Array.from({ length: 32 }, (_, of) => {
            const takesPart = lanes.includes(of);
            const at = example.addresses[lanes.indexOf(of)];
            return (
              <g key={of} class={`cell lane ${!takesPart ? 'off' : here.has(of) ? 'now' : 'waits'} ${of === lane ? 'picked' : ''}`} data-x="lane"
                data-say={takesPart ? `Lane ${of} asks for ${plural(example.bytes, 'byte')} at ${number(at)}.` : `Lane ${of} takes no part.`}
                onClick={() => takesPart && setLane(of === lane ? -1 : of)}>
                <rect x={laneX(of) - kCell / 2 + 1} y={4} width={kCell - 2} height={kHigh} rx={3} />
                <text x={laneX(of)} y={4 + kHigh / 2 + 4} text-anchor="middle">{of}</text>
              </g>);
          })}
          {row >= 0 && row < rows && [...words].filter(([word]) => Math.floor(word / 32) === line).map(([word, all]) => all.map((of) => {
            const to = kLeft + (word % 32) * kCell + kCell / 2;
            return <path key={`${word} ${of}`} class={`link ${all.length > 1 ? 'shared' : ''} ${of === lane ? 'picked' : ''}`}
              d={`M${laneX(of)} ${kHigh + 5}C${laneX(of)} 56 ${to} 56 ${to} ${top}`} />;
          }))}
          {[0, 1, 2, 3].map((sector) => <text key={sector} class="axis faint" x={kLeft + (sector * 8 + 4) * kCell} y={top + 16} text-anchor="middle">sector {sector}</text>)}
          {lines.slice(0, rows).map((of, r) => {
            const y = rowY(r);
            const moved = sectorsOf(of);
            return (
              <g key={of} class={`memline ${of === line ? 'now' : ''}`} onClick={() => setStep(r)}>
                <rect class="hit" x={0} y={y} width={kLeft + across} height={rowHeight} />
                <text class="axis" x={kLeft - 8} y={y + rowHeight - 5.5} text-anchor="end" data-x="memline">+{number((of - first) * 128)}</text>
                {[0, 1, 2, 3].map((sector) => {
                  const is = moved.includes(sector);
                  const asked = Array.from({ length: 8 }, (_, i) => of * 32 + sector * 8 + i).filter((word) => words.has(word)).length;
                  return (
                    <g key={sector} class={`sector ${is ? 'touched' : ''}`} data-x="sector"
                      data-say={is ? `Sector ${sector} of the line at +${number((of - first) * 128)}: ${asked} of its 8 words are asked for.` : 'A sector that nobody touches: it is not moved.'}>
                      <rect x={kLeft + sector * 8 * kCell + 1} y={y + 1} width={8 * kCell - 2} height={rowHeight - 3} rx={2} fill={is ? 'url(#unasked)' : undefined} />
                      {Array.from({ length: 8 }, (_, i) => of * 32 + sector * 8 + i).map((word, i) => {
                        const all = words.get(word);
                        return all && (
                          <g key={i} class={`word ${all.length > 1 ? 'shared' : ''} ${all.includes(lane) ? 'picked' : ''}`}>
                            <rect x={kLeft + (sector * 8 + i) * kCell + 2} y={y + 2} width={kCell - 4} height={rowHeight - 5} rx={1.5} />
                            <text x={kLeft + (sector * 8 + i) * kCell + kCell / 2} y={y + rowHeight - 6} text-anchor="middle">{all[0]}{all.length > 1 ? '+' : ''}</text>
                          </g>);
                      })}
                    </g>);
                })}
              </g>);
          })}
          {rows < lines.length && <text class="axis" x={kLeft} y={height - 5}>and {lines.length - rows} more lines</text>}
        </svg>
      </Walk>
      {!small && <Lanes example={example} lanes={lanes} head={['Line', 'Sector']} picked={lane} row={(of) => {
        const [word] = wordsOf(example, of, example.addresses[lanes.indexOf(of)]);
        return [`+${number((Math.floor(word / 32) - first) * 128)}`, String(Math.floor((word % 32) / 8))];
      }} />}
    </figure>
  );
}
