import { type Amount, add, isMultipleOf, type Price, parseDecimal, type Rate, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkOrder, largestOrder, type OrderContext, type OrderRequest, SPOT_RULES } from './index.ts';

const GRIDS = [
  ['0.000000001', '0.000000001'],
  ['0.01', '0.00001'],
  ['0.00000001', '1'],
  ['1', '10'],
] as const;
const upTo = (zeros: number) =>
  fc.integer({ min: 0, max: zeros }).chain((at) => fc.bigInt({ min: 0n, max: 10n ** BigInt(at) }));
const amounts = upTo(27).map((value) => value as Amount);
const rates = fc.bigInt({ min: 0n, max: 5n * 10n ** 16n }).map((value) => value as Rate);
const ticks = upTo(9).map((value) => value + 1n);

/** Contexts in which only the balance can refuse an order, within the counts the order book supports. */
const orderContexts = fc
  .record({ grid: fc.constantFrom(...GRIDS), maker: rates, taker: rates, base: amounts, quote: amounts })
  .map(
    ({ grid: [tick, lot], maker, taker, base, quote }): OrderContext => ({
      market: {
        id: 1,
        symbol: 'BTC/USDT',
        base: 'BTC',
        quote: 'USDT',
        priceTick: parseDecimal<Price>(tick),
        lot: parseDecimal<Amount>(lot),
      },
      mode: 'demo',
      isHalted: false,
      openOrders: 0,
      rules: { ...SPOT_RULES, orderMin: ZERO, orderMax: (10n ** 37n) as Amount },
      index: { price: parseDecimal<Price>('1'), ageMs: 0, isSimulated: true },
      fees: { maker, taker },
      available: { base, quote },
    }),
  );

/** Returns the decision; discards cases too large for the order book to count, which the balance does not decide. */
const answerTo = (request: OrderRequest, orderContext: OrderContext) => {
  const decision = checkOrder(request, orderContext);
  fc.pre(decision.ok || decision.code !== 'above_maximum');
  return decision.ok ? 'ok' : decision.code;
};

describe('the largest order', () => {
  it.each(['buy', 'sell'] as const)('at a limit to %s is accepted, and one lot more is not', (side) => {
    fc.assert(
      fc.property(orderContexts, ticks, (orderContext, count) => {
        const { lot, priceTick } = orderContext.market;
        const terms = { kind: 'limit', side, price: (priceTick * count) as Price } as const;
        const quantity = largestOrder(terms, orderContext);
        expect(quantity >= ZERO && isMultipleOf(quantity, lot)).toBe(true);
        const unbound = { ...orderContext, index: undefined }; // The distance of the limit is not in question here.
        const answerFor = (it: Amount) => answerTo({ ...terms, force: 'gtc', quantity: it }, unbound);
        if (quantity > ZERO) expect(answerFor(quantity)).toBe('ok');
        expect(answerFor(add(quantity, lot))).toBe('insufficient_balance');
      }),
    );
  });

  it('sold at the market is the balance in whole lots', () => {
    fc.assert(
      fc.property(orderContexts, (orderContext) => {
        const { lot } = orderContext.market;
        const quantity = largestOrder({ kind: 'market', side: 'sell' }, orderContext);
        expect(isMultipleOf(quantity, lot)).toBe(true);
        expect(quantity <= orderContext.available.base && add(quantity, lot) > orderContext.available.base).toBe(true);
      }),
    );
  });

  it('bought at the market is the whole quote balance, and one unit more is refused', () => {
    fc.assert(
      fc.property(orderContexts, (orderContext) => {
        const budget = largestOrder({ kind: 'market', side: 'buy' }, orderContext);
        expect(budget).toBe(orderContext.available.quote);
        const answers = [budget, (budget + 1n) as Amount].map((it) =>
          answerTo({ kind: 'market', side: 'buy', budget: it }, orderContext),
        );
        expect(answers).toEqual(['ok', 'insufficient_balance']);
      }),
    );
  });

  it('is never negative and never fails, whatever price is typed and whatever is owed', () => {
    const anything = fc.bigInt({ min: -(10n ** 27n), max: 10n ** 27n });
    fc.assert(
      fc.property(
        orderContexts,
        anything,
        anything,
        fc.constantFrom('buy', 'sell'),
        (orderContext, price, owned, side) => {
          const available = { base: owned as Amount, quote: owned as Amount };
          for (const kind of ['limit', 'market'] as const)
            expect(largestOrder({ kind, side, price: price as Price }, { ...orderContext, available }) >= ZERO).toBe(
              true,
            );
        },
      ),
    );
  });

  it.each([
    ['1001.5', '0.00001', '60000', '0.01666'], // 0.01666 × 60000 × 1.0015 = 1001.0994; 0.01667 would be 1001.7003.
    ['60.09', '0.001', '60000', '0.001'],
    ['60.089999999999999999', '0.001', '60000', '0'],
    ['60.09', '0.001', '60000.005', '0'],
  ])('given %s of the quote, lots of %s and a price of %s, then %s', (quote, lot, price, largest) => {
    const orderContext = {
      market: {
        id: 1,
        symbol: 'BTC/USDT',
        base: 'BTC',
        quote: 'USDT',
        priceTick: parseDecimal<Price>('0.01'),
        lot: parseDecimal<Amount>(lot),
      },
      fees: { maker: parseDecimal<Rate>('0.001'), taker: parseDecimal<Rate>('0.0015') },
      available: { base: ZERO, quote: parseDecimal<Amount>(quote) },
    };
    const terms = { kind: 'limit', side: 'buy', price: parseDecimal<Price>(price) } as const;
    expect(largestOrder(terms, orderContext)).toBe(parseDecimal<Amount>(largest));
  });
});
