import { assert } from '@app/base';
import { FORCES, type OrderRequest, SIDES } from '@app/domain/spot';
import { type Amount, type Decimal, type Price, readDecimal } from '@app/money';
import type { Lane } from '../../../engine/product.ts';

export type PlaceCommand = { readonly name: 'spot.place'; readonly market: number; readonly request: OrderRequest };
export type CancelCommand = { readonly name: 'spot.cancel'; readonly order: bigint };
export type CancelAllCommand = {
  readonly name: 'spot.cancelAll';
  readonly market: number | undefined;
  readonly reason: 'user' | 'reset';
};
/** Created by ticks: the house's new levels cross resting orders. */
export type SweepCommand = { readonly name: 'sweep'; readonly market: number };
/** Initial funding of the house, once per demo market. */
export type FundCommand = { readonly name: 'fund'; readonly market: number };

export type SpotCommand = PlaceCommand | CancelCommand | CancelAllCommand | SweepCommand | FundCommand;

export const laneOf = ({ name }: SpotCommand): Lane => (name === 'spot.place' ? 'then' : 'first');

/** Parses a command. Throws if it is invalid: only our own processes publish on this subject. */
export function readCommand(name: string, payload: unknown): SpotCommand {
  const fields = (payload ?? {}) as Record<string, unknown>; // Checked below.
  if (name === 'spot.place')
    return { name, market: readMarket(fields.market), request: parseOrderRequest(fields.request) };
  if (name === 'spot.cancel') return { name, order: readId(fields.order) };
  assert(name === 'spot.cancelAll', `${name} is a command of spot`);
  const reason = fields.reason === 'reset' ? 'reset' : 'user';
  return { name, market: fields.market === undefined ? undefined : readMarket(fields.market), reason };
}

function parseOrderRequest(payload: unknown): OrderRequest {
  const { kind, side, price, quantity, budget, force } = (payload ?? {}) as Record<string, unknown>;
  const isSide = oneOf(SIDES, side);
  if (kind === 'limit')
    return {
      kind,
      side: isSide,
      price: decimal<Price>(price),
      quantity: decimal<Amount>(quantity),
      force: oneOf(FORCES, force),
    };
  assert(kind === 'market', 'an order request is limit or market');
  return isSide === 'sell'
    ? { kind, side: isSide, quantity: decimal<Amount>(quantity) }
    : { kind, side: isSide, budget: decimal<Amount>(budget) };
}

function readMarket(value: unknown): number {
  assert(Number.isSafeInteger(value), 'a market has a number');
  return value as number; // Checked above.
}

function readId(value: unknown): bigint {
  assert(typeof value === 'string' && /^[1-9]\d{0,18}$/.test(value), 'an id is decimal text');
  return BigInt(value);
}

function decimal<Kind extends Decimal>(value: unknown): Kind {
  const read = typeof value === 'string' ? readDecimal<Kind>(value) : undefined;
  assert(read !== undefined && read > 0n, 'an amount is decimal text above zero');
  return read;
}

function oneOf<Value extends string>(allowed: readonly Value[], value: unknown): Value {
  const found = allowed.find((candidate) => candidate === value);
  assert(found !== undefined, `${String(value)} is one of ${allowed.join(', ')}`);
  return found;
}
