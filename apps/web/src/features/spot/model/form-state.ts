import { FORCES, type Force, SIDES, type Side } from '@app/domain/spot';
import {
  type Amount,
  type Decimal,
  divide,
  floorTo,
  formatPlaces,
  multiply,
  type Price,
  readDecimal,
} from '@app/money';
import type { FormSteps } from './form-steps.ts';

/** What was typed and chosen; numbers stay text until they are sent. */
export type OrderForm = {
  readonly side: Side;
  readonly kind: 'limit' | 'market';
  readonly force: Force;
  readonly price: string;
  /** In coins, and in the quote currency: of the two, `lead` was typed last and the other follows from it. */
  readonly amount: string;
  readonly total: string;
  readonly lead: 'amount' | 'total';
  /** The percentage of what there is that the amount was taken as; typing forgets it. */
  readonly share?: number | undefined;
  /** Whose best price was taken as the price; any other price forgets it. */
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

/** Whether a kept draft is one of ours, and not what an older version or another page left. */
export function isOrderForm(kept: unknown): kept is OrderForm {
  if (typeof kept !== 'object' || kept === null) return false;
  const fields = kept as Record<string, unknown>;
  const areChoices = Object.entries(CHOICES).every(([name, values]) => values.some((value) => value === fields[name]));
  const isShare = fields.share === undefined || typeof fields.share === 'number';
  const isBest = [undefined, 'bid', 'ask'].some((side) => side === fields.best);
  return areChoices && isShare && isBest && TEXTS.every((name) => typeof fields[name] === 'string');
}

/** What a field holds as a number; nothing while it is empty or holds no number. "1." is one on its way. */
export const readField = <Kind extends Decimal>(text: string): Kind | undefined =>
  readDecimal<Kind>(text.replace(/\.$/, ''));

/** The other side: its price is as good, and so is an amount of coins that was typed; a share of other money is not. */
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

/** After an order was placed: what was typed for it is done with, its price is where the next one begins. */
export const withoutAmount = (form: OrderForm): OrderForm => ({ ...form, amount: '', total: '', share: undefined });

/** At the market one sells coins, and buys for money unless an amount of coins was typed. */
function withLead(form: OrderForm, steps: FormSteps): OrderForm {
  if (form.kind === 'limit') return linked(form, steps);
  const isInCoins = form.side === 'sell' || (form.lead === 'amount' && form.amount !== '');
  return linked({ ...form, lead: isInCoins ? 'amount' : 'total' }, steps);
}

/** At a limit, price times amount is the total: what was typed last leads, and the other is cut to what it buys. */
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
