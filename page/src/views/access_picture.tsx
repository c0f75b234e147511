// One warp's access: shared memory pass by pass over the banks, global and local memory as lines of sectors. Both are
// walked in steps with the arrow keys; up and down choose a lane, about which a sentence is said.
import { useState } from 'preact/hooks';
import { report, type Example } from '../data';
import { index3, lanesOf, laneText, number, plural } from '../format';
import { BankPicture } from './bank_picture';
import { Lanes, sizes, Walk, type PictureProps } from './walk';

export function AccessPicture(props: PictureProps) {
  return props.example.served ? <BankPicture {...props} /> : <SectorPicture {...props} />;
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

function SectorPicture({ example, kernel, small }: PictureProps) {
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
      return `Lane ${lane} asks for ${plural(example.bytes, 'byte')} ${example.space === 'global' ? `${plural(at, 'byte')} past the start of the first line` : `at offset ${number(at)} of its local memory`}.`;
    }
    const sectors = sectorsOf(line);
    return `Line ${step + 1} of ${lines.length}: ${plural(sectors.length, 'sector')} of 32 bytes for ${laneText([...here].sort((x, y) => x - y))}, which ask${here.size === 1 ? 's' : ''} for ${plural(bytesAsked(line), 'byte')} of ${32 * sectors.length}.`;
  };
  const summary = `${kernel.name}: ${plural(lanes.length, 'lane')} of ${plural(example.bytes, 'byte')} each touch ${plural(example.cost, 'sector')} in ${plural(lines.length, 'line')}; ideal ${example.ideal}.`;
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
