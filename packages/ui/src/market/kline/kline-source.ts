import type { Decimal } from '@app/money';

/** OHLCV data from the start of a bar to the start of the next. */
export type KlineBar = {
  readonly time: number;
  readonly open: Decimal;
  readonly high: Decimal;
  readonly low: Decimal;
  readonly close: Decimal;
  readonly volume: Decimal;
  /** Whether any price in it was simulated; not set on live bars. */
  readonly simulated?: boolean;
};

export type KlinePeriod = { readonly unit: 'minute' | 'hour' | 'day' | 'week' | 'month'; readonly count: number };

export type KlinePage = { readonly bars: readonly KlineBar[]; readonly isFirst: boolean };

/** Source of bars. A different `key` is a different series: the chart restarts. */
export type KlineSource = {
  readonly key: string;
  /**
   * Loads bars before a time (the newest ones without it), oldest first; fewer bars than requested do not mean the end,
   * `isFirst` does. Rejects on failure.
   */
  readonly load: (before: number | undefined) => Promise<KlinePage>;
  /**
   * Calls back with bars that changed or began (oldest first), and with a run of bars that fills a gap after a
   * reconnect. Returns a function that unsubscribes.
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

/** Periods and factors of indicators; those left out keep the usual ones. */
export type KlineParams = Readonly<Partial<Record<KlineIndicator, readonly number[]>>>;

/** Named level: the day's open, one of the user's orders, a position's entry, its stops, its liquidation price. */
export type KlineMark = {
  readonly id: string;
  readonly value: Decimal;
  readonly label: string;
  readonly kind: 'open' | 'order' | 'entry' | 'stop' | 'danger';
  /** Whether the user can drag it; only its own tag, or its line with a mouse. */
  readonly isMovable?: boolean;
  /** Level that the price axis makes space for instead, while this one is being moved: the axis keeps still then. */
  readonly anchor?: Decimal;
};

/** A level that is being dragged, and where to; `isEnd` once it is released. */
export type KlineDrag = { readonly id: string; readonly price: Decimal; readonly isEnd: boolean };

/** One of the user's trades, marked at the bar in which it happened. */
export type KlineTrade = {
  readonly id: string;
  readonly time: number;
  readonly side: 'buy' | 'sell';
  /** Letter for the side, because not every user can distinguish the colours. */
  readonly letter: string;
};

export type KlineLabels = {
  readonly time: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  /** Label of a simulated bar; omitted where it is obvious. */
  readonly simulated?: string | undefined;
  /** BCP 47, for month names. */
  readonly locale: string;
};

/** Gesture equivalents for buttons. */
export type KlineHandle = { zoomIn(): void; zoomOut(): void; earlier(): void; later(): void; fit(): void };

export type KlineState = 'loading' | 'ready' | 'failed';
