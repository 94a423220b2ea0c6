import { ZERO } from '@app/money';
import { describe, expect, it } from 'vitest';
import { amount } from './form-context.fixture.ts';
import type { OrderPreview } from './order-preview.ts';
import { isBlockedBy, submitActionOf } from './submit-action.ts';
import { partOf } from './top-up-form.tsx';

const READY = { state: 'ready' } as OrderPreview; // Its contents do not matter here.
const missing = (what: 'order_context' | 'price' | 'book'): OrderPreview => ({ state: 'incomplete', missing: what });
const refused = (
  code: 'price_stale' | 'no_live_price' | 'price_simulated' | 'market_closed' | 'too_many_orders',
): OrderPreview => ({
  state: 'refused',
  code,
  params: {},
  field: 'form',
});
const SHORT: OrderPreview = { state: 'refused', code: 'insufficient_balance', params: {}, field: 'total' };
const FACTS = {
  isVisitor: false,
  isOffline: false,
  hasLoadError: false,
  side: 'buy',
  inSpot: amount('1'),
  inWallet: ZERO,
  wayOut: undefined,
  preview: READY,
} as const;

describe('what the button does', () => {
  it.each([
    ['all that is needed', {}, { kind: 'place' }],
    ['a visitor', { isVisitor: true, isOffline: true }, { kind: 'login' }],
    ['no line', { isOffline: true }, { kind: 'wait', for: 'connection' }],
    ['nothing known yet', { preview: missing('order_context'), inSpot: ZERO }, { kind: 'wait', for: 'figures' }],
    ['what could not be loaded', { preview: missing('order_context'), hasLoadError: true }, { kind: 'retry' }],
    ['a visitor whom nothing came to', { isVisitor: true, hasLoadError: true }, { kind: 'login' }],
    ['figures that came before the load failed', { hasLoadError: true }, { kind: 'place' }],
    [
      'a sale of what one has not got',
      { side: 'sell', inSpot: ZERO, preview: missing('price') } as const,
      { kind: 'mend', field: 'amount', code: 'insufficient_balance' },
    ],
    [
      'too little, and more in another account',
      { preview: SHORT, wayOut: 'transfer' } as const,
      { kind: 'short', way: 'transfer' },
    ],
    ['too little demo money', { preview: SHORT, wayOut: 'reset' } as const, { kind: 'short', way: 'reset' }],
    ['too little anywhere', { preview: SHORT }, { kind: 'mend', field: 'total', code: 'insufficient_balance' }],
    ['no live price for real money', { preview: refused('no_live_price') }, { kind: 'wait', for: 'prices' }],
    ['an old price', { preview: refused('price_stale') }, { kind: 'wait', for: 'prices' }],
    ['a closed market', { preview: refused('market_closed') }, { kind: 'wait', for: 'market' }],
    ['made-up prices', { preview: refused('price_simulated') }, { kind: 'demo' }],
    ['money beside spot only', { inSpot: ZERO, inWallet: amount('1') }, { kind: 'top_up' }],
    ['no money anywhere', { inSpot: ZERO, preview: missing('price') }, { kind: 'fill', field: 'price' }],
    ['no price', { preview: missing('price') }, { kind: 'fill', field: 'price' }],
    ['no offers', { preview: missing('book') }, { kind: 'wait', for: 'book' }],
    [
      'too many orders',
      { preview: refused('too_many_orders') },
      { kind: 'mend', field: 'form', code: 'too_many_orders' },
    ],
  ])('given %s', (_case, change, act) => {
    expect(submitActionOf({ ...FACTS, ...change })).toEqual(act);
  });
});

describe('the look of the button', () => {
  it.each([
    ['place', false],
    ['login', false],
    ['top_up', false],
    ['wait', true],
    ['fill', true],
    ['mend', true],
    ['short', true],
  ] as const)('given %s, then it is blocked: %s', (kind, isBlocked) => {
    expect(isBlockedBy({ kind } as Parameters<typeof isBlockedBy>[0])).toBe(isBlocked); // Only the kind matters.
  });
});

describe('a share of the wallet balance', () => {
  it.each([
    ['100', 100, '100'],
    ['0.3', 25, '0.075'],
    ['0.00000000019', 100, '0.00000000019'],
    ['0.0000000003', 50, '0.0000000001'],
    ['0', 100, ''],
    ['1000', 50, '500'],
  ])('of %s, %i percent is %j', (available, percent, text) => {
    expect(partOf(amount(available), percent)).toBe(text);
  });
});
