import { type Holdings, type RateOf, rateIn, valueAt } from '@app/domain/wallet';
import { type Amount, sum, ZERO } from '@app/money';

/** Share of everything owned; without a coin it is all others together. */
export type Part = { readonly currency: string | undefined; readonly tenths: number };

/** Parts named on a phone; a wide window has room for more. */
const NAMED_MAX = 3;
const WHOLE = 1_000;

/** Returns the allocation, largest first, in tenths of a percent that add up to exactly 100 %. */
export function allocationOf(holdings: Holdings, rateOf: RateOf, namedMax = NAMED_MAX): readonly Part[] {
  const coins = [...holdings]
    .map(([currency, owned]) => ({ currency, worth: worthAt(owned, rateIn(rateOf, currency)) }))
    .filter(({ worth }) => worth > ZERO)
    .sort((a, b) => (a.worth === b.worth ? a.currency.localeCompare(b.currency) : a.worth > b.worth ? -1 : 1));
  const isAllNamed = coins.length <= namedMax + 1;
  const named = isAllNamed ? coins : coins.slice(0, namedMax);
  const others = { currency: undefined, worth: sum(coins.slice(named.length).map(({ worth }) => worth)) };
  return inTenths(isAllNamed ? named : [...named, others]);
}

const worthAt = (owned: Amount, rate: Parameters<typeof valueAt>[1] | undefined) =>
  rate === undefined ? ZERO : valueAt(owned, rate);

type Weighed = { readonly currency: string | undefined; readonly worth: Amount };

/** Distributes the rounding remainder to the parts that lost most by rounding down. */
function inTenths(parts: readonly Weighed[]): readonly Part[] {
  const total = sum(parts.map(({ worth }) => worth));
  if (total === ZERO) return [];
  const scaled = parts.map(({ worth }) => worth * BigInt(WHOLE));
  const cut = scaled.map((it) => Number(it / total));
  const missing = WHOLE - cut.reduce((all, it) => all + it, 0);
  const byLoss = scaled
    .map((it, index) => ({ at: index, loss: it % total }))
    .sort((a, b) => (a.loss > b.loss ? -1 : 1));
  const raised = new Set(byLoss.slice(0, missing).map(({ at }) => at));
  return parts.map(({ currency }, index) => ({ currency, tenths: (cut[index] ?? 0) + (raised.has(index) ? 1 : 0) }));
}

/** Formats tenths of a percent as `41.2%`, the same in every language. */
export const showTenths = (tenths: number): string => `${Math.floor(tenths / 10)}.${tenths % 10}%`;
