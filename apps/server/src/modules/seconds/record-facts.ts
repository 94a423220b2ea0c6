import { type Amount, parseDecimal } from '@app/money';
import type { RecordFacts } from '@app/protocol/wallet';
import type { Board } from '../market/index.ts';
import type { FactsReader } from '../wallet/index.ts';
import { findBets, type NamedBet } from './seconds.store.ts';

/** Says of a record of seconds options which bet it belongs to, and how that ended. */
export function createSecondsFacts({ board }: { readonly board: Pick<Board, 'markets'> }): FactsReader {
  const symbolOf = (id: number) => board.markets().find((it) => it.id === id)?.symbol ?? '';
  const factsOf = (bet: NamedBet): RecordFacts => ({
    of: 'bet',
    bet_id: bet.id,
    settlement_id: bet.settlement,
    symbol: symbolOf(bet.market),
    side: bet.side,
    seconds: bet.seconds,
    stake: parseDecimal<Amount>(bet.stake),
    outcome: bet.outcome,
    returned: amountOf(bet.returned),
    entry_price: amountOf(bet.entry_price),
    exit_price: amountOf(bet.exit_price),
  });
  return {
    kinds: ['seconds.hold', 'seconds.settle', 'seconds.refund'],
    read: async (tx, { userId }, transfers) => {
      const ids = new Set(transfers.map(({ ref }) => BigInt(ref)));
      const bets = new Map((await findBets(tx, userId, [...ids])).map((row) => [row.id, row]));
      return new Map(
        transfers.flatMap(({ id, ref }) => {
          const bet = bets.get(BigInt(ref));
          return bet === undefined ? [] : [[id, factsOf(bet)] as const];
        }),
      );
    },
  };
}

const amountOf = (text: string | null) => (text === null ? null : parseDecimal<Amount>(text));
