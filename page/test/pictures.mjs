// What the page looks like: each view in light, dark and on paper, beside the picture of it in tests/page/pictures.
//
//   node pictures.mjs [TOOL [CHROMIUM [ROOT [FOLDER]]]]
//
// Pictures are kept at half their size and compared by small squares, since versions of Chromium draw letters differently:
// squares whose mean colour is another one may be few. Those that differ are written into FOLDER. With
// WARPGLASS_UPDATE_GOLDEN set all are written to tests/page/pictures instead (`npm run pictures` in page/, with the tool built
// in build/release or named by WARPGLASS). Ends with 77, after one line that says why, where the pictures' fonts are missing.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { browserWith } from './opened.mjs';

const above = join(dirname(fileURLToPath(import.meta.url)), '../..');
const [tool = process.env.WARPGLASS ?? join(above, 'build/release/bin/warpglass'),
  executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium', root = above, differing = '.'] = process.argv.slice(2);
const kept = join(root, 'tests/page/pictures');
const update = Boolean(process.env.WARPGLASS_UPDATE_GOLDEN);

const kSquare = 4;       // pixels of the kept picture
const kColour = 20;      // of 255: what a square's mean may differ by, in any of red, green and blue
const kSquares = 0.0015; // of all squares: how many may differ by more
const kHeight = 1400;    // of the page: no picture is taller

const fonts = ['DejaVu Sans', 'DejaVu Sans Mono'];
const { browser, said, report, open, close } = await browserWith(tool, executablePath, root);

/** Of whatever machine this is, the fonts that every Debian's Chromium brings. */
async function setFonts(page) {
  await page.addStyleTag({ content: `:root { --sans: '${fonts[0]}' !important; --mono: '${fonts[1]}' !important; }` });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Half the size, as JPEG. */
const reduced = (page, png) => page.evaluate(async (png) => {
  const whole = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = new OffscreenCanvas(Math.round(whole.width / 2), Math.round(whole.height / 2));
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(whole, 0, 0, canvas.width, canvas.height);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.7 })).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}, png.toString('base64'));

/** What differs, in a sentence; empty where the two are alike. */
const difference = (page, now, before) => page.evaluate(async ([now, before, square, colour, squares]) => {
  const pixels = async (base64) => {
    const image = await createImageBitmap(await (await fetch(`data:image/jpeg;base64,${base64}`)).blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height);
  };
  const [a, b] = [await pixels(now), await pixels(before)];
  if (Math.abs(a.height - b.height) > 2 * square || a.width !== b.width) return `${a.width}x${a.height} instead of ${b.width}x${b.height}`;
  const columns = Math.floor(a.width / square);
  const rows = Math.floor(Math.min(a.height, b.height) / square);
  let count = 0;
  let first = '';
  for (let row = 0; row < rows; ++row) {
    for (let column = 0; column < columns; ++column) {
      const mean = (image, channel) => {
        let sum = 0;
        for (let y = 0; y < square; ++y)
          for (let x = 0; x < square; ++x) sum += image.data[4 * ((row * square + y) * image.width + column * square + x) + channel];
        return sum / square / square;
      };
      if ([0, 1, 2].every((channel) => Math.abs(mean(a, channel) - mean(b, channel)) <= colour)) continue;
      if (count++ === 0) first = `, the first at ${2 * column * square},${2 * row * square}`;
    }
  }
  return count > squares * rows * columns ? `${count} of ${rows * columns} squares differ${first}` : '';
}, [now, before, kSquare, kColour, kSquares]);

/** \param name  of the file that WARPGLASS_PICTURES, a folder, gets of it in full size */
async function shot(file, hash, theme, name) {
  const paper = theme === 'paper';
  const width = paper ? 794 : 1280;
  const page = await open(file, hash, {
    colorScheme: theme === 'dark' ? 'dark' : 'light',
    reducedMotion: 'reduce',
    viewport: { width, height: 800 },
  });
  await setFonts(page);
  if (paper) await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' });
  await page.waitForTimeout(200);
  // What scrolls within the window is taken whole, up to a height.
  const height = await page.evaluate(() => Math.max(...[document.documentElement, ...document.querySelectorAll('main, .view.pad')]
    .map((one) => one.scrollHeight + one.getBoundingClientRect().top)));
  await page.setViewportSize({ width, height: Math.max(800, Math.min(kHeight, Math.ceil(height))) });
  await page.waitForTimeout(200);
  const png = await page.screenshot();
  if (process.env.WARPGLASS_PICTURES) writeFileSync(join(process.env.WARPGLASS_PICTURES, `${name}_${theme}.png`), png);
  await page.close();
  return png;
}

const views = ['source', 'access', 'kernels?kernel=1', 'findings', 'launches', 'compare?kernel=1&other=2'];

function list() {
  const transpose = report('transpose', ['run', '--caches', 'examples/transpose.cu', '--', '256']);
  const races = report('races', ['check', 'examples/missing_barrier.cu'], 1);
  const streams = report('streams', ['run', 'examples/streams.cu']);
  const kepler = report('kepler', ['run', 'examples/transpose.cu', '--arch', 'K40', '--bank-width', '8', '--', '256']);
  const matmul = report('matmul', ['run', '--caches', 'examples/matmul.cu', '--', '64']);
  const all = ['light', 'dark', 'paper'];
  return [
    ...views.map((view) => [`transpose_${view.split('?')[0]}`, transpose, `#${view}`, all]),
    ['transpose_ptx', transpose, '#source?line=34&pane=ptx', ['light']],
    ['races_source', races, '#source', ['light', 'dark']],
    ['races_findings', races, '#findings', ['light']],
    ['streams_launches', streams, '#launches', ['light']],
    ['matmul_kernels', matmul, '#kernels', all],
    ['kepler_access', kepler, '#access', ['light']],
  ];
}

/** Whether the page's letters can be the pictures'. */
const hasFonts = (page) => page.evaluate((fonts) => {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  const width = (font) => {
    context.font = font;
    return context.measureText('mmmm iiii 0123').width;
  };
  return fonts.every((font) => width(`20px '${font}', serif`) === width(`20px '${font}', cursive`) &&
    width(`20px '${font}', serif`) !== width('20px serif'));
}, fonts);

/** \return a line for each picture that is another one now */
async function compareAll(desk) {
  const faults = [];
  for (const [name, file, hash, themes] of list()) {
    for (const theme of themes) {
      const path = `${name}_${theme}.jpg`;
      const now = await reduced(desk, await shot(file, hash, theme, name));
      if (update) {
        writeFileSync(join(kept, path), Buffer.from(now, 'base64'));
        continue;
      }
      const before = existsSync(join(kept, path)) ? readFileSync(join(kept, path)).toString('base64') : '';
      const differs = before === '' ? 'there is no picture of it' : await difference(desk, now, before);
      if (differs === '') continue;
      writeFileSync(join(differing, path), Buffer.from(now, 'base64'));
      faults.push(`${path}: ${differs}`);
    }
  }
  return faults;
}

try {
  const desk = await browser.newPage();
  if (!await hasFonts(desk)) {
    console.log(`skipped: the pictures want ${fonts.join(' and ')} (fonts-dejavu-core)`);
    process.exitCode = 77;
  } else {
    mkdirSync(update ? kept : differing, { recursive: true });
    const faults = await compareAll(desk);
    assert.deepEqual(said, []);
    assert.deepEqual(faults, [], `they are in ${differing}; if it is meant to look like that, run \`npm run pictures\` in page/`);
    console.log(update ? `written: ${kept}` : 'every view looks as its picture does');
  }
} finally {
  await close();
}
