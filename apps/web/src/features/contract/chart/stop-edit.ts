import { sideOf } from '@app/client/contract';
import { firedStop } from '@app/domain/contract';
import { add, divideRounded, floorTo, max, multiplyByCount, type Price, subtract } from '@app/money';
import type { Deal } from '../../../data/account/deals.ts';
import type { StopKind } from './chart-levels.ts';

/** A stop at a place where it is not saved yet. */
export type StopEdit = { readonly dealId: bigint; readonly kind: StopKind; readonly price: Price };

export const levelIdOf = ({ dealId, kind }: Pick<StopEdit, 'dealId' | 'kind'>): string => `${dealId} ${kind}`;

/** Returns the price of the market's grid that is nearest to a dragged one; never zero. */
export function snapToTick(price: Price, tick: Price): Price {
  const half = divideRounded(tick, 2n, 'down') as Price;
  return max(floorTo(add(price, half), tick), tick);
}

/** Returns a price some ticks higher, or lower if the count is negative; never zero. */
export function movedBy(price: Price, tick: Price, ticks: number): Price {
  const distance = multiplyByCount(tick, Math.abs(ticks));
  return ticks < 0 ? max(subtract(price, distance), tick) : add(price, distance);
}

/** Reports whether a stop would fire at once, which the server refuses: it is on the wrong side of the index. */
export function isOnWrongSide(
  deal: Pick<Deal, 'type'>,
  { kind, price }: Pick<StopEdit, 'kind' | 'price'>,
  index: Price,
): boolean {
  const stops = kind === 'profit' ? { takeProfit: price } : { stopLoss: price };
  return firedStop({ side: sideOf(deal), ...stops }, index) !== undefined;
}

/** Reports whether a stop lies above the price: a long's take-profit, a short's stop-loss. */
export const isAbove = (deal: Pick<Deal, 'type'>, kind: StopKind): boolean =>
  (sideOf(deal) === 'long') === (kind === 'profit');

/** Returns both stops as they are sent: a missing one would be removed. */
export function stopFields(deal: Deal, { kind, price }: Pick<StopEdit, 'kind' | 'price'>) {
  return {
    id: deal.id,
    target_profit_price: kind === 'profit' ? price : (deal.target_profit_price ?? ('' as const)),
    stop_loss_price: kind === 'stop' ? price : (deal.stop_loss_price ?? ('' as const)),
  };
}
