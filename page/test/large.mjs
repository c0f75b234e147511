// How long the page of a large program takes: 10^5 lines of source, 10^4 launches. What is measured is the time that the
// browser's main thread works, up to the view that was asked for; a machine with other work to do takes longer.
//
//   node large.mjs TOOL CHROMIUM
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { browserWith } from './opened.mjs';

const [tool, executablePath] = process.argv.slice(2);
const kKernels = 50;
const kLines = 2000;     // of a kernel
const kRounds = 200;     // of a launch of each
const kAtMost = 1000;    // milliseconds

const { browser, folder, said, report, close } = await browserWith(tool, executablePath);

function kernel(number) {
  const lines = Array.from({ length: kLines - 4 }, (_, line) => (line % 100 === 0 ? `  x += in[(i * ${line % 7 + 1} + ${line}) & 4095];`
    : `  // line ${line} of kernel ${number}, with as much on it as lines of real sources have`));
  return `__global__ void k${number}(const float* in, float* out) {\n  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n`
    + `  float x = 0;\n${lines.join('\n')}\n  out[i] = x; }\n`;
}

const numbers = Array.from({ length: kKernels }, (_, number) => number);
const source = join(folder, 'large.cu');
writeFileSync(source, `${numbers.map(kernel).join('')}int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * 4);
  cudaMalloc(&out, 4096 * 4);
  cudaMemset(in, 0, 4096 * 4);
  for (int round = 0; round < ${kRounds}; ++round) {
${numbers.map((number) => `    k${number}<<<1, 32>>>(in, out);`).join('\n')}
  }
  cudaDeviceSynchronize();
}
`);

try {
  const file = report('large', ['run', source]);
  for (const hash of ['', '#access', '#kernels?kernel=0', '#findings', '#launches']) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.on('pageerror', (error) => said.push(`${hash}: ${error.message}`));
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(`file://${file}${hash}`);
    await page.waitForSelector('.view');
    const { metrics } = await session.send('Performance.getMetrics');
    const worked = Math.round(1000 * metrics.find((metric) => metric.name === 'TaskDuration').value);
    console.log(`${hash || 'first view'}: ${worked} ms`);
    assert.ok(worked < kAtMost, `${hash || 'the first view'} took ${worked} ms of the main thread`);
    await page.close();
  }
  assert.deepEqual(said, []);
} finally {
  await close();
}
