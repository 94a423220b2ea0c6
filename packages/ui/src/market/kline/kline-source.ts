import type { Decimal } from '@app/money';

/** What happened between the start of a bar and the start of the next. */
export type KlineBar = {
  readonly time: number;
  readonly open: Decimal;
  readonly high: Decimal;
  readonly low: Decimal;
  readonly close: Decimal;
  readonly volume: Decimal;
  /** Whether any price in it was made up; not said of bars that came live. */
  readonly simulated?: boolean;
};

export type KlinePeriod = { readonly unit: 'minute' | 'hour' | 'day' | 'week' | 'month'; readonly count: number };

export type KlinePage = { readonly bars: readonly KlineBar[]; readonly isFirst: boolean };

/** Where bars come from. Another `key` is another series: the chart begins anew. */
export type KlineSource = {
  readonly key: string;
  /**
   * Bars before a moment (the newest ones without it), oldest first; fewer than asked for does not mean the end,
   * `isFirst` does. Rejects when it failed.
   */
  readonly load: (before: number | undefined) => Promise<KlinePage>;
  /**
   * Calls back with bars that changed or began (oldest first); also with a run of bars that fills a gap after a
   * reconnection. Answers how to stop.
   */
  readonly listen: (onBars: (bars: readonly KlineBar[]) => void) => () => void;
};

export type CandleStyle =
  | 'candle_solid'
  | 'candle_stroke'
  | 'candle_up_stroke'
  | 'candle_down_stroke'
  | 'area'
  | 'ohlc';

export type KlineIndicator = 'MA' | 'EMA' | 'BOLL' | 'SAR' | 'VOL' | 'MACD' | 'RSI' | 'KDJ';

/** A named level: the day's open, an own order, a price that liquidates. */
export type KlineMark = {
  readonly id: string;
  readonly value: Decimal;
  readonly label: string;
  readonly kind: 'open' | 'order' | 'danger';
};

/** Something one bought or sold, marked at the bar it happened in. */
export type KlineTrade = {
  readonly id: string;
  readonly time: number;
  readonly side: 'buy' | 'sell';
  /** A letter for the side: colours alone are not for everybody. */
  readonly letter: string;
};

export type KlineLabels = {
  readonly time: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  /** Said of a simulated bar, where that does not go without saying. */
  readonly simulated?: string | undefined;
  /** BCP 47, for the names of months. */
  readonly locale: string;
};

/** What gestures do, for buttons. */
export type KlineHandle = { zoomIn(): void; zoomOut(): void; earlier(): void; later(): void; fit(): void };

export type KlineState = 'loading' | 'ready' | 'failed';
