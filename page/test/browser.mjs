// The page in a real browser, on reports that the tool has just written: every view is there, the keyboard reaches it,
// nothing is said on the console, nothing overlaps or runs out of its box, paper and darkness included. What it looks like is
// compared by pictures.mjs.
//
//   node browser.mjs TOOL CHROMIUM EXAMPLES
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { browserWith } from './opened.mjs';

const [tool, executablePath, examples] = process.argv.slice(2);
const { folder, said, report, open, close } = await browserWith(tool, executablePath);

/** Elements that lie over their neighbours, stand out of the window, or have more text than room. */
const layoutFaults = (page) => page.evaluate(() => {
  const faults = [];
  const name = (element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${(element.textContent ?? '').slice(0, 30)}"`;
  if (document.documentElement.scrollWidth > innerWidth) faults.push(`the page is ${document.documentElement.scrollWidth} wide`);
  const overlap = (x, y) => Math.min(x.right, y.right) - Math.max(x.left, y.left) > 1 && Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top) > 1;
  const apart = (selector) => {
    const all = [...document.querySelectorAll(selector)].filter((element) => element.getClientRects().length > 0);
    const boxes = all.map((element) => element.getBoundingClientRect());
    for (let i = 0; i < all.length; ++i)
      for (let k = i + 1; k < all.length; ++k) if (overlap(boxes[i], boxes[k])) faults.push(`${name(all[i])} over ${name(all[k])}`);
  };
  for (const selector of ['.app-bar > *', '.app-bar nav > *', '.toolbar > *', '.split > *', '.view > .card, .cards > .card', '.finding-list > *', '.facts > *', '.memory .box'])
    apart(selector);
  for (const row of [...document.querySelectorAll('.line, .ptx-row')].slice(0, 40)) {
    for (const cell of row.children)
      if (cell.scrollWidth > cell.clientWidth + 1 && !cell.classList.contains('code') && cell.clientWidth > 0) faults.push(`${name(cell)} has no room`);
  }
  for (const text of document.querySelectorAll('.memory .box text')) {
    const box = text.parentElement.querySelector('rect').getBoundingClientRect();
    const own = text.getBoundingClientRect();
    if (own.left < box.left - 1 || own.right > box.right + 1) faults.push(`${name(text)} runs out of its box`);
  }
  return faults.slice(0, 10);
});

/** What a screen reader would find nameless. */
const nameless = (page) => page.evaluate(() => [...document.querySelectorAll('button, select, input, [role="img"], [role="listbox"], [role="group"], [role="tabpanel"]')]
  .filter((element) => {
    if (element.getAttribute('aria-label') || element.getAttribute('aria-labelledby') || element.closest('label') || element.title) return false;
    return (element.textContent ?? '').trim() === '';
  }).map((element) => element.outerHTML.slice(0, 120)));

const text = (page, selector) => page.locator(selector).first().innerText();
/** The address follows with a delay, since browsers refuse those that change too often. */
async function at(page, address) {
  await page.waitForURL(address, { timeout: 5000 }).catch(() => assert.match(page.url(), address));
}

const sentence = (page) => text(page, '.sentence');

const views = ['source', 'access', 'kernels', 'findings', 'launches', 'compare'];

async function everyView(file) {
  for (const colorScheme of ['light', 'dark']) {
    for (const view of views) {
      const page = await open(file, `#${view}`, { colorScheme });
      assert.deepEqual(await layoutFaults(page), [], `${file} #${view} ${colorScheme}`);
      assert.deepEqual(await nameless(page), [], `${file} #${view}`);
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number));
      assert.equal(ground[0] < 60, colorScheme === 'dark', `${view}: ${ground}`);
      await page.close();
    }
  }
}

/** Another run beside this one, opened as page and as JSON. */
async function twoRuns(file, other, json) {
  const page = await open(file, '#compare?kernel=1');
  for (const path of [other, json]) {
    await page.locator('input[type=file]').setInputFiles(path);
    await page.getByText('goes nowhere').waitFor();
    assert.match(await text(page, '.compare-table'), /Device\s+NVIDIA H200\s+Tesla K40[^]*memory_l1_wavefronts_shared\s+270,336\s+[\d,]+/);
    await page.getByRole('button', { name: /^Close / }).click();
  }
  await page.locator('input[type=file]').setInputFiles(join(examples, 'transpose.cu'));
  assert.match(await text(page, '[role=alert]'), /transpose\.cu: This is neither a report in JSON nor a page of one\./);
  await page.close();
}

/** Other runs beside this one, each with a column. */
async function severalRuns(file, others) {
  const page = await open(file, '#compare?kernel=1');
  await page.locator('input[type=file]').setInputFiles(others);
  await page.locator('.compare-table.several').waitFor();
  const table = await text(page, '.compare-table');
  assert.match(table, /Device\s+NVIDIA H200\s+Tesla K40\s+Tesla T4/);
  assert.match(table, /Counter\s+sm_90\s+sm_35\s+sm_75/);
  assert.match(table, /memory_l1_wavefronts_shared\s+270,336\s+[\d,]+\s+[+−][^]*/);
  assert.deepEqual(await layoutFaults(page), []);
  assert.deepEqual(await nameless(page), []);
  await page.getByRole('button', { name: /^Close / }).first().click();
  assert.match(await text(page, '.compare-table'), /Device\s+NVIDIA H200\s+Tesla T4/);
  await page.close();
}

/** Several GPUs in one run: the page has them without a file, and another page opens them all. */
async function architectures(file, other) {
  let page = await open(file);
  assert.match(await text(page, '.device'), /Tesla V100[^]*beside sm_90, sm_13/);
  await page.getByRole('button', { name: /^beside / }).click();
  await at(page, /#compare/);
  assert.match(await text(page, '.compare-table.several'), /Device\s+Tesla V100\S*\s+NVIDIA H200\s+GeForce GTX 280[^]*launch__sm_count\s+80\s+132/);
  assert.match(await text(page, '.compare'), /on NVIDIA H200, run along with this one\./);
  assert.deepEqual(await layoutFaults(page), []);
  assert.deepEqual(await nameless(page), []);
  await page.close();
  page = await open(other, '#compare?kernel=1');
  await page.locator('input[type=file]').setInputFiles(file);
  assert.match(await text(page, '.compare-table.several'), /This run\s+architectures\.html, sm_70\s+architectures\.html, sm_90\s+architectures\.html, sm_13/);
  await page.close();
}

/** A key that is held does not exhaust the addresses that a browser allows. */
async function heldKey(file) {
  const page = await open(file, '#source?line=1');
  await page.focus('#lines');
  for (let i = 0; i < 90; ++i) await page.keyboard.press('ArrowDown');
  for (let i = 0; i < 90; ++i) await page.keyboard.press('ArrowUp');
  for (let i = 0; i < 90; ++i) await page.keyboard.press('ArrowDown');
  await at(page, /line=91/);
  await page.close();
}

async function transpose(file) {
  assert.ok(statSync(file).size < 2 << 20);
  const page = await open(file);
  await at(page, /#source\?line=34/);
  assert.equal(await page.title(), `${examples}/transpose.cu – warpglass`);

  // Numbers, heat, highlighting of the chosen line.
  const line = page.locator('#lines-33');
  assert.match(await line.innerText(), /254K/);
  assert.equal(await line.getAttribute('aria-selected'), 'true');
  assert.match(await line.getAttribute('aria-label'), /^line 34, for .*253,952 wavefronts and sectors above the ideal.*32-way bank conflict/);
  assert.equal(await line.locator('.num.chosen').evaluate((cell) => cell.style.getPropertyValue('--heat')), '100%');
  assert.ok(await line.locator('.hljs-keyword').count() > 0);
  assert.match(await text(page, '.side-panel'), /lanes 0\.\.31 read 32 different words of bank/);

  // Keys.
  await page.keyboard.press('n');
  await at(page, /line=72/);
  await page.keyboard.press('p');
  await page.keyboard.press('p');
  await at(page, /line=23/);
  await page.keyboard.press('m');
  assert.match(await text(page, '.line.head .chosen'), /Cycles/);
  await page.focus('#lines');
  await page.keyboard.press('ArrowDown');
  await at(page, /line=24/);
  await page.keyboard.press('End');
  assert.ok(await page.locator('.virtual-row.selected').first().isVisible());
  await page.keyboard.press('?');
  assert.ok(await page.locator('dialog[open]').isVisible());
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('dialog[open]').count(), 0);
  for (const [i, view] of views.entries()) {
    await page.keyboard.press(String(i + 1));
    await at(page, new RegExp(`#${view}`));
  }
  await page.goBack();
  await at(page, /#launches/);
  await page.keyboard.press('t');
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'light');
  await page.close();

  // PTX beside the source, both ways.
  const ptx = await open(file, '#source?line=34&pane=ptx');
  const ofLine = await ptx.locator('#ptx .of-line').count();
  assert.ok(ofLine > 10, `${ofLine} instructions of line 34`);
  await ptx.locator('#ptx .virtual-row', { hasText: 'bar.sync' }).first().click();
  await at(ptx, /line=31/);
  await ptx.close();

  // The banks, pass by pass.
  const banks = await open(file, '#access');
  assert.match(await text(banks, 'h2'), /Shared load at transpose\.cu:34/);
  assert.match(await text(banks, '.main-pane p.muted'), /executed ([\d,]+) times, of which \1 have this pattern/);
  assert.match(await text(banks, 'figcaption'), /32 wavefronts for 32 lanes of 4 B in tile; ideal 1/);
  assert.match(await text(banks, '.array-name'), /tile is float\[32\]\[32\]: tile\[0\.\.31\]\[\d+\] for lanes 0\.\.31/);
  // Beside it what is proposed, in the same pass.
  assert.equal(await banks.locator('.pictures > div').count(), 2);
  assert.equal(await banks.locator('.pass').count(), 33);
  assert.match(await sentence(banks), /^Pass 1 of 32: 1 of 32 banks serve lane 0\. As tile\[32\]\[33\]: Pass 1 of 1: 32 of 32 banks serve lanes 0\.\.31\.$/);
  assert.equal(await banks.locator('.array .taken.now').count(), 33);
  assert.equal(await banks.locator('.pictures > div').last().locator('.element[fill]').count(), 32, 'a padding behind each row');
  await banks.focus('.walk');
  await banks.keyboard.press('ArrowRight');
  assert.match(await sentence(banks), /As tile\[32\]\[33\]: served after 1 pass\.$/);
  await banks.getByRole('button', { name: 'tile[r][c ^ (r & 31)]' }).click();
  assert.match(await text(banks, '.pictures > div:last-child h3'), /As tile\[r\]\[c \^ \(r & 31\)\]: 1 wavefront/);
  await banks.getByRole('button', { name: 'nothing' }).click();
  await banks.getByRole('button', { name: 'First' }).click();
  assert.equal(await banks.locator('.cell.lane').count(), 32);
  assert.equal(await banks.locator('.cell.bank').count(), 32);
  assert.equal(await banks.locator('.pass').count(), 32);
  assert.match(await sentence(banks), /^Pass 1 of 32: 1 of 32 banks serve lane 0\.$/);
  await banks.focus('.walk');
  await banks.keyboard.press('ArrowRight');
  assert.match(await sentence(banks), /^Pass 2 of 32: .* lane 1\.$/);
  await banks.keyboard.press('End');
  assert.match(await sentence(banks), /^Pass 32 of 32/);
  await banks.keyboard.press('ArrowDown');
  assert.match(await sentence(banks), /^Lane 0 asks for bytes .* \(in tile\): word .*, bank \d+, served in pass 1\.$/);
  await banks.getByRole('button', { name: 'First' }).click();
  await banks.locator('.cell.bank').first().hover();
  await banks.waitForSelector('.tooltip');
  assert.match(await text(banks, '.tooltip'), /Bank 0 is idle in pass 1\.[^]*docs\/teaching\/banks\.md/);
  await banks.close();

  // Sectors.
  const sectors = await open(file, '#access');
  await sectors.locator('#accesses .virtual-row', { hasText: 'global store' }).first().click();
  assert.match(await text(sectors, 'figcaption'), /32 sectors for 32 lanes of 4 B; ideal 4/);
  assert.equal(await sectors.locator('.memline').count(), 32);
  assert.equal(await sectors.locator('.sector.touched').count(), 32);
  assert.match(await sentence(sectors), /^Line 1 of 32: 1 sector of 32 bytes for lane 0, which asks for 4 bytes of 32\.$/);
  await sectors.close();

  // A kernel.
  const kernel = await open(file, '#kernels?kernel=1');
  assert.equal(await kernel.locator('.curve').count(), 3);
  assert.equal(await kernel.locator('.now-mark').count(), 3);
  assert.match(await kernel.locator('.memory').textContent(), /L2 cache[^]*50 % hits/);
  assert.match(await text(kernel, '.pipes'), /lsu/);
  assert.match(await text(kernel, '.metrics'), /memory_l1_wavefronts_shared\s+270,336\s+exact/);
  await kernel.fill('input[type=search]', 'dram');
  assert.ok((await kernel.locator('.metrics tbody tr').count()) < 5);
  await kernel.locator('.metrics code').first().focus();
  await kernel.keyboard.press('Tab');
  await kernel.keyboard.press('Shift+Tab');
  assert.match(await text(kernel, '.tooltip'), /Traffic between/);
  await kernel.close();

  const compare = await open(file, '#compare?kernel=1&other=2');
  assert.match(await text(compare, '.compare-table'), /memory_l1_wavefronts_shared\s+270,336\s+16,384\s+−93\.9 %/);
  await compare.close();

  // On paper: the lines that have numbers, all of them, and no buttons.
  const paper = await open(file, '#source');
  await paper.emulateMedia({ media: 'print' });
  await paper.waitForFunction(() => document.querySelectorAll('#lines .virtual-row').length > 50);
  assert.equal(await paper.locator('nav').first().isVisible(), false);
  const tops = await paper.locator('#lines .virtual-row').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top));
  assert.deepEqual(tops, [...tops].sort((x, y) => x - y));
  assert.ok(await paper.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the paper is wide enough');
  assert.ok((await paper.pdf()).length > 10000);
  await paper.close();

  // Where motion is not wanted, nothing moves.
  const still = await open(file, '#access', { reducedMotion: 'reduce' });
  assert.equal(await still.locator('.cell rect').first().evaluate((cell) => getComputedStyle(cell).transitionDuration), '0s');
  await still.close();

  // A narrow window.
  const narrow = await open(file, '#source?line=34', { viewport: { width: 700, height: 900 } });
  assert.deepEqual(await layoutFaults(narrow), []);
  await narrow.close();
}

/** Of a hundred thousand lines, ten thousand launches and as many copies only those in sight are in the document. */
async function large(file) {
  const html = readFileSync(file, 'utf8');
  const [, json] = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html);
  const data = JSON.parse(json);
  const [name] = Object.keys(data.sources).filter((path) => path.endsWith('transpose.cu'));
  const lines = data.sources[name].split('\n');
  data.sources[name] = Array.from({ length: 100000 }, (_, i) => lines[i % lines.length]).join('\n');
  const first = data.launches.rows[0];
  data.launches.rows = Array.from({ length: 10000 }, (_, i) => [i, i % 6, ...first.slice(2, 10), i % 3, ...first.slice(11)]);
  data.report.launch_count = 10000;
  const big = join(folder, 'large.html');
  data.report.transfers = Array.from({ length: 10000 }, (_, i) => ({ kind: i % 4 ? 'host_to_device' : 'fill', bytes: 4096, stream: i % 3, launches_before: i }));
  data.report.transfer_count = 10000;
  writeFileSync(big, html.replace(json, () => JSON.stringify(data).replaceAll('<', '\\u003c')));
  const times = [];
  for (let i = 0; i < 3; ++i) {
    const again = await open(big, '#source?line=99990');
    times.push(await again.evaluate(() => performance.getEntriesByType('navigation')[0].loadEventEnd));
    await again.close();
  }
  assert.ok(Math.min(...times) < 1000, `it takes ${times} ms to open`);
  const page = await open(big, '#source?line=99990');
  await page.waitForSelector('#lines-99989');
  assert.ok((await page.locator('#lines .virtual-row').count()) < 120);
  await page.focus('#lines');
  await page.keyboard.press('Home');
  await page.waitForSelector('#lines-0');
  await page.keyboard.press('5');
  await page.waitForSelector('#launch-list-0');
  assert.ok((await page.locator('#launch-list .virtual-row').count()) < 120);
  assert.ok((await page.locator('.timeline path').count()) <= 8);
  await page.focus('#launch-list');
  await page.keyboard.press('End');
  await page.waitForSelector('#launch-list-19999');
  assert.deepEqual(await layoutFaults(page), []);
  await page.close();
}

async function races(file) {
  const page = await open(file);
  assert.match(await text(page, '.finding'), /shared-race[^]*This side[^]*missing_barrier\.cu:24[^]*Other side[^]*missing_barrier\.cu:25/);
  await page.locator('.side').nth(1).locator('button').click();
  await at(page, /line=25/);
  await page.keyboard.press('4');
  assert.equal(await page.locator('.finding-list .finding').count(), 2);
  await page.getByRole('button', { name: /^shared-race/ }).click();
  assert.equal(await page.locator('.finding-list .finding').count(), 2);
  await page.close();
}

/** Where a kernel stands below the machine's roofs, with what is known of it, and nothing where it computes nothing. */
async function roofs(transpose) {
  const page = await open(report('matmul', ['run', '--caches', `${examples}/matmul.cu`, '--', '64']), '#kernels?kernel=0');
  assert.match(await text(page, '.stands'), /float32 operations for each byte of L1\.[^]*of L2\.[^]*of device memory\. It lies (left|right) of the ridge at 13\.9/);
  assert.match(await text(page, '.waves'), /^16 blocks; 132 SMs have room for 1,056 at once: 0\.02 waves, they fill 1\.5 % of it\.$/);
  assert.equal(await page.locator('.roofs .slope').count(), 3);
  assert.equal(await page.locator('.roofs .roof:not(.slope)').count(), 1);
  assert.match(await page.locator('.roofs .slope.l1').getAttribute('data-say'), /^L1 gives at most 33\.5 TB\/s/);
  assert.match(await page.locator('.roofs .slope.l2').getAttribute('data-say'), /^L2 gives at most 10\.1 TB\/s/);
  assert.equal(await page.locator('.roofs .stand').count(), 3);
  assert.match(await page.locator('.roofs').getAttribute('aria-label'), /^Operations for each byte\. [\d.]+ float32 operations/);
  assert.match(await page.locator('.roofs').textContent(), /float32 66\.9 TFLOP\/s/);
  assert.deepEqual(await layoutFaults(page), []);
  await page.close();
  const copies = await open(transpose, '#kernels?kernel=1');
  assert.equal(await copies.locator('.roofs').count(), 0);
  await copies.close();
}

async function streams(file) {
  const page = await open(file, '#launches');
  // Four fills, a copy, the first launch, a copy, the second launch, a copy.
  assert.equal(await page.locator('#launch-list .virtual-row').count(), 9);
  assert.match(await text(page, '.toolbar'), /2 launches, 2 counted ?; 7 copies and fills/);
  assert.match(await page.locator('#launch-list-4').innerText(), /copy, host to device, 256 KiB[^]*1/);
  assert.match(await page.locator('#launch-list-0').innerText(), /fill, 256 KiB/);
  assert.match(await page.locator('#launch-list-8').getAttribute('aria-label'), /^copy, device to host, 256 KiB, stream 2$/);
  assert.deepEqual(await page.locator('.streams li').allInnerTexts(), ['stream 0', 'stream 1', 'stream 2']);
  assert.match(await text(page, '.timeline'), /how long each takes is not modelled/);
  await page.focus('#launch-list');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');  // a copy leads nowhere
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await at(page, /#kernels\?kernel=1/);
  await page.close();
}

/** Of a program with two devices: which of them ran what. */
async function devices() {
  const source = join(folder, 'two.cu');
  writeFileSync(source, `__global__ void one(int* x) { ++*x; }
__global__ void other(int* x) { --*x; }
int main() {
  for (int device = 0; device < 2; ++device) {
    int* x;
    cudaSetDevice(device);
    cudaMalloc(&x, 4);
    cudaMemset(x, 0, 4);
    one<<<1, 1>>>(x);
    if (device == 1) other<<<1, 1>>>(x);
  }
  cudaDeviceSynchronize();
}
`);
  const file = report('devices', ['run', '--devices', 'H200,K40', source]);
  const page = await open(file, '#launches');
  assert.match(await text(page, '.device'), /NVIDIA H200, Tesla K40 2 devices, sm_90, sm_35/);
  assert.deepEqual(await page.locator('.streams li').allInnerTexts(), ['device 0, stream 0', 'device 1, stream 0']);
  assert.match(await page.locator('#launch-list-4').innerText(), /other[^]*1:0/);
  assert.deepEqual(await layoutFaults(page), []);
  await page.close();
  for (const [kernel, expected] of [[0, /Devices?\s+0: NVIDIA H200/], [2, /Device\s+1: Tesla K40/]]) {
    const one = await open(file, `#kernels?kernel=${kernel}`);
    assert.match(await text(one, '.facts'), expected);
    assert.deepEqual(await layoutFaults(one), []);
    await one.close();
  }
}

/** What the code of a library's header does stands at the line that calls it, with the way there folded under it. */
async function inlinedCode() {
  const headers = join(folder, 'lib/warpglass/cuda/include');  // headers there count as a library's
  mkdirSync(headers, { recursive: true });
  writeFileSync(join(headers, 'twice.cuh'), `__device__ inline float one(const float* in, int i) { return in[2 * i]; }
__device__ inline float both(const float* in, int i) { return one(in, i) + in[2 * i + 1]; }
`);
  const source = join(folder, 'pairs.cu');
  writeFileSync(source, `#include "lib/warpglass/cuda/include/twice.cuh"
__global__ void pairs(const float* in, float* out) {
  out[threadIdx.x] = both(in, threadIdx.x);
}
int main() {
  float *in, *out;
  cudaMalloc(&in, 256);
  cudaMalloc(&out, 128);
  cudaMemset(in, 0, 256);
  pairs<<<1, 32>>>(in, out);
  return cudaDeviceSynchronize();
}
`);
  const page = await open(report('pairs', ['run', source]), '#source?line=3');
  const fold = page.locator('details.inlined').first();
  await fold.waitFor();
  assert.equal(await fold.getAttribute('open'), null);
  await fold.locator('summary').focus();
  await page.keyboard.press('Enter');
  assert.match(await fold.innerText(), /^\d+ instructions? of library code inlined here[^]*by code of [^ ]+:\d+( ← [^ ]+:\d+)*, inlined\s+executed [\d,]+ times/);
  await page.keyboard.press('Tab');
  assert.match(await page.evaluate(() => document.activeElement.title), /:\d+$/);
  assert.deepEqual(await layoutFaults(page), []);
  await page.close();
}

async function namesWithMarkup() {
  const source = join(folder, 'mark<b>up.ptx');
  writeFileSync(source, `// </script><script>document.title = 'broken'</script> <!-- &lt; \u2028
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p) { .reg .b64 %a; ld.param.u64 %a, [p]; st.global.u32 [%a], 1; ret; }
`);
  const page = await open(report('markup', ['run', source, '--arg', 'u32[64]:zero', '--grid', '1', '--block', '32']));
  assert.match(await page.title(), /mark<b>up\.ptx/);
  assert.match(await text(page, '#lines-0'), /<\/script><script>document\.title/);
  assert.equal(await page.locator('#lines b').count(), 0);
  await page.close();
}

/** A kernel's name of hundreds of letters without a blank, as libraries of templates make them, in a narrow window too. */
async function longNames() {
  const source = join(folder, 'long.cu');
  const nested = Array.from({ length: 12 }, (_, i) => `TileOfTheThreadBlock${i}<`).join('');
  writeFileSync(source, `${Array.from({ length: 12 }, (_, i) => `template <class T> struct TileOfTheThreadBlock${i} {};`).join('\n')}
template <class Mainloop> __global__ void product(int* out) {
  __shared__ int tile[32][32];
  tile[threadIdx.x][0] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x][0];
}
int main() {
  int* out;
  cudaMalloc(&out, 128);
  product<${nested}int${'>'.repeat(12)}><<<1, 32>>>(out);
  cudaFree(out);
}
`);
  const file = report('long', ['run', source]);
  for (const width of [400, 900, 1600]) {
    for (const view of ['#source?line=5', '#kernels', '#findings']) {
      const page = await open(file, view, { viewport: { width, height: 900 } });
      const beyond = await page.evaluate(() => [...document.querySelectorAll('.app-bar nav button, .card, .card button, .side-panel summary')]
        .filter((node) => {
          const box = node.getBoundingClientRect();
          const card = node.parentElement.closest('.card')?.getBoundingClientRect();
          return box.width > 0 && box.right > Math.min(innerWidth, card?.right ?? innerWidth) + 1;
        }).map((node) => node.textContent.slice(0, 40)));
      assert.deepEqual(beyond, [], `${view} at ${width}`);
      await page.close();
    }
  }
}

/** 16 banks, and banks of 8 bytes. */
async function otherBanks() {
  for (const [gpu, banks, bytes] of [['GTX280', 16, 4], ['K40', 32, 8]]) {
    const more = bytes === 8 ? ['--bank-width', '8'] : [];
    const page = await open(report(`banks${banks}_${bytes}`, ['run', `${examples}/transpose.cu`, '--arch', gpu, ...more]), '#access');
    await page.locator('#accesses .virtual-row', { hasText: 'shared' }).first().click();
    assert.equal(await page.locator('.walk svg[role=img]').first().locator('.cell.bank').count(), banks);
    assert.match(await text(page, 'figcaption'), new RegExp(`${banks} banks of ${bytes} B`));
    await page.close();
  }
}

try {
  const file = report('transpose', ['run', '--caches', `${examples}/transpose.cu`]);
  await transpose(file);
  await heldKey(file);
  await large(file);
  const json = join(folder, 'k40.json');
  await twoRuns(file, report('k40', ['run', `${examples}/transpose.cu`, '--arch', 'K40', '--bank-width', '8', '--json', json]), json);
  await severalRuns(file, [json, report('t4', ['run', `${examples}/transpose.cu`, '--arch', 'T4'])]);
  await architectures(report('architectures', ['run', `${examples}/transpose.cu`, '--arch', 'sm_70,sm_90,cc1.3', '--', '64']), file);
  await everyView(file);
  await roofs(file);
  const found = report('missing_barrier', ['check', `${examples}/missing_barrier.cu`], 1);
  await races(found);
  await everyView(found);
  await streams(report('streams', ['run', `${examples}/streams.cu`]));
  await devices();
  await inlinedCode();
  await namesWithMarkup();
  await longNames();
  await otherBanks();
  assert.deepEqual(said, []);
  console.log('every view, in light, dark and on paper, by keyboard: as it should be');
} finally {
  await close();
}
