import { type Amount, add, type Price, subtract, sum, ZERO } from '@app/money';
import type { ResultProduct } from '../ledger/index.ts';
import { rateIn, valueAt } from '../wallet/index.ts';
import type { Outcome } from './fold-transfer.ts';

/** Amounts in USDT by a name: a kind of transfer or a product. */
export type Tally<Name extends string = string> = ReadonlyMap<Name, Amount>;

/** What one day did to one coin: its quantity and cost at the end, and the outcomes of its transfers. */
export type CoinDay = {
  readonly currency: string;
  /** In UTC, `2026-10-31`. */
  readonly day: string;
  readonly quantity: Amount;
  readonly cost: Amount;
  readonly flows: Tally;
  readonly results: Tally<ResultProduct>;
  readonly fees: Tally<ResultProduct>;
  /** Transfers of this coin; one that changed two coins counts for one of them. */
  readonly transfers: number;
};

export type Figures = {
  readonly opening: Amount;
  readonly closing: Amount;
  readonly flows: Tally;
  readonly results: Tally<ResultProduct>;
  readonly fees: Tally<ResultProduct>;
  /** Price moves of the coins held. */
  readonly held: Amount;
  /** Result after fees. */
  readonly total: Amount;
};

/** Quantities of coins at the two ends of a period, and their prices then. */
export type PeriodEnds = {
  readonly before: ReadonlyMap<string, Amount>;
  readonly after: ReadonlyMap<string, Amount>;
  readonly priceBefore: (currency: string) => Price | undefined;
  readonly priceAfter: (currency: string) => Price | undefined;
};

/** Sums a period. `closing = opening + flows + results + held - fees`, to the last place. */
export function summarise(days: readonly CoinDay[], ends: PeriodEnds): Figures {
  const opening = worthAt(ends.before, ends.priceBefore);
  const closing = worthAt(ends.after, ends.priceAfter);
  const flows = mergeTallies(days.map((day) => day.flows));
  const results = mergeTallies(days.map((day) => day.results));
  const fees = mergeTallies(days.map((day) => day.fees));
  const total = subtract(subtract(closing, opening), totalOf(flows));
  const held = subtract(total, subtract(totalOf(results), totalOf(fees)));
  return { opening, closing, flows, results, fees, held, total };
}

export const totalOf = (tally: Tally): Amount => sum(tally.values());

/** Values quantities; a coin without a price is excluded. */
function worthAt(quantities: ReadonlyMap<string, Amount>, priceOf: (currency: string) => Price | undefined): Amount {
  let total = ZERO;
  for (const [currency, quantity] of quantities) {
    const price = rateIn(priceOf, currency);
    if (price !== undefined && quantity > ZERO) total = add(total, valueAt(quantity, price));
  }
  return total;
}

export function mergeTallies<Name extends string>(tallies: readonly Tally<Name>[]): Map<Name, Amount> {
  const merged = new Map<Name, Amount>();
  for (const tally of tallies) for (const [name, value] of tally) addTo(merged, name, value);
  return merged;
}

function addTo<Name extends string>(tally: Map<Name, Amount>, name: Name, value: Amount): void {
  const next = add(tally.get(name) ?? ZERO, value);
  if (next === ZERO) tally.delete(name);
  else tally.set(name, next);
}

/** Sums the outcomes of a day's transfers by the coin they concern. */
export type DayTotals = {
  add(kind: string, changed: Iterable<string>, outcome: Outcome): void;
  /** Returns the coins with transfers, and what they did. */
  list(): ReadonlyMap<string, Omit<CoinDay, 'currency' | 'day' | 'quantity' | 'cost'>>;
};

export function createDayTotals(): DayTotals {
  type Sums = {
    flows: Map<string, Amount>;
    results: Map<ResultProduct, Amount>;
    fees: Map<ResultProduct, Amount>;
    transfers: number;
  };
  const coins = new Map<string, Sums>();
  const sumsOf = (currency: string): Sums => {
    const known = coins.get(currency) ?? { flows: new Map(), results: new Map(), fees: new Map(), transfers: 0 };
    coins.set(currency, known);
    return known;
  };
  return {
    add(kind, changed, { flows, product, result, fee, currency }) {
      for (const name of changed) sumsOf(name);
      for (const [name, value] of flows) addTo(sumsOf(name).flows, kind, value);
      const sums = sumsOf(currency);
      sums.transfers += 1;
      if (product === undefined) return;
      addTo(sums.results, product, result);
      addTo(sums.fees, product, fee);
    },
    list: () => coins,
  };
}
