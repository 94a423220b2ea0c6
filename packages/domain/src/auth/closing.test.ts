import { type Amount, add, parseDecimal, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spotSettings } from '../spot/index.ts';
import { checkLeftovers, isAsAgreed, type Leftover, leftoverName } from './closing.ts';
import * as settings from './settings.ts';

const amounts = fc.bigInt({ min: 0n, max: 10n ** 18n }).map((value) => value as Amount);
const leftovers = fc.uniqueArray(
  fc.record<Leftover>({
    account: fc.constantFrom('wallet', 'exchange', 'contract'),
    currency: fc.constantFrom('USDT', 'BTC', 'ETH'),
    available: amounts,
    frozen: fc.oneof(fc.constant(ZERO), amounts),
    value: fc.option(amounts, { nil: undefined }),
  }),
  { selector: leftoverName },
);

describe('leftovers of an account', () => {
  it('may be given up exactly if nothing is frozen, all has a price, and all together is worth at most the dust', () => {
    fc.assert(
      fc.property(leftovers, amounts, (left, dust) => {
        const worth = left.reduce((sum, { value }) => add(sum, value ?? ZERO), ZERO);
        const isLittle = left.every(({ frozen, value }) => frozen === ZERO && value !== undefined) && worth <= dust;
        expect(checkLeftovers(left, dust).ok).toBe(isLittle);
      }),
    );
  });

  it('are as agreed if none is larger, and never once one has grown or is held', () => {
    fc.assert(
      fc.property(leftovers, fc.nat(), (left, index) => {
        const free = left.map((it) => ({ ...it, frozen: ZERO }));
        const agreed = new Map(free.map((it) => [leftoverName(it), it.available]));
        expect(isAsAgreed(agreed, free)).toBe(true);
        if (free.length === 0) return;
        const at = index % free.length;
        const changed = (change: (it: Leftover) => Leftover) =>
          free.map((it, place) => (place === at ? change(it) : it));
        const one = 1n as Amount;
        expect(
          isAsAgreed(
            agreed,
            changed((it) => ({ ...it, available: add(it.available, one) })),
          ),
        ).toBe(false);
        expect(
          isAsAgreed(
            agreed,
            changed((it) => ({ ...it, frozen: one })),
          ),
        ).toBe(false);
        expect(
          isAsAgreed(
            agreed,
            changed((it) => ({ ...it, available: ZERO })),
          ),
        ).toBe(true);
      }),
    );
  });

  it('are less than the smallest order, so that a closed account cannot trade', () => {
    expect(settings.closingDust.initial).toBe(parseDecimal<Amount>('1'));
    expect(settings.closingDust.initial < spotSettings.orderMin.initial).toBe(true);
  });
});
