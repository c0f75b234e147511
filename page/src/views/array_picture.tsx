// A shared array as rows and columns, with the elements that the lanes take; everything that lies in one bank is shaded, so
// that a column of one bank and a padding that breaks it are seen.
import type { Shape, Taken } from '../arrays';
import { number, plural } from '../format';

const kMostRows = 40;
const kMostColumns = 72;

export function ArrayPicture({ shape, places, passOf, step, lane, setLane, bank, banks, width, narrow }: {
  shape: Shape; places: Taken[]; passOf: Map<number, number>; step: number; lane: number; setLane: (lane: number) => void;
  bank: number; banks: number; width: number; narrow?: boolean;
}) {
  const whole = shape.columns + shape.padding;
  const touched = [...new Set(places.map((one) => one.row))].sort((x, y) => x - y);
  const rows = (shape.rows <= kMostRows ? Array.from({ length: shape.rows }, (_, row) => row) : touched).slice(0, kMostRows);
  const firstColumn = whole <= kMostColumns ? 0 : Math.max(0, Math.min(whole - kMostColumns, Math.min(...places.map((one) => one.column))));
  const columns = Math.min(whole - firstColumn, kMostColumns);
  const left = narrow ? 40 : 66;
  const across = (narrow ? 14 : 26) * 32;
  const cell = across / Math.max(columns, 16);
  const high = narrow ? 11 : 14;
  const top = 34;
  const x = (column: number) => left + (column - firstColumn) * cell;
  const yOf = new Map(rows.map((row, i) => [row, top + i * high]));
  const seen = (column: number) => column >= firstColumn && column < firstColumn + columns;
  const wide = Math.max(1, Math.floor(shape.elementBytes / width));  // banks of an element
  const bankAt = (row: number, column: number) => Math.floor((shape.offset + (row * whole + column) * shape.elementBytes) / width) % banks;
  const height = top + rows.length * high + 6;
  const every = columns > 40 ? 8 : columns > 20 ? 4 : 1;
  return (
    <svg class="array" viewBox={`0 0 ${left + across + 4} ${height}`} role="img"
      aria-label={`${shape.name}, ${plural(shape.rows, 'row')} of ${plural(shape.columns, 'element')}${shape.padding ? ` and ${shape.padding} behind each` : ''}: the elements that the lanes take, with all that lies in bank ${bank} shaded.`}>
      <text class="axis" x={left - 8} y={12} text-anchor="end">{narrow ? 'array' : shape.name}</text>
      <text class="axis faint" x={left} y={12}>the lane that takes an element; shaded: all in bank {bank}{shape.padding > 0 && '; hatched: padding'}</text>
      {Array.from({ length: columns }, (_, i) => firstColumn + i).filter((column) => column % every === 0).map((column) => (
        <text key={column} class="axis faint" x={x(column) + cell / 2} y={top - 5} text-anchor="middle">{column}</text>))}
      {rows.map((row) => (
        <g key={row}>
          <text class="axis" x={left - 8} y={yOf.get(row)! + high - 2.5} text-anchor="end">[{row}]</text>
          <rect class="array-row" x={left} y={yOf.get(row)! + 0.5} width={columns * cell} height={high - 1} />
          {Array.from({ length: columns }, (_, i) => firstColumn + i).map((column) => {
            const behind = column >= shape.columns;
            const same = bank >= 0 && (bank - bankAt(row, column) + banks) % banks < wide;
            return (behind || same) && <rect key={column} class={`element ${same ? 'same' : ''}`} x={x(column) + 0.5} y={yOf.get(row)! + 0.5} width={cell - 1} height={high - 1} fill={behind ? 'url(#unasked)' : undefined} />;
          })}
        </g>))}
      {places.filter((one) => yOf.has(one.row) && seen(one.column)).map((one) => {
        const pass = passOf.get(one.lane) ?? 0;
        const columnsShown = Math.min(one.columns, firstColumn + columns - one.column);
        return (
          <g key={one.lane} class={`taken ${pass === step ? 'now' : pass < step ? 'done' : 'waits'} ${one.lane === lane ? 'picked' : ''}`} data-x="element"
            data-say={`Lane ${one.lane} takes ${shape.name}, row ${one.row}, column ${one.column}: byte ${number(one.address)}, bank ${bankAt(one.row, one.column)}, served in pass ${pass + 1}.`}
            onClick={() => setLane(one.lane === lane ? -1 : one.lane)}>
            <rect x={x(one.column) + 0.5} y={yOf.get(one.row)! + 0.5} width={columnsShown * cell - 1} height={high - 1} rx={1.5} />
            {columnsShown * cell >= 10 && <text x={x(one.column) + columnsShown * cell / 2} y={yOf.get(one.row)! + high - 2.8} text-anchor="middle">{one.lane}</text>}
          </g>);
      })}
    </svg>
  );
}
