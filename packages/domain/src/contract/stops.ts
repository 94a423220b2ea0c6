import type { Price } from '@app/money';
import type { PositionSide } from './position.ts';

/** Stop-loss and take-profit of a position; undefined: it has none. */
export type Stops = {
  readonly side: PositionSide;
  readonly stopLoss?: Price | undefined;
  readonly takeProfit?: Price | undefined;
};

/**
 * Returns which of a position's prices an index price reaches: at it or through it. The position then closes at the next
 * valid tick. The stop-loss wins, where a user set both on the same side of the price.
 */
export function firedStop({ side, stopLoss, takeProfit }: Stops, index: Price): 'stop' | 'profit' | undefined {
  const isLong = side === 'long';
  if (stopLoss !== undefined && (isLong ? index <= stopLoss : index >= stopLoss)) return 'stop';
  if (takeProfit !== undefined && (isLong ? index >= takeProfit : index <= takeProfit)) return 'profit';
  return undefined;
}
