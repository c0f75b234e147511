// How long the pages of large programs take, each of 10^5 lines of source and 10^4 launches: many kernels, one that is the
// whole source, kernels in many headers with functions of templates in them, streams with copies, and generated lines that
// are long. What is measured is the time that the browser's main thread works, up to the view that was asked for; a machine
// with other work to do takes longer.
//
//   node large.mjs TOOL CHROMIUM
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { browserWith } from './opened.mjs';

const [tool, executablePath] = process.argv.slice(2);
const kAtMost = 1000;    // milliseconds
const kLines = 100000;
const kLaunches = 10000;

const { browser, folder, said, report, close } = await browserWith(tool, executablePath);

const times = (count, make) => Array.from({ length: count }, (_, number) => make(number));
const comment = (line) => `  // line ${line}, with as much on it as lines of real sources have`;

/** A program that calls `launch` of each number in turn. */
const main = (kernels, launch) => `int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * 4);
  cudaMalloc(&out, 4096 * 4);
  cudaMemset(in, 0, 4096 * 4);
  for (int round = 0; round < ${kLaunches / kernels}; ++round) {
${times(kernels, (number) => `    ${launch(number)}`).join('\n')}
  }
  cudaDeviceSynchronize();
}
`;

/** \param every  so many lines has a load */
const plainKernel = (name, lines, every) => `__global__ void ${name}(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = 0;
${times(lines - 5, (line) => (line % every === 0 ? `  x += in[(i * ${line % 7 + 1} + ${line}) & 4095];` : comment(line))).join('\n')}
  out[i] = x;
}
`;

const header = (number, lines) => `#pragma once
${times(lines - 2, (line) => (line % 25 ? comment(line)
  : `template <int N> __device__ float f${number}_${line}(const float* p, int i) { return p[(i * ${line % 9 + 1} + N) & 4095]; }`)).join('\n')}
template <int N> __global__ void k${number}(const float* in, float* out) { const int i = threadIdx.x; out[i] = ${
  times(Math.ceil((lines - 2) / 25), (step) => `f${number}_${25 * step}<N>(in, i)`).join(' + ')}; }
`;

const longKernel = (number, lines) => `__global__ void k${number}(const float* __restrict__ in, float* out) {
  const int i = threadIdx.x; float ${times(16, (k) => `a${k} = ${k}`).join(', ')};
${times(lines, (line) => `  ${times(16, (k) => `a${k} = fmaf(a${(k + 1) % 16}, in[(i + ${16 * line + k}) & 4095], a${(k + 5) % 16});`).join(' ')}`).join('\n')}
  out[i] = ${times(16, (k) => `a${k}`).join(' + ')};
}
`;

const programs = {
  many: () => times(50, (number) => plainKernel(`k${number}`, kLines / 50, 100)).join('') + main(50, (number) => `k${number}<<<1, 32>>>(in, out);`),
  one: () => plainKernel('k', kLines, 500) + main(1, () => 'k<<<1, 32>>>(in, out);'),
  headers: () => {
    mkdirSync(join(folder, 'parts'));
    times(200, (number) => writeFileSync(join(folder, 'parts', `h${number}.hpp`), header(number, kLines / 200)));
    return times(200, (number) => `#include "parts/h${number}.hpp"\n`).join('') + main(200, (number) => `k${number}<1><<<1, 32>>>(in, out);`);
  },
  streams: () => `__global__ void add(float* a, const float* b) { const int i = threadIdx.x; a[i] += b[i * 2]; }
${times(kLines, (line) => `static int unused_${line}(int x) { return x * ${line}; }  // of the host`).join('\n')}
int main() {
  float *a, *b, h[256] = {};
  cudaMalloc(&a, 1024);
  cudaMalloc(&b, 1024);
  cudaMemset(b, 0, 1024);
  cudaStream_t streams[16];
  for (cudaStream_t& stream : streams) cudaStreamCreate(&stream);
  for (int round = 0; round < ${kLaunches}; ++round) {
    cudaMemcpyAsync(a, h, 1024, cudaMemcpyHostToDevice, streams[round % 16]);
    add<<<1, 128, 0, streams[round % 16]>>>(a, b);
  }
  cudaDeviceSynchronize();
}
`,
  generated: () => times(20, (number) => longKernel(number, 20)).join('') + times(kLines, comment).join('\n') + '\n'
    + main(20, (number) => `k${number}<<<1, 32>>>(in, out);`),
};

try {
  for (const [name, program] of Object.entries(programs)) {
    const source = join(folder, `${name}.cu`);
    writeFileSync(source, program());
    const file = report(name, ['run', source]);
    for (const hash of ['', '#source?pane=ptx', '#access', '#kernels?kernel=0', '#findings', '#launches', '#compare']) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      page.on('pageerror', (error) => said.push(`${name} ${hash}: ${error.message}`));
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      await page.goto(`file://${file}${hash}`);
      await page.waitForSelector('.view');
      const { metrics } = await session.send('Performance.getMetrics');
      const worked = Math.round(1000 * metrics.find((metric) => metric.name === 'TaskDuration').value);
      console.log(`${name}, ${hash || 'first view'}: ${worked} ms`);
      assert.ok(worked < kAtMost, `${name}, ${hash || 'the first view'}: ${worked} ms of the main thread`);
      await page.close();
    }
  }
  assert.deepEqual(said, []);
} finally {
  await close();
}
