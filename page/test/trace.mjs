// What `--trace` writes, read by the trace engine of the DevTools in Chromium, which is what its Performance panel opens
// traces with: every slice arrives, on the track that it belongs to, with none above another.
//
//   node trace.mjs TOOL CHROMIUM EXAMPLES
//
// Ends with 77, after one line that says why, where Chromium has no such engine.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const [tool, executablePath, examples] = process.argv.slice(2);
const engine = 'devtools://devtools/bundled/models/trace/trace.js';
const folder = mkdtempSync(join(tmpdir(), 'warpglass_trace_'));
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });

function traceOf(words) {
  const file = join(folder, 'trace.json');
  execFileSync(tool, ['run', '-q', '--trace', file, ...words], { stdio: ['ignore', 'ignore', 'inherit'] });
  return readFileSync(file, 'utf8');
}

/** Tracks as DevTools has them: process, name, and the slices with how deep each lies under others. */
const tracksIn = (page, text) => page.evaluate(async ([engine, text]) => {
  const { TraceModel } = await import(engine);
  const model = TraceModel.Model.createWithAllHandlers();
  await model.parse(JSON.parse(text).traceEvents);
  const { data } = model.parsedTrace();
  return [...data.Renderer.processes].flatMap(([process, { threads }]) => [...threads.values()].map((thread) => ({
    process,
    name: thread.name,
    slices: thread.entries.map((entry) => ({ name: entry.name, category: entry.cat, start: entry.ts, length: entry.dur,
      depth: thread.entryToNode?.get(entry)?.depth ?? thread.depth ?? 0 })),
  })));
}, [engine, text]);

/** \param launches, blocks  slices that are expected */
async function opens(page, words, launches, blocks) {
  const text = traceOf(words);
  const written = JSON.parse(text).traceEvents.filter((event) => event.ph === 'X');
  const tracks = await tracksIn(page, text);
  const slices = tracks.flatMap((track) => track.slices.filter((slice) => slice.length !== undefined));
  assert.equal(slices.length, written.length, `${words}: slices`);
  assert.deepEqual(slices.filter((slice) => slice.depth !== 0), [], `${words}: slices above others`);
  const onSms = tracks.filter((track) => /^SM \d+, place \d+$/.test(track.name));
  assert.equal(onSms.flatMap((track) => track.slices).length, blocks, `${words}: blocks`);
  assert.equal(slices.filter((slice) => slice.category === 'launch').length, 2 * launches, `${words}: launches`);
  assert.equal(new Set(tracks.map((track) => track.process)).size, 2, `${words}: processes`);
  assert.ok(tracks.every((track) => track.name), `${words}: each track has a name`);
  for (const { slices } of onSms)
    slices.forEach((slice, i) => assert.ok(i === 0 || slices[i - 1].start + slices[i - 1].length <= slice.start));
  return onSms;
}

try {
  const page = await browser.newPage();
  const there = await page.goto('devtools://devtools/bundled/devtools_app.html')
    .then(() => page.evaluate((engine) => import(engine).then(({ TraceModel }) => TraceModel !== undefined), engine))
    .catch(() => false);
  if (!there) {
    console.log(`skipped: this Chromium has no ${engine}`);
    process.exitCode = 77;
  } else {
    // Six kernels of 64 blocks, a block to every other SM.
    const sms = await opens(page, [`${examples}/transpose.cu`, '--', '256'], 6, 6 * 64);
    assert.deepEqual(sms.map((track) => track.name), Array.from({ length: 64 }, (_, sm) => `SM ${2 * sm}, place 0`));
    // Two launches of 256 blocks on one SM: 32 waves of 8.
    assert.equal((await opens(page, [`${examples}/streams.cu`, '--arch', 'JetsonTK1'], 2, 2 * 256)).length, 8);
    console.log('the DevTools of Chromium read what --trace writes');
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
