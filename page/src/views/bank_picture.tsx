// A warp's access to shared memory pass by pass over the banks; beside it the same access in a layout that the run proposes
// for its array, in the same pass, and below each the array with the elements that the lanes take.
import { useState } from 'preact/hooks';
import { report, type Example, type ProposedAccess } from '../data';
import { bracketed, elementAt, elementsText, placesIn, shapeOf } from '../arrays';
import { index3, lanesOf, laneText, number, plural } from '../format';
import { ArrayPicture } from './array_picture';
import { Lanes, sizes, Walk, type PictureProps } from './walk';

interface Served { lane: number; bank: number; banks: number }

/** Who is served in each pass. */
function passesOf({ served, cost }: Pick<ProposedAccess, 'served' | 'cost'>): Served[][] {
  const passes: Served[][] = Array.from({ length: Math.max(1, cost) }, () => []);
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
  if (step >= steps) return `served after ${plural(steps, 'pass', 'passes')}.`;
  const lanes = [...new Set(pass.map((one) => one.lane))].sort((x, y) => x - y);
  const busy = byBank(pass, banks).filter((all) => all.length > 0);
  const shared = busy.filter((all) => all.length > 1).length;
  const start = `Pass ${step + 1} of ${steps}: `;
  if (lanes.length === 0) return start + 'no lane is served; the machine needs it all the same.';
  return `${start}${busy.length} of ${banks} banks serve ${laneText(lanes)}${shared > 0 ? `, ${shared === 1 ? 'one bank' : `${shared} banks`} several lanes with one word (a broadcast)` : ''}.`;
}

/** An access as it is drawn: as it was made, or in another layout. */
interface Drawn { addresses: number[]; cost: number; ideal: number; passes: Served[][]; passOf: Map<number, number> }

function drawnOf(access: { addresses: number[]; cost: number; ideal: number; served: ProposedAccess['served'] }): Drawn {
  const passes = passesOf(access);
  const passOf = new Map<number, number>();
  passes.forEach((pass, p) => pass.forEach((one) => {
    if (!passOf.has(one.lane)) passOf.set(one.lane, p);
  }));
  return { addresses: access.addresses, cost: access.cost, ideal: access.ideal, passes, passOf };
}

const kMostPasses = 64;
const kMostPassesSmall = 16;

/** What a lane asks for and who serves it. */
function sentenceOfLane(of: number, drawn: Drawn, example: Example): string {
  const at = drawn.addresses[lanesOf(example.lanes).indexOf(of)];
  const banks = example.banks!;
  const first = drawn.passes.flat().find((one) => one.lane === of);
  const where = first ? `bank${first.banks > 1 ? 's' : ''} ${first.bank}${first.banks > 1 ? ` to ${(first.bank + first.banks - 1) % banks}` : ''}, served in pass ${drawn.passOf.get(of)! + 1}` : '';
  return `Lane ${of} asks for bytes ${number(at)} to ${number(at + example.bytes - 1)}${example.object ? ` (in ${example.object})` : ''}: word ${number(Math.floor(at / example.bank_bytes!))}, ${where}.`;
}

/** Lanes above, banks below, who is served now between them; then all passes. */
function Banks({ drawn, example, small, most, step, lane, summary, setStep, setLane }: {
  drawn: Drawn; example: Example; small?: boolean; most: number; step: number; lane: number; summary: string;
  setStep: (step: number) => void; setLane: (lane: number) => void;
}) {
  const { cell: kCell, left: kLeft, high: kHigh } = sizes(small);
  const banks = example.banks!;
  const width = example.bank_bytes!;
  const { passes, passOf } = drawn;
  const lanes = lanesOf(example.lanes);
  const address = (of: number) => drawn.addresses[lanes.indexOf(of)];
  const now = passes[step] ?? [];
  const servedNow = new Set(now.map((one) => one.lane));
  const across = Math.max(32, banks) * kCell;
  const bankCell = across / banks;
  const laneX = (of: number) => kLeft + of * (across / 32) + across / 64;
  const bankX = (of: number) => kLeft + of * bankCell + bankCell / 2;
  const bankLanes = byBank(now, banks);
  const say = (of: number) => sentenceOfLane(of, drawn, example);
  const rows = Math.min(passes.length, most);
  const rowHeight = small ? 12 : 15;
  const top = 116;
  const height = top + 44 + rows * rowHeight + (rows < passes.length ? 18 : 4);
  return (
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
  );
}

/** The bank that is shaded in the array: that of the chosen lane, else of the first that is served now. */
function bankOf(drawn: Drawn, step: number, lane: number): number {
  const shown = lane >= 0 ? drawn.passes.flat().find((one) => one.lane === lane) : (drawn.passes[step] ?? drawn.passes[0])[0];
  return shown?.bank ?? -1;
}

export function BankPicture({ example, kernel, small }: PictureProps) {
  const [step, setStep] = useState(0);
  const [lane, setLane] = useState(-1);
  const proposals = small ? [] : example.proposed ?? [];
  const [beside, setBeside] = useState(proposals.length > 0 ? 0 : -1);
  const banks = example.banks!;
  const lanes = lanesOf(example.lanes);
  const shape = shapeOf(kernel, example);
  const own = drawnOf({ ...example, served: example.served! });
  const proposed = proposals[beside];
  const layout = proposed && kernel.proposed_layouts![proposed.layout];
  const other = proposed && drawnOf(proposed);
  const taken = shape && elementsText(shape, example);
  const steps = Math.max(own.passes.length, other?.passes.length ?? 0);
  const sentence = () => {
    const of = (drawn: Drawn) => (lane >= 0 ? sentenceOfLane(lane, drawn, example) : sentenceOfPass(drawn.passes[step] ?? [], step, drawn.passes.length, banks));
    return `${of(own)}${other ? ` As ${layout!.name}: ${of(other)}` : ''}`;
  };
  const summary = (drawn: Drawn, as: string) => `${kernel.name}${as}: ${plural(lanes.length, 'lane')} of ${plural(example.bytes, 'byte')} each over ${banks} banks of ${example.bank_bytes} bytes: ${plural(drawn.cost, 'pass', 'passes')}, ${drawn.ideal} without conflicts.`;
  const shared = { example, small: small || Boolean(other), most: small ? kMostPassesSmall : kMostPasses, step, lane, setStep, setLane };
  return (
    <figure class={`picture ${small || other ? 'small' : ''} ${other ? 'pair' : ''}`}>
      <figcaption>
        <strong class={example.cost > example.ideal ? 'bad' : 'good'}>{plural(example.cost, 'wavefront')}</strong> for {plural(lanes.length, 'lane')} of {example.bytes} B{example.object && <> in <code>{example.object}</code></>}; ideal {number(example.ideal)}
        <span class="muted"> · block {index3(example.block)}, warp {example.warp} · {banks} banks of {example.bank_bytes} B, {report.architecture}</span>
        {shape && <div class="array-name" data-x="array" tabIndex={0}><code>{shape.name}</code> is {shape.text}{taken && <>: <code>{taken}</code> for {laneText(lanes)}</>}</div>}
      </figcaption>
      {proposals.length > 0 && (
        <div class="chips beside" role="group" aria-label="Beside it">
          <span class="muted" data-x="proposed" tabIndex={0}>Beside it</span>
          {proposals.map((one, i) => (
            <button key={i} type="button" aria-pressed={i === beside ? 'true' : 'false'} onClick={() => setBeside(i)}><code>{kernel.proposed_layouts![one.layout].name}</code></button>))}
          <button type="button" aria-pressed={beside < 0 ? 'true' : 'false'} onClick={() => setBeside(-1)}>nothing</button>
        </div>)}
      <Walk what="Passes" steps={steps} step={Math.min(step, steps - 1)} onStep={setStep} lane={lane} lanes={lanes} onLane={setLane} sentence={sentence()}>
        <div class={other ? 'pictures' : ''}>
          <div>
            {other && <h3>As it is: <strong class={own.cost > own.ideal ? 'bad' : 'good'}>{plural(own.cost, 'wavefront')}</strong></h3>}
            <Banks {...shared} drawn={own} summary={summary(own, '')} />
            {!small && shape && (
              <ArrayPicture shape={shape} places={placesIn(shape, example, own.addresses)} passOf={own.passOf} step={step} lane={lane} setLane={setLane}
                bank={bankOf(own, step, lane)} banks={banks} width={example.bank_bytes!} narrow={Boolean(other)} />)}
          </div>
          {other && (
            <div>
              <h3>As <code>{layout!.name}</code>: <strong class={other.cost > other.ideal ? 'bad' : 'good'}>{plural(other.cost, 'wavefront')}</strong></h3>
              <Banks {...shared} drawn={other} summary={summary(other, ` as ${layout!.name}`)} />
              <ArrayPicture shape={shapeOf(kernel, example, layout)!} places={placesIn(shapeOf(kernel, example, layout)!, example, other.addresses)} passOf={other.passOf}
                step={step} lane={lane} setLane={setLane} bank={bankOf(other, step, lane)} banks={banks} width={example.bank_bytes!} narrow />
              <p class="muted">All accesses to the array: {number(layout!.wavefronts)} instead of {number(layout!.wavefronts_before)} wavefronts{layout!.wavefronts_least !== layout!.wavefronts && ' at most'}. <code>warpglass advise</code> proves it.</p>
            </div>)}
        </div>
      </Walk>
      {!small && <Lanes example={example} lanes={lanes} head={[...(shape ? ['Element'] : []), 'Word', 'Bank', 'Pass']} row={(of) => {
        const first = own.passes.flat().find((one) => one.lane === of);
        const at = own.addresses[lanes.indexOf(of)];
        return [...(shape ? [bracketed(elementAt(shape, at))] : []), number(Math.floor(at / example.bank_bytes!)), first ? String(first.bank) : '', own.passOf.has(of) ? String(own.passOf.get(of)! + 1) : ''];
      }} picked={lane} />}
    </figure>
  );
}
