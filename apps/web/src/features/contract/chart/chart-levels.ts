import { contractMarketOf, isPending, type OpenDeal } from '@app/client/contract';
import { closePosition, liquidationPrice, type Position, quoteAround, sizeOf } from '@app/domain/contract';
import { type Amount, absolute, compare, type Price, type Rate, subtract } from '@app/money';
import type { Deal } from '../../../data/account/deals.ts';
import type { MarketRules } from '../terms/rules-query.ts';

/** A stop of a position. */
export type StopKind = 'profit' | 'stop';

/** A price that matters to one of the user's positions or orders. */
export type ChartLevel = {
  readonly id: string;
  readonly deal: Deal;
  readonly price: Price;
  /** In base units. */
  readonly size: Amount;
} & (
  | { readonly kind: 'entry' | 'liquidation' | 'pending' }
  | { readonly kind: StopKind; readonly deal: OpenDeal; readonly realised: Amount }
);
/** A level that the user may move. */
export type StopLevel = Extract<ChartLevel, { kind: StopKind }>;

/** A position as the wire and as the rules have it, with what closing it now depends on. */
export type Drawn = { readonly deal: OpenDeal; readonly position: Position } & CloseTerms;
type CloseTerms = { readonly spreadRate: Rate; readonly overnightIndex: Price };

/** Returns what a position realises if it closes once the index is at a price: result less closing fee and nights due. */
export function realisedAt(position: Position, price: Price, { spreadRate, overnightIndex }: CloseTerms): Amount {
  const quote = quoteAround(price, position.market, spreadRate);
  const { returned, margin } = closePosition(position, quote, overnightIndex);
  return subtract(returned, margin);
}

/** Returns the levels of a position: its entry, what closes it by the user's will, and what closes it by force. */
export function positionLevels(drawn: Drawn): readonly ChartLevel[] {
  const { deal, position } = drawn;
  const size = sizeOf(position);
  const liquidation = liquidationPrice(position, drawn.overnightIndex);
  const level = (kind: 'entry' | 'liquidation', price: Price): ChartLevel => ({
    id: `${deal.id} ${kind}`,
    deal,
    kind,
    price,
    size,
  });
  return [
    level('entry', deal.entry_price),
    ...stopLevels(drawn),
    ...(liquidation === undefined ? [] : [level('liquidation', liquidation)]),
  ];
}

/** Returns take-profit and stop-loss of a position, as far as it has them. */
function stopLevels(drawn: Drawn): readonly StopLevel[] {
  const { deal, position } = drawn;
  return (['profit', 'stop'] as const).flatMap((kind) => {
    const price = stopOf(deal, kind);
    if (price === null) return [];
    const realised = realisedAt(position, price, drawn);
    return [{ id: `${deal.id} ${kind}`, deal, kind, price, size: sizeOf(position), realised }];
  });
}

const stopOf = (deal: Deal, kind: StopKind): Price | null =>
  kind === 'profit' ? deal.target_profit_price : deal.stop_loss_price;

/** Returns the levels of a market's pending orders. */
export const pendingLevels = (deals: readonly Deal[], rules: MarketRules): readonly ChartLevel[] =>
  deals.flatMap((deal) => {
    if (!isPending(deal) || deal.target_price === null) return [];
    const size = sizeOf({ market: contractMarketOf(rules), lots: deal.share });
    return [{ id: `${deal.id} pending`, deal, kind: 'pending', price: deal.target_price, size }];
  });

/** Positions drawn at most: more lines could not be told apart. The list below the chart has all of them. */
const DRAWN_MAX = 6;

/**
 * Returns the newest positions of a market, and always the one that is closest to its liquidation. `distances` are those
 * from the index to each liquidation price, as far as they are known.
 */
export function positionsDrawn(
  positions: readonly OpenDeal[],
  distances: ReadonlyMap<bigint, Rate>,
): readonly OpenDeal[] {
  const newest = positions.slice(0, DRAWN_MAX);
  const [closest] = positions
    .flatMap((deal) => {
      const distance = distances.get(deal.id);
      return distance === undefined ? [] : [{ deal, distance: absolute(distance) }];
    })
    .sort((one, other) => compare(one.distance, other.distance));
  if (closest === undefined || newest.includes(closest.deal)) return newest;
  return [...newest.slice(0, -1), closest.deal];
}
