// Everything that was found, the worst first, by rule and severity.
import { useState } from 'preact/hooks';
import { findings, report, type Finding } from '../data';
import { number, plural } from '../format';
import { FindingCard } from './finding_card';

const kStep = 50;

function Chips({ name, values, chosen, onChange }: { name: string; values: [string, number][]; chosen: string; onChange: (value: string) => void }) {
  return (
    <div class="chips" role="group" aria-label={name}>
      {([['', values.reduce((sum, [, count]) => sum + count, 0)], ...values] as [string, number][]).map(([value, count]) => (
        <button type="button" key={value} aria-pressed={chosen === value} onClick={() => onChange(value)}>{value === '' ? 'all' : value} <span class="muted">{number(count)}</span></button>))}
    </div>
  );
}

function counted(all: Finding[], of: (finding: Finding) => string): [string, number][] {
  const count = new Map<string, number>();
  for (const finding of all) count.set(of(finding), (count.get(of(finding)) ?? 0) + 1);
  return [...count];
}

export function Findings() {
  const [rule, setRule] = useState('');
  const [severity, setSeverity] = useState('');
  const [shown, setShown] = useState(kStep);
  const suppressed = report.suppressed ?? [];
  const matching = findings.filter((finding) => (rule === '' || finding.rule === rule) && (severity === '' || finding.severity === severity));
  return (
    <section class="view findings pad" aria-label="Findings">
      <div class="toolbar">
        <Chips name="Rule" values={counted(findings, (finding) => finding.rule)} chosen={rule} onChange={setRule} />
        <span class="space" />
        <Chips name="Severity" values={counted(findings, (finding) => finding.severity)} chosen={severity} onChange={setSeverity} />
      </div>
      <p class="muted" role="status">{matching.length === 0 ? (findings.length === 0 ? 'Nothing was found.' : 'No finding is both.') : plural(matching.length, 'finding')}</p>
      {report.seeds && report.seeds.length > 1 && <p class="muted">Found under {plural(report.seeds.length, 'order')} of blocks and warps, seeds {report.seeds.join(', ')}.</p>}
      <div class="finding-list">{matching.slice(0, shown).map((finding, i) => <FindingCard key={i} finding={finding} full />)}</div>
      {matching.length > shown && <button type="button" onClick={() => setShown(shown + 4 * kStep)}>Show more of {number(matching.length - shown)}</button>}
      {suppressed.length > 0 && (
        <details><summary>{plural(suppressed.length, 'finding')} that you have allowed</summary>
          <div class="finding-list">{suppressed.slice(0, 4 * kStep).map((finding, i) => <FindingCard key={i} finding={finding} full />)}</div></details>)}
      {report.notices.length > 0 && <section class="card"><header><h3>What was left out</h3></header><ul class="notes">{report.notices.map((notice, i) => <li key={i}>{notice}</li>)}</ul></section>}
      {report.remarks && <section class="card"><header><h3>About the files you gave</h3></header><ul class="notes">{report.remarks.map((remark, i) => <li key={i}>{remark.where.file}:{remark.where.line}: {remark.message}</li>)}</ul></section>}
    </section>
  );
}
