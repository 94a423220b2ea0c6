import { type Amount, parseDecimal } from '@app/money';
import type { RecordFacts } from '@app/protocol/wallet';
import type { Db } from '../../platform/db/database.ts';
import type { Board } from '../market/index.ts';
import type { FactsReader } from '../wallet/index.ts';
import { findPositions, findSettlements, type NamedPosition, type SettlementRow } from './contract.store.ts';
import { createContractMarkets } from './contract-markets.ts';
import { feeOf } from './settlement-fees.ts';

/** Kinds whose ref is a settlement; that of the others begins with a position. */
const SETTLED: readonly string[] = ['contract.close', 'contract.liquidation', 'contract.delivery'];

/** Says of a record of contracts which position it belongs to, and how that ended. */
export function createContractFacts({
  db,
  board,
}: {
  readonly db: Db;
  readonly board: Pick<Board, 'markets'>;
}): FactsReader {
  const markets = createContractMarkets(db, board);
  const factsOf = async (position: NamedPosition, settlement: SettlementRow | undefined): Promise<RecordFacts> => ({
    of: 'position',
    position_id: position.id,
    settlement_id: settlement?.id ?? null,
    symbol: (await markets.byId(position.market)).symbol,
    series: position.series ?? 'perp',
    side: position.side,
    lots: parseDecimal<Amount>(settlement?.lots ?? position.opened_lots),
    price: amountOf(settlement?.price ?? position.entry),
    result: amountOf(settlement?.result),
    fee: settlement === undefined ? null : feeOf(settlement),
  });
  return {
    kinds: [
      'contract.hold',
      'contract.release',
      'contract.open',
      'contract.margin_added',
      'contract.margin_removed',
      'contract.overnight',
      'contract.close',
      'contract.liquidation',
      'contract.delivery',
    ],
    read: async (tx, { userId }, transfers) => {
      const isSettled = ({ kind }: { readonly kind: string }) => SETTLED.includes(kind);
      const settled = await findSettlements(
        tx,
        userId,
        transfers.filter(isSettled).map(({ ref }) => idIn(ref)),
      );
      const settlements = new Map(settled.map((row) => [row.id, row]));
      const named = transfers.filter((it) => !isSettled(it)).map(({ ref }) => idIn(ref));
      const ids = new Set([...named, ...settled.map(({ position }) => position)]);
      const positions = new Map((await findPositions(tx, userId, [...ids])).map((row) => [row.id, row]));
      const facts = new Map<bigint, RecordFacts>();
      for (const transfer of transfers) {
        const settlement = isSettled(transfer) ? settlements.get(idIn(transfer.ref)) : undefined;
        const position = positions.get(settlement?.position ?? idIn(transfer.ref));
        if (position !== undefined) facts.set(transfer.id, await factsOf(position, settlement));
      }
      return facts;
    },
  };
}

const amountOf = (text: string | null | undefined) => (text == null ? null : parseDecimal<Amount>(text));

/** Returns the id at the beginning of a ref: a change of margin and a night have a suffix. */
const idIn = (ref: string): bigint => BigInt(ref.split(':')[0] ?? ref);
