import type { DepositState } from '@app/domain/deposit';
import { type Amount, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import type { Deposit } from '../deposits-query.ts';
import { shownState, stepsOf } from './deposit-view.ts';

const SEEN_AT = 1_700_000_000_000;
const deposit = (state: DepositState, more: Partial<Deposit> = {}): Deposit => ({
  id: 1n,
  state,
  confirmations: 7,
  confirmations_needed: 12,
  currency: 'USDT',
  chain: 'ERC20',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  amount: parseDecimal<Amount>('25'),
  tx_hash: '0xabc',
  explorer: null,
  seen_at: SEEN_AT,
  credited_at: null,
  credit_after: null,
  ...more,
});
const titles = (it: Deposit) => stepsOf(it).map(({ state, title }) => `${state} ${title}`);

describe('the steps of a deposit', () => {
  it('given one that is confirming, then the count is the current step', () => {
    const steps = stepsOf(deposit('seen'));
    expect(steps.map(({ state }) => state)).toEqual(['done', 'now', 'later']);
    expect(steps[1]?.note).toEqual({ key: 'deposit.count', params: { done: 7, of: 12 } });
  });

  it('given a credited one, then all are done, with its times', () => {
    const steps = stepsOf(deposit('credited', { confirmations: 90, credited_at: SEEN_AT + 1 }));
    expect(steps.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    expect(steps.map(({ atMs }) => atMs)).toEqual([SEEN_AT, undefined, SEEN_AT + 1]);
    expect(steps[1]?.note?.params).toEqual({ done: 12, of: 12 });
  });

  it('given one that waits for the user’s own limit, then it says until when', () => {
    const waiting = deposit('seen', { confirmations: 12, credit_after: SEEN_AT + 5 });
    expect(shownState(waiting)).toBe('waiting');
    expect(stepsOf(waiting)[2]).toMatchObject({ state: 'now', title: 'deposit.step.waits', noteAtMs: SEEN_AT + 5 });
  });

  it('given one that ended otherwise, then the last step says how, and it is not shown as credited', () => {
    expect(titles(deposit('orphaned'))).toEqual(['done deposit.step.seen', 'now deposit.state.orphaned']);
    expect(titles(deposit('suspect'))).toEqual(['done deposit.step.seen', 'now deposit.state.suspect']);
    expect(titles(deposit('reversed', { credited_at: SEEN_AT }))).toEqual([
      'done deposit.step.seen',
      'done deposit.step.credited',
      'now deposit.state.reversed',
    ]);
  });
});
