import type { Market } from '@app/domain/market';
import { type Amount, formatDecimal, multiplyByCount, type Price } from '@app/money';

/** Conversion from the simulator's floats to money: the only place where it happens. */
export type Grid = {
  /** Returns the nearest price on the market's grid, at least one step. */
  readonly priceOf: (logPrice: number) => Price;
  readonly amountOf: (lots: number) => Amount;
  /** Returns the lots traded on an ordinary day for this turnover, at this price. */
  readonly lotsFor: (turnover: number, price: number) => number;
};

export function gridOf({ priceTick, lot }: Market): Grid {
  const step = Number(formatDecimal(priceTick));
  const lotSize = Number(formatDecimal(lot));
  return {
    priceOf: (logPrice) => multiplyByCount(priceTick, Math.max(1, Math.round(Math.exp(logPrice) / step))),
    amountOf: (lots) => multiplyByCount(lot, lots),
    lotsFor: (turnover, price) => turnover / price / lotSize,
  };
}
