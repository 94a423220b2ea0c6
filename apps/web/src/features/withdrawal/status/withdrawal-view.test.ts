import { NEXT_STATES, WITHDRAWAL_STATES, type WithdrawalState } from '@app/domain/withdrawal';
import { type Amount, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { isFinal, type Withdrawal } from '../withdrawals-query.ts';
import { countOf, shownState, stepsOf } from './withdrawal-view.ts';

const AT = 1_790_000_000_000;
const of = (text: string) => parseDecimal<Amount>(text);

/** A withdrawal that went through these states, a second in each. */
const withdrawal = (states: readonly WithdrawalState[], more: Partial<Withdrawal> = {}): Withdrawal => ({
  id: 9n,
  currency: 'USDT',
  chain: 'ERC20',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  address_name: 'Cold wallet',
  amount: of('250'),
  fee: of('4'),
  received: of('246'),
  state: states.at(-1) ?? 'review',
  review_reasons: [],
  refused_because: null,
  confirmations: 7,
  confirmations_needed: 12,
  tx_hash: null,
  explorer: null,
  created_at: AT,
  steps: states.map((state, index) => ({ state, at: AT + index * 1_000 })),
  ...more,
});
const titles = (it: Withdrawal) =>
  stepsOf(it).map(({ state, title }) => `${state} ${title.replace('withdrawal.', '')}`);

describe('the steps of a withdrawal', () => {
  it('given one that people look at, then it says why, and what follows', () => {
    const waiting = withdrawal(['review'], { review_reasons: ['large', 'new_address'] });
    expect(titles(waiting)).toEqual([
      'done step.submitted',
      'now step.review',
      'later step.sent',
      'later step.confirming',
      'later step.arrived',
    ]);
    expect(stepsOf(waiting)[1]?.note?.key).toBe('withdrawal.reason.large');
  });

  it('given one that nobody has to look at, then it has no such step', () => {
    expect(titles(withdrawal(['approved']))).toEqual([
      'done step.submitted',
      'now step.sending',
      'later step.confirming',
      'later step.arrived',
    ]);
  });

  it('given one on the chain, then its confirmations are the current step', () => {
    const sent = withdrawal(['review', 'approved', 'signed']);
    expect(titles(sent)).toEqual([
      'done step.submitted',
      'done step.reviewed',
      'done step.sent',
      'now step.confirming',
      'later step.arrived',
    ]);
    expect(stepsOf(sent).map(({ atMs }) => atMs)).toEqual([AT, AT + 1_000, AT + 2_000, undefined, undefined]);
    expect(stepsOf(sent)[2]?.note?.params).toEqual({ network: 'Ethereum', fee: '4 USDT' });
    expect(stepsOf(sent)[3]?.note?.params).toEqual({ done: 7, of: 12 });
  });

  it('given one that arrived, then all are done, and no more confirmations are counted than needed', () => {
    const arrived = withdrawal(['approved', 'signed', 'confirmed'], { confirmations: 90 });
    expect(stepsOf(arrived).every(({ state }) => state === 'done')).toBe(true);
    expect(stepsOf(arrived).at(-1)).toMatchObject({ title: 'withdrawal.step.arrived', atMs: AT + 2_000 });
    expect(countOf(arrived)).toEqual({ done: 12, of: 12 });
  });

  it('given one that the user cancelled, then it says so, and that the money is back', () => {
    const cancelled = withdrawal(['review', 'refused', 'returned'], { refused_because: 'by_user' });
    expect(titles(cancelled)).toEqual(['done step.submitted', 'done state.cancelled', 'done step.returned']);
    expect(shownState(cancelled)).toBe('cancelled');
    expect(stepsOf(cancelled).at(-1)?.atMs).toBe(AT + 2_000);
  });

  it('given one whose money is not back yet, then that is the current step', () => {
    const refused = withdrawal(['review', 'refused'], { refused_because: 'by_staff' });
    expect(titles(refused)).toEqual(['done step.submitted', 'done state.refused', 'now step.returning']);
    expect(stepsOf(refused)[1]?.note?.key).toBe('withdrawal.why.by_staff');
    expect(shownState(refused)).toBe('refused');
  });

  it('given one that the chain did not carry out, then it was sent before', () => {
    const failed = withdrawal(['approved', 'signed', 'refused', 'returned'], { refused_because: 'chain_failed' });
    expect(titles(failed)).toEqual([
      'done step.submitted',
      'done step.sent',
      'done state.refused',
      'done step.returned',
    ]);
  });

  it('has at most one current step in every state, each title once, and none once it is final', () => {
    for (const state of WITHDRAWAL_STATES) {
      const it = withdrawal([state], { refused_because: 'not_sound' });
      const steps = stepsOf(it);
      expect(new Set(steps.map(({ title }) => title)).size).toBe(steps.length);
      expect(steps.filter((step) => step.state === 'now')).toHaveLength(isFinal(it) ? 0 : 1);
    }
  });
});

it('a withdrawal is final exactly where nothing follows', () => {
  for (const state of WITHDRAWAL_STATES) expect(isFinal({ state })).toBe(NEXT_STATES[state].length === 0);
});
