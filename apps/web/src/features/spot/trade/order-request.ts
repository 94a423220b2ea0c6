import type { Depth, OrderContext, OrderRequest } from '@app/domain/spot';
import { type Amount, add, min, multiply, type Price, subtract, sum, ZERO } from '@app/money';
import { type OrderForm, readField } from './form-state.ts';

/** Returns a form's order request; undefined while incomplete. A market buy in coins becomes a budget of their cost. */
export function orderRequestOf(
  form: OrderForm,
  { fees }: Pick<OrderContext, 'fees'>,
  depth: Depth | undefined,
): OrderRequest | undefined {
  const { side, kind, force } = form;
  const quantity = readPositive<Amount>(form.amount);
  if (kind === 'market' && side === 'buy') {
    const budget = form.lead === 'total' ? readPositive<Amount>(form.total) : budgetFor(quantity, { fees }, depth);
    return budget && { kind, side, budget };
  }
  if (quantity === undefined) return undefined;
  if (kind === 'market') return { kind, side: 'sell', quantity };
  const price = readPositive<Price>(form.price);
  return price && { kind, side, price, quantity, force };
}

/** Estimates what a quantity costs now, fee included; the order book may move. Undefined without offers. */
export function budgetFor(
  quantity: Amount | undefined,
  { fees }: Pick<OrderContext, 'fees'>,
  depth: Pick<Depth, 'asks'> | undefined,
): Amount | undefined {
  const last = depth?.asks.at(-1);
  if (quantity === undefined || depth === undefined || last === undefined) return undefined;
  let left = quantity;
  const costs = depth.asks.map(([price, offered]) => {
    const taken = min(left, offered);
    left = subtract(left, taken);
    return multiply(taken, price, 'up');
  });
  const cost = sum([...costs, left === 0n ? ZERO : multiply(left, last[0], 'up')]);
  return add(cost, multiply(cost, fees.taker, 'up'));
}

function readPositive<Kind extends Amount | Price>(text: string): Kind | undefined {
  const value = readField<Kind>(text);
  return value === undefined || value === 0n ? undefined : value;
}
