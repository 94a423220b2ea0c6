import { type Depth, estimateOrder, levelsUpTo, type OrderContext, type Side } from '@app/domain/spot';
import { type Amount, floorTo, formatPlaces, min, ONE, type Price, ZERO } from '@app/money';
import {
  type FormSteps,
  type OrderForm,
  priceText,
  readField,
  stepPrice,
  withAmount,
  withKind,
  withPrice,
  withTotal,
} from './form-state.ts';
import { budgetFor } from './order-preview.ts';
import { largestOf, refilled } from './order-share.ts';

/** Data a form change needs besides the form. */
export type FormContext = {
  readonly steps: FormSteps;
  readonly orderContext: OrderContext | undefined;
  /** Undefined until the order book has loaded; that is not an empty book. */
  readonly depth: Depth | undefined;
  /** Current market price. */
  readonly last: Price | undefined;
};

/** Applies a change to the form's latest state. */
export type FormChange = (move: (now: OrderForm) => OrderForm) => void;

/** Sets a typed, stepped or picked price; a share of the balance stays that share. */
export const priced = (form: OrderForm, price: string, { steps, orderContext }: FormContext): OrderForm =>
  refilled(withPrice(form, price, steps), orderContext, steps);

/** Sets a price picked from the order book, which makes the order a limit. */
export const pickPrice = (form: OrderForm, price: Price, context: FormContext): OrderForm =>
  priced(withKind(form, 'limit', context.steps), priceText(price, context.steps), context);

/** Sets the fields of an order from a link, so that it can be repeated; ignores what is not a number. */
export function withOrderFromAddress(form: OrderForm, requested: string, context: FormContext): OrderForm {
  const fields = new URLSearchParams(requested);
  const priced = withPriceFromAddress(form, fields.get('price') ?? '', context);
  const kind = fields.get('kind') === 'market' ? 'market' : undefined;
  const typed = kind === undefined ? priced : withKind({ ...priced, amount: '', total: '' }, kind, context.steps);
  const size = (name: 'amount' | 'total', step: Amount) => {
    const wanted = readField<Amount>(fields.get(name) ?? '');
    return wanted === undefined || wanted < step ? undefined : floorTo(wanted, step);
  };
  const amount = size('amount', context.steps.lot);
  const total = size('total', centOf(context.steps));
  if (amount !== undefined)
    return withAmount(typed, formatPlaces(amount, context.steps.lotPlaces, 'down'), context.steps);
  if (total === undefined) return typed;
  return withTotal(typed, formatPlaces(total, context.steps.totalPlaces, 'down'), context.steps);
}

const centOf = ({ totalPlaces }: FormSteps): Amount => (ONE / 10n ** BigInt(totalPlaces)) as Amount;

/** Sets the price from a link, rounded down to the market's tick; ignores text that is not a price. */
export function withPriceFromAddress(form: OrderForm, requested: string, context: FormContext): OrderForm {
  const wanted = readField<Price>(requested);
  if (wanted === undefined || wanted < context.steps.tick) return form;
  // Without balances a share cannot follow the price, so keep the amount it produced.
  return pickPrice(
    context.orderContext ? form : { ...form, share: undefined },
    floorTo(wanted, context.steps.tick),
    context,
  );
}

/** Handles a long press on a level: sets its price and the quantity offered up to it, capped by the balance. */
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

/** Applies BBO: the best price of the form's own side, then the other side's. */
export function takeBest(form: OrderForm, context: FormContext): OrderForm {
  const best = context.depth && nextBest(form, context.depth);
  return best === undefined ? form : { ...pickPrice(form, best.price, context), best: best.side };
}

/** Returns the field's price moved by one tick; an empty field starts at the market price. */
export function steppedPrice(held: string, direction: 'less' | 'more', { steps, last }: FormContext) {
  const from = readField<Price>(held);
  const next = from === undefined ? startOf({ steps, last }) : stepPrice(from, direction, steps);
  return next && priceText(next, steps);
}

/** Returns the market price rounded down to its tick, the start value of a limit. */
export function startOf({ steps: { tick }, last }: Pick<FormContext, 'steps' | 'last'>): Price | undefined {
  const price = last && floorTo(last, tick);
  return price === 0n ? undefined : price;
}

/** Converts a market order to the other unit through the order book, never to more than it was. */
export function toggleUnit(form: OrderForm, context: FormContext): OrderForm {
  const { steps, orderContext, depth } = context;
  if (form.side === 'sell') return toggleSale(form, context);
  if (form.lead === 'total') {
    const budget = readField<Amount>(form.total);
    const request = budget && ({ kind: 'market', side: 'buy', budget } as const);
    const coins = request && orderContext && depth && estimateOrder(request, orderContext, depth).taken.quantity;
    return withAmount(form, coins ? formatPlaces(coins, steps.lotPlaces, 'down') : '', steps);
  }
  const budget = orderContext && budgetFor(readField<Amount>(form.amount), orderContext, depth);
  return withTotal(form, budget ? formatPlaces(budget, steps.totalPlaces, 'down') : '', steps);
}

function toggleSale(form: OrderForm, { steps, orderContext, depth }: FormContext): OrderForm {
  const typed = readField<Amount>(form[form.lead]);
  const isInCoins = form.lead === 'amount';
  const request =
    typed && ({ kind: 'market', side: 'sell', ...(isInCoins ? { quantity: typed } : { proceeds: typed }) } as const);
  const estimate = request && orderContext && depth && estimateOrder(request, orderContext, depth);
  if (isInCoins) {
    const brings = estimate?.gets.amount;
    return withTotal(form, brings ? formatPlaces(brings, steps.totalPlaces, 'down') : '', steps);
  }
  const coins = estimate?.taken.quantity;
  return withAmount(form, coins ? formatPlaces(coins, steps.lotPlaces, 'down') : '', steps);
}

type Best = { readonly side: 'bid' | 'ask'; readonly price: Price };

const OWN = { buy: 'bid', sell: 'ask' } as const satisfies Record<Side, Best['side']>;

/**
 * Returns the price a tap on BBO takes: first the best on the form's own side, which rests; then the other side's,
 * which fills at once.
 */
export function nextBest({ side, best }: Pick<OrderForm, 'side' | 'best'>, depth: Depth): Best | undefined {
  const own = OWN[side];
  const other = own === 'bid' ? 'ask' : 'bid';
  const ours = bestOf(own, depth);
  const theirs = bestOf(other, depth);
  return best === own ? (theirs ?? ours) : (ours ?? theirs);
}

function bestOf(side: Best['side'], depth: Depth): Best | undefined {
  const price = depth[`${side}s`][0]?.[0];
  return price && { side, price };
}
