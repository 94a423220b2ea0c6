import { assert } from '@app/base';
import type { Transfer } from '@app/domain/ledger';
import { chargeFee, type FillParty, postFill, priceOf, quantityOf } from '@app/domain/spot';
import { type Amount, add, subtract, ZERO } from '@app/money';
import { noteTraded } from './day-trades.ts';
import {
  closeOrder,
  type FillRow,
  removeOrder,
  type SpotMarketState,
  type SpotOrder,
  type SpotState,
} from './spot-state.ts';

export type Match = {
  readonly fillId: bigint;
  readonly atMs: number;
  /** Undefined for the house. */
  readonly taker: SpotOrder | undefined;
  readonly maker: SpotOrder | undefined;
  readonly price: number;
  readonly lots: number;
  /** Whether the taker pays from a hold, as an order does that continues from an earlier batch. */
  readonly takerHolds?: boolean;
};

/** Settles one match. The order book has already moved the lots; this moves everything else. */
export function settleFill(
  state: SpotState,
  marketState: SpotMarketState,
  { fillId, atMs, taker, maker, price, lots, takerHolds = false }: Match,
): { row: FillRow; transfer: Transfer } {
  const quantity = quantityOf(marketState.market, lots);
  const cost = (marketState.unit * BigInt(price) * BigInt(lots)) as Amount; // Exact: whole units.
  const takerFee =
    taker === undefined ? ZERO : charge(state, taker, { quantity, cost, isMaker: false, paysFromHold: takerHolds });
  const makerFee =
    maker === undefined ? ZERO : charge(state, maker, { quantity, cost, isMaker: true, paysFromHold: true });
  const takes: FillParty | 'house' = taker
    ? { userId: taker.owner, feeDue: takerFee, paysFromHold: takerHolds }
    : 'house';
  const makes: FillParty | 'house' = maker ? { userId: maker.owner, feeDue: makerFee, paysFromHold: true } : 'house';
  const side = taker?.side ?? (maker?.side === 'buy' ? 'sell' : 'buy');
  if (takes === 'house' || makes === 'house')
    moveInventory(marketState, { side, isTaker: takes === 'house', quantity, cost });
  if (maker !== undefined && maker.open === 0) {
    assert(maker.held === ZERO, 'a complete order holds nothing');
    closeOrder(maker, atMs);
    removeOrder(state, maker);
  }
  const transfer = postFill({
    fillId,
    mode: state.mode,
    shard: state.shard.name,
    market: marketState.market,
    quantity,
    cost,
    ...(side === 'buy' ? { buyer: takes, seller: makes } : { buyer: makes, seller: takes }),
  });
  const row = {
    id: fillId,
    market: marketState.market,
    side,
    price: priceOf(marketState.market, price),
    quantity,
    cost,
    taker,
    maker,
  };
  return { row: { ...row, takerFee, makerFee, atMs }, transfer };
}

type Traded = {
  readonly quantity: Amount;
  readonly cost: Amount;
  readonly isMaker: boolean;
  readonly paysFromHold: boolean;
};

function charge(state: SpotState, order: SpotOrder, { quantity, cost, isMaker, paysFromHold }: Traded): Amount {
  const { due, next } = chargeFee(order.feeState, cost, isMaker ? order.makerRate : order.takerRate);
  order.filled = add(order.filled, quantity);
  order.cost = add(order.cost, cost);
  order.feeState = next;
  if (paysFromHold) order.held = subtract(order.held, order.side === 'buy' ? add(cost, due) : quantity);
  noteTraded(state, order, { quantity, cost, fee: due });
  return due;
}

type HouseTrade = {
  readonly side: 'buy' | 'sell';
  readonly isTaker: boolean;
  readonly quantity: Amount;
  readonly cost: Amount;
};

/**
 * Updates the house's inventory. `side` is the taker's: the house buys when it is a taker that buys, or a maker matched
 * by a seller.
 */
function moveInventory(marketState: SpotMarketState, { side, isTaker, quantity, cost }: HouseTrade): void {
  const { base, quote } = marketState.inventory;
  const isBuying = (side === 'buy') === isTaker;
  marketState.inventory = isBuying
    ? { base: add(base, quantity), quote: subtract(quote, cost) }
    : { base: subtract(base, quantity), quote: add(quote, cost) };
}
