import type { Mode } from '@app/domain/ledger';
import { type Amount, parseDecimal } from '@app/money';
import type { Output } from '@app/protocol';
import type { readSecondsDay as dayRoute, readSecondsStats as statsRoute } from '@app/protocol/seconds';
import type { Db } from '../../platform/db/database.ts';
import { refuseWith } from '../../platform/http/accept.ts';
import type { Board } from '../market/index.ts';
import { findReceipts } from '../proof/index.ts';
import { type DayRow, readDays, readPlaces } from './stats.store.ts';

type Deps = { readonly db: Db; readonly board: Pick<Board, 'markets'> };

/** Returns what all bets of each market and day came to. A market that has no bets any more keeps its days. */
export async function readSecondsStats(
  { db, board }: Deps,
  { mode, days }: { readonly mode: Mode; readonly days: number },
): Promise<Output<typeof statsRoute>> {
  const symbols = new Map(board.markets().map(({ id, symbol }) => [id, symbol]));
  const rows = await readDays(db, mode, { markets: [...symbols.keys()], days });
  return { list: rows.map((row) => showDay(row, symbols.get(row.market) ?? '')) };
}

const showDay = (
  { market, currency, stakes, returned, ...counts }: DayRow,
  symbol: string,
): Output<typeof statsRoute>['list'][number] => ({
  ...counts,
  symbol,
  match_id: market,
  currency_name: currency,
  stakes: parseDecimal<Amount>(stakes),
  returned: parseDecimal<Amount>(returned),
});

type DayRequest = {
  readonly mode: Mode;
  readonly market: number;
  readonly after: number;
  readonly limit: number;
};

/** Returns receipts of a market's settlements by their place in its chain, as issued. */
export async function readSecondsDay(
  { db, board }: Deps,
  { mode, ...request }: DayRequest,
): Promise<Output<typeof dayRoute>> {
  if (!board.markets().some(({ id }) => id === request.market)) refuseWith('not_found');
  const places = await readPlaces(db, mode, request);
  const receipts = await findReceipts(
    db,
    places.map(({ id }) => id),
  );
  const receiptOf = new Map(receipts.map((it) => [it.id, it]));
  const list = places.flatMap(({ place, id }) => {
    const receipt = receiptOf.get(id);
    return receipt === undefined ? [] : [{ place, id, kind: receipt.kind, body: receipt.body }];
  });
  return { list };
}
