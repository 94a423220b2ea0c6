import { FORCES, type Force, SIDES, type Side } from '@app/domain/spot';
import { shownPlaces } from '@app/domain/wallet';
import {
  type Amount,
  ceilTo,
  type Decimal,
  divide,
  floorTo,
  formatDecimal,
  formatPlaces,
  multiply,
  type Price,
  readDecimal,
  ZERO,
} from '@app/money';
import type { MarketInfo } from '../../../data/market/markets.ts';

/** Typed and chosen form values; numbers stay text until they are sent. */
export type OrderForm = {
  readonly side: Side;
  readonly kind: 'limit' | 'market';
  readonly force: Force;
  readonly price: string;
  /**
   * Amount in coins and total in the quote currency: `lead` names the one typed last, and the other is derived from it.
   */
  readonly amount: string;
  readonly total: string;
  readonly lead: 'amount' | 'total';
  /** Percentage of the balance the amount was set from; cleared by typing. */
  readonly share?: number | undefined;
  /** Side whose best price was taken; cleared by any other price. */
  readonly best?: 'bid' | 'ask' | undefined;
};

export const emptyForm = (side: Side): OrderForm => ({
  side,
  kind: 'limit',
  force: 'gtc',
  price: '',
  amount: '',
  total: '',
  lead: 'amount',
});

const TEXTS = ['price', 'amount', 'total'] as const;
const CHOICES = { side: SIDES, kind: ['limit', 'market'], force: FORCES, lead: ['amount', 'total'] } as const;

/** Reports whether a stored draft is a valid form, rather than data of an older version or another page. */
export function isOrderForm(kept: unknown): kept is OrderForm {
  if (typeof kept !== 'object' || kept === null) return false;
  const fields = kept as Record<string, unknown>;
  const areChoices = Object.entries(CHOICES).every(([name, values]) => values.some((value) => value === fields[name]));
  const isShare = fields.share === undefined || typeof fields.share === 'number';
  const isBest = [undefined, 'bid', 'ask'].some((side) => side === fields.best);
  return areChoices && isShare && isBest && TEXTS.every((name) => typeof fields[name] === 'string');
}

/** Parses a field; undefined while it is empty or not a number. "1." is accepted as unfinished input. */
export const readField = <Kind extends Decimal>(text: string): Kind | undefined =>
  readDecimal<Kind>(text.replace(/\.$/, ''));

/** Switches the side: keeps the price and a typed amount of coins, and clears a share of the other balance. */
export function withSide(form: OrderForm, side: Side, steps: FormSteps): OrderForm {
  if (side === form.side) return form;
  const isOfOtherMoney = form.share !== undefined || (form.kind === 'market' && form.lead === 'total');
  const next = { ...form, side, share: undefined };
  return withLead(isOfOtherMoney ? { ...next, amount: '', total: '' } : next, steps);
}

export const withKind = (form: OrderForm, kind: OrderForm['kind'], steps: FormSteps): OrderForm =>
  withLead({ ...form, kind }, steps);

export const withForce = (form: OrderForm, force: Force, steps: FormSteps): OrderForm =>
  withKind({ ...form, force }, 'limit', steps);

export const withPrice = (form: OrderForm, price: string, steps: FormSteps): OrderForm =>
  linked({ ...form, price, best: undefined }, steps);

export const withAmount = (form: OrderForm, amount: string, steps: FormSteps): OrderForm =>
  linked({ ...form, amount, lead: 'amount', share: undefined }, steps);

export const withTotal = (form: OrderForm, total: string, steps: FormSteps): OrderForm =>
  linked({ ...form, total, lead: 'total', share: undefined }, steps);

/** Clears the amount after an order was placed and keeps the price for the next one. */
export const withoutAmount = (form: OrderForm): OrderForm => ({ ...form, amount: '', total: '', share: undefined });

/** Clears the form after an order that traded: its price follows the market again, unless another was typed since. */
export const afterFill = (form: OrderForm, sentPrice: string): OrderForm =>
  withoutAmount(form.price === sentPrice ? { ...form, price: '', best: undefined } : form);

/** Sets the leading field of a market order: a sale takes coins and a purchase money, unless the other was typed. */
function withLead(form: OrderForm, steps: FormSteps): OrderForm {
  if (form.kind === 'limit') return linked(form, steps);
  const usual = form.side === 'sell' ? 'amount' : 'total';
  return linked({ ...form, lead: form[form.lead] === '' ? usual : form.lead }, steps);
}

/** Keeps total = price × amount for a limit: the field typed last leads, and the other is derived, rounded down. */
function linked(form: OrderForm, steps: FormSteps): OrderForm {
  if (form.kind === 'market') return form.lead === 'amount' ? { ...form, total: '' } : { ...form, amount: '' };
  const price = readField<Price>(form.price);
  const led = readField<Amount>(form[form.lead]);
  const follow = (text: string): OrderForm =>
    form.lead === 'amount' ? { ...form, total: text } : { ...form, amount: text };
  if (price === undefined || price === 0n || led === undefined) return follow('');
  if (form.lead === 'amount') return follow(formatPlaces(multiply(led, price, 'down'), steps.totalPlaces, 'down'));
  return follow(formatPlaces(floorTo(divide(led, price, 'down'), steps.lot), steps.lotPlaces, 'down'));
}

/** Fields by which a link repeats an order; they are applied once. */
const REPEATED = ['price', 'amount', 'total', 'kind'] as const;

/** Returns the link that opens the form with the fields of an order. */
export function repeatAddress(order: Repeated): string {
  const { symbol, type: side, kind, price, amount, budget } = order;
  const size = amount === null ? { total: formatDecimal(budget ?? ZERO) } : { amount: formatDecimal(amount) };
  const fields = { symbol, side, kind, ...size, ...(price !== null && { price: formatDecimal(price) }) };
  return `/pages/transaction/currency?${new URLSearchParams(fields)}`;
}

type Repeated = {
  readonly symbol: string;
  readonly type: Side;
  readonly kind: OrderForm['kind'];
  readonly price: Price | null;
  readonly amount: Amount | null;
  readonly budget: Amount | null;
};

/** Returns the order fields of a link; undefined if it has none. */
export function orderIn(fields: URLSearchParams): string | undefined {
  const own = [...fields].filter(([name]) => REPEATED.some((field) => field === name));
  return own.length === 0 ? undefined : new URLSearchParams(own).toString();
}

/** Returns the side a link sets. */
export const sideIn = (fields: URLSearchParams): Side | undefined => SIDES.find((side) => side === fields.get('side'));

/** Removes the order from the URL, so returning to the page keeps what was typed since. */
export const withoutOrder = (fields: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...fields].filter(([name]) => !REPEATED.some((field) => field === name)));

/** Puts the chosen side into the URL, so a reload or back navigation keeps it; keeps the other fields. */
export function withSideIn(fields: URLSearchParams, side: Side): URLSearchParams {
  const next = withoutOrder(fields);
  next.set('side', side);
  return next;
}

/** A market's tick and lot, and the decimal places of each field. */
export type FormSteps = {
  readonly tick: Price;
  readonly lot: Amount;
  readonly pricePlaces: number;
  readonly lotPlaces: number;
  readonly totalPlaces: number;
};

type Grid = Pick<MarketInfo, 'price_tick' | 'lot' | 'precision' | 'lot_precision' | 'quote'>;

export const stepsOf = ({ price_tick, lot, precision, lot_precision, quote }: Grid): FormSteps => ({
  tick: price_tick,
  lot,
  pricePlaces: precision,
  lotPlaces: lot_precision,
  totalPlaces: shownPlaces(quote),
});

/** Formats a price for its field. */
export const priceText = (price: Price, { pricePlaces }: FormSteps) => formatPlaces(price, pricePlaces, 'down');

/** Returns the next price on the tick grid in a direction; undefined below the first tick. */
export function stepPrice(price: Price, direction: 'less' | 'more', { tick }: FormSteps): Price | undefined {
  if (direction === 'more') return (floorTo(price, tick) + tick) as Price;
  const next = (ceilTo(price, tick) - tick) as Price;
  return next > 0n ? next : undefined;
}
