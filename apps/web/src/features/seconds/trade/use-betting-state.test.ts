import { type Price, parseDecimal } from '@app/money';
import type { QuoteShown } from '@app/protocol/socket';
import { describe, expect, it } from 'vitest';
import { priceFactsOf } from './use-betting-state.ts';

const AT = Date.UTC(2026, 10, 18, 12);
const price = parseDecimal<Price>('64000');
const QUOTE = { price, open: price, at: AT, state: 'open', simulated: false } as QuoteShown; // Fields that are judged.

const factsAt = (ageMs: number) => priceFactsOf(2_000).judge(QUOTE, { nowMs: AT + ageMs, standstillMs: undefined });

describe('the price of a bet', () => {
  it('is fresh up to two seconds of age, on the server’s time, and stale beyond', () => {
    expect([0, 2_000, 2_001].map((age) => factsAt(age).isStale)).toEqual([false, false, true]);
  });

  it('given none yet, then it is unknown, and no price is called stale', () => {
    const facts = priceFactsOf(2_000).judge(undefined, { nowMs: AT, standstillMs: undefined });
    expect(facts).toMatchObject({ isKnown: false, isStale: false });
  });
});
