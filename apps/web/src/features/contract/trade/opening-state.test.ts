import { ZERO } from '@app/money';
import { describe, expect, it } from 'vitest';
import { amount } from './contract-context.fixture.ts';
import { openingStateOf } from './opening-state.ts';

const SATURDAY = Date.UTC(2026, 10, 14, 12);

const OPEN = {
  isVisitor: false,
  isOffline: false,
  hasLoadError: false,
  hasContext: true,
  price: 'live',
  phase: 'open',
  hours: 'always',
  nowMs: SATURDAY,
  isSimulated: false,
  available: amount('100'),
  elsewhere: amount('50'),
} as const;

describe('whether positions can be opened', () => {
  it.each([
    ['all that is needed', {}, { kind: 'open' }],
    ['a visitor, whatever else is wrong', { isVisitor: true, isOffline: true }, { kind: 'login' }],
    ['no connection', { isOffline: true, phase: 'closed' }, { kind: 'wait', for: 'connection' }],
    ['rules that could not be loaded', { hasLoadError: true, hasContext: false }, { kind: 'retry' }],
    ['rules that are loading', { hasContext: false }, { kind: 'wait', for: 'figures' }],
    ['simulated prices and real money', { isSimulated: true }, { kind: 'demo' }],
    ['a halted market', { price: 'halted' }, { kind: 'wait', for: 'halted' }],
    ['a stale price', { price: 'paused' }, { kind: 'wait', for: 'prices' }],
    ['the first prices of a session', { phase: 'reopening' }, { kind: 'wait', for: 'reopening' }],
    ['no margin and money elsewhere', { available: ZERO }, { kind: 'top_up' }],
    ['no money at all', { available: ZERO, elsewhere: ZERO }, { kind: 'open' }],
  ] as const)('given %s', (_what, change, state) => expect(openingStateOf({ ...OPEN, ...change })).toEqual(state));

  it('given a market outside its hours, then it says when it opens', () => {
    const closed = { ...OPEN, phase: 'closed', hours: 'forex' } as const;
    expect(openingStateOf(closed)).toEqual({ kind: 'closed', opensAt: Date.UTC(2026, 10, 15, 22) });
  });
});
