import { nextSort, type Sort } from './sort-order.ts';

type Column<Key extends string> = { key: Key; label: string; place?: 'grow' | 'end' | 'pill' };
type Props<Key extends string> = {
  columns: readonly Column<Key>[];
  sort: Sort<Key>;
  onSort: (sort: Sort<Key>) => void;
};

const SPOKEN = { down: 'descending', up: 'ascending' } as const;

/** Renders a list header; each column cycles through descending, ascending and unsorted. */
export function ListHeader<Key extends string>({ columns, sort, onSort }: Props<Key>) {
  return (
    <table className="thead">
      <thead>
        <tr>
          {columns.map(({ key, label, place = 'end' }) => {
            const order = sort?.key === key ? sort.order : undefined;
            return (
              <th
                key={key}
                scope="col"
                className={`thead__i thead__i--${place}`}
                aria-sort={order === undefined ? 'none' : SPOKEN[order]}
              >
                <button
                  type="button"
                  className={order === undefined ? 'thead__b hit' : 'thead__b thead__b--on hit'}
                  onClick={() => onSort(nextSort(sort, key))}
                >
                  {label}
                  <Sorter order={order} />
                </button>
              </th>
            );
          })}
        </tr>
      </thead>
    </table>
  );
}

const Sorter = ({ order }: { order: 'down' | 'up' | undefined }) => (
  <svg className="sorter" viewBox="0 0 8 12" width="8" height="12" aria-hidden="true" focusable="false">
    <path className={order === 'up' ? 'sorter__on' : ''} d="M4 0 7.5 4.5h-7z" />
    <path className={order === 'down' ? 'sorter__on' : ''} d="M4 12 .5 7.5h7z" />
  </svg>
);
