import { quoteConversion } from '@app/domain/convert';
import { type Amount, ONE, type Price, type Rate } from '@app/money';
import { receivedOf } from '@app/verifier';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const amounts = fc.bigInt({ min: 1n, max: 10n ** 26n });
const prices = fc.bigInt({ min: 10n ** 10n, max: 10n ** 24n });

it('law: what a quote pays is what the verifier computes by its own statement of the rule', () => {
  fc.assert(
    fc.property(amounts, prices, prices, fc.bigInt({ min: 0n, max: ONE / 20n }), (amount, from, to, spreadRate) => {
      const legs = [
        { currency: 'A', symbol: 'A/USDT', price: from },
        { currency: 'B', symbol: 'B/USDT', price: to },
      ];
      const stated = { rule: 'index-spread', version: 1, from: 'A', to: 'B', amount, received: 0n, legs };
      const quoted = quoteConversion(amount as Amount, { from: from as Price, to: to as Price }, spreadRate as Rate);
      expect(receivedOf({ ...stated, spreadRate, lockSeconds: 10 })).toBe(quoted.received);
      const sold = { ...stated, to: 'USDT', legs: legs.slice(0, 1), spreadRate, lockSeconds: 10 };
      const forBase = quoteConversion(
        amount as Amount,
        { from: from as Price, to: ONE as bigint as Price },
        spreadRate as Rate,
      );
      expect(receivedOf(sold)).toBe(forBase.received);
    }),
  );
});
