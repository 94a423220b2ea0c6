import type { OrderRequest } from '@app/domain/spot';
import { type Amount, add, floorTo, max, multiply, type Price, type Rate, subtract, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, DEPTH, ORDER_CONTEXT, price, rate } from './form-context.fixture.ts';
import { reviewOf, waitOf } from './review.ts';
import { muteReview, wantsReview } from './use-order-submit.ts';

const BUY = { kind: 'limit', side: 'buy', price: price('99'), quantity: amount('1'), force: 'gtc' } as const;
const review = (request: OrderRequest, change = {}) => reviewOf(request, { ...ORDER_CONTEXT, ...change }, DEPTH);

describe('an order under review', () => {
  it('given a limit purchase, then it pays at most its value and the higher fee', () => {
    const fees = { maker: rate('0.001'), taker: rate('0.002') };
    const { hero, value, fee } = review(BUY, { fees });
    expect(hero).toEqual({ kind: 'pay', amount: amount('99.2') });
    expect([value, fee]).toEqual([amount('99'), { rate: fees.taker, amount: amount('0.2') }]);
  });

  it('given a limit sale, then it brings at least its value less the higher fee', () => {
    const { hero } = review({ ...BUY, side: 'sell', price: price('110') });
    expect(hero).toEqual({ kind: 'get', amount: amount('109.89') });
  });

  it('given a sale that may not fill, or a market sale, then it brings about what the book pays', () => {
    expect(review({ ...BUY, side: 'sell', force: 'ioc' }).hero.kind).toBe('get.about');
    const { hero, value } = review({ kind: 'market', side: 'sell', quantity: amount('1') });
    expect([hero.kind, hero.amount, value]).toEqual(['get.about', amount('99.8'), amount('99.9')]);
  });

  it('given a market purchase, then it pays at most its budget, and has no price to compare', () => {
    const { hero, against } = review({ kind: 'market', side: 'buy', budget: amount('50') });
    expect([hero, against]).toEqual([{ kind: 'pay', amount: amount('50') }, undefined]);
  });

  it.each([
    ['below the market', BUY, { rate: rate('-0.01'), isFarWorse: false, takes: 'none' }],
    ['2 % above it', { ...BUY, price: price('102') }, { rate: rate('0.02'), isFarWorse: false, takes: 'all' }],
    ['more than 2 % above', { ...BUY, price: price('102.1') }, { isFarWorse: true, takes: 'all' }],
    ['that is not offered enough at', { ...BUY, price: price('100.1'), quantity: amount('2') }, { takes: 'some' }],
    ['that a post-only order must not meet', { ...BUY, price: price('101'), force: 'post' }, { takes: 'refused' }],
    ['that nobody offers now', { ...BUY, force: 'ioc' }, { takes: 'lapses' }],
    ['of a sale far below', { ...BUY, side: 'sell', price: price('97') }, { rate: rate('-0.03'), isFarWorse: true }],
    ['of a sale far above', { ...BUY, side: 'sell', price: price('110') }, { isFarWorse: false, takes: 'none' }],
  ] as const)('given a price %s, then it is compared with the market', (_case, request, against) => {
    expect(review(request).against).toMatchObject(against);
  });

  it("given the market changed meanwhile, then it shows the server's refusal", () => {
    expect(review(BUY).refusal).toBeUndefined();
    expect(review(BUY, { isHalted: true }).refusal).toMatchObject({ code: 'market_closed' });
  });
});

describe('the figures of a review', () => {
  const CENT = amount('0.01');
  const units = (least: string, most: string) => fc.bigInt({ min: amount(least), max: amount(most) });
  const context = fc.record({
    maker: units('0', '0.01'),
    taker: units('0', '0.01'),
    held: units('0', '2000'),
    at: units('0.1', '200'),
    size: units('0.06', '9'),
    force: fc.constantFrom('gtc', 'ioc', 'post'),
    isLimit: fc.boolean(),
    isBlind: fc.boolean(),
  });
  const judged = (side: 'buy' | 'sell', { maker, taker, held, at, size, force, isLimit, isBlind }: ReviewCase) => {
    const fees = { maker: maker as Rate, taker: taker as Rate };
    const orderContext = { ...ORDER_CONTEXT, fees, available: { base: held as Amount, quote: held as Amount } };
    const quantity = size as Amount;
    const sized = side === 'buy' ? ({ side, budget: quantity } as const) : ({ side, quantity } as const);
    const limit = { kind: 'limit', side, price: at as Price, quantity, force } as const;
    const request: OrderRequest = isLimit ? limit : { kind: 'market', ...sized };
    return { orderContext, ...reviewOf(request, orderContext, isBlind ? undefined : DEPTH) };
  };
  type ReviewCase = typeof context extends fc.Arbitrary<infer Value> ? Value : never;

  it('given any purchase, then value plus fee is the most that is paid, and the rest of the balance is left', () => {
    fc.assert(
      fc.property(context, (facts) => {
        const { request, orderContext, hero, value = ZERO, fee, left } = judged('buy', facts);
        const paid = hero.amount ?? ZERO;
        const due = fee.amount ?? ZERO;
        expect(value + due).toBe(paid);
        expect(left).toBe(max(ZERO, subtract(floorTo(orderContext.available.quote, CENT), paid)));
        for (const shown of [paid, value, due, left]) expect(shown % CENT).toBe(0n);
        const { maker, taker } = orderContext.fees;
        const cost = request.kind === 'limit' ? multiply(request.quantity, request.price, 'up') : ZERO;
        const most = 'budget' in request ? request.budget : add(cost, multiply(cost, max(maker, taker), 'up'));
        expect(paid - most >= 0n && paid - most < CENT).toBe(true);
      }),
    );
  });

  it('given any sale, then its value less the fee is received, and never more than it brings', () => {
    fc.assert(
      fc.property(context, (facts) => {
        const { request, orderContext, hero, value, fee, left, estimate } = judged('sell', facts);
        if (!('quantity' in request)) return;
        expect(left).toBe(max(ZERO, subtract(orderContext.available.base, request.quantity)));
        if (value === undefined || fee.amount === undefined) {
          expect(hero.amount).toBeUndefined();
          return;
        }
        expect(hero.amount).toBe(max(ZERO, subtract(value, fee.amount)));
        const { maker, taker } = orderContext.fees;
        const worth = request.kind === 'limit' ? multiply(request.quantity, request.price, 'down') : ZERO;
        const least = subtract(worth, multiply(worth, max(maker, taker), 'up'));
        expect((hero.amount ?? ZERO) <= (hero.kind === 'get' ? least : (estimate?.gets.amount ?? ZERO))).toBe(true);
      }),
    );
  });

  it('given a fee below one cent, then it is shown as one cent', () => {
    const { hero, value, fee } = review({ ...BUY, quantity: amount('0.06') });
    expect([hero.amount, value, fee.amount]).toEqual([amount('5.95'), amount('5.94'), amount('0.01')]);
  });
});

describe('a review without a book', () => {
  const blind = (request: OrderRequest, change = {}) => reviewOf(request, { ...ORDER_CONTEXT, ...change }, undefined);

  it('given a limit, then its value is known, its fee is the higher one, and whether it rests is unknown', () => {
    const fees = { maker: rate('0.001'), taker: rate('0.002') };
    const { hero, value, fee, estimate, against } = blind(BUY, { fees });
    expect([hero.amount, value, fee]).toEqual([
      amount('99.2'),
      amount('99'),
      { rate: fees.taker, amount: amount('0.2') },
    ]);
    expect([estimate, against]).toEqual([undefined, { rate: rate('-0.01'), isFarWorse: false, takes: undefined }]);
  });

  it('given a market sale, then no figure is invented', () => {
    const { hero, value, fee } = blind({ kind: 'market', side: 'sell', quantity: amount('1') });
    expect([hero.amount, value, fee.amount]).toEqual([undefined, undefined, undefined]);
  });
});

describe('what placing waits for', () => {
  const MARKET = { kind: 'market', side: 'buy', budget: amount('50') } as const;
  const SIGHT = { isOnline: true, isFollowed: true, isBookKnown: true };

  it.each([
    ['all in sight', {}, undefined, undefined],
    ['no network', { isOnline: false }, 'connection', 'connection'],
    ['prices that are not followed', { isFollowed: false }, 'connection', undefined],
    ['no book yet', { isBookKnown: false }, 'book', undefined],
  ])('given %s', (_case, change, atMarket, atLimit) => {
    expect([waitOf(MARKET, { ...SIGHT, ...change }), waitOf(BUY, { ...SIGHT, ...change })]).toEqual([
      atMarket,
      atLimit,
    ]);
  });
});

describe('whether the review is shown', () => {
  const BOTH = { confirmSpotLimit: true, confirmSpotMarket: true };

  it('given a switch that is off, then orders of that kind are not reviewed', () => {
    expect(wantsReview('1:demo', 'limit', { ...BOTH, confirmSpotLimit: false })).toBe(false);
    expect(wantsReview('1:demo', 'market', { ...BOTH, confirmSpotLimit: false })).toBe(true);
  });

  it('given it was muted, then only for this kind, this user and this mode', () => {
    muteReview('2:demo', 'market');
    expect(wantsReview('2:demo', 'market', BOTH)).toBe(false);
    expect(wantsReview('2:demo', 'limit', BOTH)).toBe(true);
    expect(wantsReview('2:real', 'market', BOTH)).toBe(true);
    expect(wantsReview('1:demo', 'market', BOTH)).toBe(true);
  });
});
