import { describe, expect, it } from 'vitest';
import { liteBeginOf } from './lite-begin.ts';
import type { LitePreview } from './lite-preview.ts';

const REQUEST = { kind: 'market', side: 'buy', budget: 5n as never } as const;
const REQUESTED: LitePreview = { request: REQUEST, estimate: undefined, refusal: undefined, slippage: undefined };
const IDLE = { isPending: false, isUnknown: false, preview: REQUESTED };
const refused: LitePreview = { ...REQUESTED, refusal: { code: 'below_minimum', params: {} } };

describe('what the button starts', () => {
  it('given a valid amount, then it is reviewed, and that same request is sent', () => {
    const begun = liteBeginOf(IDLE);
    expect(begun.kind === 'review' && begun.request).toBe(REQUEST);
  });

  it.each([
    ['an order on its way', { isPending: true, isUnknown: true }, 'nothing'],
    ['an order of which nothing is known, and an amount that would do', { isUnknown: true }, 'ask'],
    ['an order of which nothing is known, and no amount', { isUnknown: true, preview: undefined }, 'ask'],
    ['an amount that would be refused', { preview: refused }, 'nothing'],
    ['no amount', { preview: { ...REQUESTED, request: undefined } }, 'nothing'],
    ['no prices', { preview: undefined }, 'nothing'],
  ])('given %s, then no other order is started', (_what, facts, kind) => {
    expect(liteBeginOf({ ...IDLE, ...facts })).toEqual({ kind });
  });
});
