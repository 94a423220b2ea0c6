import type { Decimal } from '@app/money';

/** A level that a feature draws on a chart of the market feature, in the chart's own terms. */
export type ChartMark = {
  readonly id: string;
  readonly value: Decimal;
  readonly label: string;
  readonly kind: 'order' | 'entry' | 'stop' | 'danger';
  readonly isMovable?: boolean;
  readonly anchor?: Decimal;
};

/** One of the user's trades, marked at its bar. */
type ChartTrade = {
  readonly id: string;
  readonly time: number;
  readonly side: 'buy' | 'sell';
  readonly letter: string;
};

/** Everything that a feature draws on a chart, and who handles a level that is being dragged. */
export type ChartDrawing = {
  readonly marks: readonly ChartMark[];
  readonly trades: readonly ChartTrade[];
  readonly onDrag?: (drag: { readonly id: string; readonly price: Decimal; readonly isEnd: boolean }) => void;
};

export const NOTHING_DRAWN: ChartDrawing = { marks: [], trades: [] };
