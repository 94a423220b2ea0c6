import { type Decision, ok, refuse } from '@app/base';
import { type Amount, add, divide, max, multiply, type Price, subtract, ZERO } from '@app/money';
import { CONVERT_BASE, type IndexPair } from './quote-conversion.ts';

/** What the platform holds of both coins before a conversion. */
export type Inventories = { readonly from: Amount; readonly to: Amount };

export type Exchanged = {
  readonly fromCurrency: string;
  readonly amount: Amount;
  readonly received: Amount;
  readonly prices: IndexPair;
};

/**
 * Checks that the platform holds what it pays out, and takes in no more of a coin than its limit. It is never short:
 * the database refuses an inventory below zero as well.
 */
export function checkInventory(
  held: Inventories,
  { fromCurrency, amount, received, prices }: Exchanged,
  inventoryMax: Amount,
): Decision<true, 'inventory_exhausted'> {
  if (received > held.to) return refuse('inventory_exhausted');
  const isTooMuch = worthOf(add(held.from, amount), prices.from) > inventoryMax;
  return fromCurrency !== CONVERT_BASE && isTooMuch ? refuse('inventory_exhausted') : ok(true);
}

/** Money that the demo inventory gets from its source and returns to it, so that a demo conversion never lacks any. */
export type Funding = { readonly toAdded: Amount; readonly fromReturned: Amount };

/** Returns what the demo inventory needs for one conversion; undefined if it has enough of one and not too much of the other. */
export function demoFundingFor(
  held: Inventories,
  { fromCurrency, amount, received, prices }: Exchanged,
  { demoFunding, inventoryMax }: { readonly demoFunding: Amount; readonly inventoryMax: Amount },
): Funding | undefined {
  const target = max(divide(demoFunding, prices.to, 'up'), received);
  const toAdded = received > held.to ? subtract(target, held.to) : ZERO;
  const after = add(held.from, amount);
  const isTooMuch = fromCurrency !== CONVERT_BASE && worthOf(after, prices.from) > inventoryMax;
  const fromReturned = isTooMuch ? max(subtract(held.from, divide(demoFunding, prices.from, 'up')), ZERO) : ZERO;
  return toAdded === ZERO && fromReturned === ZERO ? undefined : { toAdded, fromReturned };
}

const worthOf = (amount: Amount, price: Price): Amount => multiply(amount, price, 'up');
