import { type Amount, add, ceilTo, divide, floorTo, max, min, multiply, type Price, subtract, ZERO } from '@app/money';
import type { Side } from './order.ts';

/** A price and the quantity available there. */
export type DepthLevel = readonly [Price, Amount];

/** Public depth of an order book, best first. */
export type Depth = { readonly bids: readonly DepthLevel[]; readonly asks: readonly DepthLevel[] };

export type Taking = {
  readonly side: Side;
  /** Worst price it accepts. */
  readonly limit: Price;
  readonly lot: Amount;
  /** Size to take: a base quantity, at most a quote cost before fees, or a sale that must bring one. */
  readonly wants: Wants;
};

export type Wants =
  | { readonly quantity: Amount }
  | { readonly cost: Amount }
  /** At most `most` is sold for it. */
  | { readonly gross: Amount; readonly most: Amount };

export type Taken = {
  readonly quantity: Amount;
  readonly cost: Amount;
  /** Whether it takes all visible levels and would take more. */
  readonly isBeyond: boolean;
};

/** Computes what an order takes from the opposite levels, as the order book would match it. */
export function takeLevels(levels: readonly DepthLevel[], taking: Taking): Taken {
  let quantity = ZERO;
  let cost = ZERO;
  for (const [price, open] of levels) {
    if (!accepts(taking, price)) return { quantity, cost, isBeyond: false };
    const part = min(open, capacityAt(price, taking, { quantity, cost }));
    quantity = add(quantity, part);
    cost = add(cost, multiply(part, price, taking.side === 'buy' ? 'up' : 'down')); // Exact on the grid.
    if (part < open) return { quantity, cost, isBeyond: false };
  }
  const last = levels.at(-1)?.[0];
  return { quantity, cost, isBeyond: last !== undefined && capacityAt(last, taking, { quantity, cost }) > ZERO };
}

export const accepts = ({ side, limit }: Pick<Taking, 'side' | 'limit'>, price: Price): boolean =>
  side === 'buy' ? price <= limit : price >= limit;

type SoFar = Pick<Taken, 'quantity' | 'cost'>;

function capacityAt(price: Price, { wants, lot }: Taking, { quantity, cost }: SoFar): Amount {
  if ('quantity' in wants) return subtract(wants.quantity, quantity);
  if ('cost' in wants) return floorTo(divide(subtract(wants.cost, cost), price, 'down'), lot);
  const lacking = max(subtract(wants.gross, cost), ZERO);
  return min(ceilTo(divide(lacking, price, 'up'), lot), subtract(wants.most, quantity));
}
