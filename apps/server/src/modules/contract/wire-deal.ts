import { DEAL_STATES } from '@app/domain/contract';
import { type Amount, formatDecimal, type Price } from '@app/money';
import type { openCommand } from '@app/protocol/engine';
import type * as z from 'zod/mini';
import type { StoredPosition } from './position-row.ts';

/** What the wire says about a market besides the deal. */
export type DealMarket = {
  readonly symbol: string;
  /** Null for what is no coin, such as a stock. */
  readonly baseId: bigint | null;
  readonly quoteId: bigint | null;
  /** Base units of one lot. */
  readonly multiplier: Amount;
};

export type WireDeal = z.input<(typeof openCommand)['answer']>;

/**
 * Converts an order and its position to their wire format. Hand-written, because a codec for every field would take most
 * of a batch's time.
 */
export const toWireDeal = (deal: StoredPosition, market: DealMarket): WireDeal => ({
  id: String(deal.id),
  symbol: market.symbol,
  currency_id: idOf(market.baseId),
  legal_id: idOf(market.quoteId),
  series: deal.series ?? 'perp',
  type: deal.side === 'long' ? 'buy' : 'sell',
  status: DEAL_STATES.indexOf(deal.status),
  cause: deal.cause ?? null,
  share: formatDecimal(deal.lots),
  opened_share: formatDecimal(deal.openedLots),
  lot: formatDecimal(market.multiplier),
  multiple: deal.leverage,
  target_price: textOf(deal.limit),
  target_profit_price: textOf(deal.takeProfit),
  stop_loss_price: textOf(deal.stopLoss),
  entry_price: textOf(deal.entry),
  margin: formatDecimal(deal.margin),
  held_fee: formatDecimal(deal.heldFee),
  open_fee: formatDecimal(deal.openFee),
  overnight_since: formatDecimal(deal.overnightSince),
  overnight_charged: formatDecimal(deal.overnightCharged),
  terms: deal.terms,
  result: formatDecimal(deal.result),
  fees: formatDecimal(deal.fees),
  closing_share: textOf(deal.closingLots),
  created: deal.atMs,
  opened: deal.openedAtMs ?? null,
  closed: deal.closedAtMs ?? null,
});

const idOf = (id: bigint | null) => (id === null ? null : String(id));
const textOf = (value: Amount | Price | undefined) => (value === undefined ? null : formatDecimal(value));
