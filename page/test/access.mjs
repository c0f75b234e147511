// Whether everybody can use the page: letters that stand out from their ground, all of it within reach of the keyboard and
// showing where the focus is, nothing cut off on paper; on five programs, one of which ran on two GPUs.
//
//   node access.mjs TOOL CHROMIUM EXAMPLES
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { browserWith } from './opened.mjs';

const [tool, executablePath, examples] = process.argv.slice(2);
const { folder, said, report, open, close } = await browserWith(tool, executablePath);
const views = ['source', 'access', 'kernels', 'findings', 'launches', 'compare'];

/** Text with less than 4.5 : 1 to what is behind it (WCAG 2.2, 1.4.3), one of each kind. */
const pale = (page) => page.evaluate(() => {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  /** What `of` says, asked once: most elements share their colours and their ancestors. */
  const once = (of) => {
    const known = new Map();
    return (key) => {
      if (!known.has(key)) known.set(key, of(key));
      return known.get(key);
    };
  };
  const painted = once((css) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = css;
    context.fillRect(0, 0, 1, 1);
    return context.getImageData(0, 0, 1, 1).data;
  });
  const colour = (css, opacity = 1) => {
    const [r, g, b, a] = painted(css);
    return [r, g, b, (a / 255) * opacity];
  };
  const over = (upper, lower) => [0, 1, 2].map((i) => upper[i] * upper[3] + lower[i] * (1 - upper[3])).concat(1);
  const luminance = (rgb) => [0.2126, 0.7152, 0.0722].reduce((sum, weight, i) => {
    const part = rgb[i] / 255;
    return sum + weight * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  }, 0);
  const ground = once((element) => {
    const below = element.parentElement ? ground(element.parentElement) : [255, 255, 255, 1];
    return over(colour(getComputedStyle(element).backgroundColor), below);
  });
  const opacityOf = once((element) =>
    (element.parentElement ? opacityOf(element.parentElement) : 1) * Number(getComputedStyle(element).opacity));
  /** A cell of a picture: the rectangle that the text lies in. */
  const boxOf = (text) => {
    const own = text.getBoundingClientRect();
    return [...text.parentElement.querySelectorAll(':scope > rect')].filter((rect) => {
      const box = rect.getBoundingClientRect();
      return box.left <= own.left + 1 && box.right >= own.right - 1 && box.top <= own.top + 1 && box.bottom >= own.bottom - 1;
    });
  };
  const faults = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.textContent.trim() || element.getClientRects().length === 0 || element.closest('script, style, [disabled]')) continue;
    const style = getComputedStyle(element);
    const svg = element.closest('svg');
    let behind = ground(svg ?? element);
    if (svg) for (const rect of boxOf(element)) {
      const of = getComputedStyle(rect);
      behind = over(colour(of.fill, Number(of.opacity) * Number(of.fillOpacity)), behind);
    }
    const letters = over(colour(svg ? style.fill : style.color, opacityOf(element)), behind);
    const [less, more] = [luminance(letters), luminance(behind)].sort((x, y) => x - y);
    const contrast = (more + 0.05) / (less + 0.05);
    const kind = `${element.tagName}.${element.getAttribute('class') ?? ''} in .${element.parentElement.getAttribute('class') ?? ''}`;
    if (contrast < 4.5) faults.set(kind, `${contrast.toFixed(2)} "${node.textContent.trim().slice(0, 20)}" ${kind}`);
  }
  return [...faults.values()];
});

/** Tab after tab, until the page is left: where the focus cannot be seen, or does not get out. */
async function lostFocus(page) {
  const seen = new Set();
  const faults = [];
  for (let i = 0; i < 200; ++i) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      element.dataset.tab ??= String(document.querySelectorAll('[data-tab]').length);
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      const outlined = (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none';
      const inSight = box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
      const what = `${element.tagName}.${element.className} "${(element.textContent ?? '').slice(0, 20)}"`;
      return { number: element.dataset.tab, fault: !outlined ? `no outline: ${what}` : !inSight ? `out of sight: ${what}` : '' , what };
    });
    if (at === null) return faults;
    if (seen.has(at.number)) return [...faults, `no way on from ${at.what}`];
    seen.add(at.number);
    if (at.fault) faults.push(at.fault);
  }
  return [...faults, 'no end of it'];
}

/** What stands out of an A4 page. Of code only its box: a blank at the end of a broken line hangs over. */
async function cutOff(page) {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.waitForTimeout(100);
  return page.evaluate(() => [...document.querySelectorAll('.view *')]
    .filter((one) => !one.closest('svg, .code *') && one.getClientRects().length > 0 && one.getBoundingClientRect().right > innerWidth + 1)
    .slice(0, 5).map((one) => `${one.tagName}.${one.className} "${one.textContent.slice(0, 20)}"`));
}

const twoGpus = join(folder, 'two_gpus.cu');
writeFileSync(twoGpus, `__global__ void scale(float* x, float by) { x[blockIdx.x * blockDim.x + threadIdx.x] *= by; }
int main() {
  for (int device = 0; device < 2; ++device) {
    float* x;
    cudaSetDevice(device);
    cudaMalloc(&x, 4096);
    cudaMemset(x, 0, 4096);
    scale<<<8, 128>>>(x, 2.0f);
    cudaDeviceSynchronize();
    cudaFree(x);
  }
}
`);

try {
  const files = [
    report('transpose', ['run', '--caches', `${examples}/transpose.cu`, '--', '128']),
    report('matmul', ['run', '--caches', `${examples}/matmul.cu`, '--', '64']),
    report('streams', ['run', `${examples}/streams.cu`]),
    report('missing_barrier', ['check', `${examples}/missing_barrier.cu`], 1),
    report('two_gpus', ['run', '--devices', 'H200,K40', twoGpus]),
  ];
  for (const file of files) {
    for (const view of views) {
      for (const colorScheme of ['light', 'dark']) {
        const page = await open(file, `#${view}`, { colorScheme, reducedMotion: 'reduce' });
        const where = `${file} #${view} ${colorScheme}`;
        assert.deepEqual(await pale(page), [], `${where}: hard to read`);
        if (colorScheme === 'light') assert.deepEqual(await lostFocus(page), [], `${where}: by keyboard`);
        assert.deepEqual(await cutOff(page), [], `${where}: on paper`);
        assert.deepEqual(await pale(page), [], `${where}: hard to read on paper`);
        await page.close();
      }
    }
  }
  assert.deepEqual(said, []);
  console.log('five programs, in every view: to be read, to be reached, to be printed');
} finally {
  await close();
}
