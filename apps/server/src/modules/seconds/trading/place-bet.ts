import { type Decision, expectDefined } from '@app/base';
import { acceptBet, type Bet, cancelBet as noteCancel, postStakeHold } from '@app/domain/seconds';
import { add, ZERO } from '@app/money';
import type { RefusalCode } from '@app/protocol';
import type { Outcome } from '../../../engine/product.ts';
import { checkOwnLimits } from '../../limits/index.ts';
import { betReceipt } from '../receipts.ts';
import { addBet, type DecisionContext, missingOf, ownAccount, platformAccounts, toWire, watch } from './bets.ts';
import type { BetCommand, ByUser, CancelCommand } from './commands.ts';
import { RowsOfCommand } from './rows-of-command.ts';
import type { OpenBet, SecondsMarketState, SecondsRows, SecondsState } from './seconds-state.ts';
import { isBusy } from './take-ticks.ts';

/** Accepts a bet and holds its stake. Changes nothing until every check has passed. */
export function placeBet(
  state: SecondsState,
  input: ByUser<BetCommand>,
  context: DecisionContext,
): Outcome<SecondsRows> {
  const { command, userId, id } = input;
  const at = state.markets.get(command.market);
  if (at === undefined || !at.market.products.includes('seconds')) return { kind: 'refused', code: 'not_found' };
  if (context.facts.isLate) return { kind: 'waiting' };
  const missingAccounts = missingOf(context.balances, [ownAccount(userId), platformAccounts(state).result]);
  if (missingAccounts.length > 0) return { kind: 'deferred', missingAccounts };
  const decision = decideBet(state, at, input, context);
  if (!decision.ok) return { kind: 'refused', code: decision.code, params: decision.params };
  const bet = decision.value;
  const tick = expectDefined(at.newest, 'the price that a bet was accepted on');
  const { receipt, hash } = betReceipt(
    { mode: state.mode, symbol: at.market.symbol },
    { id, bet, tick, freshMs: context.facts.freshMs },
  );
  const rows = new RowsOfCommand();
  rows.post(postStakeHold({ ref: String(id), userId, mode: state.mode }, bet));
  rows.receipt(receipt);
  const placed: OpenBet = {
    id,
    userId,
    at,
    bet,
    state: { kind: 'waiting' },
    acceptedSeq: tick.seq,
    receiptHash: hash,
    entry: undefined,
    end: undefined,
    isDecided: false,
  };
  addBet(state, placed);
  if (isBusy(at)) at.acceptedSincePart += 1;
  rows.place(placed, expectDefined(input.key, 'the key of a bet'));
  return rows.done(toWire(placed, state), { bet: String(id) });
}

function decideBet(
  state: SecondsState,
  at: SecondsMarketState,
  { command, userId, atMs }: ByUser<BetCommand>,
  { balances, facts }: DecisionContext,
): Decision<Bet, RefusalCode> {
  const { side, seconds, stake, currency, version } = command;
  const allowed = checkOwnLimits(facts, { userId, atMs, amount: stake });
  if (!allowed.ok) return allowed;
  return acceptBet(
    { side, seconds, stake, currency, version },
    {
      market: at.market,
      mode: state.mode,
      settings: facts.settings,
      freshness: facts.freshness,
      isRunning: facts.isOn && !facts.halted.has(at.market.id),
      nowMs: atMs,
      lastTickMs: at.newest?.atMs,
      open: { stakes: at.stakes[side], gains: state.gains },
      funds: add(balances.of(platformAccounts(state).result)?.available ?? ZERO, facts.capital),
      available: balances.of(ownAccount(userId))?.available ?? ZERO,
    },
  );
}

/**
 * Notes a cancel; the ticks decide whether it counts. The API has checked whose the bet is, so one that is not open any
 * more has ended meanwhile.
 */
export function cancelBet(state: SecondsState, { command, userId, atMs }: ByUser<CancelCommand>): Outcome<SecondsRows> {
  const bet = state.bets.get(command.id);
  if (bet !== undefined && bet.userId !== userId) return { kind: 'refused', code: 'not_found' };
  if (bet === undefined || bet.isDecided) return { kind: 'refused', code: 'order_state_changed' };
  const decision = noteCancel(bet.bet, bet.state, Math.max(atMs, bet.bet.acceptedMs));
  if (!decision.ok) return { kind: 'refused', code: decision.code };
  const rows = new RowsOfCommand();
  if (decision.value !== bet.bet) {
    bet.bet = decision.value;
    watch(bet);
    rows.change(bet);
  }
  return rows.done(toWire(bet, state), { bet: String(bet.id) });
}
