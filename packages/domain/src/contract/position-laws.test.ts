import {
  type Amount,
  add,
  max,
  min,
  multiply,
  negate,
  ONE,
  type Price,
  type Rate,
  subtract,
  sum,
  ZERO,
} from '@app/money';
import {
  floorUnit,
  fromUnits,
  minus,
  plus,
  slowBankruptcyPrice,
  slowLiquidationPrice,
  slowMaintenance,
  slowNightsDue,
  slowNotional,
  slowResult,
  times,
  toUnits,
} from '@app/testkit/exact';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import {
  lotsWorth,
  markets,
  moved,
  moves,
  positions,
  requests,
  rules,
  shares,
} from '../../test/contract-arbitraries.ts';
import { lotsOfShare } from '../../test/contract-exchange.ts';
import { slowOf } from '../../test/contract-histories.ts';
import {
  bankruptcyPrice,
  type ContractNow,
  chargeOvernight,
  closePosition,
  deliverPosition,
  equityAt,
  isLiquidated,
  LOT_STEP,
  limitFillPrice,
  liquidatePosition,
  liquidationPrice,
  maximumLoss,
  nextOvernightIndex,
  notionalAt,
  openingCost,
  openingPrice,
  openPosition,
  type Position,
  placingPrice,
  quoteAround,
  removableMargin,
  removeMargin,
  resultAt,
  type Settlement,
  splitPosition,
  unpaidOvernight,
} from './index.ts';

const RUNS = inject('isLong') ? 20_000 : 1_000;
const SEARCHES = RUNS / 4;

const at = (price: Price) => ({ bid: price, ask: price });

/** Small buffers and high leverage are common: there the maintenance margin asks for more than opening did. */
const buffers = fc.oneof(
  fc.constant(0n as Rate),
  shares.map((share) => (share / 20n) as Rate),
);
const cases = fc
  .record({ it: positions, buffer: buffers, isHigh: fc.boolean(), today: rules, isSame: fc.boolean() })
  .map(({ it: { position, now }, buffer: removalBufferRate, isHigh, today, isSame }) => {
    const own = isHigh ? { ...position, leverage: 200 } : position;
    const before = { ...today, removalBufferRate, leverageMax: 200, terms: own.terms };
    return { position: own, now, before, present: isSame ? before : { ...today, removalBufferRate } };
  });

describe('the liquidation price and the bankruptcy price', () => {
  it('are the prices that a search finds, in every tier', () => {
    fc.assert(
      fc.property(positions, ({ position, now: { overnightIndex } }) => {
        const nights = [fromUnits(overnightIndex)];
        const liquidation = slowLiquidationPrice(slowOf(position), nights);
        const bankruptcy = slowBankruptcyPrice(slowOf(position), nights);
        expect(liquidationPrice(position, overnightIndex)).toBe(liquidation && toUnits(liquidation));
        expect(bankruptcyPrice(position, overnightIndex)).toBe(bankruptcy && toUnits(bankruptcy));
      }),
      { numRuns: SEARCHES },
    );
  });

  it('given exactly the maintenance margin and the closing fee, then it is liquidated; with one unit more it is not', () => {
    fc.assert(
      fc.property(positions, ({ position, now }) => {
        const slow = slowOf(position);
        const index = fromUnits(now.index);
        const notional = slowNotional(slow, index);
        const needed = plus(slowMaintenance(slow.terms, notional), times(notional, slow.terms.closeFee));
        const nights = slowNightsDue(slow, [fromUnits(now.overnightIndex)]);
        const margin = toUnits(floorUnit(plus(minus(needed, slowResult(slow, index)), nights)));
        fc.pre(margin >= 0n);
        expect(isLiquidated({ ...position, margin: margin as Amount }, now)).toBe(true);
        expect(isLiquidated({ ...position, margin: (margin + 1n) as Amount }, now)).toBe(false);
      }),
      { numRuns: RUNS },
    );
  });

  it('given a close at the bankruptcy price, then it pays every fee; a tick worse it does not', () => {
    fc.assert(
      fc.property(positions, ({ position, now: { overnightIndex } }) => {
        const price = bankruptcyPrice(position, overnightIndex);
        fc.pre(price !== undefined && position.terms.closeFeeRate > 0n);
        const { priceTick } = position.market;
        const worse = (position.side === 'long' ? price - priceTick : price + priceTick) as Price;
        const feeAt = (exit: Price) => multiply(notionalAt(position, exit), position.terms.closeFeeRate, 'up');
        const closed = closePosition(position, at(price), overnightIndex);
        expect([closed.shortfall, closed.fee]).toEqual([ZERO, feeAt(price)]);
        expect(closed.overnight).toBe(unpaidOvernight(position, overnightIndex));
        if (worse > 0n) expect(closePosition(position, at(worse), overnightIndex).fee < feeAt(worse)).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it('given any position, then it is liquidated before it is bankrupt', () => {
    fc.assert(
      fc.property(positions, ({ position, now: { overnightIndex } }) => {
        const bankruptcy = bankruptcyPrice(position, overnightIndex);
        fc.pre(bankruptcy !== undefined);
        const { priceTick } = position.market;
        const within = (
          position.side === 'long' ? subtract(bankruptcy, priceTick) : add(bankruptcy, priceTick)
        ) as Price;
        fc.pre(within > 0n);
        expect(isLiquidated(position, { index: within, overnightIndex })).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('the end of a position', () => {
  it('divides margin and result exactly, never pays more than both, and takes no more than the margin', () => {
    fc.assert(
      fc.property(positions, ({ position, now }) => {
        const ends = [closePosition(position, at(now.index), now.overnightIndex), deliverPosition(position, now)];
        if (isLiquidated(position, now)) ends.push(liquidatePosition(position, now, at(now.index)));
        for (const { margin, result, overnight, fee, liquidationFee, returned, ...other } of ends) {
          const { overnightReturned, shortfall } = other;
          expect([margin, result]).toEqual([position.margin, resultAt(position, now.index)]);
          const paidIn = sum([margin, result, overnightReturned, shortfall]);
          expect(sum([overnight, fee, liquidationFee, returned])).toBe(paidIn);
          const all = [overnight, overnightReturned, fee, liquidationFee, returned, shortfall];
          expect(all.every((it) => it >= ZERO)).toBe(true);
          expect(returned <= max(add(margin, result), ZERO)).toBe(true);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('given a shortfall, then it is the loss beyond the margin and all nights, and no fee was taken', () => {
    fc.assert(
      fc.property(positions, ({ position, now }) => {
        const { margin, overnightCharged } = position;
        const end = closePosition(position, at(now.index), now.overnightIndex);
        const loss = negate(end.result);
        expect(end.shortfall).toBe(max(subtract(loss, add(margin, overnightCharged)), ZERO));
        if (loss > margin) expect([end.overnight, end.fee, end.returned]).toEqual([ZERO, ZERO, ZERO]);
        if (end.shortfall > ZERO) expect(end.overnightReturned).toBe(overnightCharged);
      }),
      { numRuns: RUNS },
    );
  });

  it('costs the user at most the maximum loss, and exactly that after the worst gap', () => {
    fc.assert(
      fc.property(positions, moves, ({ position, now }, move) => {
        const paidIn = sum([position.margin, position.openFee, position.overnightCharged]);
        const lossAt = (price: Price) =>
          subtract(paidIn, closePosition(position, at(price), now.overnightIndex).returned);
        expect(lossAt(moved(now.index, move, position.market)) <= maximumLoss(position)).toBe(true);
        const worst = position.side === 'long' ? (0n as Price) : moved(position.entry, 10n ** 7n, position.market);
        const isGone = resultAt(position, worst) <= negate(position.margin);
        if (isGone) expect(lossAt(worst)).toBe(maximumLoss(position));
      }),
      { numRuns: RUNS },
    );
  });

  /** Some units that a close leaves or lacks; there the last digit decides. */
  const units = fc.option(fc.bigInt({ min: -3n, max: 3n }), { nil: undefined });

  /** Gives a position the margin with which closing it leaves some units. */
  function leaving(left: bigint, position: Position, { index, overnightIndex }: ContractNow): Position {
    const fee = multiply(notionalAt(position, index), position.terms.closeFeeRate, 'up');
    const due = unpaidOvernight(position, overnightIndex);
    const margin = add(subtract(add(fee, due), resultAt(position, index)), left as Amount);
    return { ...position, margin: max(margin, ZERO) };
  }

  it('in parts never pays more than at once, and at most five units a part less', () => {
    const parts = fc.array(shares, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(positions, parts, units, ({ position: any, now: { index, overnightIndex } }, cuts, left) => {
        const position = left === undefined ? any : leaving(left, any, { index, overnightIndex });
        const whole = closePosition(position, at(index), overnightIndex).returned;
        let rest = position;
        let paid = ZERO;
        let count = 1n;
        for (const cut of cuts) {
          const lots = lotsOfShare(rest.lots, cut);
          if (lots >= rest.lots) continue;
          const { part, rest: after } = split(rest, lots, { index, overnightIndex });
          paid = add(paid, closePosition(part, at(index), overnightIndex).returned);
          rest = after;
          count += 1n;
        }
        paid = add(paid, closePosition(rest, at(index), overnightIndex).returned);
        expect(paid <= whole).toBe(true);
        expect(paid >= whole - 5n * count).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it('given a part, then both parts add up to the whole, and the liquidation price of the rest is no worse', () => {
    fc.assert(
      fc.property(positions, shares, ({ position, now }, cut) => {
        const lots = lotsOfShare(position.lots, cut);
        fc.pre(lots < position.lots);
        const { part, rest } = split(position, lots, now);
        for (const name of ['lots', 'margin', 'openFee', 'overnightCharged'] as const) {
          expect(add(part[name], rest[name])).toBe(position[name]);
          expect(part[name] >= ZERO && rest[name] >= ZERO).toBe(true);
        }
        expect(rest).toEqual({ ...position, ...pickMoney(rest) });
        // Without nights, whose fee of a part is rounded up on its own.
        const price = liquidationPrice(position, position.overnightSince) ?? ZERO;
        const after = liquidationPrice(rest, position.overnightSince) ?? ZERO;
        expect(position.side === 'long' ? after <= price : after >= price).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});

/** Splits a position that is closed at the index. */
function split(
  position: Position,
  lots: Amount,
  { index, overnightIndex }: ContractNow,
): { readonly part: Position; readonly rest: Position } {
  const decision = splitPosition(position, lots, { lotsMin: LOT_STEP, quote: at(index), overnightIndex });
  if (!decision.ok || decision.value.rest === undefined) throw new Error('it is not split');
  return { part: decision.value.part, rest: decision.value.rest };
}

const pickEnd = ({ result, fee, returned, shortfall }: Settlement) => ({ result, fee, returned, shortfall });

const pickMoney = ({ lots, margin, openFee, overnightCharged }: Position) => ({
  lots,
  margin,
  openFee,
  overnightCharged,
});

describe('removing margin', () => {
  it('never lets a position be liquidated at the present price, and stops at the first unit too much', () => {
    fc.assert(
      fc.property(cases, ({ position, now, present }) => {
        const most = removableMargin(position, now, present);
        expect(removeMargin(position, add(most, 1n as Amount), { now, rules: present }).ok).toBe(false);
        fc.pre(most > ZERO);
        const removed = removeMargin(position, most, { now, rules: present });
        expect(removed.ok && isLiquidated(removed.value, now)).toBe(false);
        expect(removed.ok && removed.value.margin).toBe(subtract(position.margin, most));
        expect(removed.ok && removableMargin(removed.value, now, present)).toBe(ZERO);
      }),
      { numRuns: RUNS },
    );
  });

  it('leaves more than opening would ask for now, without any profit, and is not liquidated by the terms of now', () => {
    fc.assert(
      fc.property(cases, ({ position, now, present }) => {
        const most = removableMargin(position, now, present);
        fc.pre(most > ZERO);
        const own = subtract(position.margin, most);
        const loss = min(resultAt(position, now.index), ZERO);
        const initial = notionalAt(position, now.index) / BigInt(Math.min(position.leverage, present.leverageMax));
        expect(add(own, loss) >= initial).toBe(true);
        expect(isLiquidated({ ...position, margin: own, terms: present.terms }, now)).toBe(false);
        const atIndex = removableMargin({ ...position, entry: now.index }, now, present);
        expect(most <= atIndex).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it('given rules that became milder, then those of the opening still count', () => {
    fc.assert(
      fc.property(cases, ({ position, now, before, present }) => {
        const most = removableMargin(position, now, present);
        expect(most <= removableMargin(position, now, before)).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('overnight fees', () => {
  const nights = fc.array(fc.record({ move: moves, isCharged: fc.boolean() }), { minLength: 1, maxLength: 8 });

  it('cost the same whether nights are charged one by one, together or at the end', () => {
    fc.assert(
      fc.property(positions, nights, shares, ({ position: first, now }, all, rate) => {
        const start = { ...first, overnightSince: now.overnightIndex, overnightCharged: ZERO };
        let charged = start;
        let overnightIndex = now.overnightIndex;
        for (const { move, isCharged } of all) {
          overnightIndex = nextOvernightIndex(
            overnightIndex,
            moved(now.index, move, first.market),
            (rate / 100n) as Rate,
          );
          if (isCharged) charged = chargeOvernight(charged, overnightIndex).position;
        }
        const last = { index: now.index, overnightIndex };
        expect(equityAt(charged, last)).toBe(equityAt(start, last));
        expect(liquidationPrice(charged, overnightIndex)).toBe(liquidationPrice(start, overnightIndex));
        const whole = closePosition(start, at(now.index), overnightIndex);
        const closed = closePosition(charged, at(now.index), overnightIndex);
        const kept = subtract(add(closed.overnight, charged.overnightCharged), closed.overnightReturned);
        expect(kept).toBe(whole.overnight);
        expect(pickEnd(closed)).toEqual(pickEnd(whole));
        expect(charged.margin >= ZERO).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('a night from before an opening', () => {
  it('is not due, whenever it is charged', () => {
    fc.assert(
      fc.property(positions, shares, ({ position: any, now }, share) => {
        const position = { ...any, overnightSince: now.overnightIndex, overnightCharged: ZERO };
        const earlier = ((now.overnightIndex * share) / ONE) as Price;
        expect(unpaidOvernight(position, earlier)).toBe(ZERO);
        expect(chargeOvernight(position, earlier)).toEqual({ charge: ZERO, position });
        const ends = [earlier, now.overnightIndex].map((nights) => closePosition(position, at(now.index), nights));
        expect(ends[0]).toEqual(ends[1]);
      }),
      { numRuns: RUNS / 4 },
    );
  });
});

describe('a pending order', () => {
  const orders = fc.record({ listed: markets, rules, request: requests, limit: moves, index: moves });

  it('fills at or through its limit, never at a worse price, and a long never costs more than it held', () => {
    fc.assert(
      fc.property(orders, ({ listed: { market, price }, rules: own, request, limit: limitMove, index: indexMove }) => {
        const { side, leverage } = request;
        const limit = moved(price, limitMove, market);
        const index = moved(price, indexMove, market);
        const quote = quoteAround(index, market, own.spreadRate);
        const order = { side, limit, placedAfter: 7 };
        const fill = limitFillPrice(order, { tick: 8, index }, quote);
        expect(fill !== undefined).toBe(side === 'long' ? index <= limit : index >= limit);
        expect(limitFillPrice(order, { tick: 7, index }, quote)).toBeUndefined();
        fc.pre(fill !== undefined);
        expect(side === 'long' ? fill <= limit : fill >= limit).toBe(true);
        const costAt = (at: Price) => {
          const size = { lots: max(lotsWorth(request.notional, price, market), own.lotsMin), leverage };
          const cost = openingCost(size, at, { market, rules: own });
          if (!cost.ok) throw new Error(cost.code);
          return cost.value;
        };
        const held = costAt(limit);
        const cost = costAt(fill);
        expect(side === 'short' || (cost.margin <= held.margin && cost.fee <= held.fee)).toBe(true);
        expect(side === 'long' || (cost.margin >= held.margin && cost.fee >= held.fee)).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it('given a limit that is reached when it is placed, then it opens at the opening price or rests', () => {
    fc.assert(
      fc.property(orders, ({ listed: { market, price }, rules: own, request: { side }, limit: move }) => {
        const limit = moved(price, move, market);
        const quote = quoteAround(price, market, own.spreadRate);
        const opening = openingPrice(side, quote);
        const isWithin = side === 'long' ? opening <= limit : opening >= limit;
        expect(placingPrice({ side, limit }, quote)).toBe(isWithin ? opening : undefined);
      }),
      { numRuns: RUNS / 4 },
    );
  });
});

describe('a leverage that is too high', () => {
  const orders = fc.record({ listed: markets, rules, request: requests });

  it('is refused with the highest that is not', () => {
    fc.assert(
      fc.property(orders, ({ listed: { market, price: index }, rules: own, request: { side, notional } }) => {
        const lots = max(lotsWorth(notional, index, market), own.lotsMin);
        const now = { index, overnightIndex: 0n as Price };
        const stress = { rise: ZERO, fall: ZERO };
        const exposure = { ofUser: ZERO, net: ZERO, stress, capital: (10n ** 40n) as Amount };
        const openContext = { market, rules: own, now, exposure, available: (10n ** 40n) as Amount };
        const entry = openingPrice(side, quoteAround(index, market, own.spreadRate));
        const open = (leverage: number) => openPosition({ side, lots, leverage }, entry, openContext);
        const refused = open(200);
        expect(!refused.ok && refused.code).toBe('leverage_too_high');
        const most = Number(refused.ok ? 0 : refused.params?.maximum);
        for (const leverage of [most, most + 1].filter((it) => it > 0)) {
          const decision = open(leverage);
          const isTooHigh = !decision.ok && decision.code === 'leverage_too_high';
          expect(isTooHigh).toBe(leverage > most);
        }
      }),
      { numRuns: RUNS / 4 },
    );
  });
});

describe('a quote', () => {
  it('lies on hundredths of a tick, around the index, and is less than one further from it than its spread', () => {
    fc.assert(
      fc.property(markets, moves, rules, ({ market, price }, move, { spreadRate }) => {
        const index = moved(price, move, market);
        const { bid, ask } = quoteAround(index, market, spreadRate);
        const step = market.priceTick / 100n;
        expect([bid % step, ask % step]).toEqual([0n, 0n]);
        const above = ask * ONE - index * (ONE + spreadRate);
        expect(above >= 0n && above < step * ONE).toBe(true);
        const below = index * (ONE - spreadRate) - bid * ONE;
        expect((below >= 0n || bid === step) && below < step * ONE).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});
