import { expectDefined } from '@app/base';
import { closePosition, openingPrice, openPosition, postOpening } from '@app/domain/contract';
import type { Outcome } from '../../../engine/product.ts';
import { checkOwnLimits } from '../../limits/index.ts';
import type { ByUser, ReverseCommand } from './commands.ts';
import type { ContractRows, ContractState } from './contract-state.ts';
import { addDeal, type DecisionContext, missingOf, ownAccount, platformAccounts, readWithout } from './deals.ts';
import { findOwn } from './find-own.ts';
import { changedBy, quoteAt, tickFor } from './market-price.ts';
import { checkMarket, costOf, issueOpenReceipt, openContextOf, partyOf } from './open-deal.ts';
import { RowsOfCommand } from './rows-of-command.ts';
import { settleDeal } from './settle-deal.ts';
import { newDeal, toWire } from './stored-deal.ts';

/** Closes a position and opens the opposite one, with as many lots and the same leverage, at one tick: both or neither. */
export function reverseDeal(
  state: ContractState,
  input: ByUser<ReverseCommand>,
  context: DecisionContext,
): Outcome<ContractRows> {
  const { command, userId, atMs, arrivedMs } = input;
  const { facts, balances } = context;
  const found = findOwn(state, input, 'open');
  if (!found.ok) return { kind: 'refused', code: found.code };
  const deal = found.value;
  const { at, series } = deal;
  const closed = checkMarket(at, { atMs, series }, facts);
  if (closed !== undefined) return { kind: 'refused', code: closed };
  const tick = tickFor(at, facts, input);
  if (tick === undefined || facts.isLate) return { kind: 'waiting' };
  const missingAccounts = missingOf(balances, [ownAccount(userId), ...Object.values(platformAccounts(state))]);
  if (missingAccounts.length > 0) return { kind: 'deferred', missingAccounts };
  const quote = quoteAt(facts, at, tick);
  const { position } = deal;
  const settlement = closePosition(position, quote, at.overnight.index);
  const freed = settlement.returned;
  const openContext = readWithout(deal, () =>
    openContextOf(state, at, tick, { ...input, country: command.country, context, except: deal, freed }),
  );
  if (openContext === undefined) return { kind: 'waiting' };
  const side = position.side === 'long' ? 'short' : 'long';
  const request = { side, lots: position.lots, leverage: position.leverage } as const;
  const opened = openPosition(request, openingPrice(side, quote), openContext);
  if (!opened.ok) return { kind: 'refused', code: opened.code, params: opened.params };
  const allowed = checkOwnLimits(facts, { userId, atMs, amount: opened.value.margin });
  if (!allowed.ok) return { kind: 'refused', code: allowed.code, params: allowed.params };
  const rows = new RowsOfCommand(balances);
  const changed = { seq: tick.seq - 1, ms: arrivedMs };
  const ending = { cause: 'reverse', part: position, rest: undefined, settlement, tick, atMs, changed } as const;
  settleDeal(state, deal, ending, { ...context, rows });
  const next = newDeal({
    id: input.id,
    userId,
    at,
    position: opened.value,
    termsVersion: facts.terms.version,
    series,
    limit: undefined,
    atMs: arrivedMs,
    stopLoss: undefined,
    takeProfit: undefined,
    status: 'open',
    openedAtMs: atMs,
    fees: opened.value.openFee,
    ...changedBy(tick),
  });
  rows.post(postOpening(partyOf(state, next), costOf(next.position)));
  const order = { kind: 'reverse', limit: undefined, afterSeq: tick.seq - 1, atMs: arrivedMs } as const;
  issueOpenReceipt(state, next, { tick, order, atMs, facts, rows });
  addDeal(state, next);
  rows.place(next, expectDefined(input.key, 'the key of an order'));
  return rows.done(toWire(next), { deal: String(next.id) });
}
