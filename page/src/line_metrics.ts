// The numbers of a source line or instruction that can be looked at as heat.
import { excessOf, hasCaches, kernels, type LineSum } from './data';
import { brief, number, percent } from './format';

export interface LineMetric {
  key: string;
  name: string;
  value: (sum: LineSum) => number;          // what the heat is made of: more is hotter
  text: (sum: LineSum) => string;           // empty: nothing to say
  whole: (sum: LineSum) => string;          // as a sentence's part
  ofCaches?: boolean;
}

const count = (key: string, name: string, value: (sum: LineSum) => number, unit: string): LineMetric => ({
  key, name, value, text: (sum) => (value(sum) === 0 ? '' : brief(value(sum))), whole: (sum) => `${number(value(sum))} ${unit}` });

const share = (key: string, name: string, hits: 'l1_hits' | 'l2_hits', all: 'l1_sectors' | 'l2_sectors', unit: string): LineMetric => ({
  key, name, value: (sum) => sum[all] - sum[hits], text: (sum) => (sum[all] === 0 ? '' : percent(sum[hits], sum[all])),
  whole: (sum) => `${percent(sum[hits], sum[all])} of ${number(sum[all])} ${unit}`, ofCaches: true });

export const lineMetrics: LineMetric[] = [
  count('executions', 'Executed', (sum) => sum.executions, 'warp instructions'),
  { key: 'lanes', name: 'Lanes', value: (sum) => (sum.executions ? 32 - sum.threads / sum.executions : 0),
    text: (sum) => (sum.executions ? (sum.threads / sum.executions).toFixed(1) : ''),
    whole: (sum) => `${(sum.threads / Math.max(1, sum.executions)).toFixed(1)} of 32 lanes` },
  count('wavefronts', 'Wavefronts', (sum) => sum.wavefronts, 'wavefronts'),
  count('sectors', 'Sectors', (sum) => sum.sectors, 'sectors'),
  count('excess', 'Excess', (sum) => sum.excess, 'wavefronts and sectors above the ideal'),
  count('cycles', 'Cycles', (sum) => sum.cycles, 'issue cycles'),
  ...(hasCaches ? [share('l1', 'L1 hits', 'l1_hits', 'l1_sectors', 'sectors hit in the first-level cache'),
    share('l2', 'L2 hits', 'l2_hits', 'l2_sectors', 'sectors hit in the second-level cache')] : []),
];

/** What is hot unless another number is chosen: what could be saved, or where nothing could, what costs. */
const unchosen = kernels.some((kernel) => kernel.lines.some((row) => excessOf(row) > 0)) ? 'excess' : 'cycles';

export const lineMetric = (key: string): LineMetric =>
  lineMetrics.find((metric) => metric.key === key) ?? lineMetrics.find((metric) => metric.key === unchosen)!;

/** 0 to 100: how hot. The root lets the many small numbers be told apart. */
export const heat = (value: number, most: number): number => (most <= 0 || value <= 0 ? 0 : Math.round(100 * Math.sqrt(value / most)));
