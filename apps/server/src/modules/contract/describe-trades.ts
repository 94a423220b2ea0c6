import { notionalAt } from '@app/domain/contract';
import { type Amount, ONE, type Price, parseDecimal, ZERO } from '@app/money';
import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import { findPositions, findSettlements } from './contract.store.ts';

/** An opening, an end or a night of a position, as a file of trades has it. */
export type ContractTrade = {
  readonly market: string;
  readonly side: 'buy' | 'sell';
  /** Base units; none for a night. */
  readonly quantity: Amount;
  readonly price: Price | null;
  readonly value: Amount;
};

type Named = { readonly id: bigint; readonly kind: string; readonly ref: string };
type Lot = { id: number; symbol: string; price_tick: string; multiplier: string };

/** At this price the notional is the number of base units. */
const ONE_EACH = ONE as bigint as Price;

/** Describes transfers of contracts by their id. A long is bought when it opens and sold when it ends. */
export async function readContractTrades(
  db: Reader,
  userId: bigint,
  transfers: readonly Named[],
): Promise<ReadonlyMap<bigint, ContractTrade>> {
  const own = transfers.filter(({ kind }) => kind.startsWith('contract.'));
  if (own.length === 0) return new Map();
  const isByPosition = ({ kind }: Named) => kind === 'contract.open' || kind === 'contract.overnight';
  const [positions, settlements, lots] = await Promise.all([
    findPositions(db, userId, [...new Set(own.filter(isByPosition).map(({ ref }) => idIn(ref)))]),
    findSettlements(
      db,
      userId,
      own.filter((it) => !isByPosition(it)).map(({ ref }) => idIn(ref)),
    ),
    readLots(db),
  ]);
  const positionOf = new Map(positions.map((row) => [row.id, row]));
  const settlementOf = new Map(settlements.map((row) => [row.id, row]));
  const describe = (market: number, side: 'buy' | 'sell', sized: Sized | undefined): ContractTrade => {
    const lot = lots.get(market);
    if (lot === undefined || sized === undefined)
      return { market: lot?.symbol ?? '', side, quantity: ZERO, price: null, value: ZERO };
    const { lots: count, price } = sized;
    const quantity = notionalAt({ market: lot, lots: count }, ONE_EACH);
    return { market: lot.symbol, side, quantity, price, value: notionalAt({ market: lot, lots: count }, price) };
  };
  const trades = new Map<bigint, ContractTrade>();
  for (const transfer of own) {
    const position = isByPosition(transfer) ? positionOf.get(idIn(transfer.ref)) : undefined;
    const settlement = isByPosition(transfer) ? undefined : settlementOf.get(idIn(transfer.ref));
    if (position !== undefined) {
      const opened = transfer.kind === 'contract.open' ? sizedOf(position.opened_lots, position.entry) : undefined;
      trades.set(transfer.id, describe(position.market, position.side === 'long' ? 'buy' : 'sell', opened));
    }
    if (settlement !== undefined) {
      const side = settlement.side === 'long' ? 'sell' : 'buy';
      trades.set(transfer.id, describe(settlement.market, side, sizedOf(settlement.lots, settlement.price)));
    }
  }
  return trades;
}

type Sized = { readonly lots: Amount; readonly price: Price };

const sizedOf = (lots: string, price: string | null): Sized | undefined =>
  price === null ? undefined : { lots: parseDecimal<Amount>(lots), price: parseDecimal<Price>(price) };

const idIn = (ref: string): bigint => BigInt(ref.split(':')[0] ?? ref);

async function readLots(db: Reader) {
  const { rows } = await sql<Lot>`
    select m.id, m.symbol, m.price_tick, l.multiplier from contract_lot l join market m on m.id = l.market`.execute(db);
  return new Map(
    rows.map(({ id, symbol, price_tick, multiplier }) => {
      const lot = { priceTick: parseDecimal<Price>(price_tick), multiplier: parseDecimal<Amount>(multiplier) };
      return [id, { symbol, ...lot }] as const;
    }),
  );
}
