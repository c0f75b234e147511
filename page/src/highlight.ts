// Lines in colour, one at a time as they come into sight. All that a line's colours need from the lines before it is
// whether a comment is still open, which is found once per file.
import hljs from 'highlight.js/lib/core';
import cpp from 'highlight.js/lib/languages/cpp';
import type { HLJSApi, Language } from 'highlight.js';
import type { SourceFile } from './data';

const kCudaWords = ['__global__', '__device__', '__host__', '__shared__', '__constant__', '__managed__', '__restrict__',
  '__launch_bounds__', '__forceinline__', '__noinline__', '__grid_constant__', '__cluster_dims__'];
const kCudaNames = ['threadIdx', 'blockIdx', 'blockDim', 'gridDim', 'warpSize', '__syncthreads', '__syncwarp',
  '__threadfence', '__ldg', 'atomicAdd', 'atomicCAS', 'atomicMax', 'atomicMin', 'atomicExch'];

hljs.registerLanguage('cuda', (api: HLJSApi) => {
  const language: Language = cpp(api);
  const words = language.keywords as { keyword: string[]; built_in: string[] };
  words.keyword = [...words.keyword, ...kCudaWords];
  words.built_in = [...words.built_in, ...kCudaNames];
  return language;
});

hljs.registerLanguage('ptx', () => ({
  name: 'ptx',
  contains: [
    { scope: 'comment', begin: /\/\/.*$/ },
    { scope: 'meta', begin: /@!?%\w+/ },
    { scope: 'variable', begin: /%[\w.$]+/ },
    { scope: 'number', begin: /\b(0[fFdD][0-9a-fA-F]+|0[xX][0-9a-fA-F]+|\d+)\b/ },
    { scope: 'keyword', begin: /(^|[\s{])[a-z][a-z0-9_]*(?=[.\s;])/ },
    { scope: 'type', begin: /\.[a-z][\w:]*/ },
  ],
}) as Language);

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const openAt = new WeakMap<SourceFile, Uint8Array>();

/** For each line whether it begins within a comment. */
function openComments(file: SourceFile): Uint8Array {
  const known = openAt.get(file);
  if (known) return known;
  const open = new Uint8Array(file.lines.length);
  let inside = false;
  file.lines.forEach((line, i) => {
    open[i] = inside ? 1 : 0;
    if (!inside && !line.includes('/*')) return;
    for (let at = 0; at < line.length; ++at) {
      if (inside) {
        const end = line.indexOf('*/', at);
        if (end < 0) return;
        inside = false;
        at = end + 1;
      } else if (line[at] === '"' || line[at] === "'") {
        const quote = line[at++];
        while (at < line.length && line[at] !== quote) at += line[at] === '\\' ? 2 : 1;
      } else if (line.startsWith('//', at)) {
        return;
      } else if (line.startsWith('/*', at)) {
        inside = true;
        ++at;
      }
    }
  });
  openAt.set(file, open);
  return open;
}

const kLongest = 2000;  // characters of a line that are looked at
const cache = new WeakMap<SourceFile, Map<number, string>>();

/** HTML of a line, from 0. */
export function lineHtml(file: SourceFile, index: number): string {
  let lines = cache.get(file);
  if (!lines) cache.set(file, (lines = new Map()));
  const known = lines.get(index);
  if (known !== undefined) return known;
  const text = file.lines[index] ?? '';
  let html: string;
  if (text.length > kLongest) {
    html = escape(text.slice(0, kLongest)) + ' …';
  } else if (file.name.endsWith('.ptx')) {
    html = ptxHtml(text);
  } else if (openComments(file)[index]) {
    const end = text.indexOf('*/');
    html = end < 0 ? `<span class="hljs-comment">${escape(text)}</span>`
      : `<span class="hljs-comment">${escape(text.slice(0, end + 2))}</span>${cudaHtml(text.slice(end + 2))}`;
  } else {
    html = cudaHtml(text);
  }
  lines.set(index, html);
  return html;
}

const cudaHtml = (text: string): string => (text.trim() === '' ? '' : hljs.highlight(text, { language: 'cuda', ignoreIllegals: true }).value);

const ptxCache = new Map<string, string>();
export function ptxHtml(text: string): string {
  let html = ptxCache.get(text);
  if (html === undefined) ptxCache.set(text, (html = hljs.highlight(text, { language: 'ptx', ignoreIllegals: true }).value));
  return html;
}
