import { type Amount, groupDigits, type Price, showPrice } from '@app/money';
import type { Text } from '../../../data/app/texts.ts';
import { exactText, UNKNOWN } from '../trade/form-texts.ts';
import type { Unit } from './lite-form.ts';
import { countedIn, paidUnit, textIn } from './lite-preview.ts';
import type { Lite } from './use-lite.ts';

export const nameOf = (unit: Unit, { market }: Pick<Lite, 'market'>) => market[unit];

/** Formats an amount with its unit, or the unknown mark. */
export function inUnit(unit: Unit, amount: Amount | undefined, lite: Pick<Lite, 'market' | 'steps'>): string {
  return amount === undefined ? UNKNOWN : `${groupDigits(textIn(unit, amount, lite.steps))} ${nameOf(unit, lite)}`;
}

export const priceIn = (price: Price | undefined, { precision, quote }: Lite['market']) =>
  price === undefined ? UNKNOWN : `${showPrice(price, precision)} ${quote}`;

/** Formats a fee as its receipt shows it. */
export const feeIn = (fee: Amount | undefined, { quote }: Lite['market']) =>
  fee === undefined ? UNKNOWN : `${exactText(fee, quote, 'up')} ${quote}`;

const other = (unit: Unit): Unit => (unit === 'base' ? 'quote' : 'base');

type Missing = Pick<Lite, 'market' | 'side' | 'step' | 'preview'>;

/** Returns the figures for a step's text. Bounds are in the quote currency; a shortfall is in the currency paid. */
export function missingOf({ market, side, step, preview }: Missing) {
  const { minimum, maximum } = preview?.refusal?.params ?? {};
  const unit = step === 'short' || step === 'topup' ? paidUnit(side) : 'quote';
  return { amount: groupDigits(minimum ?? maximum ?? ''), unit: market[unit] };
}

/** Returns the label of the amount: paid exactly, or received approximately. */
export function labelOf({ side, form }: Pick<Lite, 'side' | 'form'>, text: Text): string {
  if (form.unit !== paidUnit(side)) return text('spot.lite.get');
  return text(side === 'buy' ? 'spot.lite.pay' : 'spot.lite.sell');
}

/** Formats the amount in the other unit; empty while nothing is entered. */
export function counterText(lite: Lite, text: Text): string {
  const { side, form, preview, steps } = lite;
  const unit = other(form.unit);
  const amount = preview && countedIn(unit, preview);
  if (!amount) return '';
  const isAbout = preview.request !== undefined && 'proceeds' in preview.request;
  const shown = groupDigits(textIn(unit, amount, steps));
  const params = { amount: isAbout ? `≈ ${shown}` : shown, unit: nameOf(unit, lite) };
  if (unit !== paidUnit(side)) return text('spot.lite.counter.get', params);
  return text(side === 'buy' ? 'spot.lite.counter.pay' : 'spot.lite.counter.sell', params);
}
