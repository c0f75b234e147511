// A list of which only the rows in sight exist, so that a hundred thousand of them open at once.
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { usePrinting } from './state';

interface Props {
  count: number;
  rowHeight: number;
  selected: number;             // row; -1: none
  onSelect: (row: number) => void;
  onOpen?: (row: number) => void;
  row: (row: number) => ComponentChildren;
  rowLabel: (row: number) => string;
  rowClass?: (row: number) => string;
  label: string;
  header?: ComponentChildren;
  minWidth?: string;
  printed?: (row: number) => boolean;  // rows that go to paper
  revealKey?: unknown;          // a change brings the selected row into sight
  start?: number;               // row that is brought into sight where none is selected
  id: string;
}

const kMargin = 12;
const kMostPrinted = 3000;

export function VirtualList(props: Props) {
  const { count, rowHeight, selected } = props;
  const box = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(800);
  const printing = usePrinting();

  useLayoutEffect(() => {
    const element = box.current!;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    setHeight(element.clientHeight);
    return () => observer.disconnect();
  }, []);

  const reveal = (centre: boolean) => {
    const element = box.current;
    const wanted = selected >= 0 ? selected : props.start ?? -1;
    if (!element || wanted < 0) return;
    const view = element.clientHeight - (head.current?.offsetHeight ?? 0);
    const at = wanted * rowHeight;
    if (at >= element.scrollTop && at + rowHeight <= element.scrollTop + view) return;
    element.scrollTop = centre ? at - view / 3 : at < element.scrollTop ? at : at + rowHeight - view;
    setTop(element.scrollTop);
  };
  useEffect(() => reveal(true), [props.revealKey, height > 0]);

  const step = (row: number) => {
    const next = Math.max(0, Math.min(count - 1, row));
    props.onSelect(next);
    const element = box.current!;
    const view = element.clientHeight - (head.current?.offsetHeight ?? 0);
    const at = next * rowHeight;
    if (at < element.scrollTop) element.scrollTop = at;
    else if (at + rowHeight > element.scrollTop + view) element.scrollTop = at + rowHeight - view;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== box.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(height / rowHeight) - 3);
    const next = { ArrowDown: selected + 1, ArrowUp: selected - 1, PageDown: selected + page, PageUp: selected - page, Home: 0,
      End: count - 1 }[event.key];
    if (next !== undefined) step(next);
    else if (event.key === 'Enter' && props.onOpen && selected >= 0) props.onOpen(selected);
    else return;
    event.preventDefault();
  };

  let rows: number[];
  if (printing) {
    rows = [];
    for (let i = 0; i < count && rows.length < kMostPrinted; ++i) if (!props.printed || props.printed(i)) rows.push(i);
  } else {
    const first = Math.max(0, Math.floor(top / rowHeight) - kMargin);
    const last = Math.min(count, Math.ceil((top + height) / rowHeight) + kMargin);
    rows = Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i);
  }
  const place = (row: number) => (printing ? undefined : `transform:translateY(${row * rowHeight}px);height:${rowHeight}px`);
  return (
    <div class="virtual" ref={box} role="listbox" tabIndex={0} aria-label={props.label} id={props.id}
      aria-activedescendant={selected >= 0 ? `${props.id}-${selected}` : undefined}
      onScroll={() => setTop(box.current!.scrollTop)} onKeyDown={onKeyDown}>
      {props.header && <div class="virtual-head" ref={head} style={props.minWidth ? `min-width:${props.minWidth}` : undefined}
        role="presentation">{props.header}</div>}
      <div class="virtual-rows" role="presentation"
        style={`${printing ? '' : `height:${count * rowHeight}px;`}${props.minWidth ? `min-width:${props.minWidth}` : ''}`}>
        {rows.map((row) => (
          <div key={row} id={`${props.id}-${row}`} role="option" aria-selected={row === selected} aria-setsize={count}
            aria-posinset={row + 1} aria-label={props.rowLabel(row)} style={place(row)}
            class={`virtual-row ${row === selected ? 'selected' : ''} ${props.rowClass?.(row) ?? ''}`}
            onClick={() => props.onSelect(row)} onDblClick={() => props.onOpen?.(row)}>
            {props.row(row)}
          </div>
        ))}
      </div>
    </div>
  );
}
