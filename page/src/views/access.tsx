// All accesses with a picture, those that cost most first, and the picture of the chosen one.
import { useMemo } from 'preact/hooks';
import { kernelNames, kernels, pictured, placeOf, shortFile } from '../data';
import { brief, number } from '../format';
import { ptxHtml } from '../highlight';
import { useKeys } from '../keys';
import { PlaceLink } from '../parts';
import { go, type Route } from '../state';
import { VirtualList } from '../virtual';
import { AccessPicture } from './access_picture';

export function Access({ route }: { route: Route }) {
  const at = useMemo(() => {
    const found = pictured.findIndex((one) => one.kernel === route.kernel && one.at === route.at);
    return found >= 0 ? found : 0;
  }, [route.kernel, route.at]);
  const choose = (row: number) => go({ kernel: pictured[row].kernel, at: pictured[row].at, example: 0 });
  useKeys({
    n: () => choose(Math.min(pictured.length - 1, at + 1)),
    p: () => choose(Math.max(0, at - 1)),
  });
  if (pictured.length === 0) {
    return <section class="view empty"><p>No access to shared, global or local memory was recorded: nothing was counted, or the report was written by an earlier version.</p></section>;
  }
  const chosen = pictured[at];
  const kernel = kernels[chosen.kernel];
  const instruction = kernel.instructions[chosen.at];
  const examples = instruction.examples!;
  const example = examples[Math.min(route.example, examples.length - 1)];
  const place = placeOf(instruction);
  const label = (row: number) => {
    const one = pictured[row];
    const of = kernels[one.kernel].instructions[one.at];
    return `${of.kind}, ${shortFile(placeOf(of).file)} line ${placeOf(of).line}, ${kernelNames[one.kernel]}, ${number(one.excess)} above the ideal`;
  };
  return (
    <section class="view access" aria-label="Accesses">
      <div class="list-pane">
        <VirtualList id="accesses" count={pictured.length} rowHeight={44} selected={at} revealKey={at} label="Accesses with a picture" onSelect={choose} rowLabel={label}
          row={(row) => {
            const one = pictured[row];
            const of = kernels[one.kernel].instructions[one.at];
            return (
              <div class="access-row">
                <span class="what">{of.kind || 'access'} {of.access_bytes ? of.access_bytes * 8 : ''}</span>
                <span class={`num ${one.excess > 0 ? 'bad' : 'muted'}`} data-x="excess" data-say={`${number(one.excess)} wavefronts or sectors above the ideal.`}>{one.excess > 0 ? `+${brief(one.excess)}` : 'ideal'}</span>
                <span class="muted where">{shortFile(placeOf(of).file)}:{placeOf(of).line} · {kernelNames[one.kernel]}</span>
              </div>);
          }} />
      </div>
      <div class="main-pane pad">
        <div class="title-row">
          <h2>{instruction.kind || 'Access'} at <PlaceLink place={place} kernel={kernel.name} /></h2>
          {examples.length > 1 && (
            <label class="field"><span data-x="example">Pattern</span>
              <select value={String(route.example)} onChange={(event) => go({ example: Number(event.currentTarget.value) })}>
                {examples.map((one, i) => <option key={i} value={String(i)}>{i + 1} of {examples.length}: {one.cost} {one.served ? 'wavefronts' : 'sectors'}</option>)}
              </select></label>)}
        </div>
        <p class="muted"><code dangerouslySetInnerHTML={{ __html: ptxHtml(instruction.text) }} /> in {kernelNames[chosen.kernel]}, executed {number(instruction.executions ?? 0)} times</p>
        <AccessPicture key={`${at} ${route.example}`} example={example} kernel={kernel} />
      </div>
    </section>
  );
}
