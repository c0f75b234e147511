// What `--sarif` writes, held to the published schema of SARIF 2.1.0 with the formats of its addresses and times: the
// report of tests/golden that has everything, and runs of examples.
//
//   node sarif.mjs TOOL ROOT
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const Ajv = require('ajv-draft-04');
const addFormats = require('ajv-formats');
const schema = require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');

const [tool, root] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'warpglass_sarif_'));
const valid = addFormats(new Ajv({ allErrors: true, unicodeRegExp: false })).compile(schema);

function holds(name, log) {
  assert.ok(valid(log), `${name}: ${JSON.stringify(valid.errors, null, 1)}`);
}

/** \return the log of a run that ends with `ending` */
function logOf(ending, words) {
  const file = join(folder, 'run.sarif');
  let code = 0;
  try {
    execFileSync(tool, [words[0], '-q', '--sarif', file, ...words.slice(1)], { cwd: root, stdio: 'ignore' });
  } catch (error) {
    code = error.status;
  }
  assert.equal(code, ending, `${words.join(' ')} ended with ${code}`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

const results = (log) => log.runs.reduce((sum, run) => sum + run.results.length, 0);

try {
  const full = JSON.parse(readFileSync(join(root, 'tests/golden/full.sarif'), 'utf8'));
  holds('full.sarif', full);

  const scale = ['--kernel', 'scale', '--grid', '1', '--block', '32', '--arg', 'f32[32]:iota', '--arg', 'f32[32]:zero', '--arg', 'u32:32'];
  const runs = [
    { ending: 0, fewest: 1, words: ['run', 'examples/transpose.cu', '--', '64'] },
    { ending: 0, fewest: 1, words: ['run', 'examples/conversions.cu', '--arch', 'sm_80'] },
    { ending: 1, fewest: 1, words: ['check', 'examples/missing_barrier.cu'] },
    { ending: 1, fewest: 1, words: ['check', 'examples/neighbour_sum_wrong.cu'] },
    { ending: 0, fewest: 0, words: ['run', 'examples/scale.ptx', ...scale] },
  ];
  for (const { ending, fewest, words } of runs) {
    const log = logOf(ending, words);
    holds(words.join(' '), log);
    assert.ok(results(log) >= fewest, `${words.join(' ')}: ${results(log)} results`);
  }

  // The schema sees what is wrong: a level that there is none of, a member too many or missing, an address that is none.
  for (const spoil of [
    (log) => { log.runs[0].results[0].level = 'fatal'; },
    (log) => { log.runs[0].results[0].cost = 3; },
    (log) => { log.runs[0].tool.driver.rules[0].helpUri = 'no address'; },
    (log) => { delete log.runs[0].tool; },
  ]) {
    const spoilt = structuredClone(full);
    spoil(spoilt);
    assert.ok(!valid(spoilt), spoil.toString());
  }
  console.log('SARIF is as its schema says');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
