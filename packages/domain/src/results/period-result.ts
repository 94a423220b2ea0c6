import {
  type Amount,
  absolute,
  add,
  formatPlaces,
  groupDigits,
  type Rate,
  ratio,
  showAmount,
  subtract,
  ZERO,
} from '@app/money';
import type { ResultProduct } from '../ledger/index.ts';

/** A day or month of a user's results, in USDT, as the statement module computes it. */
export type PeriodResult = {
  readonly name: string;
  readonly opening: Amount;
  readonly flows: readonly { readonly kind: string; readonly value: Amount }[];
  readonly results: readonly { readonly product: ResultProduct; readonly value: Amount }[];
  readonly fees: readonly { readonly product: ResultProduct; readonly value: Amount }[];
  readonly held: Amount;
  readonly total: Amount;
};

/** What a calendar shows: everything, price moves of held coins, or one product's trades after their fees. */
export type ResultFilter = 'all' | 'held' | ResultProduct;

/** Returns the result of a period that a filter shows. The filters except `all` add up to `all`. */
export function resultOf(period: PeriodResult, filter: ResultFilter): Amount {
  if (filter === 'all') return period.total;
  if (filter === 'held') return period.held;
  const of = (list: PeriodResult['results']) =>
    list.reduce((sum, { product, value }) => (product === filter ? add(sum, value) : sum), ZERO);
  return subtract(of(period.results), of(period.fees));
}

/** Lists the filters that show anything of these periods. */
export function filtersOf(periods: readonly PeriodResult[]): readonly ResultFilter[] {
  const products = new Set(periods.flatMap(({ results, fees }) => [...results, ...fees].map(({ product }) => product)));
  const hasHeld = periods.some(({ held }) => held !== ZERO);
  return ['all', ...products, ...(hasHeld ? (['held'] as const) : [])];
}

export const sumOf = (periods: readonly PeriodResult[], filter: ResultFilter): Amount =>
  periods.reduce((sum, period) => add(sum, resultOf(period, filter)), ZERO);

/**
 * Returns the result of consecutive periods as a share of the money that was at work: what there was at first and what
 * came in. Undefined if there was none. Losses and gains are treated alike.
 */
export function rateOfPeriods(periods: readonly PeriodResult[]): Rate | undefined {
  const [first] = periods;
  if (first === undefined) return undefined;
  const base = periods
    .flatMap(({ flows }) => flows)
    .reduce((sum, { value }) => (value > ZERO ? add(sum, value) : sum), first.opening);
  return shareOf(sumOf(periods, 'all'), base);
}

/** Returns the unrealised result of a holding as a share of its cost; undefined for one that cost nothing. */
export const rateOfHolding = (value: Amount, cost: Amount): Rate | undefined => shareOf(subtract(value, cost), cost);

/** Rounds towards zero, so that neither a gain nor a loss is shown larger than it is. */
function shareOf(part: Amount, whole: Amount): Rate | undefined {
  if (whole <= ZERO) return undefined;
  const size = ratio(absolute(part), whole, 'down');
  return (part < ZERO ? -size : size) as Rate;
}

const PLACES = 2;

/** Formats a result with its sign: the colour says nothing that the sign does not. */
export const showSigned = (value: Amount, places = PLACES): string =>
  `${value > ZERO ? '+' : ''}${showAmount(value, places)}`;

const UNITS = [
  [10n ** 27n, 'B'],
  [10n ** 24n, 'M'],
  [10n ** 21n, 'K'],
] as const;

/** Formats a result for a cell of a calendar: three digits at most, and a sign. */
export function showInCell(value: Amount): string {
  const [unit, suffix] = UNITS.find(([least]) => absolute(value) >= least) ?? [10n ** 18n, ''];
  const scaled = ((value * 10n ** 18n) / unit) as Amount;
  const size = absolute(scaled);
  const places = size >= 100n * 10n ** 18n ? 0 : size >= 10n * 10n ** 18n ? 1 : 2;
  const digits = groupDigits(formatPlaces(scaled, places, 'down'));
  return `${value > ZERO ? '+' : ''}${digits}${suffix}`;
}
