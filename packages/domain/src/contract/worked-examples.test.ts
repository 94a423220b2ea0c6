import type { Decision } from '@app/base';
import {
  type Amount,
  add,
  formatDecimal,
  formatPlaces,
  type Price,
  parseDecimal,
  type Rate,
  subtract,
  ZERO,
} from '@app/money';
import { describe, expect, it } from 'vitest';
import {
  addMargin,
  bankruptcyPrice,
  type ContractRules,
  chargeOvernight,
  checkExposure,
  checkUserNotional,
  closePosition,
  contractSettings,
  coverShortfall,
  type Exposure,
  fillPending,
  isLiquidated,
  limitFillPrice,
  liquidatePosition,
  liquidationPrice,
  maintenanceMargin,
  maximumLoss,
  openingCost,
  openPosition,
  type Position,
  placeLimit,
  quoteAround,
  removableMargin,
  removeMargin,
  resultAt,
  returnOnMargin,
  riskRate,
  splitPosition,
  stressCost,
  tierAt,
} from './index.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const price = (text: string) => parseDecimal<Price>(text);
const rate = (text: string) => parseDecimal<Rate>(text);
const NO_NIGHTS = price('0');

const RULES: ContractRules = {
  terms: contractSettings.terms.initial,
  leverageMax: 100,
  spreadRate: rate('0.0001'),
  overnightRate: rate('0.0003'),
  removalBufferRate: contractSettings.removalBufferRate.initial,
  lotsMin: contractSettings.lotsMin.initial,
  limitBandRate: contractSettings.limitBandRate.initial,
  userNotionalMax: contractSettings.userNotionalMax.initial,
  netExposureMax: contractSettings.netExposureMax.initial,
  stressRate: contractSettings.stressRate.initial,
  closeMargin: { minutes: 15, factor: 2 },
  openInterest: { lower: amount('2000000'), upper: amount('10000000') },
  liquidationBufferRate: contractSettings.liquidationBufferRate.initial,
  liquidationWholeBelow: contractSettings.liquidationWholeBelow.initial,
};
const BTC = { priceTick: price('0.1'), multiplier: amount('0.001') };
const ETH = { priceTick: price('0.01'), multiplier: amount('0.01') };
const EMPTY: Exposure = {
  ofUser: ZERO,
  net: ZERO,
  stress: { rise: ZERO, fall: ZERO },
  capital: amount('1000000'),
};
const contextAt = (market: Position['market'], index: string, available = '1000000') => ({
  market,
  rules: RULES,
  now: { index: price(index), overnightIndex: NO_NIGHTS },
  exposure: EMPTY,
  available: amount(available),
});

function opened(market: Position['market'], request: { side?: 'short'; lots: string; leverage: number; at: string }) {
  const { side = 'long', lots, leverage, at } = request;
  return expectOk(openPosition({ side, lots: amount(lots), leverage }, price(at), contextAt(market, at)));
}

function expectOk<Value>(decision: Decision<Value, string>): Value {
  if (!decision.ok) throw new Error(decision.code);
  return decision.value;
}

describe('a long of 0.1 BTC at ten times', () => {
  const position = opened(BTC, { lots: '100', leverage: 10, at: '66930' });
  const now = { index: price('67842.1'), overnightIndex: NO_NIGHTS };

  it('has these figures', () => {
    expect(formatDecimal(position.margin)).toBe('669.3');
    expect(formatDecimal(position.openFee)).toBe('2.6772');
    expect(formatDecimal(resultAt(position, now.index))).toBe('91.21');
    expect(formatPlaces(returnOnMargin(position, now) ?? rate('0'), 4, 'down')).toBe('0.1362');
    expect(formatPlaces(riskRate(position, now) ?? rate('0'), 4, 'down')).toBe('1.1362');
    expect(formatDecimal(liquidationPrice(position, NO_NIGHTS) ?? ZERO)).toBe('60564');
    expect(formatDecimal(bankruptcyPrice(position, NO_NIGHTS) ?? ZERO)).toBe('60261.2');
    expect(formatDecimal(maximumLoss(position))).toBe('671.9772');
  });

  it('given forty lots are closed at the bid, then they bring their share of the margin, the gain less the fee', () => {
    const quote = quoteAround(now.index, BTC, RULES.spreadRate);
    expect([quote.bid, quote.ask].map(formatDecimal)).toEqual(['67835.315', '67848.885']);
    const { part, rest = position } = expectOk(
      splitPosition(position, amount('40'), { ...RULES, quote, overnightIndex: NO_NIGHTS }),
    );
    const { margin, result, fee, returned } = closePosition(part, quote, NO_NIGHTS);
    expect([margin, result, fee, returned].map(formatDecimal)).toEqual([
      '267.72',
      '36.2126',
      '1.08536504',
      '302.84723496',
    ]);
    expect(liquidationPrice(rest, NO_NIGHTS)).toBe(liquidationPrice(position, NO_NIGHTS));
  });

  it('given nothing was added, then no margin may be removed, even in profit; what was added may', () => {
    expect(removableMargin(position, now, RULES)).toBe(ZERO);
    const more = addMargin(position, amount('500'), amount('500'));
    // Ten percent and a buffer of two, of the notional of 6784.21, must stay of 1169.3.
    expect(more.ok && formatDecimal(removableMargin(more.value, now, RULES))).toBe('355.1948');
    expect(addMargin(position, amount('500'), amount('499')).ok).toBe(false);
  });
});

describe('a long of 1.5 ETH at twenty times', () => {
  const position = opened(ETH, { lots: '150', leverage: 20, at: '3486.20' });

  it('given the tick that reaches its liquidation price, then the rest of its margin goes back', () => {
    expect(formatDecimal(liquidationPrice(position, NO_NIGHTS) ?? ZERO)).toBe('3329.87');
    const now = { index: price('3329.52'), overnightIndex: NO_NIGHTS };
    const quote = quoteAround(now.index, ETH, RULES.spreadRate);
    const { price: at, result, fee, returned, shortfall } = liquidatePosition(position, now, quote);
    expect([at, result, returned, shortfall].map(formatDecimal)).toEqual(['3329.187', '-235.5195', '23.9479878', '0']);
    expect(formatPlaces(fee, 2, 'up')).toBe('2.00');
  });

  it('given a gap below its bankruptcy price, then it loses its margin and no more; the rest is a shortfall', () => {
    const now = { index: price('3000'), overnightIndex: NO_NIGHTS };
    const { returned, fee, shortfall } = liquidatePosition(position, now, { bid: price('3000'), ask: price('3001') });
    expect([returned, fee, shortfall].map(formatDecimal)).toEqual(['0', '0', '467.835']);
    const cover = (insurance: string, capital: string) =>
      Object.values(coverShortfall(shortfall, { insurance: amount(insurance), capital: amount(capital) })).map(
        formatDecimal,
      );
    expect(cover('400', '100')).toEqual(['400', '67.835', '0']);
    expect(cover('400', '60')).toEqual(['400', '60', '7.835']);
    expect(cover('-1', '-1')).toEqual(['0', '0', '467.835']);
  });

  it('given a better price, then a liquidation is a defect', () => {
    const now = { index: price('3329.88'), overnightIndex: NO_NIGHTS };
    expect(isLiquidated(position, now)).toBe(false);
    expect(() => liquidatePosition(position, now, { bid: now.index, ask: now.index })).toThrow('liquidation price');
  });
});

describe('the maintenance margin', () => {
  it.each([
    ['99999.99', '499.99995', '0'],
    ['100000', '500', '0'],
    ['500000', '4500', '500'],
    ['2000000', '42000', '8000'],
    ['3000000', '92000', '58000'],
  ])('of %s is %s: every rate counts for the part above its amount', (notional, maintenance, deduction) => {
    const { tiers } = RULES.terms;
    expect(formatDecimal(maintenanceMargin(tiers, amount(notional)))).toBe(maintenance);
    expect(formatDecimal(tierAt(tiers, amount(notional)).deduction)).toBe(deduction);
  });
});

describe('an opening', () => {
  const codeOf = (request: { lots: string; leverage: number }, at: string, openContext = contextAt(BTC, at)) => {
    const decision = openPosition(
      { side: 'long', lots: amount(request.lots), leverage: request.leverage },
      price(at),
      openContext,
    );
    return decision.ok ? 'ok' : decision.code;
  };

  it.each([
    ['0.005', 5, 'amount_step_wrong'],
    ['0', 5, 'below_minimum'],
    ['-1', 5, 'below_minimum'],
    ['1', 0, 'below_minimum'],
    ['1', -1, 'below_minimum'],
    ['1', 2.5, 'amount_step_wrong'],
    ['1', Number.NaN, 'amount_step_wrong'],
    ['1', 101, 'leverage_too_high'],
    ['1', 100, 'ok'],
    ['8334', 100, 'above_maximum'],
  ] as const)('of %s lots at %s times is %s', (lots, leverage, code) => {
    expect(codeOf({ lots, leverage }, '60000')).toBe(code);
  });

  it('given less than margin and fee, then it is refused', () => {
    // 60 / 10 + 60 × 0.0004.
    expect(codeOf({ lots: '1', leverage: 10 }, '60000', contextAt(BTC, '60000', '6.024'))).toBe('ok');
    expect(codeOf({ lots: '1', leverage: 10 }, '60000', contextAt(BTC, '60000', '6.023999'))).toBe(
      'insufficient_balance',
    );
  });

  it('given a tier that asks for more than the leverage leaves, then it is refused and not liquidated at once', () => {
    const tiers = [{ above: ZERO, rate: rate('0.02') }];
    const strict = { ...contextAt(BTC, '60000'), rules: { ...RULES, terms: { ...RULES.terms, tiers } } };
    const lots = amount('1');
    const at = (leverage: number) => openPosition({ side: 'long', lots, leverage }, price('60000'), strict);
    expect(at(50)).toEqual({ ok: false, code: 'leverage_too_high', params: { maximum: '49' } });
    expect(at(101)).toEqual(at(50));
    expect(codeOf({ lots: '1', leverage: 49 }, '60000', strict)).toBe('ok'); // 1 / 49 is above 0.0204.
  });
});

describe('what a user types', () => {
  const position = opened(BTC, { lots: '1', leverage: 10, at: '60000' });
  const quote = { bid: price('60000'), ask: price('60000') };
  const close = (lots: string, lotsMin = '0.3') =>
    splitPosition(position, amount(lots), { lotsMin: amount(lotsMin), quote, overnightIndex: NO_NIGHTS });

  it.each([
    ['0', { ok: false, code: 'below_minimum', params: { minimum: '0.01' } }],
    ['-1', { ok: false, code: 'below_minimum', params: { minimum: '0.01' } }],
    ['0.005', { ok: false, code: 'amount_step_wrong', params: { step: '0.01' } }],
    ['0.71', { ok: false, code: 'above_maximum', params: { maximum: '0.7' } }],
    ['1.01', { ok: false, code: 'above_maximum', params: { maximum: '1' } }],
  ])('given %s lots to close, then it is refused', (lots, refused) => {
    expect(close(lots)).toEqual(refused);
  });

  it('given all lots, or a rest of at least the minimum, then it is closed', () => {
    expect(close('1')).toEqual({ ok: true, value: { part: position, rest: undefined } });
    expect(formatDecimal(expectOk(close('0.7')).rest?.lots ?? ZERO)).toBe('0.3');
    expect(close('1', '1').ok).toBe(true);
    expect(close('0.5', '1')).toEqual({ ok: false, code: 'below_minimum', params: { minimum: '1' } });
  });

  it.each(['0', '-1'])('given a margin of %s, then it is neither added nor removed', (text) => {
    const refused = { ok: false, code: 'below_minimum', params: { minimum: '0.000000000000000001' } };
    const now = { index: price('60000'), overnightIndex: NO_NIGHTS };
    expect(addMargin(position, amount(text), amount('5'))).toEqual(refused);
    expect(removeMargin(position, amount(text), { now, rules: RULES })).toEqual(refused);
  });

  it.each([
    [0, 'below_minimum'],
    [2.5, 'amount_step_wrong'],
  ])('given a leverage of %s, then it is refused with that code', (leverage, code) => {
    const cost = openingCost({ lots: amount('1'), leverage }, price('60000'), { market: BTC, rules: RULES });
    expect(!cost.ok && cost.code).toBe(code);
  });
});

describe('a margin of 1,000 with a loss of 980 and nights of 60', () => {
  const first = opened(BTC, { lots: '100', leverage: 6, at: '60000' });
  const overnightIndex = price('600');

  it.each([
    ['due', first],
    ['charged', chargeOvernight(first, overnightIndex).position],
  ])(
    'given the nights are %s, then the loss leaves the platform twenty of them and the insurance fund pays nothing',
    (_, position) => {
      const exit = price('50200');
      const end = closePosition(position, { bid: exit, ask: exit }, overnightIndex);
      const kept = add(position.overnightCharged, subtract(end.overnight, end.overnightReturned));
      expect([end.result, kept, end.shortfall, end.returned].map(formatDecimal)).toEqual(['-980', '20', '0', '0']);
    },
  );
});

describe('a pending order', () => {
  const place = (limit: string, available = '1000', side: 'long' | 'short' = 'short') =>
    placeLimit({ side, lots: amount('10'), leverage: 5 }, price(limit), contextAt(BTC, '60000', available));
  const heldBy = (limit: string) => {
    const placed = expectOk(place(limit));
    return placed.kind === 'resting' ? [placed.held.margin, placed.held.fee].map(formatDecimal) : placed.kind;
  };

  it('holds margin and fee at its limit, whatever the index is', () => {
    expect(heldBy('61000')).toEqual(['122', '0.244']);
    expect(place('61000', '122.244').ok).toBe(true);
    expect(place('61000', '122.2439')).toEqual({ ok: false, code: 'insufficient_balance' });
    expect(place('61000.05')).toEqual({ ok: false, code: 'price_step_wrong', params: { step: '0.1' } });
  });

  it('given a limit at or near the index, then it rests; only the opening price itself opens at once', () => {
    const entryOf = (limit: string, side: 'long' | 'short') => {
      const placed = expectOk(place(limit, '1000', side));
      return placed.kind === 'opened' ? formatDecimal(placed.position.entry) : placed.kind;
    };
    expect(['60000', '60005.9', '60006', '61000'].map((limit) => entryOf(limit, 'long'))).toEqual([
      'resting',
      'resting',
      '60006',
      '60006',
    ]);
    expect(['60000', '59994.1', '59994', '59000'].map((limit) => entryOf(limit, 'short'))).toEqual([
      'resting',
      'resting',
      '59994',
      '59994',
    ]);
  });

  it('given a limit more than half the index away, then it is refused', () => {
    const far = { ok: false, code: 'limit_price_too_far', params: { lowest: '30000', highest: '90000' } };
    expect([place('29999.9'), place('90000.1')]).toEqual([far, far]);
    expect([place('30000').ok, place('90000').ok]).toEqual([true, true]);
  });

  it('given a gap through its limit, then it fills at the better price of the platform', () => {
    const quote = quoteAround(price('63000'), BTC, RULES.spreadRate);
    const order = { side: 'short', limit: price('61000'), placedAfter: 1 } as const;
    const at = (index: string) => ({ tick: 2, index: price(index) });
    expect(limitFillPrice(order, at('63000'), quote)).toBe(quote.bid);
    const atLimit = quoteAround(order.limit, BTC, RULES.spreadRate);
    expect(limitFillPrice(order, at('61000'), atLimit)).toBe(order.limit);
    expect(limitFillPrice(order, at('60999.9'), quote)).toBeUndefined();
    expect(limitFillPrice({ ...order, placedAfter: 2 }, at('63000'), quote)).toBeUndefined();
  });

  it('given a better price that the user cannot pay, then a short fills at its limit, which is funded', () => {
    const request = { side: 'short', lots: amount('10'), leverage: 5 } as const;
    const prices = { limit: price('61000'), price: price('63000') };
    const entryWith = (available: string) =>
      formatDecimal(expectOk(fillPending(request, prices, contextAt(BTC, '63000', available))).entry);
    expect([entryWith('126.252'), entryWith('126.2519'), entryWith('122.244')]).toEqual(['63000', '61000', '61000']);
    const poor = fillPending(request, prices, contextAt(BTC, '63000', '122.2439'));
    expect(!poor.ok && poor.code).toBe('insufficient_balance');
  });

  it('given the most notional of a user, then a better price refuses nobody', () => {
    const request = { side: 'short', lots: amount('10'), leverage: 5 } as const;
    const prices = { limit: price('61000'), price: price('63000') };
    const context = contextAt(BTC, '63000');
    const filled = (most: string) =>
      fillPending(request, prices, { ...context, rules: { ...RULES, userNotionalMax: amount(most) } }).ok;
    expect([filled('610'), filled('609.99')]).toEqual([true, false]);
  });
});

describe('removing margin', () => {
  const position = expectOk(
    addMargin(opened(BTC, { lots: '100', leverage: 50, at: '60000' }), amount('5000'), amount('5000')),
  );
  const now = { index: price('60000'), overnightIndex: NO_NIGHTS };
  const removable = (rules: Partial<ContractRules>) =>
    formatDecimal(removableMargin(position, now, { ...RULES, ...rules }));
  const tiersOf = (text: string) => ({ terms: { ...RULES.terms, tiers: [{ above: ZERO, rate: rate(text) }] } });

  it('given a lower leverage or a stricter tier of now, then more must stay; milder ones change nothing', () => {
    // 5120 less 4 percent of 6000; less 12 percent; less a half, the closing fee of 2.4 and a unit.
    expect(removable({})).toBe('4880');
    expect(removable({ leverageMax: 10 })).toBe('4400');
    expect(removable(tiersOf('0.5'))).toBe('2117.599999999999999999');
    expect(removable({ leverageMax: 100, ...tiersOf('0.0001') })).toBe('4880');
  });
});

describe('a low price on a coarse tick', () => {
  it('given a spread of three basis points, then a quote is not a tick of eight away', () => {
    const market = { priceTick: price('0.00000001'), multiplier: amount('1000000') };
    const { bid, ask } = quoteAround(price('0.00001234'), market, rate('0.0003'));
    expect([bid, ask].map(formatDecimal)).toEqual(['0.0000123362', '0.0000123438']);
  });
});

describe('the exposure of the platform', () => {
  const short = opened(BTC, { side: 'short', lots: '1000', leverage: 100, at: '60000' });
  const long = opened(BTC, { lots: '1000', leverage: 100, at: '60000' });
  const index = price('60000');
  const codeOf = (position: Position, exposure: Partial<Exposure>) => {
    const decision = checkExposure(position, index, { exposure: { ...EMPTY, ...exposure }, limits: RULES });
    return decision.ok ? 'ok' : decision.code;
  };

  it('after a move is what winners gain, less what losers pay until they are liquidated', () => {
    const costs = (position: Position) => Object.values(stressCost(position, index, RULES.stressRate));
    // 600 less maintenance and closing fee of 60000, and of 72000.
    expect(costs(long).map(formatDecimal)).toEqual(['12000', '-276']);
    expect(costs(short).map(formatDecimal)).toEqual(['-211.2', '12000']);
    expect(costs({ ...long, margin: amount('300') }).map(formatDecimal)).toEqual(['12000', '0']);
  });

  it('is limited in each market, for openings that raise it', () => {
    expect(codeOf(long, { net: amount('4940000') })).toBe('ok');
    expect(codeOf(long, { net: amount('4940000.01') })).toBe('exposure_exhausted');
    expect(codeOf(short, { net: amount('4940000.01') })).toBe('ok');
    expect(codeOf(short, { net: amount('-4940000.01') })).toBe('exposure_exhausted');
    expect(codeOf(short, { net: amount('6000000') })).toBe('ok');
  });

  it('is covered by capital in both directions, unless the opening lowers the cost of that move', () => {
    const stress = { rise: amount('88000'), fall: amount('0') };
    expect(codeOf(long, { stress, capital: amount('100000') })).toBe('ok');
    expect(codeOf(long, { stress, capital: amount('99999.99') })).toBe('exposure_exhausted');
    expect(codeOf(short, { stress, capital: amount('12000') })).toBe('ok');
    expect(codeOf(short, { stress, capital: amount('11999') })).toBe('exposure_exhausted');
  });

  it('given what a user has in the market, then positions and pending orders together are limited', () => {
    const isWithin = (ofUser: string) => checkUserNotional(amount('60000'), { ofUser: amount(ofUser) }, RULES).ok;
    expect([isWithin('440000'), isWithin('440000.01')]).toEqual([true, false]);
  });
});
