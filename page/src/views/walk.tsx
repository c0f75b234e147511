// What the pictures of accesses have in common: they are walked in steps with the arrow keys, up and down choose a lane,
// and all of it is there as a table.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Example, Kernel } from '../data';
import { number } from '../format';

export interface PictureProps { example: Example; kernel: Kernel; small?: boolean }

/** Of a cell, in the picture's own units: beside something else there is less room. */
export const sizes = (small?: boolean) => (small ? { cell: 14, left: 40, high: 16 } : { cell: 26, left: 66, high: 22 });

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

const Icon = ({ d }: { d: string }) => <svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d={d} /></svg>;

/** A picture that is walked in steps: its buttons, keys and the sentence about where it is. */
export function Walk({ steps, step, onStep, lane, lanes, onLane, sentence, what, children }: {
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

export function Lanes({ example, lanes, head, row, picked }: { example: Example; lanes: number[]; head: string[]; row: (lane: number) => string[]; picked: number }) {
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

