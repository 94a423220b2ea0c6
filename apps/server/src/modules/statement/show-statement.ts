import {
  type CoinDay,
  dayBounds,
  dayOf,
  daysOf,
  type Figures,
  monthBounds,
  monthsOf,
  type PeriodBounds,
  summarise,
} from '@app/domain/statement';
import { rateIn, valueAt } from '@app/domain/wallet';
import { type Amount, type Price, ZERO } from '@app/money';
import type { Output } from '@app/protocol';
import type * as routes from '@app/protocol/statement';
import type { Recipient } from '../../platform/bus/push.ts';
import type { Reader } from '../../platform/db/database.ts';
import { openPrices } from './fold-account.ts';
import { type AccountDeps, type AccountNow, createReadAccount } from './read-account.ts';
import * as store from './statement.store.ts';

export type Statements = {
  holdings(recipient: Recipient): Promise<Output<typeof routes.listHoldings>>;
  month(recipient: Recipient, month: string): Promise<Output<typeof routes.readStatement>>;
  days(recipient: Recipient, month: string): Promise<Output<typeof routes.listDayResults>>;
  months(recipient: Recipient, year: string): Promise<Output<typeof routes.listMonthResults>>;
  range(recipient: Recipient, range: Range): Promise<Output<typeof routes.readRange>>;
};

type Range = { readonly from: string; readonly to: string; readonly currency?: string | undefined };
type NamedPeriod = PeriodBounds & { readonly name: string };

/** Creates the statements of users: booked days, the days since, and the prices at both ends of a period. */
export function createStatements(deps: AccountDeps): Statements {
  const readAccount = createReadAccount(deps);

  const list = async (recipient: Recipient, periodsUntil: (nowMs: number) => readonly NamedPeriod[]) => {
    const account = await readAccount(recipient);
    const first = await firstDay(deps.db, recipient, account);
    const periods = periodsUntil(account.nowMs).filter(
      ({ toMs }) => first !== undefined && toMs > dayBounds(first).fromMs,
    );
    const sums = await sumPeriods(deps.db, { recipient, account, periods });
    return {
      first_month: first?.slice(0, 7) ?? null,
      list: sums.map((sum, index) => ({ name: periods[index]?.name ?? '', ...toWire(sum.figures) })),
      simulated: sums.some(({ isSimulated }) => isSimulated),
    };
  };

  return {
    async holdings(recipient) {
      const { book } = await readAccount(recipient);
      const held = [...book.coins].filter(([, coin]) => coin.quantity() > ZERO);
      return {
        list: held.map(([currency, coin]) => ({
          currency,
          quantity: coin.quantity(),
          cost: book.unpriced.has(currency) ? null : coin.cost(),
        })),
      };
    },

    async month(recipient, month) {
      const account = await readAccount(recipient);
      const bounds = monthBounds(month);
      const [sum] = await sumPeriods(deps.db, { recipient, account, periods: [{ name: month, ...bounds }] });
      const first = await firstDay(deps.db, recipient, account);
      if (sum === undefined) throw new Error('one period has one sum');
      return {
        month,
        from: bounds.fromMs,
        to: Math.max(bounds.fromMs, Math.min(bounds.toMs, account.nowMs)),
        ended: bounds.toMs <= account.nowMs,
        first_month: first?.slice(0, 7) ?? null,
        ...toWire(sum.figures),
        coins: sum.coins,
        transfers: sum.transfers,
        simulated: sum.isSimulated,
      };
    },

    days: (recipient, month) =>
      list(recipient, (nowMs) => daysOf(month, nowMs).map((name) => ({ name, ...dayBounds(name) }))),

    months: (recipient, year) =>
      list(recipient, (nowMs) => monthsOf(year, nowMs).map((name) => ({ name, ...monthBounds(name) }))),

    async range(recipient, { from, to, currency }) {
      const account = await readAccount(recipient);
      const bounds = { fromMs: dayBounds(from).fromMs, toMs: dayBounds(to).toMs };
      const [sum] = await sumPeriods(deps.db, { recipient, account, periods: [{ name: from, ...bounds }], currency });
      if (sum === undefined) throw new Error('one period has one sum');
      const { opening, closing, held, total, ...moved } = toWire(sum.figures);
      // Of one coin, purchases and sales are neither flows nor results: only what it moved can be said.
      const ends = currency === undefined ? { opening, closing, held, total } : NO_ENDS;
      return { from, to, ...moved, ...ends, transfers: sum.transfers, simulated: sum.isSimulated };
    },
  };
}

const NO_ENDS = { opening: null, closing: null, held: null, total: null };

async function firstDay(db: Reader, recipient: Recipient, { recent }: AccountNow): Promise<string | undefined> {
  return (await store.readFirstDay(db, recipient)) ?? recent[0]?.day;
}

type Query = {
  readonly recipient: Recipient;
  readonly account: AccountNow;
  /** One behind the other, oldest first. */
  readonly periods: readonly NamedPeriod[];
  readonly currency?: string | undefined;
};

type PeriodSum = {
  readonly figures: Figures;
  readonly coins: Output<typeof routes.readStatement>['coins'];
  readonly transfers: number;
  readonly isSimulated: boolean;
};

async function sumPeriods(db: Reader, { recipient, account, periods, currency }: Query): Promise<PeriodSum[]> {
  const first = periods[0];
  const last = periods.at(-1);
  if (first === undefined || last === undefined) return [];
  const span = { from: dayOf(first.fromMs), before: dayOf(last.toMs) };
  const booked = await store.readDays(db, recipient, span);
  const settled = booked.filter(({ day }) => day < account.through); // It may have been booked since.
  const days = [...settled, ...account.recent].filter((day) => currency === undefined || day.currency === currency);
  const split = periods.map((period) => splitDays(days, period));
  const endOf = ({ toMs }: PeriodBounds) => Math.min(toMs, account.nowMs);
  const points = periods.flatMap((period, index) => [
    ...[...(split[index]?.before.keys() ?? [])].map((coin) => ({ currency: coin, atMs: period.fromMs })),
    ...[...(split[index]?.after.keys() ?? [])].map((coin) => ({ currency: coin, atMs: endOf(period) })),
  ]);
  const distinct = [...new Map(points.map((point) => [`${point.currency} ${point.atMs}`, point])).values()];
  const prices = await (await openPrices(db))(distinct);
  const known = new Map(distinct.map(({ currency: coin, atMs }, index) => [`${coin} ${atMs}`, prices[index]]));
  const priceAt = (atMs: number) => (coin: string) => known.get(`${coin} ${atMs}`)?.price;
  return periods.map((period, index) => {
    const { inside, before, after } = split[index] ?? splitDays([], period);
    const priceBefore = priceAt(period.fromMs);
    const priceAfter = priceAt(endOf(period));
    const used = [...before.keys()].map((coin) => `${coin} ${period.fromMs}`);
    used.push(...[...after.keys()].map((coin) => `${coin} ${endOf(period)}`));
    return {
      figures: summarise(inside, { before, after, priceBefore, priceAfter }),
      coins: [...after].map(([coin, quantity]) => valueCoin(coin, quantity, priceAfter)),
      transfers: inside.reduce((count, day) => count + day.transfers, 0),
      isSimulated: used.some((key) => known.get(key)?.isSimulated === true),
    };
  });
}

/** The days within a period, and what was held at its two ends; coins that were not held are left out. */
function splitDays(days: readonly CoinDay[], { fromMs, toMs }: PeriodBounds) {
  const from = dayOf(fromMs);
  const before = dayOf(toMs);
  const quantities = (upTo: string) => {
    const held = new Map<string, Amount>();
    for (const { currency, day, quantity } of days) if (day < upTo) held.set(currency, quantity);
    return new Map([...held].filter(([, quantity]) => quantity > ZERO));
  };
  const inside = days.filter(({ day }) => day >= from && day < before);
  return { inside, before: quantities(from), after: quantities(before) };
}

function valueCoin(currency: string, quantity: Amount, priceOf: (currency: string) => Price | undefined) {
  const price = rateIn(priceOf, currency);
  return {
    currency,
    quantity,
    price: price === undefined ? null : (price as bigint as Amount), // On the wire a price is decimal text like an amount.
    value: price === undefined ? null : valueAt(quantity, price),
  };
}

const toWire = ({ flows, results, fees, ...figures }: Figures) => ({
  ...figures,
  flows: [...flows].map(([kind, value]) => ({ kind, value })),
  results: [...results].map(([product, value]) => ({ product, value })),
  fees: [...fees].map(([product, value]) => ({ product, value })),
});
