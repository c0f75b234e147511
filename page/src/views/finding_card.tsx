// A finding with all that is known of it: what, where, both sides, notes, and the way to its picture.
import { kernelNames, kernelOfName, kernels, shortKernel, type Finding, type Frame } from '../data';
import { index3, number, percent, plural } from '../format';
import { Chain, Mark, PlaceLink } from '../parts';
import { go } from '../state';

function Trace({ frames }: { frames: Frame[] }) {
  const known = frames.filter((frame) => frame.function || frame.where?.line);
  if (known.length === 0) return null;
  return <ol class="trace">{known.map((frame, i) => (
    <li key={i}>{frame.function && <code>{frame.function}</code>} {frame.where && <PlaceLink place={frame.where} />}</li>))}</ol>;
}

/** The kernel's instruction that it is about, if there is a picture of its accesses. */
export function pictureOf(finding: Finding): { kernel: number; at: number } | null {
  const kernel = kernelOfName.get(finding.kernel);
  if (kernel === undefined) return null;
  const at = kernels[kernel].instructions.findIndex((instruction) => instruction.pc === finding.pc);
  return at >= 0 && kernels[kernel].instructions[at].examples?.length && finding.instruction ? { kernel, at } : null;
}

export function FindingCard({ finding, full }: { finding: Finding; full?: boolean }) {
  const picture = pictureOf(finding);
  const kernel = kernelOfName.get(finding.kernel);
  const isCost = finding.severity !== 'error' && finding.excess > 0 && finding.total > 0;
  const hasThread = finding.instruction !== '' && !isCost;
  return (
    <article class={`card finding ${finding.severity}`}>
      <header><Mark severity={finding.severity} /><span class="rule" data-x="rule" tabIndex={0}>{finding.rule}</span>
        {full && finding.where.line !== 0 && <PlaceLink place={finding.where} kernel={finding.kernel} />}
        {(finding.count ?? 0) > 1 && <span class="muted">{number(finding.count!)} times</span>}
        {(finding.seed ?? 0) > 0 && <span class="muted">under seed {finding.seed}</span>}
      </header>
      <p class="message">{finding.message}</p>
      {finding.detail && <p class="detail">{finding.detail}</p>}
      {isCost && (
        <div class="bar" role="img" aria-label={`${number(finding.excess)} of ${number(finding.total)} could be saved`}
          data-x="excess" data-say={`${number(finding.excess)} of ${number(finding.total)} (${percent(finding.excess, finding.total)}) could be saved.`} tabIndex={0}>
          <span style={`width:${(100 * finding.excess) / Math.max(1, finding.total)}%`} /></div>)}
      {finding.related && finding.related.length > 0 && (
        <div class="sides">
          <div class="side"><h4>This side</h4>
            <p><PlaceLink place={finding.where} kernel={finding.kernel} /> {hasThread && <>thread {index3(finding.thread)} of block {index3(finding.block)}</>}</p>
            {finding.access && <p class="muted">{finding.access.write ? 'writes' : 'reads'} {finding.access.bytes > 0 && `${plural(finding.access.bytes, 'byte')} of `}{finding.access.space} memory</p>}
            {finding.instruction && <code>{finding.instruction}</code>}
          </div>
          {finding.related.map((place, i) => (
            <div class="side" key={i} data-x="related"><h4>Other side</h4>
              <p><PlaceLink place={place.where} kernel={finding.kernel} /> thread {index3(place.thread)} of block {index3(place.block)}</p>
              <p class="muted">{place.message}</p>
            </div>))}
        </div>)}
      {finding.notes.length > 0 && <ul class="notes">{finding.notes.map((note, i) => <li key={i}>{note}</li>)}</ul>}
      <Chain of={finding} kernel={finding.kernel} />
      {finding.trace && <Trace frames={finding.trace} />}
      {finding.places?.map((place, i) => <div key={i}><p class="muted">{place.what}</p><Trace frames={place.trace} /></div>)}
      {finding.suppressed_by && <p class="muted">suppressed by {finding.suppressed_by}</p>}
      <footer>
        {finding.kernel && <span class="muted">in {kernel === undefined ? shortKernel(finding.kernel) : (
          <button type="button" class="link" onClick={() => go({ view: 'kernels', kernel })}>{kernelNames[kernel]}</button>)}
        </span>}
        {picture && full && <button type="button" class="small" onClick={() => go({ view: 'access', ...picture, example: 0 })}>Show the access</button>}
      </footer>
    </article>
  );
}
