import type { OrderRequest } from '@app/domain/spot';
import { type Amount, type Price, type Rate, subtract, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, DEPTH, ORDER_CONTEXT, price, rate } from './form-context.fixture.ts';
import { reviewOf, waitOf } from './review.ts';
import { mustReview, muteReview, wantsReview } from './use-order-submit.ts';

const BUY = { kind: 'limit', side: 'buy', price: price('99'), quantity: amount('1'), force: 'gtc' } as const;
const review = (request: OrderRequest, change = {}) => reviewOf(request, { ...ORDER_CONTEXT, ...change }, DEPTH);

describe('an order under review', () => {
  const FEES = { maker: rate('0.001'), taker: rate('0.002') };

  it('given a limit purchase that waits, then it pays exactly its value and the maker fee, which is its hold', () => {
    const { hero, value, fee, left } = review(BUY, { fees: FEES });
    expect(hero).toEqual({ kind: 'pay.exact', amount: amount('99.099') });
    expect(fee).toEqual({ role: 'maker', isAtMost: false, amount: amount('0.099'), rates: FEES });
    expect([value, left]).toEqual([amount('99'), amount('900.901')]);
  });

  it('given one that takes, then it pays about what the book asks and the taker fee; a part of each for both', () => {
    const taking = review({ ...BUY, price: price('101') }, { fees: FEES });
    expect(taking.hero).toEqual({ kind: 'pay.about', amount: amount('100.3002') });
    expect(taking.fee).toMatchObject({ role: 'taker', amount: amount('0.2002'), isAtMost: false });
    const both = review({ ...BUY, price: price('100.1'), quantity: amount('2') }, { fees: FEES });
    expect(both.fee).toMatchObject({ role: 'both', amount: amount('0.3003'), isAtMost: false });
  });

  it('given one that may take more than is visible, then its figures are bounds', () => {
    const { hero, fee } = review({ ...BUY, price: price('110'), quantity: amount('4') }, { fees: FEES });
    expect([hero.kind, fee.isAtMost]).toEqual(['pay', true]);
  });

  it('given a limit sale that waits, then it brings exactly its value less the maker fee', () => {
    const { hero } = review({ ...BUY, side: 'sell', price: price('110') });
    expect(hero).toEqual({ kind: 'get.exact', amount: amount('109.89') });
  });

  it('given a sale that takes, then it brings about what the book pays', () => {
    expect(review({ ...BUY, side: 'sell', force: 'ioc' }).hero.kind).toBe('get.about');
    const { hero, value } = review({ kind: 'market', side: 'sell', quantity: amount('1') });
    expect([hero.kind, hero.amount, value]).toEqual(['get.about', amount('99.8001'), amount('99.9')]);
  });

  it('given a market sale for money, then it brings at least that, and sells about what it takes', () => {
    const { hero, estimate, against } = review({ kind: 'market', side: 'sell', proceeds: amount('50') });
    expect(hero.kind).toBe('get.about');
    expect((hero.amount ?? ZERO) >= amount('50') && (hero.amount ?? ZERO) < amount('50.01')).toBe(true);
    expect([estimate?.pays.amount, against]).toEqual([amount('0.50101'), undefined]);
  });

  it('given a market purchase, then it pays its value and fee within the budget, and has no price to compare', () => {
    const { hero, against } = review({ kind: 'market', side: 'buy', budget: amount('50') });
    expect(hero.kind).toBe('pay.about');
    expect((hero.amount ?? ZERO) <= amount('50') && (hero.amount ?? ZERO) > amount('49.99')).toBe(true);
    expect(against).toBeUndefined();
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
    ['5 % above', { ...BUY, price: price('105') }, { isFarWorse: true, isDangerous: false }],
    ['more than 5 % above', { ...BUY, price: price('105.1') }, { isFarWorse: true, isDangerous: true }],
    ['of a sale more than 5 % below', { ...BUY, side: 'sell', price: price('94.9') }, { isDangerous: true }],
  ] as const)('given a price %s, then it is compared with the market', (_case, request, against) => {
    expect(review(request).against).toMatchObject(against);
  });

  it("given the market changed meanwhile, then it shows the server's refusal", () => {
    expect(review(BUY).refusal).toBeUndefined();
    expect(review(BUY, { isHalted: true }).refusal).toMatchObject({ code: 'market_closed' });
  });
});

describe('the figures of a review', () => {
  const STEP = amount('0.0001');
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

  it('given any purchase, then value plus fee is what is paid, and the engine’s estimate of the balance is left', () => {
    fc.assert(
      fc.property(context, (facts) => {
        const { orderContext, hero, value = ZERO, fee, left, estimate } = judged('buy', facts);
        const paid = hero.amount ?? ZERO;
        expect(value + (fee.amount ?? ZERO)).toBe(paid);
        for (const shown of [paid, value, fee.amount ?? ZERO]) expect(shown % STEP).toBe(0n);
        if (fee.role === undefined || estimate === undefined) return;
        expect(left).toBe(estimate.leftAfter);
        expect(paid - estimate.pays.amount >= 0n && paid - estimate.pays.amount < STEP).toBe(true);
        const due = (fee.amount ?? ZERO) - estimate.fee;
        if (!fee.isAtMost) expect(due >= 0n && due < STEP).toBe(true);
        expect(left <= orderContext.available.quote).toBe(true);
      }),
    );
  });

  it('given any sale, then its value less the fee is received, and never more than it brings', () => {
    fc.assert(
      fc.property(context, (facts) => {
        const { hero, value, fee, left, estimate } = judged('sell', facts);
        if (fee.role === undefined || estimate === undefined) return;
        expect(left).toBe(estimate.leftAfter);
        expect((hero.amount ?? ZERO) <= estimate.gets.amount).toBe(true);
        if (!fee.isAtMost) expect(hero.amount).toBe(subtract(value ?? ZERO, fee.amount ?? ZERO));
      }),
    );
  });

  it('given a fee below the last place shown, then it is rounded up', () => {
    const { hero, value, fee } = review({ ...BUY, quantity: amount('0.06001') });
    expect([hero.amount, value, fee.amount]).toEqual([amount('5.947'), amount('5.941'), amount('0.006')]);
  });
});

describe('a review without a book', () => {
  const blind = (request: OrderRequest, change = {}) => reviewOf(request, { ...ORDER_CONTEXT, ...change }, undefined);

  it('given a limit, then its value is known, its fee is the higher one, and whether it rests is unknown', () => {
    const fees = { maker: rate('0.001'), taker: rate('0.002') };
    const { hero, value, fee, estimate, against } = blind(BUY, { fees });
    expect([hero.amount, value, fee]).toEqual([
      amount('99.198'),
      amount('99'),
      { role: undefined, isAtMost: true, amount: amount('0.198'), rates: fees },
    ]);
    expect(estimate).toBeUndefined();
    expect(against).toEqual({ rate: rate('-0.01'), isFarWorse: false, isDangerous: false, takes: undefined });
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

  it('given a limit more than 5 % worse than the market, then it must be reviewed whatever is switched off', () => {
    const must = (request: OrderRequest) => mustReview(request, { orderContext: ORDER_CONTEXT });
    expect([must({ ...BUY, price: price('105.1') }), must({ ...BUY, price: price('105') })]).toEqual([true, false]);
    expect(must({ ...BUY, side: 'sell', price: price('94.9') })).toBe(true);
    expect(must({ kind: 'market', side: 'buy', budget: amount('50') })).toBe(false);
  });
});
