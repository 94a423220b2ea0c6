import { postBetSettlement, postStakeRefund } from '@app/domain/seconds';
import { isLongRun } from '../../../engine/pace.ts';
import type { Outcome } from '../../../engine/product.ts';
import { dayOf, settlementReceipt } from '../receipts.ts';
import { type DecisionContext, ownAccount, removeBet } from './bets.ts';
import type { RowsOfCommand } from './rows-of-command.ts';
import type { DecidedBet, SecondsMarketState, SecondsRows, SecondsState } from './seconds-state.ts';

/** What a part of a run works with, and how many bets it takes. */
export type Chunk = DecisionContext & { readonly rows: RowsOfCommand; readonly atMs: number; readonly size: number };

/** Most bets of a part, however many are accepted meanwhile. */
const SIZE_MAX = 500;

/**
 * Returns how many bets the next part of a market's run takes. Each bet is entered and settled, so a part takes two for each
 * that was accepted while the run goes on: accepting never outruns settling.
 */
export const partSize = ({ chunk }: SecondsState, { acceptedSincePart }: SecondsMarketState): number =>
  Math.max(chunk, Math.min(2 * acceptedSincePart, SIZE_MAX));

/** Ends a bet as decided, or puts it into a queue while its user's account is locked elsewhere. */
export function endBet(state: SecondsState, decided: DecidedBet, queue: DecidedBet[], chunk: Chunk): void {
  const { bet } = decided;
  if (chunk.balances.of(ownAccount(bet.userId)) === undefined) {
    bet.isDecided = true;
    queue.push(decided);
  } else settleBet(state, decided, chunk);
}

/** Ends the first bets of a queue. Those whose accounts are still locked go to its end. */
export function endQueued(state: SecondsState, queue: DecidedBet[], chunk: Chunk): void {
  for (const decided of queue.splice(0, chunk.size)) endBet(state, decided, queue, chunk);
}

type Rest = {
  readonly queue: readonly DecidedBet[];
  readonly continues: boolean;
  /** Bets that are left. */
  readonly left: number;
  readonly size: number;
};

/** Returns the outcome of a part. One that did nothing waits for the accounts of the bets that are queued. */
export function partDone(rows: RowsOfCommand, { queue, continues, left, size }: Rest): Outcome<SecondsRows> {
  const isLong = isLongRun(left, size);
  if (!rows.isEmpty || queue.length === 0) return rows.done(null, null, { continues, isLong });
  return { kind: 'deferred', missingAccounts: queue.slice(0, size).map(({ bet }) => ownAccount(bet.userId)) };
}

/** Ends a bet: money, rows and receipt. */
function settleBet(state: SecondsState, { bet, end, tick }: DecidedBet, { nextId, rows, atMs }: Chunk): void {
  const id = nextId();
  const { at, entry } = bet;
  const party = { ref: String(bet.id), userId: bet.userId, mode: state.mode };
  rows.post(end.kind === 'settled' ? postBetSettlement(party, bet.bet, end) : postStakeRefund(party, bet.bet));
  const outcome = end.kind === 'settled' ? end.result : end.kind;
  const returned = end.kind === 'settled' ? end.returned : bet.bet.stake;
  const exit = end.kind === 'settled' ? tick : undefined;
  const { receipt, chain } = settlementReceipt(
    { mode: state.mode, symbol: at.market.symbol },
    { id, bet, outcome, returned, entry, exit, tick, chain: at.chain, atMs },
  );
  at.chain = chain;
  removeBet(state, bet);
  bet.state = end;
  bet.end = { id, outcome, returned, exit, atMs };
  rows.receipt(receipt);
  rows.settle({ bet, end: bet.end, exit, day: dayOf(atMs), chain });
  rows.change(bet);
}
