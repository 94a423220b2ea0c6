import { type Amount, parseDecimal } from '@app/money';
import type { RecordFacts } from '@app/protocol/wallet';
import type { Db } from '../../platform/db/database.ts';
import type { Board } from '../market/index.ts';
import type { FactsReader } from '../wallet/index.ts';
import { type FillRow, findOrdersByIds, type HeldOrder, selectFillsById } from './fills.store.ts';
import { createSpotMarkets } from './spot-markets.ts';

/** Says of a record of spot trading which fill or which order it belongs to. Its ref has their id. */
export function createSpotFacts({
  db,
  board,
}: {
  readonly db: Db;
  readonly board: Pick<Board, 'markets'>;
}): FactsReader {
  const markets = createSpotMarkets(db, board);
  const ofFill = async (row: FillRow): Promise<RecordFacts> => {
    const { symbol, base, quote } = await markets.byId(row.market);
    return {
      of: 'fill',
      fill_id: row.id,
      order_id: row.order_id,
      symbol,
      base,
      quote,
      side: row.side,
      role: row.role,
      is_house: row.is_house,
      price: parseDecimal<Amount>(row.price),
      quantity: parseDecimal<Amount>(row.quantity),
      fee: parseDecimal<Amount>(row.fee),
      fee_currency: quote,
    };
  };
  const ofOrder = async ({ id, market, side, price }: HeldOrder): Promise<RecordFacts> => ({
    of: 'order',
    order_id: id,
    symbol: (await markets.byId(market)).symbol,
    side,
    price: price === null ? null : parseDecimal<Amount>(price),
  });
  return {
    kinds: ['spot.fill', 'spot.hold', 'spot.release'],
    read: async (tx, { userId }, transfers) => {
      const idsOf = (isFill: boolean) =>
        transfers.filter(({ kind }) => (kind === 'spot.fill') === isFill).map(({ ref }) => idIn(ref));
      const orders = [...new Set(idsOf(false))];
      const [fills, held] = await Promise.all([
        selectFillsById(tx, userId, idsOf(true)),
        orders.length === 0 ? [] : findOrdersByIds(tx, userId, orders),
      ]);
      const facts = new Map<string, RecordFacts>();
      for (const row of fills) facts.set(`fill ${row.id}`, await ofFill(row));
      for (const row of held) facts.set(`order ${row.id}`, await ofOrder(row));
      return new Map(
        transfers.flatMap(({ id, kind, ref }) => {
          const found = facts.get(`${kind === 'spot.fill' ? 'fill' : 'order'} ${idIn(ref)}`);
          return found === undefined ? [] : [[id, found] as const];
        }),
      );
    },
  };
}

/** Returns the id at the beginning of a ref: a surplus that is released early has a suffix. */
const idIn = (ref: string): bigint => BigInt(ref.split(':')[0] ?? ref);
