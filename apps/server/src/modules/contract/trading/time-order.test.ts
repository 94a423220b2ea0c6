import { type ContractRules, contractSettings } from '@app/domain/contract';
import { type Amount, type Price, parseDecimal, type Rate } from '@app/money';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ContractMemory } from '../../../../test/contract-memory.ts';
import { type ProductMarket, productTwinsOf } from '../../../../test/contract-twins.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const price = (text: string) => parseDecimal<Price>(text);
const rate = (text: string) => parseDecimal<Rate>(text);

const START_MS = Date.UTC(2026, 10, 18, 12);
const RULES: ContractRules = {
  terms: contractSettings.terms.initial,
  leverageMax: 100,
  spreadRate: rate('0'),
  overnightRate: rate('0'),
  removalBufferRate: rate('0.02'),
  lotsMin: amount('0.01'),
  limitBandRate: rate('0.5'),
  userNotionalMax: amount('1000000'),
  netExposureMax: amount('1000000'),
  stressRate: rate('0'),
  closeMargin: { minutes: 0, factor: 1 },
  openInterest: { lower: amount('1000000'), upper: amount('2000000') },
  liquidationBufferRate: rate('0.002'),
  liquidationWholeBelow: amount('100000'),
};
const MARKET = {
  market: { priceTick: price('0.01'), multiplier: amount('0.001') },
  rules: RULES,
  hours: 'always',
  startMs: START_MS,
  reopeningTicks: 1,
  index: price('60000'),
  capitalOfMarket: amount('1'),
} as const;
const LEDGER = {
  users: [amount('1000'), amount('1000'), amount('1000')],
  insurance: amount('1000'),
  capital: amount('0'),
};
const NO_STOPS = { stopLoss: undefined, takeProfit: undefined };

let memory: ContractMemory;
let market: ProductMarket;

beforeEach(() => {
  const both = productTwinsOf({ markets: [MARKET], ledger: LEDGER }, { chunk: 1, whim: () => 1 });
  memory = both.memory;
  market = both.twins[0]?.fast as ProductMarket;
});

/** Opens a long of ten lots and returns the number of its order. */
function open(user: number, leverage: number): number {
  const order = { user, series: undefined, stops: NO_STOPS };
  expect(market.open(order, { side: 'long', lots: amount('10'), leverage })).toBe('ok');
  return [...market.positions.keys()].at(-1) as number;
}

let seconds = 1;
const tick = (text: string) => ({ index: price(text), atMs: START_MS + seconds++ * 1_000 });

describe('a tick that waits behind a run', () => {
  /** Two ticks at once: the first one liquidates the first user, so that the second one waits. */
  function beginRun(second: string): number {
    const ticks = market.toBlocks([tick('55000'), tick(second)]);
    memory.begin(ticks);
    return ticks[1]?.atMs ?? 0;
  }

  it('closes nothing that was ordered after its block was sealed: the order waits, and the next one closes it', () => {
    open(0, 100);
    const own = open(1, 5);
    const sealedMs = beginRun('56000');
    market.atMs = sealedMs + 500;
    expect(market.close(own, amount('10'))).toBe('market_closed'); // It waits.
    memory.seal([]);
    expect(market.close(own, amount('10'))).toBe('ok');
    expect(market.positions.get(own)?.closing).toBe(amount('10'));
    expect(market.onTicks([tick('57000')])).toEqual([[`closed ${own}`]]);
  });

  it('closes what was ordered before its block was sealed', () => {
    open(0, 100);
    const own = open(1, 5);
    const sealedMs = beginRun('56000');
    market.atMs = sealedMs - 500;
    expect(market.close(own, amount('10'))).toBe('ok');
    memory.seal([]);
    expect(market.positions.get(own)).toBeUndefined();
  });

  it('liquidates before margin is added that came after its block was sealed', () => {
    open(0, 100);
    const own = open(1, 10);
    const sealedMs = beginRun('50000');
    market.atMs = sealedMs + 500;
    expect(market.addMargin(own, amount('1'))).toBe('market_closed'); // It waits.
    memory.seal([]);
    expect(market.positions.has(own)).toBe(false);
  });

  it('keeps a command waiting that is about a deal of the run', () => {
    const first = open(0, 100);
    market.atMs = beginRun('56000');
    expect(market.close(first, amount('10'))).toBe('market_closed'); // It waits.
    memory.seal([]);
    expect(market.positions.has(first)).toBe(false);
  });
});

describe('an order to close a little', () => {
  it('is no shelter: the tick that closes it liquidates what it leaves insolvent', () => {
    const own = open(0, 100);
    expect(market.close(own, amount('0.01'))).toBe('ok');
    expect(market.onTicks([tick('55000')])).toEqual([[`closed ${own}`, `liquidated ${own}`]]);
    expect(market.positions.size).toBe(0);
  });
});

describe('a reversal', () => {
  it('counts the position that it ends neither as exposure nor as open interest', () => {
    memory.configure({ ...memory.facts, openInterest: { lower: amount('1'), upper: amount('700') } });
    const own = open(0, 1); // 600 of at most 700: with them, only a leverage of one is left.
    memory.configure({ ...memory.facts, netExposureMax: amount('500') });
    expect(market.reverse(own)).toBe('exposure_exhausted'); // 600 the other way round.
    memory.configure({ ...memory.facts, netExposureMax: amount('600') });
    expect(market.reverse(own)).toBe('ok');
  });
});

describe('personal limits', () => {
  const LIMITS = { dailyLoss: null, dailyDeposit: null, coolOffUntilMs: START_MS * 2 };

  it('refuse an opening, and cancel a pending order that a tick reaches', () => {
    const order = { user: 0, series: undefined, stops: NO_STOPS };
    const request = { side: 'long', lots: amount('10'), leverage: 10 } as const;
    expect(market.place(order, request, price('59000'))).toBe('resting');
    memory.configure({ ...memory.facts, limitsOf: () => LIMITS });
    expect(market.open(order, request)).toBe('cooling_off');
    expect(market.onTicks([tick('58000')])[0]?.[0]).toMatch(/^refused /);
    expect(memory.ledger.balanceOfUser(0)).toEqual({ available: amount('1000'), frozen: amount('0') });
  });
});
