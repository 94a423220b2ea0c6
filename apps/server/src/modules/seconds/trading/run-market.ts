import type { AccountName } from '@app/domain/ledger';
import { advanceBet } from '@app/domain/seconds';
import type { Input, Outcome } from '../../../engine/product.ts';
import { type DecisionContext, missingOf, ownAccount, platformAccounts, watch } from './bets.ts';
import type { RunCommand } from './commands.ts';
import { collectExpired } from './expire-bets.ts';
import { RowsOfCommand } from './rows-of-command.ts';
import type { IndexTick, OpenBet, SecondsMarketState, SecondsRows, SecondsState } from './seconds-state.ts';
import { type Chunk, endBet, endQueued, partDone, partSize } from './settle-bet.ts';
import { applyTicks, isBusy } from './take-ticks.ts';

/** Returns the accounts that the next chunk of a market's run touches. A bet that enters moves no money. */
export function runAccounts(state: SecondsState, at: SecondsMarketState | undefined): readonly AccountName[] {
  if (at === undefined) return [];
  const size = partSize(state, at);
  const running = at.run?.bets.slice(0, size).filter(({ state: { kind } }) => kind === 'running') ?? [];
  const late = at.late.slice(0, size).map(({ bet }) => bet);
  return [platformAccounts(state).result, ...[...late, ...running].map(({ userId }) => ownAccount(userId))];
}

/**
 * Does the next part of what ticks do to a market, and goes on in the next batch until nothing waits. A bet whose user's
 * account is locked elsewhere ends as its tick has decided, once the account is free; all others go on.
 */
export function runMarket(
  state: SecondsState,
  { command, atMs }: Input<RunCommand>,
  context: DecisionContext,
): Outcome<SecondsRows> {
  const at = state.markets.get(command.market);
  const rows = new RowsOfCommand();
  if (at === undefined) return rows.done(null, null);
  if (context.facts.isLate) return { kind: 'waiting' };
  const missingAccounts = missingOf(context.balances, [platformAccounts(state).result]);
  if (missingAccounts.length > 0) return { kind: 'deferred', missingAccounts };
  const size = partSize(state, at);
  const chunk = { ...context, rows, atMs, size };
  at.acceptedSincePart = 0;
  endQueued(state, at.late, chunk);
  applyTicks(at);
  if (at.run !== undefined) {
    const { tick, bets } = at.run;
    for (const bet of bets.splice(0, size)) advance(state, bet, tick, chunk);
    if (bets.length === 0) at.run = undefined;
    applyTicks(at);
  }
  collectExpired(at, state.newest.atMs);
  return partDone(rows, { queue: at.late, continues: isBusy(at), left: at.run?.bets.length ?? 0, size: state.chunk });
}

/** Takes a tick into account. */
function advance(state: SecondsState, bet: OpenBet, tick: IndexTick, chunk: Chunk): void {
  const next = advanceBet(bet.bet, bet.state, tick);
  if (next.kind === 'waiting' || next.kind === 'running') {
    if (next !== bet.state) enter(bet, tick, chunk);
    watch(bet);
  } else endBet(state, { bet, end: next, tick }, bet.at.late, chunk);
}

function enter(bet: OpenBet, tick: IndexTick, { rows }: Chunk): void {
  bet.state = { kind: 'running', entry: tick };
  bet.entry = tick;
  rows.change(bet);
}
