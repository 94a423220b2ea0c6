import { type Amount, formatDecimal, type Price, parseDecimal, type Rate } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkOrder, type OrderContext, type OrderRequest, type PlaceRefusal, SPOT_RULES } from './index.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const price = (text: string) => parseDecimal<Price>(text);
const rate = (text: string) => parseDecimal<Rate>(text);

const BTC = { id: 1, symbol: 'BTC/USDT', base: 'BTC', quote: 'USDT', priceTick: price('0.01'), lot: amount('0.00001') };
const CALM: OrderContext = {
  market: BTC,
  mode: 'real',
  isHalted: false,
  rules: SPOT_RULES,
  index: { price: price('60000.01'), ageMs: 0, isSimulated: false },
  fees: { maker: rate('0.001'), taker: rate('0.0015') },
  available: { base: amount('10'), quote: amount('1000000') },
  openOrders: 0,
};
const LIMIT = { kind: 'limit', side: 'buy', price: price('60000'), quantity: amount('0.5'), force: 'gtc' } as const;
const SALE = { kind: 'market', side: 'sell', quantity: amount('0.5') } as const;
const PURCHASE = { kind: 'market', side: 'buy', budget: amount('1000') } as const;

/** Faults of an order, in the documented order of refusals. */
type Case = { request: OrderRequest; orderContext: OrderContext };
type Fault = { readonly code: PlaceRefusal; readonly plant: (sound: Case) => Case };
const inContext = (code: PlaceRefusal, change: (orderContext: OrderContext) => Partial<OrderContext>): Fault => ({
  code,
  plant: ({ request, orderContext }) => ({ request, orderContext: { ...orderContext, ...change(orderContext) } }),
});
const inRules = (code: PlaceRefusal, rules: Partial<OrderContext['rules']>) =>
  inContext(code, (orderContext) => ({ rules: { ...orderContext.rules, ...rules } }));
const inRequest = (code: PlaceRefusal, change: object): Fault => ({
  code,
  plant: ({ request, orderContext }) => ({ request: { ...request, ...change } as OrderRequest, orderContext }),
});

const CLOSED = inRules('market_closed', { isOn: false });
const SIMULATED = inContext('price_simulated', ({ index = { price: price('1'), ageMs: 0 } }) => ({
  index: { ...index, isSimulated: true },
}));
const OFF_TICK = inRequest('price_step_wrong', { price: price('60000.001') });
const OFF_LOT = inRequest('amount_step_wrong', { quantity: amount('0.500001') });
const STALE = inContext('no_live_price', ({ index }) => ({ index: index && { ...index, ageMs: 5_001 } }));
const FAR = inRequest('limit_price_too_far', { price: price('90000.02') });
const SMALL = inRules('below_minimum', { orderMin: amount('1000000000') });
const LARGE = inRules('above_maximum', { orderMax: amount('10') });
const MANY = inContext('too_many_orders', () => ({ openOrders: 200 }));
const POOR = inContext('insufficient_balance', () => ({ available: { base: amount('0.1'), quote: amount('1') } }));

const answerOf = ({ request, orderContext }: Case) => {
  const decision = checkOrder(request, orderContext);
  return decision.ok ? 'ok' : decision.code;
};

describe('the first refusal that applies', () => {
  it.each([
    ['a limit order', LIMIT, [CLOSED, SIMULATED, STALE, OFF_LOT, FAR, SMALL, LARGE, MANY, POOR]],
    ['a market sale', SALE, [CLOSED, SIMULATED, STALE, OFF_LOT, SMALL, LARGE, POOR]],
    ['a market purchase', PURCHASE, [CLOSED, SIMULATED, STALE, SMALL, LARGE, POOR]],
  ] as const)('is returned for %s, whatever else is wrong', (_, request, faults) => {
    fc.assert(
      fc.property(fc.subarray([...faults]), (planted) => {
        const faulty = planted.reduce<Case>((sound, { plant }) => plant(sound), { request, orderContext: CALM });
        expect(answerOf(faulty)).toBe(planted[0]?.code ?? 'ok');
      }),
    );
  });

  it.each([
    [LIMIT, [OFF_TICK], { step: '0.01' }],
    [LIMIT, [OFF_LOT], { step: '0.00001' }],
    [LIMIT, [FAR], { lowest: '30000.01', highest: '90000.01' }],
    [LIMIT, [SMALL], { minimum: '1000000000' }],
    [LIMIT, [LARGE], { maximum: '10' }],
    [LIMIT, [MANY], { maximum: '200' }],
  ] as const)('includes the limit that would be accepted: %#', (request, [fault], params) => {
    const { request: faulty, orderContext } = fault.plant({ request, orderContext: CALM });
    expect(checkOrder(faulty, orderContext)).toEqual({ ok: false, code: fault.code, params });
  });
});

describe('an order', () => {
  it.each([
    ['the market is halted', LIMIT, { isHalted: true }, 'market_closed'],
    [
      'the demo book has simulated prices',
      LIMIT,
      { ...CALM, ...SIMULATED.plant({ request: LIMIT, orderContext: CALM }).orderContext, mode: 'demo' },
      'ok',
    ],
    ['there is no index', LIMIT, { index: undefined, mode: 'demo' }, 'ok'],
    ['there is no index', LIMIT, { index: undefined }, 'no_live_price'],
    ['there is no index', SALE, { index: undefined, mode: 'demo' }, 'price_stale'],
    ['there is no index', SALE, { index: undefined }, 'no_live_price'],
    ['its limit is off the grid', { ...LIMIT, price: price('60000.001') }, {}, 'price_step_wrong'],
    ['its limit is the lowest', { ...LIMIT, price: price('30000.01') }, {}, 'ok'],
    ['its limit is too low', { ...LIMIT, price: price('30000') }, {}, 'limit_price_too_far'],
    ['its limit is the highest', { ...LIMIT, side: 'sell', price: price('90000.01') }, {}, 'ok'],
    [
      'its limit is too far from an old index',
      { ...LIMIT, price: price('90000.02') },
      { mode: 'demo', index: { price: price('60000.01'), ageMs: 60_000, isSimulated: true } },
      'limit_price_too_far',
    ],
    [
      'the index is as old as it may be',
      SALE,
      { index: { price: price('60000'), ageMs: 5_000, isSimulated: false } },
      'ok',
    ],
    [
      'the index is from the future',
      SALE,
      { index: { price: price('60000'), ageMs: -60_000, isSimulated: false } },
      'no_live_price',
    ],
    ['many rest', { ...LIMIT, force: 'post' }, { openOrders: 200 }, 'too_many_orders'],
    ['many rest', { ...LIMIT, force: 'ioc' }, { openOrders: 200 }, 'ok'],
    ['many rest', SALE, { openOrders: 200 }, 'ok'],
    ['it asks for nothing', { ...LIMIT, quantity: amount('0') }, {}, 'amount_step_wrong'],
    ['it asks for less than nothing', { ...SALE, quantity: amount('-1') }, {}, 'amount_step_wrong'],
    ['it pays nothing', { ...LIMIT, price: price('0') }, {}, 'price_step_wrong'],
    ['it spends nothing', { ...PURCHASE, budget: amount('0') }, {}, 'below_minimum'],
    ['it spends less than nothing', { ...PURCHASE, budget: amount('-7') }, {}, 'below_minimum'],
    ['its budget is on no grid', { ...PURCHASE, budget: amount('5.000000000000000001') }, {}, 'ok'],
  ] as const)('given %s: %#', (_, request, change, answer) => {
    expect(answerOf({ request, orderContext: { ...CALM, ...change } as OrderContext })).toBe(answer);
  });

  it.each([
    ['buy', '30045', 'ok'],
    ['buy', '30044.999999999999999999', 'insufficient_balance'],
    ['sell', '0', 'ok'],
  ] as const)('to %s, given %s of the quote currency, then %s', (side, quote, answer) => {
    const available = { base: amount('0.5'), quote: amount(quote) };
    expect(answerOf({ request: { ...LIMIT, side }, orderContext: { ...CALM, available } })).toBe(answer);
  });

  it.each([
    ['0.900719925', 'ok'],
    ['0.900719926', 'above_maximum'],
  ] as const)(
    'given steps so fine that its cost exceeds a safe integer, when its quantity is %s, then %s',
    (cost, answer) => {
      const market = { ...BTC, priceTick: price('0.000000001'), lot: amount('0.000000001') };
      const rules = { ...SPOT_RULES, orderMin: amount('0.000000000000000001') };
      const request = { ...LIMIT, price: price('0.01'), quantity: amount(cost) };
      const index = { price: price('0.01'), ageMs: 0, isSimulated: false };
      expect(answerOf({ request, orderContext: { ...CALM, market, rules, index } })).toBe(answer);
    },
  );

  it.each([
    [LIMIT, 6_000_000, 50_000, undefined, 'USDT 30045'],
    [{ ...LIMIT, side: 'sell' }, 6_000_000, 50_000, undefined, 'BTC 0.5'],
    [SALE, 5_700_001, 50_000, undefined, 'BTC 0.5'],
    [PURCHASE, 6_300_001, Number.MAX_SAFE_INTEGER, 9_985_022_466, 'USDT 1000'],
  ] as const)('is converted to ticks, lots and units: %#', (request, limitTicks, lots, quoteUnits, pays) => {
    const decision = checkOrder(request, CALM);
    expect(decision).toMatchObject({ ok: true, value: { limitTicks, lots, quoteUnits } });
    expect(decision.ok && `${decision.value.pays.currency} ${formatDecimal(decision.value.pays.amount)}`).toBe(pays);
  });
});
