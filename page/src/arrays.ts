// Which element of a shared array an address is.
import type { Example, Kernel, ProposedLayout } from './data';
import { lanesOf, plural } from './format';

/** An array as it lies in shared memory. */
export interface Shape {
  name: string;
  text: string;            // "float[32][32]", or what is known of it
  extents: number[];       // as declared, outermost first; of an array whose declaration is not known its rows
  offset: number;          // in the block's shared memory
  elementBytes: number;
  rows: number;
  columns: number;         // of a row without what is behind it
  padding: number;         // elements behind each row
}

const product = (values: number[]) => values.reduce((all, value) => all * value, 1);

/** Of the array that all lanes' addresses lie in; undefined where it, or its rows, are not known. */
export function shapeOf(kernel: Kernel, example: Example, layout?: ProposedLayout): Shape | undefined {
  const array = kernel.shared_arrays?.find((one) => example.addresses.every((at) => one.offset <= at && at < one.offset + one.bytes));
  if (!array) return undefined;
  const name = example.object ?? array.name;
  const rowsOf = layout ?? (array.extents ? undefined : kernel.proposed_layouts?.find((one) => one.array === array.name));
  if (rowsOf) {
    const { rows, columns, element_bytes: elementBytes } = rowsOf;
    return { name, offset: array.offset, elementBytes, rows, columns, padding: layout?.padding ?? 0, extents: [rows, columns],
      text: `${plural(array.bytes, 'byte')}, ${plural(rows, 'row')} of ${plural(columns, 'element')} of ${plural(elementBytes, 'byte')} by the distances between lanes` };
  }
  if (!array.extents?.length) return undefined;
  const columns = array.extents[array.extents.length - 1];
  const elements = product(array.extents);
  return { name, offset: array.offset, elementBytes: array.bytes / elements, rows: elements / columns, columns, padding: 0, extents: array.extents,
    text: `${array.element}${bracketed(array.extents)}` };
}

export const bracketed = (index: number[]): string => index.map((one) => `[${one}]`).join('');

/** Row and column, as they lie in memory. */
export function cellAt(shape: Shape, address: number): [number, number] {
  const element = Math.floor((address - shape.offset) / shape.elementBytes);
  const row = Math.floor(element / (shape.columns + shape.padding));
  return [row, element - row * (shape.columns + shape.padding)];
}

/** An index for each extent. */
export function elementAt(shape: Shape, address: number): number[] {
  let element = Math.floor((address - shape.offset) / shape.elementBytes);
  return shape.extents.map((_, i) => product(shape.extents.slice(i + 1))).map((below) => {
    const index = Math.floor(element / below);
    element -= index * below;
    return index;
  });
}

/** "3, 5..7". */
function ranges(values: Set<number>): string {
  const sorted = [...values].sort((x, y) => x - y);
  const parts: string[] = [];
  for (let i = 0; i < sorted.length;) {
    let end = i;
    while (end + 1 < sorted.length && sorted[end + 1] === sorted[end] + 1) ++end;
    if (end - i >= 2) parts.push(`${sorted[i]}..${sorted[end]}`);
    else for (let k = i; k <= end; ++k) parts.push(String(sorted[k]));
    i = end + 1;
  }
  return parts.join(', ');
}

/** "tile[0..31][7]": what the lanes take. */
export function elementsText(shape: Shape, example: Example): string {
  const indices = example.addresses.map((at) => elementAt(shape, at));
  return shape.name + shape.extents.map((_, i) => `[${ranges(new Set(indices.map((one) => one[i])))}]`).join('');
}

/** The cells that each lane takes. */
export interface Taken { lane: number; row: number; column: number; columns: number; address: number }

export function placesIn(shape: Shape, example: Example, addresses: number[]): Taken[] {
  return lanesOf(example.lanes).map((lane, i) => {
    const [row, column] = cellAt(shape, addresses[i]);
    return { lane, row, column, columns: Math.max(1, Math.ceil(example.bytes / shape.elementBytes)), address: addresses[i] };
  });
}
