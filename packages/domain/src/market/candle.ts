import type { Amount, Price } from '@app/money';

/** The nine periods of the wire (decisions, "symbol, period"). The order is their number in storage: append only. */
export const PERIODS = ['1min', '5min', '15min', '30min', '60min', '4hour', '1day', '1week', '1mon'] as const;
export type Period = (typeof PERIODS)[number];

/** What the index did in one period. Times are UTC; weeks begin on Monday. */
export type Candle = {
  readonly startMs: number;
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  /** Of the reference venues, in base units. */
  readonly volume: Amount;
};
