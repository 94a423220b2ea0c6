import { LOT_STEP } from '@app/domain/contract';
import { shownPlaces } from '@app/domain/wallet';
import { type Amount, type Decimal, divideRounded, formatDecimal, ONE, type Price, readDecimal } from '@app/money';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { MARGIN_CURRENCY } from '../position/use-position.ts';
import type { MarketRules } from '../terms/rules-query.ts';

/** Units of a size: lots, the market's coin, or its value in the margin currency. */
export const SIZE_UNITS = ['base', 'lots', 'quote'] as const;
export type SizeUnit = (typeof SIZE_UNITS)[number];

/** How take-profit and stop-loss are typed: a price, a move of the price, or the result after fees. */
export const STOP_UNITS = ['price', 'percent', 'result'] as const;
export type StopUnit = (typeof STOP_UNITS)[number];

/** Series of contracts without delivery. */
export const PERPETUAL = 'perp';

/** Typed and chosen values; numbers stay text until they are sent. The side is chosen by the button that is pressed. */
export type ContractForm = {
  readonly kind: 'market' | 'limit';
  readonly price: string;
  readonly size: string;
  readonly unit: SizeUnit;
  /** Percentage of the largest order that the size was set from; cleared by typing. */
  readonly share?: number | undefined;
  readonly hasStops: boolean;
  readonly stopsBy: StopUnit;
  readonly takeProfit: string;
  readonly stopLoss: string;
  readonly series: string;
};

export const EMPTY_FORM: ContractForm = {
  kind: 'market',
  price: '',
  size: '',
  unit: 'base',
  hasStops: false,
  stopsBy: 'price',
  takeProfit: '',
  stopLoss: '',
  series: PERPETUAL,
};

const TEXTS = ['price', 'size', 'takeProfit', 'stopLoss', 'series'] as const;
const CHOICES = { kind: ['market', 'limit'], unit: SIZE_UNITS, stopsBy: STOP_UNITS } as const;

/** Reports whether a stored draft is a form of this version. */
export function isContractForm(kept: unknown): kept is ContractForm {
  if (typeof kept !== 'object' || kept === null) return false;
  const fields = kept as Record<string, unknown>;
  const areChoices = Object.entries(CHOICES).every(([name, values]) => values.some((value) => value === fields[name]));
  const isShare = fields.share === undefined || typeof fields.share === 'number';
  const areTexts = TEXTS.every((name) => typeof fields[name] === 'string');
  return areChoices && isShare && areTexts && typeof fields.hasStops === 'boolean';
}

/** Parses a field; undefined while it is empty or zero. "1." is accepted as unfinished input. */
export function readField<Kind extends Decimal>(text: string): Kind | undefined {
  const value = readDecimal<Kind>(text.replace(/\.$/, ''));
  return value === undefined || value <= 0n ? undefined : value;
}

/** A market's steps, and the decimal places of each field. */
export type FormSteps = {
  readonly tick: Price;
  /** Base units of one lot, and of the smallest step of lots. */
  readonly lot: Amount;
  readonly baseStep: Amount;
  readonly places: { readonly price: number } & Readonly<Record<SizeUnit, number>>;
};

export function stepsOf({ precision }: Pick<MarketInfo, 'precision'>, rules: Pick<MarketRules, 'lot' | 'price_tick'>) {
  const baseStep = divideRounded(rules.lot * LOT_STEP, ONE, 'down') as Amount;
  const places = {
    price: precision,
    base: placesOf(baseStep),
    lots: placesOf(LOT_STEP),
    quote: shownPlaces(MARGIN_CURRENCY),
  };
  return { tick: rules.price_tick, lot: rules.lot, baseStep, places } satisfies FormSteps;
}

/** Returns the decimal places of a step. */
const placesOf = (step: Decimal): number => formatDecimal(step).split('.')[1]?.length ?? 0;

/** Clears what was ordered, and keeps kind, price and units for the next order. */
export const afterOrder = (form: ContractForm): ContractForm => ({
  ...form,
  size: '',
  share: undefined,
  takeProfit: '',
  stopLoss: '',
  hasStops: false,
});

/** Sets how stops are typed; what was typed meant something else, so it is cleared. */
export const withStopsBy = (form: ContractForm, stopsBy: StopUnit): ContractForm =>
  form.stopsBy === stopsBy ? form : { ...form, stopsBy, takeProfit: '', stopLoss: '' };

/** Fields by which a link repeats an order; they are applied once. */
const REPEATED = ['price', 'lots', 'leverage', 'series'] as const;

export const hasOrder = (fields: URLSearchParams): boolean => REPEATED.some((name) => fields.has(name));

/** Removes the order from the URL, so returning to the page keeps what was typed since. */
export const withoutOrder = (fields: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...fields].filter(([name]) => !REPEATED.some((field) => field === name)));

/** Sets the fields of a link; a price makes the order a limit. Ignores what is not a number. */
export function withAddress(form: ContractForm, fields: URLSearchParams): ContractForm {
  const typed = (name: string) => {
    const text = fields.get(name) ?? '';
    return readField<Amount>(text) === undefined ? undefined : text;
  };
  const price = typed('price');
  const lots = typed('lots');
  return {
    ...form,
    ...(price !== undefined && { kind: 'limit', price }),
    ...(lots !== undefined && { unit: 'lots', size: lots, share: undefined }),
    series: fields.get('series') ?? form.series,
  };
}
