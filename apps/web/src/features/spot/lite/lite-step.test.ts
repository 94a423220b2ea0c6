import { describe, expect, it } from 'vitest';
import { EMPTY_LITE, typed, withShare } from './lite-form.ts';
import type { LitePreview, LiteRefusal } from './lite-preview.ts';
import { isBlocked, liteStepOf } from './lite-step.ts';

const NONE: LitePreview = { request: undefined, estimate: undefined, refusal: undefined, slippage: undefined };
const REQUESTED: LitePreview = { ...NONE, request: { kind: 'market', side: 'buy', budget: 5n as never } };
const refusedFor = (code: LiteRefusal['code']): LitePreview => ({ ...REQUESTED, refusal: { code, params: {} } });
const HERE = { isVisitor: false, isConnected: true, isBeside: false, form: typed(EMPTY_LITE, '5'), preview: REQUESTED };

describe('the main button', () => {
  it.each([
    ['a visitor', { isVisitor: true, isConnected: false, preview: undefined }, 'login'],
    ['a lost line', { isConnected: false }, 'reconnecting'],
    ['no prices yet', { preview: undefined }, 'waiting'],
    ['an empty field', { preview: NONE }, 'enter'],
    ['a part of nothing', { preview: NONE, form: withShare(EMPTY_LITE, 100) }, 'short'],
    ['no live price for real money', { preview: refusedFor('no_live_price') }, 'waiting'],
    ['an old price', { preview: refusedFor('price_stale') }, 'waiting'],
    ['a halted market', { preview: refusedFor('market_closed') }, 'closed'],
    ['made up prices', { preview: refusedFor('price_simulated') }, 'demo'],
    ['too little', { preview: refusedFor('below_minimum') }, 'minimum'],
    ['too much', { preview: refusedFor('above_maximum') }, 'maximum'],
    ['too little money', { preview: refusedFor('insufficient_balance') }, 'short'],
    ['money beside it only', { isBeside: true, preview: refusedFor('insufficient_balance') }, 'topup'],
    ['money beside it, and an old price', { isBeside: true, preview: refusedFor('price_stale') }, 'waiting'],
    ['money beside it, and made up prices', { isBeside: true, preview: refusedFor('price_simulated') }, 'demo'],
    ['anything else', { preview: refusedFor('nothing_offered') }, 'refused'],
    ['an amount that will do', {}, 'review'],
  ])('given %s, then the step shows it', (_what, facts, step) => {
    expect(liteStepOf({ ...HERE, ...facts })).toBe(step);
  });

  it('is blocked while no order can be placed, whatever the amount', () => {
    expect((['reconnecting', 'waiting', 'closed'] as const).every(isBlocked)).toBe(true);
    expect((['review', 'enter', 'short', 'login', 'demo'] as const).some(isBlocked)).toBe(false);
  });
});
