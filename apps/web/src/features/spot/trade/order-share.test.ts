import { checkOrder, type OrderContext } from '@app/domain/spot';
import { type Amount, type Price, type Rate, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, CONTEXT, DEPTH, ORDER_CONTEXT, price, STEPS } from './form-context.fixture.ts';
import { priced } from './form-moves.ts';
import { emptyForm, stepsOf, withAmount, withKind, withPrice, withSide, withTotal } from './form-state.ts';
import { orderRequestOf } from './order-preview.ts';
import { percentOf, refilled, withShare } from './order-share.ts';

const LIMIT = withPrice(emptyForm('buy'), '100', STEPS);
const MARKET = withKind(emptyForm('buy'), 'market', STEPS);

describe('a share of the balance', () => {
  it('given 100 percent, when a limit buys, then the share also covers its fee', () => {
    expect(withShare(LIMIT, 100, ORDER_CONTEXT, STEPS)).toMatchObject({
      amount: '9.99000',
      total: '999.00',
      share: 100,
    });
  });

  it('given 50 percent, when selling or buying at market, then it is half of the coins or of the money', () => {
    expect(withShare(withSide(LIMIT, 'sell', STEPS), 50, ORDER_CONTEXT, STEPS)).toMatchObject({ amount: '1.00000' });
    expect(withShare(MARKET, 50, ORDER_CONTEXT, STEPS)).toMatchObject({ total: '500.00', amount: '', lead: 'total' });
  });

  it('given a market purchase in coins, when a share is set, then it is in money again: only that is exact', () => {
    expect(withShare(withAmount(MARKET, '1', STEPS), 100, ORDER_CONTEXT, STEPS)).toMatchObject({ lead: 'total' });
  });

  it('given a zero balance, when a share is set, then the field stays empty', () => {
    const poor = { ...ORDER_CONTEXT, available: { base: ZERO, quote: ZERO } };
    expect(withShare(LIMIT, 100, poor, STEPS)).toMatchObject({ amount: '', total: '' });
  });

  it('given 100 percent, when the price or the kind changes, then it is 100 percent again', () => {
    const all = withShare(LIMIT, 100, ORDER_CONTEXT, STEPS);
    expect(priced(all, '200', CONTEXT)).toMatchObject({ amount: '4.99500', share: 100 });
    expect(refilled(withKind(all, 'market', STEPS), ORDER_CONTEXT, STEPS)).toMatchObject({ total: '1000.00' });
    expect(priced(withAmount(all, '9', STEPS), '200', CONTEXT)).toMatchObject({ amount: '9', share: undefined });
  });
});

describe('an order for a share of the balance', () => {
  const GRIDS = [
    ['0.01', '0.00001', 2, 5],
    ['0.00000001', '1', 8, 0],
    ['1', '0.1', 0, 1],
    ['0.25', '0.05', 2, 2], // Steps that are not powers of ten.
  ] as const;
  const contexts = fc
    .record({
      grid: fc.constantFrom(...GRIDS),
      ticks: fc.bigInt({ min: 1n, max: 10n ** 8n }),
      base: fc.bigInt({ min: 0n, max: 10n ** 24n }),
      quote: fc.bigInt({ min: 0n, max: 10n ** 26n }),
      maker: fc.bigInt({ min: 0n, max: 5n * 10n ** 16n }),
      taker: fc.bigInt({ min: 0n, max: 5n * 10n ** 16n }),
    })
    .map(({ grid: [tick, lot, precision, lot_precision], ticks, ...drawn }) => {
      const market = { ...ORDER_CONTEXT.market, priceTick: price(tick), lot: amount(lot) };
      const at = (price(tick) * ticks) as Price;
      const orderContext: OrderContext = {
        ...ORDER_CONTEXT,
        market,
        // No minimum or maximum applies here; the rule would check those before the balance.
        rules: { ...ORDER_CONTEXT.rules, orderMin: 1n as Amount, orderMax: (10n ** 37n) as Amount },
        fees: { maker: drawn.maker as Rate, taker: drawn.taker as Rate },
        available: { base: drawn.base as Amount, quote: drawn.quote as Amount },
        index: { price: at, ageMs: 0, isSimulated: true },
      };
      const steps = stepsOf({ price_tick: price(tick), lot: amount(lot), precision, lot_precision, quote: 'USDT' });
      return { orderContext, steps, at };
    });

  it('is accepted for any balance, fee and grid', () => {
    const kinds = fc.constantFrom('limit', 'market');
    const sides = fc.constantFrom('buy', 'sell');
    const shares = fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 100 }));
    const seen = { accepted: 0, uncountable: 0 };
    fc.assert(
      fc.property(contexts, kinds, sides, shares, ({ orderContext, steps, at }, kind, side, share) => {
        const typed = priced(emptyForm(side), textOf(at), { orderContext, steps, depth: DEPTH, last: at });
        const form = withShare(withKind(typed, kind, steps), share, orderContext, steps);
        const request = orderRequestOf(form, orderContext, DEPTH);
        fc.pre(request !== undefined);
        const decision = checkOrder(request, orderContext);
        if (decision.ok) seen.accepted += 1;
        else {
          expect(decision.code).toBe('above_maximum'); // Exceeds the book's unit count.
          seen.uncountable += 1;
        }
      }),
      { numRuns: 500 },
    );
    expect(seen.accepted).toBeGreaterThan(seen.uncountable);
  });

  const textOf = (value: bigint) => {
    const digits = value.toString().padStart(19, '0');
    return `${digits.slice(0, -18)}.${digits.slice(-18)}`;
  };
});

describe('the slider', () => {
  it("is at the chosen share, or else at the typed amount's share", () => {
    expect(percentOf({ ...LIMIT, share: 33 }, ORDER_CONTEXT, DEPTH)).toBe(33);
    expect(percentOf(withAmount(LIMIT, '4.995', STEPS), ORDER_CONTEXT, DEPTH)).toBe(50);
    expect(percentOf(withAmount(LIMIT, '500', STEPS), ORDER_CONTEXT, DEPTH)).toBe(100);
    expect(percentOf(withTotal(MARKET, '250', STEPS), ORDER_CONTEXT, DEPTH)).toBe(25);
    expect(percentOf(withAmount(MARKET, '1', STEPS), ORDER_CONTEXT, DEPTH)).toBe(10);
  });

  it('is at zero without input, balance data or price', () => {
    expect(percentOf(LIMIT, ORDER_CONTEXT, DEPTH)).toBe(0);
    expect(percentOf(withAmount(LIMIT, '1', STEPS), undefined, DEPTH)).toBe(0);
    expect(percentOf(withAmount(withPrice(LIMIT, '', STEPS), '1', STEPS), ORDER_CONTEXT, DEPTH)).toBe(0);
  });

  it('is at zero where a share of a zero balance was chosen', () => {
    const poor = { ...ORDER_CONTEXT, available: { ...ORDER_CONTEXT.available, base: amount('0') } };
    expect(percentOf(withShare(withSide(LIMIT, 'sell', STEPS), 50, poor, STEPS), poor, DEPTH)).toBe(0);
  });

  it('is at zero while the cost of a market purchase in coins is unknown', () => {
    expect(percentOf(withAmount(MARKET, '500', STEPS), ORDER_CONTEXT, undefined)).toBe(0);
    expect(percentOf(withTotal(MARKET, '250', STEPS), ORDER_CONTEXT, undefined)).toBe(25);
  });
});
