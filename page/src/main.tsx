import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { data, fileIndex, findings, kernelOfName, kernels, report } from './data';
import { plural } from './format';
import { useKeys } from './keys';
import { current, go, isFresh, useRoute, type View } from './state';
import { Tooltip } from './tooltip';
import { Access } from './views/access';
import { Compare } from './views/compare';
import { Findings } from './views/findings';
import { Kernels } from './views/kernels';
import { Launches } from './views/launches';
import { Source } from './views/source';

const views: [View, string][] = [['source', 'Source'], ['access', 'Accesses'], ['kernels', 'Kernels'], ['findings', 'Findings'],
  ['launches', 'Launches'], ['compare', 'Side by side']];

const keyList: [string, string][] = [
  ['1 … 6', 'the views, from left to right'],
  ['n, p', 'next and previous finding, kernel or access'],
  ['↑ ↓ Page Home End', 'within a list that has the focus'],
  ['m', 'in the source: another number as heat'],
  ['x', 'in the source: line or PTX beside it'],
  ['← →', 'in a picture: pass by pass, or line by line'],
  ['↑ ↓', 'in a picture: from lane to lane'],
  ['t', 'light, dark, as the system'],
  ['?', 'this list'],
];

// Of a program with several devices each kind once.
const several = report.devices ?? [];
const devices = several.length > 1 ? [...new Set(several.map((one) => one.device))].join(', ') : report.device;
const architectures = several.length > 1 ? `${several.length} devices, ${[...new Set(several.map((one) => one.architecture))].join(', ')}` : report.architecture;

type Theme = 'system' | 'light' | 'dark';
const themes: Theme[] = ['system', 'light', 'dark'];

function useTheme(): [Theme, () => void] {
  const [theme, set] = useState<Theme>('system');
  useEffect(() => {
    if (theme === 'system') document.documentElement.removeAttribute('data-theme');
    else document.documentElement.setAttribute('data-theme', theme);
  }, [theme]);
  return [theme, () => set((now) => themes[(themes.indexOf(now) + 1) % themes.length])];
}

function App() {
  const route = useRoute();
  const [theme, nextTheme] = useTheme();
  const help = useRef<HTMLDialogElement>(null);
  useKeys({
    ...Object.fromEntries(views.map(([view], i) => [String(i + 1), () => go({ view })])),
    t: nextTheme,
    '?': () => help.current?.showModal(),
  });
  const errors = findings.filter((finding) => finding.severity === 'error').length;
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => {
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}>To the report</a>
      <header class="app-bar">
        <h1><span class="word">warpglass</span> <span class="program" title={report.command}>{report.program}</span></h1>
        <p class="device">{devices} <span class="muted">{architectures}{report.as_written ? ', as written' : ''}</span>
          {data.others && <> <button type="button" class="quiet" onClick={() => go({ view: 'compare' })}>beside {data.others.map((one) => one.architecture).join(', ')}</button></>}</p>
        <nav aria-label="Views">
          {views.map(([view, name], i) => (
            <button type="button" key={view} aria-current={route.view === view ? 'page' : undefined} title={`${name} (${i + 1})`} onClick={() => go({ view })}>
              {name}{view === 'findings' && findings.length > 0 && <span class={`count ${errors > 0 ? 'error' : ''}`}>{findings.length}</span>}
            </button>))}
        </nav>
        <span class="space" />
        <button type="button" class="quiet" onClick={nextTheme} title="Light, dark or as the system (t)">Theme: {theme === 'system' ? 'auto' : theme}</button>
        <button type="button" class="quiet" onClick={() => help.current?.showModal()} title="Keys (?)" aria-label="Keys">?</button>
      </header>
      {report.interrupted && <p class="hint">The run was stopped; this is what had been gathered.</p>}
      <main id="main" tabIndex={-1}>
        {route.view === 'source' && <Source route={route} />}
        {route.view === 'access' && <Access route={route} />}
        {route.view === 'kernels' && <Kernels route={route} />}
        {route.view === 'findings' && <Findings />}
        {route.view === 'launches' && <Launches />}
        {route.view === 'compare' && <Compare route={route} />}
      </main>
      <dialog ref={help} aria-labelledby="help-title">
        <h2 id="help-title">Keys</h2>
        <dl class="keys">{keyList.map(([key, what]) => <div key={key + what}><dt><kbd>{key}</kbd></dt><dd>{what}</dd></div>)}</dl>
        <p class="muted">warpglass {report.tool_version} · {plural(kernels.length, 'kernel')} · docs/page.md</p>
        <form method="dialog"><button autofocus>Close</button></form>
      </dialog>
      <svg width="0" height="0" class="defs" aria-hidden="true"><defs>
        <pattern id="unasked" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line x1="0" y1="0" x2="0" y2="5" class="hatch" /></pattern>
      </defs></svg>
      <Tooltip />
    </>
  );
}

document.title = `${report.program} – warpglass`;
// Whoever opens the page wants to see what is worst.
if (isFresh()) {
  const first = findings.find((finding) => fileIndex.has(finding.where.file) && finding.where.line > 0);
  if (first) {
    const kernel = kernelOfName.get(first.kernel);
    go({ view: 'source', file: fileIndex.get(first.where.file)!, line: first.where.line, kernel: kernel !== undefined && kernels.length === 1 ? kernel : -1 });
  } else {
    const hot = kernels.flatMap((kernel) => kernel.lines).filter((line) => fileIndex.get(line.file) === 0);
    if (hot.length > 0) go({ ...current(), line: hot.reduce((x, y) => ((x.issue_cycles ?? 0) >= (y.issue_cycles ?? 0) ? x : y)).line });
  }
}
const app = document.getElementById('app')!;
app.replaceChildren();
render(<App />, app);
