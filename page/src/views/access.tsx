// All accesses with a picture, those that cost most first, and the picture of the chosen one.
import { useMemo } from 'preact/hooks';
import { kernelNames, kernels, pictured, shortFile } from '../data';
import { brief, number, plural } from '../format';
import { ptxHtml } from '../highlight';
import { useKeys } from '../keys';
import { Chain, PlaceLink } from '../parts';
import { go, type Route } from '../state';
import { VirtualList } from '../virtual';
import { AccessPicture } from './access_picture';

export function Access({ route }: { route: Route }) {
  const at = useMemo(() => {
    const found = pictured.findIndex((one) => one.kernel === route.kernel && one.at.includes(route.at));
    return found >= 0 ? found : 0;
  }, [route.kernel, route.at]);
  const choose = (row: number) => go({ kernel: pictured[row].kernel, at: pictured[row].at[0], example: 0 });
  useKeys({
    n: () => choose(Math.min(pictured.length - 1, at + 1)),
    p: () => choose(Math.max(0, at - 1)),
  });
  if (pictured.length === 0) {
    return <section class="view empty"><p>No access to shared, global or local memory was recorded: nothing was counted, or the report was written by an earlier version.</p></section>;
  }
  const chosen = pictured[at];
  const kernel = kernels[chosen.kernel];
  const which = chosen.at.includes(route.at) ? route.at : chosen.at[0];
  const instruction = kernel.instructions[which];
  const examples = instruction.examples!;
  const example = examples[Math.min(route.example, examples.length - 1)];
  const label = (row: number) => {
    const one = pictured[row];
    return `${one.kind} ${one.bits}, ${shortFile(one.place.file)} line ${one.place.line}, ${kernelNames[one.kernel]}, ${number(one.excess)} above the ideal`;
  };
  return (
    <section class="view access" aria-label="Accesses">
      <div class="list-pane">
        <VirtualList id="accesses" count={pictured.length} rowHeight={44} selected={at} revealKey={at} label="Accesses with a picture" onSelect={choose} rowLabel={label}
          row={(row) => {
            const one = pictured[row];
            return (
              <div class="access-row">
                <span class="what">{one.kind} {one.bits}{one.at.length > 1 && <span class="muted"> ×{one.at.length}</span>}</span>
                <span class={`num ${one.excess > 0 ? 'bad' : 'muted'}`} data-x="excess" data-say={`${number(one.excess)} wavefronts or sectors above the ideal.`}>{one.excess > 0 ? `+${brief(one.excess)}` : 'ideal'}</span>
                <span class="muted where">{shortFile(one.place.file)}:{one.place.line} · {kernelNames[one.kernel]}</span>
              </div>);
          }} />
      </div>
      <div class="main-pane pad">
        <div class="title-row">
          <h2>{chosen.kind[0].toUpperCase() + chosen.kind.slice(1)} at <PlaceLink place={chosen.place} kernel={kernel.name} /></h2>
          <span class="space" />
          {chosen.at.length > 1 && (
            <label class="field"><span data-x="ptx">Instruction</span>
              <select value={String(which)} onChange={(event) => go({ kernel: chosen.kernel, at: Number(event.currentTarget.value), example: 0 })}>
                {chosen.at.map((one, i) => <option key={one} value={String(one)}>{i + 1} of {chosen.at.length}: {kernel.instructions[one].text}</option>)}
              </select></label>)}
          {examples.length > 1 && (
            <label class="field"><span data-x="example">Pattern</span>
              <select value={String(route.example)} onChange={(event) => go({ example: Number(event.currentTarget.value) })}>
                {examples.map((one, i) => <option key={i} value={String(i)}>{i + 1} of {examples.length}: {one.cost} {one.served ? 'wavefronts' : 'sectors'}</option>)}
              </select></label>)}
        </div>
        <p class="muted"><code dangerouslySetInnerHTML={{ __html: ptxHtml(instruction.text) }} /> in {kernelNames[chosen.kernel]}, executed {plural(instruction.executions ?? 0, 'time')}{example.times ? `, of which ${number(example.times)} have this pattern` : ''}</p>
        <Chain of={instruction} kernel={kernel.name} />
        <AccessPicture key={`${at} ${which} ${route.example}`} example={example} kernel={kernel} />
      </div>
    </section>
  );
}
