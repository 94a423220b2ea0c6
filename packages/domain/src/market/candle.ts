import type { Amount, Price } from '@app/money';

/**
 * The nine candle periods of the wire format (decisions, "symbol, period"). Their order is their number in storage:
 * append only.
 */
export const PERIODS = ['1min', '5min', '15min', '30min', '60min', '4hour', '1day', '1week', '1mon'] as const;
export type Period = (typeof PERIODS)[number];

/** OHLCV of the index price over one period. Times are UTC; weeks begin on Monday. */
export type Candle = {
  readonly startMs: number;
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  /** Volume traded on the reference venues, in base units. */
  readonly volume: Amount;
};
