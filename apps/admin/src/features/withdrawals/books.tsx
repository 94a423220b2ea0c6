import { NETWORKS } from '@app/domain/payee';
import { add, formatDecimal, subtract } from '@app/money';
import type { Output } from '@app/protocol';
import * as routes from '@app/protocol/staff';
import { Icon } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { useLook } from '../../data/look.ts';
import { useSay } from '../../data/texts.ts';
import { groupDigits } from '../../lib/group-digits.ts';
import { durationText } from '../../lib/moments.ts';

type Balance = Output<typeof routes.listBalances>['list'][number];

const REFRESH_MS = 5_000;
const COLUMNS = ['hot', 'cold', 'deposits', 'on_chain', 'booked', 'in_flight', 'unexplained', 'difference'] as const;

/** Shows what lies on each chain beside what the books say. Nothing here moves a coin. */
export function Books() {
  const say = useSay();
  const language = useLook((look) => look.language);
  const { data } = useQuery({
    queryKey: ['balances'],
    queryFn: () => call(routes.listBalances, {}),
    refetchInterval: REFRESH_MS,
  });
  if (data === undefined || data.list.length === 0) return null;
  const oldest = Math.min(...data.list.map(({ compared_at: at }) => at));
  const differs = data.list.some(({ difference }) => difference < 0n);
  // Seen once: with the next comparison it is written down as unexplained, or was never there.
  const hasMore = data.list.some(({ difference }) => difference > 0n);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has nothing else to reach with the keyboard.
    <section className="d-books" tabIndex={0} aria-label={say('books.title')}>
      <p className={differs ? 'd-px flex items-center gap-2 text-danger' : 'd-px flex items-center gap-2'}>
        <Icon name={differs ? 'warn' : 'check-circle'} size={20} />
        <b>{say(differs ? 'books.differ' : hasMore ? 'books.more' : 'books.equal')}</b>
        <span className="text-ink-3">
          {say('books.compared', { time: durationText(Math.max(data.at - oldest, 0), language) })}
        </span>
      </p>
      <table className="d-queues">
        <thead>
          <tr>
            <th scope="col">{say('books.coin')}</th>
            {COLUMNS.map((name) => (
              <th key={name} scope="col" className="text-right">
                {say(`books.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.list.map((row) => (
            <tr key={`${row.chain} ${row.currency}`}>
              <th scope="row">
                {row.currency} <span className="text-ink-3">{NETWORKS[row.chain]}</span>
              </th>
              {COLUMNS.map((name) => {
                const amount = figureOf(row, name);
                return (
                  <td key={name} className={toneOf(name, amount)}>
                    {groupDigits(formatDecimal(amount))}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function figureOf(row: Balance, name: (typeof COLUMNS)[number]) {
  if (name === 'on_chain') return add(add(row.hot, row.cold), row.deposits);
  // Both are on the chain, and not in the ledger yet; fees of the chain never will be.
  if (name === 'in_flight') return subtract(row.arriving, add(row.leaving, row.gas));
  return row[name];
}

function toneOf(name: (typeof COLUMNS)[number], amount: bigint): string {
  if (name === 'difference') return amount < 0n ? 'text-right text-danger' : 'text-right';
  return amount === 0n ? 'text-right text-ink-3' : 'text-right';
}
