import { lossOfDay } from '@app/domain/spot';
import { type Amount, add, negate, type Price, ZERO } from '@app/money';
import type { SpotOrder, SpotState, Traded, TradedDay } from './spot-state.ts';

const NOTHING: Traded = { signedQuantity: ZERO, signedCost: ZERO, fee: ZERO };

/** Counts a fill for users with a loss limit; keeps nothing for all others. */
export function noteTraded(
  { days }: SpotState,
  { owner, side, market }: SpotOrder,
  fill: { readonly quantity: Amount; readonly cost: Amount; readonly fee: Amount },
): void {
  const day = days.get(owner);
  if (day === undefined) return;
  const before = day.markets.get(market) ?? NOTHING;
  const signed = (amount: Amount) => (side === 'buy' ? amount : negate(amount));
  day.markets.set(market, {
    signedQuantity: add(before.signedQuantity, signed(fill.quantity)),
    signedCost: add(before.signedCost, signed(fill.cost)),
    fee: add(before.fee, fill.fee),
  });
}

/** Returns the loss of today's fills at the current index price, together with what other products won or lost. */
export function lossOf({ days, markets }: SpotState, userId: bigint, otherProducts: Amount): Amount {
  const priceOf = (market: number): Price | undefined => markets.get(market)?.tick?.price;
  const traded = [...(days.get(userId)?.markets ?? [])];
  return lossOfDay(
    traded.map(([market, sums]) => ({ ...sums, indexPrice: priceOf(market) })),
    otherProducts,
  );
}

/** Returns whether the day that began with this id is loaded; another day's sums cannot be used. */
export const hasDayLoaded = ({ days }: SpotState, userId: bigint, since: bigint): boolean =>
  days.get(userId)?.since === since;

export const dayOf = (since: bigint, sums: readonly (Traded & { readonly market: number })[]): TradedDay => ({
  since,
  markets: new Map(
    sums.map(({ market, signedQuantity, signedCost, fee }) => [market, { signedQuantity, signedCost, fee }]),
  ),
});
