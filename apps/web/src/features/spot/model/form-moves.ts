import { type Depth, estimateOrder, levelsUpTo, type Situation } from '@app/domain/spot';
import { type Amount, floorTo, formatPlaces, min, type Price, ZERO } from '@app/money';
import { nextBest } from './best-price.ts';
import { type OrderForm, readField, withAmount, withKind, withPrice, withTotal } from './form-state.ts';
import { type FormSteps, priceText, stepPrice } from './form-steps.ts';
import { largestOf, refilled } from './order-share.ts';
import { budgetFor } from './order-wish.ts';

/** What a move needs to know beside the form. */
export type FormWorld = {
  readonly steps: FormSteps;
  readonly situation: Situation | undefined;
  /** Nothing before the book was heard; that is not an empty one. */
  readonly depth: Depth | undefined;
  /** What the market costs now. */
  readonly last: Price | undefined;
};

/** How the form changes: from what it is by then. */
export type FormChange = (move: (now: OrderForm) => OrderForm) => void;

/** A price that was typed, stepped or taken; a share of what there is stays that share. */
export const priced = (form: OrderForm, price: string, { steps, situation }: FormWorld): OrderForm =>
  refilled(withPrice(form, price, steps), situation, steps);

/** A price of the book: whoever takes one wants a limit. */
export const pickPrice = (form: OrderForm, price: Price, world: FormWorld): OrderForm =>
  priced(withKind(form, 'limit', world.steps), priceText(price, world.steps), world);

/** The price that a link asks for, on the market's grid; a text that is none asks for nothing. */
export function withAskedPrice(form: OrderForm, asked: string, world: FormWorld): OrderForm {
  const wanted = readField<Price>(asked);
  if (wanted === undefined || wanted < world.steps.tick) return form;
  // A share cannot follow the price before it is known of what: what it came to stays.
  return pickPrice(world.situation ? form : { ...form, share: undefined }, floorTo(wanted, world.steps.tick), world);
}

/** A level that is held: its price, and what is offered from the best up to it, as far as there is money for it. */
export function holdLevel(form: OrderForm, level: { side: 'bid' | 'ask'; price: Price }, world: FormWorld): OrderForm {
  const { steps, situation, depth } = world;
  const next = pickPrice({ ...form, share: undefined }, level.price, world);
  const offered = depth ? levelsUpTo(depth[`${level.side}s`], level.price) : ZERO;
  const largest = situation && largestOf(next, situation);
  const amount = floorTo(largest === undefined ? offered : min(offered, largest), steps.lot);
  return amount === 0n ? next : withAmount(next, formatPlaces(amount, steps.lotPlaces, 'down'), steps);
}

/** BBO: the best price of one's own side, and from there the other side's. */
export function takeBest(form: OrderForm, world: FormWorld): OrderForm {
  const best = world.depth && nextBest(form, world.depth);
  return best === undefined ? form : { ...pickPrice(form, best.price, world), best: best.side };
}

/** One tick from what a price field holds; an empty one starts at the market's price. */
export function steppedPrice(held: string, direction: 'less' | 'more', { steps, last }: FormWorld) {
  const from = readField<Price>(held);
  const next = from === undefined ? startOf({ steps, last }) : stepPrice(from, direction, steps);
  return next && priceText(next, steps);
}

/** The market's price on its grid: where a limit begins. */
export function startOf({ steps: { tick }, last }: Pick<FormWorld, 'steps' | 'last'>): Price | undefined {
  const price = last && floorTo(last, tick);
  return price === 0n ? undefined : price;
}

/** A market purchase in the other unit: converted by the book, and never to more than it was. */
export function toggleUnit(form: OrderForm, { steps, situation, depth }: FormWorld): OrderForm {
  if (form.lead === 'total') {
    const budget = readField<Amount>(form.total);
    const wish = budget && ({ kind: 'market', side: 'buy', budget } as const);
    const coins = wish && situation && depth && estimateOrder(wish, situation, depth).taken.quantity;
    return withAmount(form, coins ? formatPlaces(coins, steps.lotPlaces, 'down') : '', steps);
  }
  const budget = situation && budgetFor(readField<Amount>(form.amount), situation, depth);
  return withTotal(form, budget ? formatPlaces(budget, steps.totalPlaces, 'down') : '', steps);
}
