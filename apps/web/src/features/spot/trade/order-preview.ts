import type { RefusalParams } from '@app/base';
import {
  checkOrder,
  type Depth,
  estimateOrder,
  type OrderContext,
  type OrderEstimate,
  type OrderRequest,
  type PlaceRefusal,
} from '@app/domain/spot';
import {
  type Amount,
  add,
  ceilTo,
  floorTo,
  formatDecimal,
  max,
  min,
  multiply,
  type Price,
  parseDecimal,
  subtract,
  sum,
  ZERO,
} from '@app/money';
import { type OrderForm, readField } from './form-state.ts';

/** Field a refusal is shown at; a refusal about no single field is shown at the form. */
export type FormField = 'price' | 'amount' | 'total' | 'form';

/** The server's expected decision, shown while typing; the server decides again. */
export type OrderPreview =
  | { readonly state: 'incomplete'; readonly missing: 'order_context' | 'price' | 'amount' | 'total' | 'book' }
  | {
      readonly state: 'refused';
      readonly code: PlaceRefusal;
      readonly params: RefusalParams;
      readonly field: FormField;
      /** Set for a refusal of an order that is sized. */
      readonly request?: OrderRequest | undefined;
      readonly estimate?: OrderEstimate | undefined;
    }
  /** No estimate until the order book has loaded: a limit needs none. */
  | { readonly state: 'ready'; readonly request: OrderRequest; readonly estimate: OrderEstimate | undefined };

/** Refusals of orders that are sized, so the fee can be estimated. */
const SIZED: readonly PlaceRefusal[] = ['too_many_orders', 'insufficient_balance'];

export function previewOf(
  form: OrderForm,
  orderContext: OrderContext | undefined,
  depth: Depth | undefined,
): OrderPreview {
  if (orderContext === undefined) return { state: 'incomplete', missing: 'order_context' };
  const stop = stopOf(form, orderContext);
  if (stop !== undefined) return { state: 'refused', code: stop, params: {}, field: 'form' };
  const request = orderRequestOf(form, orderContext, depth);
  if (request === undefined)
    return tooLittleOf(form, orderContext) ?? { state: 'incomplete', missing: missingIn(form) };
  const estimate = depth && estimateOrder(request, orderContext, depth);
  const decision = checkOrder(request, orderContext);
  if (decision.ok && isShort(request, orderContext, estimate))
    return { state: 'refused', code: 'insufficient_balance', params: {}, field: form.lead, request, estimate };
  if (decision.ok)
    return request.kind === 'market' && depth === undefined ? NO_BOOK : { state: 'ready', request, estimate };
  const { code, params = {} } = decision;
  const refused = { state: 'refused', code, params, field: fieldOf(code, form) } as const;
  return SIZED.includes(code) ? { ...refused, request, estimate } : refused;
}

/** Reports whether a sale for proceeds would sell all coins and still bring less, which the server cannot foresee. */
export function isShort(
  request: OrderRequest,
  { available, market }: OrderContext,
  estimate: OrderEstimate | undefined,
): boolean {
  if (!('proceeds' in request) || estimate === undefined || estimate.beyond) return false;
  const isSoldOut = estimate.taken.quantity === floorTo(available.base, market.lot);
  return isSoldOut && estimate.gets.amount < request.proceeds;
}

/** A market order takes what is offered, so the user must see the order book before confirming. */
const NO_BOOK: OrderPreview = { state: 'incomplete', missing: 'book' };

/** Returns the refusal that blocks every order of this kind: runs the server's rule on the smallest order. */
function stopOf({ kind }: OrderForm, orderContext: OrderContext): PlaceRefusal | undefined {
  const decision = checkOrder({ kind: 'market', side: 'sell', quantity: orderContext.market.lot }, orderContext);
  if (decision.ok) return undefined;
  const stops: readonly PlaceRefusal[] = ['market_closed', 'price_simulated', 'no_live_price'];
  return stops.includes(decision.code) || (kind === 'market' && decision.code === 'price_stale')
    ? decision.code
    : undefined;
}

const CENT = parseDecimal<Amount>('0.01');

/** Refuses a total that does not pay for one lot, with the minimum. */
function tooLittleOf(form: OrderForm, { market, rules }: OrderContext): OrderPreview | undefined {
  const price = readField<Price>(form.price);
  if (form.kind === 'market' || form.lead === 'amount' || !price || !readField(form.total)) return undefined;
  const minimum = formatDecimal(max(rules.orderMin, ceilTo(multiply(market.lot, price, 'up'), CENT)));
  return { state: 'refused', code: 'below_minimum', params: { minimum }, field: 'total' };
}

function missingIn(form: OrderForm) {
  if (form.kind === 'limit') return readField(form.price) ? form.lead : 'price';
  return form.side === 'buy' && form.lead === 'amount' && readField(form.amount) ? 'book' : form.lead;
}

const FIELDS: Readonly<Record<string, 'price' | 'size'>> = {
  price_step_wrong: 'price',
  limit_price_too_far: 'price',
  price_wrong: 'price',
  would_take: 'price',
  own_order_crossed: 'price',
  amount_step_wrong: 'size',
  below_minimum: 'size',
  above_maximum: 'size',
  insufficient_balance: 'size',
};

/** Returns the field a refusal concerns, including refusals only the server can return. */
export function fieldOf(code: string, { kind, lead }: OrderForm): FormField {
  const field = FIELDS[code];
  if (field === 'price') return kind === 'limit' ? 'price' : 'form';
  return field === 'size' ? lead : 'form';
}

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
  if (kind === 'market' && side === 'sell' && form.lead === 'total') {
    const proceeds = readPositive<Amount>(form.total);
    return proceeds && { kind, side, proceeds };
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
