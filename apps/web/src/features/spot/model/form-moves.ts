import { type Depth, estimateOrder, levelsUpTo, type OrderContext } from '@app/domain/spot';
import { type Amount, floorTo, formatPlaces, min, type Price, ZERO } from '@app/money';
import { nextBest } from './best-price.ts';
import { type OrderForm, readField, withAmount, withKind, withPrice, withTotal } from './form-state.ts';
import { type FormSteps, priceText, stepPrice } from './form-steps.ts';
import { budgetFor } from './order-request.ts';
import { largestOf, refilled } from './order-share.ts';

/** What a move needs to know beside the form. */
export type FormContext = {
  readonly steps: FormSteps;
  readonly orderContext: OrderContext | undefined;
  /** Nothing before the book was heard; that is not an empty one. */
  readonly depth: Depth | undefined;
  /** What the market costs now. */
  readonly last: Price | undefined;
};

/** How the form changes: from what it is by then. */
export type FormChange = (move: (now: OrderForm) => OrderForm) => void;

/** A price that was typed, stepped or taken; a share of what there is stays that share. */
export const priced = (form: OrderForm, price: string, { steps, orderContext }: FormContext): OrderForm =>
  refilled(withPrice(form, price, steps), orderContext, steps);

/** A price of the book: whoever takes one wants a limit. */
export const pickPrice = (form: OrderForm, price: Price, context: FormContext): OrderForm =>
  priced(withKind(form, 'limit', context.steps), priceText(price, context.steps), context);

/** The price that a link asks for, on the market's grid; a text that is none asks for nothing. */
export function withPriceFromAddress(form: OrderForm, requested: string, context: FormContext): OrderForm {
  const wanted = readField<Price>(requested);
  if (wanted === undefined || wanted < context.steps.tick) return form;
  // A share cannot follow the price before it is known of what: what it came to stays.
  return pickPrice(
    context.orderContext ? form : { ...form, share: undefined },
    floorTo(wanted, context.steps.tick),
    context,
  );
}

/** A level that is held: its price, and what is offered from the best up to it, as far as there is money for it. */
export function holdLevel(
  form: OrderForm,
  level: { side: 'bid' | 'ask'; price: Price },
  context: FormContext,
): OrderForm {
  const { steps, orderContext, depth } = context;
  const next = pickPrice({ ...form, share: undefined }, level.price, context);
  const offered = depth ? levelsUpTo(depth[`${level.side}s`], level.price) : ZERO;
  const largest = orderContext && largestOf(next, orderContext);
  const amount = floorTo(largest === undefined ? offered : min(offered, largest), steps.lot);
  return amount === 0n ? next : withAmount(next, formatPlaces(amount, steps.lotPlaces, 'down'), steps);
}

/** BBO: the best price of one's own side, and from there the other side's. */
export function takeBest(form: OrderForm, context: FormContext): OrderForm {
  const best = context.depth && nextBest(form, context.depth);
  return best === undefined ? form : { ...pickPrice(form, best.price, context), best: best.side };
}

/** One tick from what a price field holds; an empty one starts at the market's price. */
export function steppedPrice(held: string, direction: 'less' | 'more', { steps, last }: FormContext) {
  const from = readField<Price>(held);
  const next = from === undefined ? startOf({ steps, last }) : stepPrice(from, direction, steps);
  return next && priceText(next, steps);
}

/** The market's price on its grid: where a limit begins. */
export function startOf({ steps: { tick }, last }: Pick<FormContext, 'steps' | 'last'>): Price | undefined {
  const price = last && floorTo(last, tick);
  return price === 0n ? undefined : price;
}

/** A market purchase in the other unit: converted by the book, and never to more than it was. */
export function toggleUnit(form: OrderForm, { steps, orderContext, depth }: FormContext): OrderForm {
  if (form.lead === 'total') {
    const budget = readField<Amount>(form.total);
    const request = budget && ({ kind: 'market', side: 'buy', budget } as const);
    const coins = request && orderContext && depth && estimateOrder(request, orderContext, depth).taken.quantity;
    return withAmount(form, coins ? formatPlaces(coins, steps.lotPlaces, 'down') : '', steps);
  }
  const budget = orderContext && budgetFor(readField<Amount>(form.amount), orderContext, depth);
  return withTotal(form, budget ? formatPlaces(budget, steps.totalPlaces, 'down') : '', steps);
}
