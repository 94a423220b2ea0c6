import {
  columnVisibilityFeature,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  type SortingState,
  sortFn_alphanumeric,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useSay } from '../data/texts.ts';
import { saveFile, toCsv } from '../lib/csv.ts';
import { useAddress } from '../lib/use-address.ts';
import { useKeys } from '../lib/use-keys.ts';

export type Column<Row> = {
  readonly id: string;
  readonly title: string;
  /** Width in a grid, such as `96px` or `1fr`. */
  readonly width: string;
  /** Text of the cell, for sorting and for the file. */
  readonly text: (row: Row) => string;
  readonly cell?: (row: Row) => ReactNode;
  /** Figures stand at the end of their column. */
  readonly isNumber?: true;
};

type Props<Row> = {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  idOf: (row: Row) => string;
  selected: string | undefined;
  onSelect: (id: string) => void;
  onOpen?: (row: Row) => void;
  empty: string;
  /** Reads rows after the last one, where there are more. */
  onMore?: (() => void) | undefined;
};

const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

/** Reads how high a row is: a touch screen gets higher ones. */
const rowHeight = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--d-row'));

const OVERSCAN = 12;

/** Returns which columns the address hides, and the order it asks for: `sort=-at`, `hide=hash,reason`. */
function readAddress(sort: string | undefined, hide: string | undefined) {
  const sorting: SortingState = sort === undefined ? [] : [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }];
  const hidden = new Set((hide ?? '').split(',').filter(Boolean));
  return { sorting, hidden };
}

/** Renders rows one screen at a time. Sort and columns are in the address, so that a link shows the same table. */
export function DataTable<Row extends RowData>(props: Props<Row>) {
  'use no memo'; // The table is one object that changes: a compiler would keep what it returned first.
  const { label, rows, columns, idOf, selected, onSelect, onOpen, empty, onMore } = props;
  const address = useAddress();
  const sort = address.get('sort');
  const { sorting, hidden } = readAddress(sort, address.get('hide'));
  const definitions = useMemo(
    () => columns.map(({ id, text, title }) => ({ id, header: title, accessorFn: text, sortFn: sortFn_alphanumeric })),
    [columns],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: rows as Row[], // It does not change them.
    getRowId: idOf,
    state: { sorting, columnVisibility: Object.fromEntries([...hidden].map((id) => [id, false])) },
  });
  const shown = table.getRowModel().rows;
  const visible = columns.filter(({ id }) => !hidden.has(id));
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroll.current,
    estimateSize: rowHeight,
    overscan: OVERSCAN,
  });

  // The address shows a choice a moment later; a key pressed at once is about the row chosen last.
  const chosenId = useRef(selected);
  useEffect(() => {
    chosenId.current = selected;
  }, [selected]);
  const choose = (id: string) => {
    chosenId.current = id;
    onSelect(id);
  };
  const move = (by: number) => {
    const at = shown.findIndex(({ id }) => id === chosenId.current);
    const next = shown[Math.max(0, Math.min(shown.length - 1, at + by))];
    if (next === undefined) return;
    choose(next.id);
    virtual.scrollToIndex(next.index);
  };
  const openChosen = () => {
    const chosen = shown.find(({ id }) => id === chosenId.current);
    if (chosen === undefined || onOpen === undefined) return false;
    return onOpen(chosen.original);
  };
  useKeys({ j: () => move(1), k: () => move(-1), Enter: openChosen });

  const last = virtual.getVirtualItems().at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= shown.length - 1 && shown.length > 0) onMore?.();
  }, [last, shown.length, onMore]);

  const style = {
    '--columns': visible.map(({ width }) => width).join(' '),
    '--height': `${virtual.getTotalSize()}px`,
  };
  return (
    <div ref={scroll} className="d-table" style={style}>
      <table aria-label={label} aria-rowcount={shown.length}>
        <thead>
          <tr className="d-table__head">
            {visible.map(({ id, title, isNumber }) => (
              <th key={id} scope="col" className={cellClass(isNumber)}>
                <button
                  type="button"
                  aria-pressed={sorting[0]?.id === id}
                  onClick={() => address.set({ sort: nextSort(sort, id) })}
                >
                  {title}
                  {sorting[0]?.id === id && (sorting[0].desc ? ' ↓' : ' ↑')}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="d-table__rows">
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = shown[index];
            if (row === undefined) return null;
            const isOn = row.id === selected;
            return (
              <tr
                key={row.id}
                aria-current={isOn}
                className={isOn ? 'd-table__row d-table__row--on' : 'd-table__row'}
                style={{ '--top': `${start}px` }}
                onClick={() => choose(row.id)}
                onDoubleClick={() => onOpen?.(row.original)}
              >
                {visible.map(({ id, cell, text, isNumber }) => (
                  <td key={id} className={cellClass(isNumber)} title={isNumber && text(row.original)}>
                    {cell === undefined ? text(row.original) : cell(row.original)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {shown.length === 0 && <p className="d-px py-6 text-ink-3">{empty}</p>}
    </div>
  );
}

const cellClass = (isNumber: true | undefined) => (isNumber ? 'd-table__cell d-table__cell--number' : 'd-table__cell');

/** First press sorts up, the second down, the third not at all. */
const nextSort = (sort: string | undefined, id: string): string | undefined =>
  sort === id ? `-${id}` : sort === `-${id}` ? undefined : id;

type ToolsProps<Row> = { name: string; rows: readonly Row[]; columns: readonly Column<Row>[] };

/** Renders the choice of columns and the file of exactly what is shown. */
export function TableTools<Row>({ name, rows, columns }: ToolsProps<Row>) {
  const say = useSay();
  const address = useAddress();
  const hidden = new Set((address.get('hide') ?? '').split(',').filter(Boolean));
  const visible = columns.filter(({ id }) => !hidden.has(id));
  const toggle = (id: string) => {
    if (hidden.has(id)) hidden.delete(id);
    else hidden.add(id);
    address.set({ hide: [...hidden].join(',') });
  };
  const save = () =>
    saveFile(
      `${name}.csv`,
      toCsv([visible.map(({ title }) => title), ...rows.map((row) => visible.map(({ text }) => text(row)))]),
    );
  return (
    <>
      <label className="d-chip">
        <span className="sr-only">{say('table.columns')}</span>
        <select value="" onChange={(event) => toggle(event.target.value)}>
          <option value="" disabled>
            {say('table.columns')}
          </option>
          {columns.map(({ id, title }) => (
            <option key={id} value={id}>
              {hidden.has(id) ? `☐ ${title}` : `☑ ${title}`}
            </option>
          ))}
        </select>
      </label>
      <button type="button" className="d-chip" onClick={save}>
        CSV
      </button>
    </>
  );
}
