import {
  type Amount,
  add,
  max,
  multiply,
  ONE,
  type Price,
  parseDecimal,
  type Rate,
  subtract,
  sum,
  ZERO,
} from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chargeFee,
  checkOrder,
  costOf,
  NO_FEES,
  type OrderContext,
  priceOf,
  quantityOf,
  restHold,
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

const orderContexts = fc
  .record({ market: markets, maker: rates, taker: rates, price: indexPrices, bandRate: bands })
  .map(
    ({ market, maker, taker, price, bandRate }): OrderContext => ({
      market,
      mode: 'demo',
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
      fc.property(orderContexts, budgets, (orderContext, budget) => {
        const decision = checkOrder({ kind: 'market', side: 'buy', budget }, orderContext);
        fc.pre(decision.ok);
        const worst = (units: number) => {
          const cost = (unitOf(orderContext.market) * BigInt(units)) as Amount;
          return add(cost, chargeFee(NO_FEES, cost, orderContext.fees.taker).due);
        };
        const units = decision.value.quoteUnits ?? 0;
        expect(worst(units) <= budget).toBe(true);
        expect(worst(units + 1) > budget).toBe(true);
      }),
    );
  });
});

describe('an accepted market sale for proceeds', () => {
  it('stops at the smallest cost that leaves them after the fee, and may sell enough at the edge of its band', () => {
    fc.assert(
      fc.property(orderContexts, budgets, (orderContext, proceeds) => {
        const decision = checkOrder({ kind: 'market', side: 'sell', proceeds }, orderContext);
        fc.pre(decision.ok);
        const net = (units: number) => {
          const cost = (unitOf(orderContext.market) * BigInt(units)) as Amount;
          return subtract(cost, chargeFee(NO_FEES, cost, orderContext.fees.taker).due);
        };
        const { quoteUnits = 0, lots, limitTicks } = decision.value;
        expect(net(quoteUnits) >= proceeds).toBe(true);
        expect(net(quoteUnits - 1) < proceeds).toBe(true);
        expect(BigInt(lots) * BigInt(limitTicks) >= BigInt(quoteUnits)).toBe(true);
      }),
    );
  });

  it('sells no more than there is, and is refused if that is too little at the index price', () => {
    fc.assert(
      fc.property(orderContexts, budgets, counts, (orderContext, proceeds, ownedLots) => {
        const { market, fees, index } = orderContext;
        const base = quantityOf(market, ownedLots);
        const decision = checkOrder(
          { kind: 'market', side: 'sell', proceeds },
          { ...orderContext, available: { ...orderContext.available, base } },
        );
        if (decision.ok) expect(decision.value.pays.amount <= base).toBe(true);
        const worth = multiply(base, index?.price ?? (0n as Price), 'down');
        const isShort = subtract(worth, chargeFee(NO_FEES, worth, fees.taker).due) < proceeds;
        if (isShort) expect(decision.ok).toBe(false);
      }),
    );
  });
});

describe('an accepted limit order', () => {
  const fills = fc.array(fc.record({ lots: fc.nat(), better: fc.nat() }), { maxLength: 6 });

  it('covers every sequence of fills at its limit or better, and the hold of the resting quantity', () => {
    fc.assert(
      fc.property(orderContexts, counts, counts, fills, (orderContext, ticks, lots, taken) => {
        const { market, fees } = orderContext;
        const request = { side: 'buy', price: priceOf(market, ticks), quantity: quantityOf(market, lots) } as const;
        const decision = checkOrder({ kind: 'limit', force: 'gtc', ...request }, { ...orderContext, index: undefined });
        fc.pre(decision.ok);
        let left = lots;
        let feeState = NO_FEES;
        let spent = ZERO;
        for (const fill of taken) {
          const part = fill.lots % (left + 1);
          const cost = costOf(market, ticks - (fill.better % ticks), part);
          const { due, next } = chargeFee(feeState, cost, fees.taker);
          left = left - part;
          feeState = next;
          spent = sum([spent, cost, due]);
        }
        const rest = { cost: costOf(market, ticks, left), quantity: quantityOf(market, left) };
        const held = restHold({ side: 'buy', feeState, makerRate: fees.maker }, rest);
        expect(add(spent, held) <= decision.value.pays.amount).toBe(true);
      }),
    );
  });

  it('requires no more than its cost and the fee of the more expensive role', () => {
    fc.assert(
      fc.property(orderContexts, counts, counts, (orderContext, ticks, lots) => {
        const { market, fees } = orderContext;
        const request = { side: 'buy', price: priceOf(market, ticks), quantity: quantityOf(market, lots) } as const;
        const decision = checkOrder({ kind: 'limit', force: 'gtc', ...request }, { ...orderContext, index: undefined });
        fc.pre(decision.ok);
        const cost = costOf(market, ticks, lots);
        const asMaker = multiply(cost, fees.maker, 'up');
        const asTaker = multiply(cost, fees.taker, 'up');
        expect(decision.value.pays.amount).toBe(add(cost, max(asMaker, asTaker)));
      }),
    );
  });
});

describe('an accepted order', () => {
  const requests = fc.record({
    kind: fc.constantFrom('limit', 'sell', 'buy'),
    ticks: counts,
    lots: counts,
    budget: budgets,
  });

  it('is expressed in safe integers, and so is a limit order’s cost in units', () => {
    fc.assert(
      fc.property(orderContexts, requests, (orderContext, { kind, ticks, lots, budget }) => {
        const price = priceOf(orderContext.market, ticks);
        const quantity = quantityOf(orderContext.market, lots);
        const decision =
          kind === 'limit'
            ? checkOrder({ kind, side: 'sell', force: 'gtc', price, quantity }, orderContext)
            : checkOrder(
                kind === 'buy' ? { kind: 'market', side: kind, budget } : { kind: 'market', side: 'sell', quantity },
                orderContext,
              );
        fc.pre(decision.ok);
        const { limitTicks, lots: counted, quoteUnits = 0 } = decision.value;
        expect([limitTicks, counted, quoteUnits].every(Number.isSafeInteger)).toBe(true);
        expect(limitTicks).toBeGreaterThanOrEqual(1);
        if (kind === 'limit') expect(Number.isSafeInteger(limitTicks * counted)).toBe(true);
      }),
    );
  });

  it('trades inside the price band, up to its last tick', () => {
    fc.assert(
      fc.property(orderContexts, fc.constantFrom('buy', 'sell'), (orderContext, side) => {
        const { market, rules, index } = orderContext;
        const size = side === 'buy' ? { side, budget: (10n ** 18n) as Amount } : { side, quantity: market.lot };
        const decision = checkOrder({ kind: 'market', ...size } as Parameters<typeof checkOrder>[0], orderContext);
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
