import { expectDefined, ID_EPOCH_MS, type TimeOrderedId, timeOfId } from '@app/base';
import {
  type CoinDay,
  type CostBook,
  createCostBook,
  createDayTotals,
  DAY_MS,
  dayBounds,
  dayOf,
  foldTransfer,
} from '@app/domain/statement';
import { ZERO } from '@app/money';
import type { Recipient } from '../../platform/bus/push.ts';
import { now } from '../../platform/db/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Transact } from '../../platform/db/transact.ts';
import { type FeeSource, type Folding, openPrices, readSpan, type Span } from './fold-account.ts';
import * as store from './statement.store.ts';

export type StatementDeps = {
  readonly db: Db;
  readonly transact: Transact;
  readonly fees: readonly FeeSource[];
  /** Told the time up to which a history has been read, for those who show progress. */
  readonly onRead?: ((atMs: number) => void) | undefined;
};

/**
 * A day is booked this long after its end. Ids are made before their transaction commits, by processes whose clocks
 * differ: by then none of the day is still on its way.
 */
const SETTLED_MS = 15 * 60_000;

/** Returns the first day that cannot be booked yet. */
const openDay = (nowMs: number): string => dayOf(nowMs - SETTLED_MS);

/** Returns the first day of a user's history; user ids are time-ordered, by a clock that may be ahead. */
export const firstDayOf = ({ userId }: Recipient): string =>
  dayOf(Math.max(timeOfId(userId as TimeOrderedId) - DAY_MS, ID_EPOCH_MS));

/** Days booked in one transaction: a long history that is interrupted goes on where it was. */
const DAYS_AT_ONCE = 31;

/** Books all days that have ended, each once, also if several processes try. */
export async function bookDays(deps: StatementDeps, recipient: Recipient): Promise<void> {
  const target = openDay((await now(deps.db)).getTime());
  for (let through = await store.readThrough(deps.db, recipient); through === undefined || through < target; )
    through = await deps.transact((tx) => bookSpan(tx, deps, recipient, target));
}

/** Books the next days, at most up to the target; returns the first day that is not booked. */
async function bookSpan(tx: Tx, deps: StatementDeps, recipient: Recipient, target: string): Promise<string> {
  await store.lockState(tx, recipient, firstDayOf(recipient));
  const booked = expectDefined(await store.readState(tx, recipient), 'the state that was just locked');
  if (booked.through >= target) return booked.through;
  const { fromMs } = dayBounds(booked.through);
  const lastMs = Math.min(fromMs + DAYS_AT_ONCE * DAY_MS, dayBounds(target).fromMs);
  const book = openBook(booked);
  const folding = { tx, recipient, fees: deps.fees, prices: await openPrices(tx), onRead: deps.onRead };
  await store.insertDays(tx, recipient, await foldDays(folding, book, { fromMs, toMs: lastMs }));
  await store.saveState(tx, recipient, { through: dayOf(lastMs), book, before: booked });
  return dayOf(lastMs);
}

export const openBook = (state: store.BookedState | undefined): CostBook =>
  createCostBook(new Map([...(state?.coins ?? [])].map(([currency, { lots }]) => [currency, lots])), state?.unpriced);

/** Books the transfers of a span and returns what each day did to each coin that it changed. */
export async function foldDays(folding: Folding, book: CostBook, span: Span): Promise<CoinDay[]> {
  const days: CoinDay[] = [];
  let totals = createDayTotals();
  let day: string | undefined;
  const endDay = () => {
    if (day !== undefined) days.push(...coinsOf(book, day, totals));
    totals = createDayTotals();
  };
  for await (const { appraise, ...transfer } of readSpan(folding, span)) {
    if (dayOf(transfer.atMs) !== day) {
      endDay();
      day = dayOf(transfer.atMs);
    }
    totals.add(transfer.kind, transfer.changes.keys(), foldTransfer(book, transfer, appraise));
  }
  endDay();
  return days;
}

function coinsOf(book: CostBook, day: string, totals: ReturnType<typeof createDayTotals>): CoinDay[] {
  return [...totals.list()].map(([currency, sums]) => {
    const coin = book.coins.get(currency);
    return { currency, day, quantity: coin?.quantity() ?? ZERO, cost: coin?.cost() ?? ZERO, ...sums };
  });
}

/** Accounts booked in one round. */
const ROUND = 200;

/**
 * Books the days of accounts that were looked at before, so that the next look is fast. One that fails is reported at the
 * end and stops no other.
 */
export async function bookDueDays(deps: StatementDeps): Promise<void> {
  const target = openDay((await now(deps.db)).getTime());
  const errors: unknown[] = [];
  for (const recipient of await store.listDue(deps.db, target, ROUND))
    await bookDays(deps, recipient).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} accounts could not be booked`);
}
