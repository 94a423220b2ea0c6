import { type Amount, type Price, parseDecimal, ZERO } from '@app/money';
import type { Reader } from '../../platform/db/database.ts';
import { readMarkets } from '../market/index.ts';
import { findBets } from './seconds.store.ts';

/** A settled bet, as a file of trades has it: the stake is its quantity and value, the exit price its price. */
export type SecondsTrade = {
  readonly market: string;
  /** Up is bought, down is sold. */
  readonly side: 'buy' | 'sell';
  readonly quantity: Amount;
  readonly price: Price | null;
  readonly value: Amount;
};

type Named = { readonly id: bigint; readonly kind: string; readonly ref: string };

/** Describes transfers of settled bets by their id. */
export async function readSecondsTrades(
  db: Reader,
  userId: bigint,
  transfers: readonly Named[],
): Promise<ReadonlyMap<bigint, SecondsTrade>> {
  const own = transfers.filter(({ kind }) => kind === 'seconds.settle');
  if (own.length === 0) return new Map();
  const [bets, markets] = await Promise.all([
    findBets(
      db,
      userId,
      own.map(({ ref }) => BigInt(ref)),
    ),
    readMarkets(db),
  ]);
  const symbols = new Map(markets.map(({ id, symbol }) => [id, symbol]));
  const betOf = new Map(bets.map((bet) => [String(bet.id), bet]));
  const trades = new Map<bigint, SecondsTrade>();
  for (const { id, ref } of own) {
    const bet = betOf.get(ref);
    const stake = bet === undefined ? ZERO : parseDecimal<Amount>(bet.stake);
    if (bet !== undefined)
      trades.set(id, {
        market: symbols.get(bet.market) ?? '',
        side: bet.side === 'up' ? 'buy' : 'sell',
        quantity: stake,
        price: bet.exit_price === null ? null : parseDecimal<Price>(bet.exit_price),
        value: stake,
      });
  }
  return trades;
}
