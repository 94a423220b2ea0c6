import { type Amount, parseDecimal, ZERO } from '@app/money';
import { describe, expect, it } from 'vitest';
import { bettingStateOf } from './betting-state.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const SATURDAY = Date.UTC(2026, 10, 21, 12);

const OPEN: Parameters<typeof bettingStateOf>[0] = {
  isVisitor: false,
  isOffline: false,
  hasLoadError: false,
  hasFigures: true,
  available: amount('100'),
  price: 'live',
  isStale: false,
  isRunning: true,
  hours: 'forex',
  nowMs: SATURDAY,
  isSimulated: false,
  isDemo: false,
  stakeMin: amount('5'),
  elsewhere: ZERO,
};

const state = (facts: Partial<typeof OPEN>) => bettingStateOf({ ...OPEN, ...facts });

describe('taking bets', () => {
  it('is open with a live price and enough for the least stake', () => {
    expect(state({})).toEqual({ kind: 'open' });
    expect(state({ available: amount('5') })).toEqual({ kind: 'open' });
  });

  it.each([
    ['login', { isVisitor: true }],
    ['retry', { hasLoadError: true }],
    ['demo', { isSimulated: true }],
    ['top_up', { available: amount('4.99'), elsewhere: amount('1') }],
    ['refill', { available: ZERO, isDemo: true }],
    ['assets', { available: ZERO }],
  ] as const)('leads to %s', (kind, facts) => {
    expect(state(facts)).toEqual({ kind });
  });

  it.each([
    ['connection', { isOffline: true }],
    ['figures', { hasFigures: false }],
    ['prices', { isStale: true }],
    ['prices', { price: 'paused' }],
    ['halted', { price: 'halted' }],
    ['paused', { isRunning: false }],
  ] as const)('waits for %s', (what, facts) => {
    expect(state(facts)).toEqual({ kind: 'wait', for: what });
  });

  it('given a closed market, then it says when it opens', () => {
    const closed = state({ price: 'closed', isStale: true });
    expect(closed).toEqual({ kind: 'closed', opensAt: Date.UTC(2026, 10, 22, 22) });
  });

  it('names what is most urgent: a stale price before an empty account, a lost connection before both', () => {
    expect(state({ isStale: true, available: ZERO })).toEqual({ kind: 'wait', for: 'prices' });
    expect(state({ isStale: true, isOffline: true })).toEqual({ kind: 'wait', for: 'connection' });
  });
});
