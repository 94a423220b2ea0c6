import { PAYOUT_STATES, type PayoutRefusal, type PayoutState } from '@app/domain/payout';
import { describe, expect, it } from 'vitest';
import { shownPayout, stepsOfPayout } from './payout-view.ts';
import type { Payout } from './payouts-query.ts';

const payout = (path: readonly PayoutState[], because: PayoutRefusal | null = null): Payout =>
  ({
    state: path.at(-1),
    refused_because: because,
    created_at: 1,
    steps: path.map((state, at) => ({ state, at: at + 1 })),
  }) as unknown as Payout; // Only what the view reads.

const shown = (...given: Parameters<typeof payout>) => {
  const steps = stepsOfPayout(payout(...given));
  return steps.map(({ state, title }) => `${state} ${title.replace('withdrawal.', '')}`);
};

describe('the steps of a payout', () => {
  it('follow it to the bank', () => {
    expect(shown(['review'])).toEqual([
      'done step.submitted',
      'now step.review',
      'later bank.step.paying',
      'later bank.step.paid',
    ]);
    expect(shown(['review', 'approved'])).toContain('now bank.step.paying');
    expect(shown(['review', 'approved', 'paid']).every((step) => step.startsWith('done'))).toBe(true);
  });

  it('say how it ended otherwise, and that the money comes back', () => {
    expect(shown(['review', 'refused'], 'by_user')).toEqual([
      'done step.submitted',
      'done state.cancelled',
      'now step.returning',
    ]);
    expect(shown(['review', 'approved', 'refused', 'returned'], 'not_paid')).toEqual([
      'done step.submitted',
      'done step.reviewed',
      'done state.refused',
      'done step.returned',
    ]);
  });

  it('have one step that is now, unless it is final', () => {
    for (const state of PAYOUT_STATES) {
      const because = state === 'refused' || state === 'returned' ? 'by_staff' : null;
      const now = shown([state], because).filter((step) => step.startsWith('now')).length;
      expect([state, now]).toEqual([state, state === 'paid' || state === 'returned' ? 0 : 1]);
    }
  });
});

describe('the state of a payout', () => {
  it('is cancelled for a user who cancelled', () => {
    expect(shownPayout({ state: 'returned', refused_because: 'by_user' })).toBe('cancelled');
    expect(shownPayout({ state: 'returned', refused_because: 'not_paid' })).toBe('returned');
  });
});
