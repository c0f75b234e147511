// Small things that several views show.
import type { ComponentChildren } from 'preact';
import { fileIndex, kernelNames, kernelOfName, shortFile, type Finding, type Place } from './data';
import { go } from './state';

export function Mark({ severity }: { severity: Finding['severity'] }) {
  const shape = { error: 'M8 1 15 15H1Z', warning: 'M8 1 15 8 8 15 1 8Z', note: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Z' }[severity];
  return <svg class={`mark ${severity}`} viewBox="0 0 16 16" width="12" height="12" role="img" aria-label={severity}><path d={shape} /></svg>;
}

export const worst = (findings: Finding[]): Finding['severity'] =>
  findings.some((finding) => finding.severity === 'error') ? 'error' : findings.some((finding) => finding.severity === 'warning') ? 'warning' : 'note';

/** "transpose.cu:34", which goes there. */
export function PlaceLink({ place, kernel, children }: { place: Place; kernel?: string; children?: ComponentChildren }) {
  const file = fileIndex.get(place.file);
  const text = children ?? `${shortFile(place.file)}:${place.line}`;
  if (!place.line) return null;
  if (file === undefined) return <span class="place" title={place.file}>{text}</span>;
  const of = kernel === undefined ? -1 : kernelOfName.get(kernel) ?? -1;
  return (
    <button type="button" class="link place" title={`${place.file}:${place.line}`}
      onClick={() => go({ view: 'source', file, line: place.line, kernel: of, pane: 'line', at: -1 })}>{text}</button>
  );
}

/** Through which calls an instruction or a finding has come to its line. */
export function Chain({ of, kernel }: { of: { inlined_from?: Place[]; inlined_at?: Place[] }; kernel?: string }) {
  const places = (all: Place[]) => all.map((place, i) => <span key={i}>{i > 0 && ' ← '}<PlaceLink place={place} kernel={kernel} /></span>);
  return (
    <>
      {of.inlined_from && of.inlined_from.length > 0 && <p class="muted chain">by code of {places(of.inlined_from)}, inlined</p>}
      {of.inlined_at && of.inlined_at.length > 0 && <p class="muted chain">inlined at {places(of.inlined_at)}</p>}
    </>
  );
}

export function Label({ text }: { text: string }) {
  return <span class="labels">{text.split(', ').map((word) => (
    <span key={word} class={`label ${word}`} data-x={word} tabIndex={0}>{word}</span>))}</span>;
}

export function KernelSelect({ value, onChange, all, label, names = kernelNames }: { value: number; onChange: (kernel: number) => void;
  all?: boolean; label: string; names?: string[] }) {
  return (
    <label class="field"><span>{label}</span>
      <select value={String(value)} onChange={(event) => onChange(Number(event.currentTarget.value))}>
        {all && <option value="-1">all kernels</option>}
        {names.map((name, i) => <option key={i} value={String(i)}>{name}</option>)}
      </select>
    </label>
  );
}

/** A number that can be asked what it is. */
export function Fact({ name, x, say, children }: { name: string; x: string; say?: string; children: ComponentChildren }) {
  return <div class="fact"><dt>{name}</dt><dd data-x={x} data-say={say} tabIndex={0}>{children}</dd></div>;
}
