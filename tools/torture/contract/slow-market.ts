import {
  ceilUnit,
  fromUnits,
  larger,
  minus,
  over,
  plus,
  type Rational,
  type SlowPosition,
  type SlowTerms,
  slowNight,
  stepsAbove,
  stepsBelow,
  times,
  whole,
} from '@app/testkit/exact';
import { type Facts, type Life, type NightRow, units } from './facts.ts';
import { CLASSES, MARKETS, spreadOf, TERMS } from './terms.ts';

export const fraction = (text: string): Rational => fromUnits(units(text));

const SLOW_TERMS: SlowTerms = {
  openFee: fraction(TERMS.open_fee_rate),
  closeFee: fraction(TERMS.close_fee_rate),
  liquidationFee: fraction(TERMS.liquidation_fee_rate),
  brackets: TERMS.maintenance_tiers.map(({ above, rate }) => ({ from: fraction(above), rate: fraction(rate) })),
};

/** A market in exact fractions: its grid, its prices around the index, and its nights. */
export type SlowMarket = {
  readonly tick: Rational;
  readonly multiplier: Rational;
  /** Returns the price at which a user buys or sells at an index price. */
  quote(index: bigint, isBuy: boolean): Rational;
  /** Returns what each night up to a tick cost for one base unit. */
  nightsAt(seq: number): readonly Rational[];
  /** Returns what each night up to a day cost. */
  nightsUntil(day: string): readonly Rational[];
  /** Returns how many nights an overnight index includes. */
  nightsIn(overnightIndex: bigint): number;
};

const RATE = fraction(CLASSES.classes[0].overnight_rate);

/** Returns what a night costs by the rule, from the price of its tick. */
export const costOf = ({ price }: NightRow): Rational => slowNight(fromUnits(price), RATE);

export function slowMarketOf({ nights, multipliers }: Facts, id: number): SlowMarket {
  const own = nights.get(id) ?? [];
  const costs = own.map(costOf);
  const places = MARKETS.find((it) => it.id === id)?.pricePlaces ?? 0;
  const tick = over(whole(1), whole(10n ** BigInt(places)));
  const step = over(tick, whole(100));
  const spread = fraction(spreadOf({ id }));
  const before = (isIn: (night: NightRow) => boolean) => {
    const end = own.findIndex((night) => !isIn(night));
    return end === -1 ? costs : costs.slice(0, end);
  };
  return {
    tick,
    multiplier: fromUnits(multipliers.get(id) ?? 0n),
    quote: (index, isBuy) => {
      const away = ceilUnit(times(fromUnits(index), spread));
      if (isBuy) return times(step, whole(stepsAbove(plus(fromUnits(index), away), step)));
      return larger(times(step, whole(stepsBelow(minus(fromUnits(index), away), step))), step);
    },
    nightsAt: (seq) => before((night) => night.seq <= seq),
    nightsUntil: (day) => before((night) => night.day <= day),
    nightsIn: (overnightIndex) => own.filter(({ after }) => after <= overnightIndex).length,
  };
}

/** Returns a position as it is opened at a price: margin and fee are rounded up. */
export function openedAt(market: SlowMarket, life: Life, entry: Rational): SlowPosition {
  const { tick, multiplier } = market;
  const lots = fromUnits(life.openedLots);
  const notional = times(times(lots, multiplier), entry);
  return {
    isLong: life.isLong,
    tick,
    multiplier,
    lots,
    entry,
    leverage: life.leverage,
    margin: ceilUnit(over(notional, whole(life.leverage))),
    openFee: ceilUnit(times(notional, SLOW_TERMS.openFee)),
    firstNight: market.nightsIn(life.overnightSince),
    nightsPaid: whole(0),
    terms: SLOW_TERMS,
  };
}
