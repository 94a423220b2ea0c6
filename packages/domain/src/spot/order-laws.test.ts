import { type Amount, add, max, multiply, ONE, type Price, parseDecimal, type Rate, sum, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chargeFee,
  checkOrder,
  costOf,
  NO_FEES,
  priceOf,
  quantityOf,
  restHold,
  type Situation,
  SPOT_RULES,
  unitOf,
} from './index.ts';

/** Ticks and lots as fine as dust, as markets have them, and coarser than any order. */
const GRIDS = [
  ['0.000000001', '0.000000001'],
  ['0.01', '0.00001'],
  ['0.00000001', '1'],
  ['1', '10'],
] as const;
const markets = fc.constantFrom(...GRIDS).map(([tick, lot]) => ({
  id: 1,
  symbol: 'BTC/USDT',
  base: 'BTC',
  quote: 'USDT',
  priceTick: parseDecimal<Price>(tick),
  lot: parseDecimal<Amount>(lot),
}));
const rates = fc
  .oneof(
    fc.bigInt({ min: 0n, max: 5n * 10n ** 16n }),
    fc.bigInt({ min: 0n, max: 20n }).map((basis) => basis * 10n ** 14n),
  )
  .map((value) => value as Rate);
const bands = fc.bigInt({ min: 1n, max: ONE - 1n }).map((value) => value as Rate);
const upTo = (zeros: number) =>
  fc.integer({ min: 0, max: zeros }).chain((at) => fc.bigInt({ min: 1n, max: 10n ** BigInt(at) }));
const indexPrices = upTo(27).map((value) => value as Price);
const budgets = upTo(27).map((value) => value as Amount);
const RICH = (10n ** 37n) as Amount;

const situations = fc.record({ market: markets, maker: rates, taker: rates, price: indexPrices, bandRate: bands }).map(
  ({ market, maker, taker, price, bandRate }): Situation => ({
    market,
    book: 'demo',
    isHalted: false,
    rules: { ...SPOT_RULES, bandRate, orderMin: 1n as Amount },
    index: { price, ageMs: 0, isSimulated: true },
    fees: { maker, taker },
    available: { base: RICH, quote: RICH },
    openOrders: 0,
  }),
);
const counts = upTo(12).map((value) => Number(value));

describe('an accepted market purchase', () => {
  it('never costs more than its budget, and one unit more would', () => {
    fc.assert(
      fc.property(situations, budgets, (situation, budget) => {
        const decision = checkOrder({ kind: 'market', side: 'buy', budget }, situation);
        fc.pre(decision.ok);
        const worst = (units: number) => {
          const cost = (unitOf(situation.market) * BigInt(units)) as Amount;
          return add(cost, chargeFee(NO_FEES, cost, situation.fees.taker).due);
        };
        const units = decision.value.budgetUnits ?? 0;
        expect(worst(units) <= budget).toBe(true);
        expect(worst(units + 1) > budget).toBe(true);
      }),
    );
  });
});

describe('an accepted limit order', () => {
  const fills = fc.array(fc.record({ lots: fc.nat(), better: fc.nat() }), { maxLength: 6 });

  it('pays for every sequence of fills at its limit or better, and for the hold of what rests', () => {
    fc.assert(
      fc.property(situations, counts, counts, fills, (situation, ticks, lots, taken) => {
        const { market, fees } = situation;
        const wish = { side: 'buy', price: priceOf(market, ticks), quantity: quantityOf(market, lots) } as const;
        const decision = checkOrder({ kind: 'limit', force: 'gtc', ...wish }, situation);
        fc.pre(decision.ok);
        let [left, feeState, spent] = [lots, NO_FEES, ZERO];
        for (const fill of taken) {
          const part = fill.lots % (left + 1);
          const cost = costOf(market, ticks - (fill.better % ticks), part);
          const { due, next } = chargeFee(feeState, cost, fees.taker);
          [left, feeState, spent] = [left - part, next, sum([spent, cost, due])];
        }
        const rest = { cost: costOf(market, ticks, left), quantity: quantityOf(market, left) };
        const held = restHold({ side: 'buy', feeState, makerRate: fees.maker }, rest);
        expect(add(spent, held) <= decision.value.pays.amount).toBe(true);
      }),
    );
  });

  it('is asked for no more than its cost and the fee of the dearer role', () => {
    fc.assert(
      fc.property(situations, counts, counts, (situation, ticks, lots) => {
        const { market, fees } = situation;
        const wish = { side: 'buy', price: priceOf(market, ticks), quantity: quantityOf(market, lots) } as const;
        const decision = checkOrder({ kind: 'limit', force: 'gtc', ...wish }, situation);
        fc.pre(decision.ok);
        const cost = costOf(market, ticks, lots);
        const [asMaker, asTaker] = [multiply(cost, fees.maker, 'up'), multiply(cost, fees.taker, 'up')];
        expect(decision.value.pays.amount).toBe(add(cost, max(asMaker, asTaker)));
      }),
    );
  });
});

describe('what is accepted', () => {
  const wishes = fc.record({
    kind: fc.constantFrom('limit', 'sell', 'buy'),
    ticks: counts,
    lots: counts,
    budget: budgets,
  });

  it('is counted in safe integers, and a limit order’s cost in units is one', () => {
    fc.assert(
      fc.property(situations, wishes, (situation, { kind, ticks, lots, budget }) => {
        const [price, quantity] = [priceOf(situation.market, ticks), quantityOf(situation.market, lots)];
        const decision =
          kind === 'limit'
            ? checkOrder({ kind, side: 'sell', force: 'gtc', price, quantity }, situation)
            : checkOrder(
                kind === 'buy' ? { kind: 'market', side: kind, budget } : { kind: 'market', side: 'sell', quantity },
                situation,
              );
        fc.pre(decision.ok);
        const { limitTicks, lots: counted, budgetUnits = 0 } = decision.value;
        expect([limitTicks, counted, budgetUnits].every(Number.isSafeInteger)).toBe(true);
        expect(limitTicks).toBeGreaterThanOrEqual(1);
        if (kind === 'limit') expect(Number.isSafeInteger(limitTicks * counted)).toBe(true);
      }),
    );
  });

  it('trades inside the band, up to its last tick', () => {
    fc.assert(
      fc.property(situations, fc.constantFrom('buy', 'sell'), (situation, side) => {
        const { market, rules, index } = situation;
        const size = side === 'buy' ? { side, budget: (10n ** 18n) as Amount } : { side, quantity: market.lot };
        const decision = checkOrder({ kind: 'market', ...size } as Parameters<typeof checkOrder>[0], situation);
        fc.pre(decision.ok && index !== undefined);
        const ticks = BigInt(decision.value.limitTicks);
        const atTick = (count: bigint) => count * market.priceTick * ONE;
        const edge = index.price * (side === 'buy' ? ONE + rules.bandRate : ONE - rules.bandRate);
        if (side === 'buy') expect(atTick(ticks + 1n) > edge && (ticks === 1n || atTick(ticks) <= edge)).toBe(true);
        else expect(atTick(ticks) >= edge && atTick(ticks - 1n) < edge).toBe(true);
      }),
    );
  });
});
