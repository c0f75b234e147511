const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const fraction = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });

/** "1,024", "31.5". */
export const number = (value: number): string => (Number.isInteger(value) ? whole : fraction).format(value);

/** As number(), of large ones "1.05M". */
export const brief = (value: number): string => (Math.abs(value) < 100000 ? number(value) : compact.format(value));

/** "4 KiB". */
export function bytes(value: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  while (value >= 1024 && unit + 1 < units.length) {
    value /= 1024;
    ++unit;
  }
  return `${fraction.format(Math.round(value * 10) / 10)} ${units[unit]}`;
}

/** "16×16". */
export function extent(values: number[]): string {
  const last = values[2] > 1 ? 3 : values[1] > 1 ? 2 : 1;
  return values.slice(0, last).map((value) => whole.format(value)).join('×');
}

export const index3 = (values: number[]): string => `(${values.join(',')})`;

export const percent = (part: number, all: number): string => (all === 0 ? '–' : `${fraction.format(Math.round((1000 * part) / all) / 10)} %`);

export const plural = (count: number, one: string, many = one + 's'): string => `${number(count)} ${count === 1 ? one : many}`;

/** "lanes 0..15, 20". */
export function laneText(lanes: number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < lanes.length;) {
    let end = i;
    while (end + 1 < lanes.length && lanes[end + 1] === lanes[end] + 1) ++end;
    if (end - i >= 2) parts.push(`${lanes[i]}..${lanes[end]}`);
    else for (let k = i; k <= end; ++k) parts.push(String(lanes[k]));
    i = end + 1;
  }
  return `lane${lanes.length === 1 ? '' : 's'} ${parts.join(', ')}`;
}

export function lanesOf(mask: number): number[] {
  const lanes: number[] = [];
  for (let lane = 0; lane < 32; ++lane) if ((mask >>> lane) & 1) lanes.push(lane);
  return lanes;
}
