import { checkOrder, type Depth, type OrderContext, SPOT_RULES } from '@app/domain/spot';
import { type Amount, formatDecimal, type Price, parseDecimal, type Rate, sum, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FormSteps, readField } from '../trade/form-state.ts';
import { EMPTY_LITE, type LiteForm, SHARES, turned, typed, withShare } from './lite-form.ts';
import { countedIn, paidUnit, previewLite, previewRequest, sentBy, shownText, textIn } from './lite-preview.ts';
import type { LiteContext } from './lite-request.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const STEPS: FormSteps = {
  tick: parseDecimal<Price>('0.01'),
  lot: amount('0.00001'),
  pricePlaces: 2,
  lotPlaces: 5,
  totalPlaces: 2,
};
const ORDER_CONTEXT: OrderContext = {
  market: { id: 1, symbol: 'BTC/USDT', base: 'BTC', quote: 'USDT', priceTick: STEPS.tick, lot: STEPS.lot },
  mode: 'demo',
  isHalted: false,
  rules: SPOT_RULES,
  openOrders: 0,
  index: { price: parseDecimal<Price>('100'), ageMs: 0, isSimulated: true },
  fees: { maker: parseDecimal<Rate>('0.001'), taker: parseDecimal<Rate>('0.0015') },
  available: { base: amount('3'), quote: amount('500') },
};
const level = (price: string, quantity: string) => [parseDecimal<Price>(price), amount(quantity)] as const;
const DEPTH: Depth = {
  asks: [level('100', '1'), level('102', '10')],
  bids: [level('99', '1'), level('97', '10')],
};
const BUY: LiteContext = { side: 'buy', orderContext: ORDER_CONTEXT, depth: DEPTH, steps: STEPS };
const SELL: LiteContext = { ...BUY, side: 'sell' };
const inQuote = (text: string) => typed(EMPTY_LITE, text);
const inBase = (text: string) => typed(turned(EMPTY_LITE), text);

describe('the request sent', () => {
  it.each([
    ['a purchase for money', inQuote('50'), BUY, '50'],
    ['a purchase of coins, for what they cost with the fee', inBase('2'), BUY, '202.31'], // 202 + 0.303, rounded up to the cent.
    ['a sale of coins', inBase('0.5'), SELL, '0.5'],
    ['a sale for money', inQuote('98'), SELL, '98'],
    ['a quarter of the money', withShare(EMPTY_LITE, 25), BUY, '125'],
    ['all of the coins', withShare(EMPTY_LITE, 100), SELL, '3'],
  ])('given %s, then it has exactly this size', (_what, form, context, sent) => {
    const { request } = previewLite(form, context);
    expect(request && formatDecimal(sentBy(request))).toBe(sent);
  });

  it.each([inQuote(''), inQuote('0'), inQuote('0.'), inBase('')])('given %j, then there is none', (form) => {
    expect(previewLite(form, BUY)).toEqual({
      request: undefined,
      estimate: undefined,
      refusal: undefined,
      slippage: undefined,
    });
  });
});

describe('the refusal the server would return', () => {
  it.each([
    ['too little', inQuote('4.99'), ORDER_CONTEXT, 'below_minimum'],
    ['more than there is', inQuote('500.01'), ORDER_CONTEXT, 'insufficient_balance'],
    ['an empty field in a halted market', inQuote(''), { ...ORDER_CONTEXT, isHalted: true }, 'market_closed'],
    ['real money at made up prices', inQuote(''), { ...ORDER_CONTEXT, mode: 'real' }, 'price_simulated'],
    ['no price', inQuote('50'), { ...ORDER_CONTEXT, index: undefined }, 'price_stale'],
  ] as const)('given %s, then the preview shows it', (_what, form, orderContext, code) => {
    const preview = previewLite(form, { ...BUY, orderContext });
    expect(preview.refusal?.code).toBe(code);
  });

  it('given no offers, then the preview shows it', () => {
    expect(previewLite(inQuote('50'), { ...BUY, depth: { bids: [], asks: [] } }).refusal?.code).toBe('nothing_offered');
  });

  it('given a valid amount, then there is none', () => {
    expect(previewLite(inQuote('50'), BUY).refusal).toBeUndefined();
  });
});

describe('an order under review', () => {
  const { request } = previewLite(withShare(EMPTY_LITE, 50), BUY);
  const averageIn = (context: LiteContext) => {
    const { average } = previewRequest(request, context).estimate ?? {};
    return average && formatDecimal(average);
  };

  it('given the market moves, then the request stays the same, and its figures are current', () => {
    const dearer = { ...BUY, depth: { ...DEPTH, asks: [level('104', '10')] } };
    expect(previewRequest(request, dearer).request).toBe(request);
    expect(request && formatDecimal(sentBy(request))).toBe('250');
    expect(averageIn(dearer)).toBe('104');
    expect(averageIn(BUY)).not.toBe('104');
  });

  it.each([
    ['prices stop', { orderContext: { ...ORDER_CONTEXT, index: undefined } }, 'price_stale'],
    [
      'the money goes',
      { orderContext: { ...ORDER_CONTEXT, available: { base: amount('3'), quote: amount('249.99') } } },
      'insufficient_balance',
    ],
    ['the offers go', { depth: { ...DEPTH, asks: [] } }, 'nothing_offered'],
  ] as const)('given %s, then the preview is refused', (_what, change, code) => {
    expect(previewRequest(request, { ...BUY, ...change }).refusal?.code).toBe(code);
  });
});

describe('slippage', () => {
  it.each([
    ['all at the best offer', inBase('1'), BUY, undefined],
    ['almost half a percent worse', inBase('1.33'), BUY, undefined],
    ['a little more than that', inBase('1.4'), BUY, '0.0057'],
    ['a sale through two levels', inBase('2'), SELL, '0.0101'],
  ])('given %s, then it is reported only above half a percent', (_what, form, context, rate) => {
    const { slippage } = previewLite(form, context);
    expect(slippage && formatDecimal(slippage).slice(0, 6)).toBe(rate);
  });
});

const cents = (max: number) => fc.integer({ min: 1, max }).map((count) => (BigInt(count) * 10n ** 16n) as Amount);
const lots = (max: number) => fc.integer({ min: 1, max }).map((count) => (BigInt(count) * 10n ** 13n) as Amount);
const ladder = (isRising: boolean) =>
  fc
    .array(fc.record({ step: fc.integer({ min: 0, max: 90 }), size: lots(5_000_000) }), { minLength: 1, maxLength: 6 })
    .map((steps) => {
      let price = parseDecimal<Price>('100');
      return steps.map(({ step, size }) => {
        price = (isRising ? price + BigInt(step) * STEPS.tick : price - BigInt(step) * STEPS.tick) as Price;
        return [price, size] as const;
      });
    });
const anything = fc.bigInt({ min: 0n, max: 10n ** 24n }).map((value) => value as Amount);
const contexts = fc
  .record({
    side: fc.constantFrom('buy', 'sell'),
    base: anything,
    quote: anything,
    asks: ladder(true),
    bids: ladder(false),
    taker: fc.bigInt({ min: 0n, max: 10n ** 16n }).map((value) => value as Rate),
  })
  .map(
    ({ side, base, quote, asks, bids, taker }): LiteContext => ({
      ...BUY,
      side,
      orderContext: { ...ORDER_CONTEXT, fees: { maker: taker, taker }, available: { base, quote } },
      depth: { asks, bids },
    }),
  );
const forms: fc.Arbitrary<LiteForm> = fc.oneof(
  cents(10_000_000).map((value) => inQuote(textIn('quote', value, STEPS))),
  lots(10_000_000).map((value) => inBase(textIn('base', value, STEPS))),
  fc.constantFrom(...SHARES).map((share) => withShare(EMPTY_LITE, share)),
);

describe('laws', () => {
  it('the amount shown as paid is the amount sent, to the last digit', () => {
    fc.assert(
      fc.property(contexts, forms, (context, form) => {
        const preview = previewLite(form, context);
        fc.pre(preview.request !== undefined);
        const unit = preview.request && 'proceeds' in preview.request ? 'quote' : paidUnit(context.side);
        const shown = shownText({ ...form, unit }, preview, STEPS);
        expect(readField<Amount>(shown)).toBe(preview.request && sentBy(preview.request));
      }),
    );
  });

  it('a share of the balance, 100 percent included, never exceeds the balance', () => {
    fc.assert(
      fc.property(contexts, fc.constantFrom(...SHARES), (context, share) => {
        const { request } = previewLite(withShare(EMPTY_LITE, share), context);
        fc.pre(request !== undefined);
        const decision = checkOrder(request, context.orderContext);
        expect(decision.ok || decision.code !== 'insufficient_balance').toBe(true);
      }),
    );
  });

  it('an amount whose unit is toggled, and retyped as shown, never grows', () => {
    fc.assert(
      fc.property(contexts, forms, (context, form) => {
        const preview = previewLite(form, context);
        fc.pre(preview.request !== undefined && preview.estimate?.beyond === false);
        const other = { ...form, unit: context.side === 'buy' ? 'base' : 'quote' } as const;
        const retyped = previewLite(typed(other, shownText(other, preview, STEPS)), context);
        const size = (of: typeof preview) => countedIn(paidUnit(context.side), of) ?? (0n as Amount);
        expect(retyped.request === undefined || size(retyped) <= size(preview)).toBe(true);
      }),
    );
  });

  it('a purchase by coins receives at least those coins, and a sale for money brings it unless offers or coins end', () => {
    fc.assert(
      fc.property(contexts, lots(10_000_000), cents(10_000_000), (context, coins, money) => {
        const isBuy = context.side === 'buy';
        const [amountInput, unit] = isBuy ? ([coins, 'base'] as const) : ([money, 'quote'] as const);
        const preview = previewLite(typed({ ...EMPTY_LITE, unit }, textIn(unit, amountInput, STEPS)), context);
        const { estimate } = preview;
        fc.pre(preview.request !== undefined && estimate?.beyond === false);
        if (isBuy) expect((countedIn(unit, preview) ?? ZERO) >= amountInput).toBe(true);
        else if (preview.refusal === undefined) {
          const { bids } = context.depth;
          const offered = sum(bids.filter(([price]) => price >= 95n * 10n ** 18n).map(([, open]) => open));
          expect(estimate.gets.amount >= amountInput || estimate.pays.amount === offered).toBe(true);
        }
      }),
    );
  });
});
