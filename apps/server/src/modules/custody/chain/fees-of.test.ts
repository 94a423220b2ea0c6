import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feesOf } from './fees-of.ts';

const GWEI = 10n ** 9n;
const fee = fc.bigInt({ min: 1n, max: 1_000n * GWEI });

describe('the price of gas', () => {
  it('is never above the most, and a replacement pays a tenth more of both parts', () => {
    fc.assert(
      fc.property(fee, fee, fee, fc.boolean(), (base, tip, max, isReplacement) => {
        const first = feesOf({ base, tip }, { max });
        if (first === undefined) return void expect(max < base).toBe(true);
        expect(first.feeMax <= max && first.tip <= first.feeMax).toBe(true);
        if (!isReplacement) return;
        const next = feesOf({ base, tip }, { replaced: first, max: 10n ** 30n });
        expect(next !== undefined && next.feeMax * 10n >= first.feeMax * 11n && next.tip * 10n >= first.tip * 11n).toBe(
          true,
        );
      }),
    );
  });

  it('given no room under the most for a replacement, then there is none', () => {
    expect(
      feesOf({ base: GWEI, tip: GWEI }, { replaced: { feeMax: 90n * GWEI, tip: GWEI }, max: 100n * GWEI }),
    ).toBeUndefined();
  });
});
