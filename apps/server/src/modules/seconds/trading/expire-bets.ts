import type { AccountName } from '@app/domain/ledger';
import { expireBet } from '@app/domain/seconds';
import type { Input, Outcome } from '../../../engine/product.ts';
import { type DecisionContext, ownAccount, watch } from './bets.ts';
import type { ExpireCommand } from './commands.ts';
import { RowsOfCommand } from './rows-of-command.ts';
import type { SecondsMarketState, SecondsRows, SecondsState } from './seconds-state.ts';
import { endQueued, partDone } from './settle-bet.ts';

/**
 * A block that is not stored this long after its time never will be: the database ends a transaction of the feed that is
 * idle for half of it, and a successor ends it sooner.
 */
const SILENT_MS = 10_000;
/** How far a process's estimate of the database's time may be off. */
const ESTIMATE_MS = 1_000;

/** Finds the bets of a market that have ended without a tick, given that every tick before an instant is known. */
export function collectExpired(at: SecondsMarketState, completeToMs: number): void {
  const { newest: tick } = at;
  if (tick === undefined || at.run !== undefined || at.waiting.length > 0) return;
  for (const bet of at.expiries.takeUntil(completeToMs)) {
    const end = expireBet(bet.bet, bet.state, completeToMs);
    if (end.kind === 'waiting' || end.kind === 'running') watch(bet);
    else {
      bet.isDecided = true;
      at.overdue.push({ bet, end, tick });
    }
  }
}

/** Whether bets of a market end at some time, although no block arrives any more. */
export const isDueByClock = ({ expiries }: SecondsMarketState, nowMs: number): boolean =>
  expiries.nextMs() + SILENT_MS <= nowMs;

/** Returns the accounts that the next chunk of bets without a tick touches. */
export const expiryAccounts = (state: SecondsState, at: SecondsMarketState | undefined): readonly AccountName[] =>
  at?.overdue.slice(0, state.chunk).map(({ bet }) => ownAccount(bet.userId)) ?? [];

/** Ends bets whose tick did not come, some at a time. */
export function expireBets(
  state: SecondsState,
  { command, atMs }: Input<ExpireCommand>,
  context: DecisionContext,
): Outcome<SecondsRows> {
  const at = state.markets.get(command.market);
  const rows = new RowsOfCommand();
  if (at === undefined) return rows.done(null, null);
  if (context.facts.isLate) return { kind: 'waiting' };
  endQueued(state, at.overdue, { ...context, rows, atMs, size: state.chunk });
  if (context.facts.isFeedSilent) collectExpired(at, atMs - SILENT_MS);
  const isEarly = rows.isEmpty && at.overdue.length === 0 && isDueByClock(at, atMs + ESTIMATE_MS);
  if (isEarly) return { kind: 'waiting' };
  const { length: left } = at.overdue;
  return partDone(rows, { queue: at.overdue, continues: left > 0, left, size: state.chunk });
}
