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
import { type Amount, ceilTo, formatDecimal, max, multiply, type Price, parseDecimal } from '@app/money';
import { type OrderForm, readField } from './form-state.ts';
import { orderRequestOf } from './order-request.ts';

/** Where a refusal is said; what is wrong with no field of its own is said at the form. */
export type FormField = 'price' | 'amount' | 'total' | 'form';

/** What the server will say, said while typing; it decides again. */
export type OrderPreview =
  | { readonly state: 'incomplete'; readonly missing: 'situation' | 'price' | 'amount' | 'total' | 'book' }
  | {
      readonly state: 'refused';
      readonly code: PlaceRefusal;
      readonly params: RefusalParams;
      readonly field: FormField;
      readonly estimate?: OrderEstimate | undefined;
    }
  /** Without an estimate while the book is not known: a limit needs none. */
  | { readonly state: 'ready'; readonly request: OrderRequest; readonly estimate: OrderEstimate | undefined };

/** Only so far is an order sized that its fee can be told. */
const SIZED: readonly PlaceRefusal[] = ['too_many_orders', 'insufficient_balance'];

export function previewOf(
  form: OrderForm,
  orderContext: OrderContext | undefined,
  depth: Depth | undefined,
): OrderPreview {
  if (orderContext === undefined) return { state: 'incomplete', missing: 'situation' };
  const stop = stopOf(form, orderContext);
  if (stop !== undefined) return { state: 'refused', code: stop, params: {}, field: 'form' };
  const request = orderRequestOf(form, orderContext, depth);
  if (request === undefined)
    return tooLittleOf(form, orderContext) ?? { state: 'incomplete', missing: missingIn(form) };
  const estimate = depth && estimateOrder(request, orderContext, depth);
  const decision = checkOrder(request, orderContext);
  if (decision.ok)
    return request.kind === 'market' && depth === undefined ? NO_BOOK : { state: 'ready', request, estimate };
  const { code, params = {} } = decision;
  const refused = { state: 'refused', code, params, field: fieldOf(code, form) } as const;
  return SIZED.includes(code) ? { ...refused, estimate } : refused;
}

/** A market order takes what is offered: nobody agrees to that before it was seen. */
const NO_BOOK: OrderPreview = { state: 'incomplete', missing: 'book' };

/** What would stop every order of this kind, whatever is typed: the rule itself is asked with the smallest one. */
function stopOf({ kind }: OrderForm, orderContext: OrderContext): PlaceRefusal | undefined {
  const decision = checkOrder({ kind: 'market', side: 'sell', quantity: orderContext.market.lot }, orderContext);
  if (decision.ok) return undefined;
  const stops: readonly PlaceRefusal[] = ['market_closed', 'price_simulated'];
  return stops.includes(decision.code) || (kind === 'market' && decision.code === 'price_stale')
    ? decision.code
    : undefined;
}

const CENT = parseDecimal<Amount>('0.01');

/** A total that does not pay for one lot leaves nothing to ask for, and says why. */
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
  price_wrong: 'price',
  would_take: 'price',
  own_order_crossed: 'price',
  amount_step_wrong: 'size',
  below_minimum: 'size',
  above_maximum: 'size',
  insufficient_balance: 'size',
};

/** The field that a refusal is about, also one that only the server knows of. */
export function fieldOf(code: string, { kind, lead }: OrderForm): FormField {
  const field = FIELDS[code];
  if (field === 'price') return kind === 'limit' ? 'price' : 'form';
  return field === 'size' ? lead : 'form';
}
