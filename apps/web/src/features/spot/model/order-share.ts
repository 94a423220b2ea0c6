import { type Depth, largestOrder, type OrderContext } from '@app/domain/spot';
import { type Amount, floorTo, formatPlaces, min, multiply, type Price, type Rate, ratio, ZERO } from '@app/money';
import { type OrderForm, readField, withAmount, withTotal } from './form-state.ts';
import type { FormSteps } from './form-steps.ts';
import { orderRequestOf } from './order-request.ts';

const PERCENT = 10n ** 16n; // Of ONE.

const isForBudget = (form: OrderForm) => form.kind === 'market' && form.side === 'buy';

/** The most that what there is pays for: money where one buys at the market, else coins. */
export function largestOf(form: OrderForm, orderContext: OrderContext): Amount {
  const { kind, side } = form;
  if (kind === 'market') return largestOrder({ kind, side }, orderContext);
  const price = readField<Price>(form.price);
  if (price !== undefined && price > 0n) return largestOrder({ kind, side, price }, orderContext);
  return side === 'sell' ? largestOrder({ kind: 'market', side }, orderContext) : ZERO; // A sale needs no price for it.
}

/** Fills in a percentage of what there is: on the grid, fee included, never more than all of it. */
export function withShare(form: OrderForm, share: number, orderContext: OrderContext, steps: FormSteps): OrderForm {
  const part = multiply(largestOf(form, orderContext), (BigInt(share) * PERCENT) as Rate, 'down');
  const filled = isForBudget(form)
    ? withTotal(form, textOf(part, steps.totalPlaces), steps)
    : withAmount(form, textOf(floorTo(part, steps.lot), steps.lotPlaces), steps);
  return { ...filled, share };
}

/** What was taken as a share stays that share when its price or kind changes: all of it never becomes too much. */
export const refilled = (form: OrderForm, orderContext: OrderContext | undefined, steps: FormSteps): OrderForm =>
  form.share === undefined || orderContext === undefined ? form : withShare(form, form.share, orderContext, steps);

/** Where the slider stands: the share that was chosen, or what the typed amount comes to. */
export function percentOf(form: OrderForm, orderContext: OrderContext | undefined, depth: Depth | undefined): number {
  const largest = orderContext && largestOf(form, orderContext);
  if (largest === 0n) return 0; // A share of nothing is nothing.
  if (form.share !== undefined) return form.share;
  const requested = orderContext && requestedOf(form, orderContext, depth);
  if (requested === undefined || largest === undefined) return 0;
  return Number(ratio(min(requested, largest), largest, 'down') / PERCENT); // tidy: not money
}

/** In the unit of the most there is; coins also of a limit that has no price yet. */
function requestedOf(form: OrderForm, orderContext: OrderContext, depth: Depth | undefined): Amount | undefined {
  if (!isForBudget(form)) return readField<Amount>(form.amount);
  const request = orderRequestOf(form, orderContext, depth);
  return request && 'budget' in request ? request.budget : undefined;
}

/** Nothing is an empty field, not a zero. */
const textOf = (value: Amount, places: number) => (value === 0n ? '' : formatPlaces(value, places, 'down'));
