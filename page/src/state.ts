// Where the reader is: a view and what is chosen in it. It lives in the address behind the #, so that a place can be kept
// as a bookmark and the browser's way back works.
import { useEffect, useState } from 'preact/hooks';

export type View = 'source' | 'access' | 'kernels' | 'findings' | 'launches' | 'compare';

export interface Route {
  view: View;
  file: number;      // of data.files
  line: number;      // 0: none
  kernel: number;    // -1: all
  metric: string;
  pane: 'line' | 'ptx';
  at: number;        // instruction of the kernel; -1: none
  example: number;
  other: number;     // kernel to compare with
}

const start: Route = { view: 'source', file: 0, line: 0, kernel: -1, metric: '', pane: 'line', at: -1, example: 0, other: -1 };

function parse(hash: string): Route {
  const [view, query] = hash.replace(/^#/, '').split('?');
  const route = { ...start };
  if (['source', 'access', 'kernels', 'findings', 'launches', 'compare'].includes(view)) route.view = view as View;
  for (const [name, value] of new URLSearchParams(query ?? '')) {
    if (name === 'metric') route.metric = value;
    else if (name === 'pane') route.pane = value === 'ptx' ? 'ptx' : 'line';
    else if (name in route && name !== 'view' && /^-?\d+$/.test(value)) (route as unknown as Record<string, number>)[name] = Number(value);
  }
  return route;
}

function write(route: Route): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(route))
    if (name !== 'view' && value !== (start as unknown as Record<string, unknown>)[name]) query.set(name, String(value));
  const text = query.toString();
  return `#${route.view}${text ? '?' + text : ''}`;
}

let route = parse(location.hash);
const listeners = new Set<() => void>();

// Browsers refuse addresses that change too often, as they would while a key is held.
const kBetweenWrites = 250;
let written = 0;
let waiting = 0;

function writeAddress(step: boolean): void {
  clearTimeout(waiting);
  waiting = 0;
  written = performance.now();
  history[step ? 'pushState' : 'replaceState'](null, '', write(route));
}

/** Changes the place; another view is a step of the browser's history, another line is not. */
export function go(change: Partial<Route>): void {
  const next = { ...route, ...change };
  const step = next.view !== route.view;
  if (step && waiting) writeAddress(false);
  route = next;
  if (step || performance.now() - written > kBetweenWrites) writeAddress(step);
  else if (!waiting) waiting = setTimeout(() => writeAddress(false), kBetweenWrites);
  for (const listener of listeners) listener();
}

export const current = (): Route => route;
export const isFresh = (): boolean => location.hash.length < 2;

addEventListener('popstate', () => {
  clearTimeout(waiting);
  waiting = 0;
  route = parse(location.hash);
  for (const listener of listeners) listener();
});
addEventListener('hashchange', () => {
  route = parse(location.hash);
  for (const listener of listeners) listener();
});

export function useRoute(): Route {
  const [, set] = useState(0);
  useEffect(() => {
    const listener = () => set((n) => n + 1);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return route;
}

/** While the page is printed, lists are whole. */
export function usePrinting(): boolean {
  const [printing, set] = useState(matchMedia('print').matches);
  useEffect(() => {
    const query = matchMedia('print');
    const listener = () => set(query.matches);
    query.addEventListener('change', listener);
    return () => query.removeEventListener('change', listener);
  }, []);
  return printing;
}
