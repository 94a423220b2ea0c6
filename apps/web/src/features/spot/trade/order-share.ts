import { type Depth, estimateOrder, largestOrder, type OrderContext } from '@app/domain/spot';
import { type Amount, floorTo, formatPlaces, min, multiply, type Price, type Rate, ratio, ZERO } from '@app/money';
import { type FormSteps, type OrderForm, readField, withAmount, withTotal } from './form-state.ts';
import { orderRequestOf } from './order-preview.ts';

const PERCENT = 10n ** 16n; // Fraction of ONE.

const isForBudget = (form: OrderForm) => form.kind === 'market' && form.side === 'buy';

/** Returns the largest order the balance pays for: money for a market buy, otherwise coins. */
export function largestOf(form: OrderForm, orderContext: OrderContext): Amount {
  const { kind, side } = form;
  if (kind === 'market') return largestOrder({ kind, side }, orderContext);
  const price = readField<Price>(form.price);
  if (price !== undefined && price > 0n) return largestOrder({ kind, side, price }, orderContext);
  return side === 'sell' ? largestOrder({ kind: 'market', side }, orderContext) : ZERO; // A sale's size needs no price.
}

/** Sets the amount to a percentage of the balance: on the lot grid, fee included, never above the balance. */
export function withShare(form: OrderForm, share: number, orderContext: OrderContext, steps: FormSteps): OrderForm {
  const part = multiply(largestOf(form, orderContext), (BigInt(share) * PERCENT) as Rate, 'down');
  const filled = isForBudget(form)
    ? withTotal(form, textOf(part, steps.totalPlaces), steps)
    : withAmount(form, textOf(floorTo(part, steps.lot), steps.lotPlaces), steps);
  return { ...filled, share };
}

/** Recomputes a share when price or kind changes, so that 100 % never exceeds the balance. */
export const refilled = (form: OrderForm, orderContext: OrderContext | undefined, steps: FormSteps): OrderForm =>
  form.share === undefined || orderContext === undefined ? form : withShare(form, form.share, orderContext, steps);

/** Returns the slider position: the chosen share, or the typed amount's share. */
export function percentOf(form: OrderForm, orderContext: OrderContext | undefined, depth: Depth | undefined): number {
  const largest = orderContext && largestOf(form, orderContext);
  if (largest === 0n) return 0; // A share of zero is zero.
  if (form.share !== undefined) return form.share;
  const requested = orderContext && requestedOf(form, orderContext, depth);
  if (requested === undefined || largest === undefined) return 0;
  return Number(ratio(min(requested, largest), largest, 'down') / PERCENT); // tidy: not money
}

/** Returns the requested size in the unit of the largest order; coins also for a limit without a price yet. */
function requestedOf(form: OrderForm, orderContext: OrderContext, depth: Depth | undefined): Amount | undefined {
  const isForMoney = isForBudget(form) || (form.kind === 'market' && form.lead === 'total');
  if (!isForMoney) return readField<Amount>(form.amount);
  const request = orderRequestOf(form, orderContext, depth);
  if (request === undefined || 'quantity' in request) return undefined;
  return 'budget' in request ? request.budget : depth && estimateOrder(request, orderContext, depth).pays.amount;
}

/** Formats an amount; zero is an empty field. */
const textOf = (value: Amount, places: number) => (value === 0n ? '' : formatPlaces(value, places, 'down'));
