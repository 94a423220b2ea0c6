import { expectDefined } from '@app/base';
import type { ConvertAccount, IndexPair } from '@app/domain/convert';
import type { Mode } from '@app/domain/ledger';
import { type Amount, formatDecimal, type Price, parseDecimal, type Rate } from '@app/money';
import { sql } from 'kysely';
import type { Recipient } from '../../platform/bus/push.ts';
import { arrayText } from '../../platform/db/array-text.ts';
import type { Db, Reader, Tx } from '../../platform/db/database.ts';
import { isBefore, listOfQuery, type Page, type PageRequest, readPage } from '../../platform/db/page.ts';
import { type PersonalTable, selectRows } from '../../platform/db/personal-data.ts';

/** The sealed tick behind one coin's price; the base currency has none. Receipts have it as it is here. */
export type Leg = {
  readonly currency: string;
  readonly symbol: string;
  readonly market: number;
  readonly seq: number;
  readonly price: string;
  readonly block: number;
};

/** A promised rate with everything its receipt needs. */
export type Quote = Recipient & {
  readonly id: bigint;
  readonly account: ConvertAccount;
  readonly from: string;
  readonly to: string;
  readonly amount: Amount;
  readonly received: Amount;
  readonly prices: IndexPair;
  readonly legs: readonly Leg[];
  readonly terms: { readonly version: number; readonly spreadRate: Rate; readonly lockSeconds: number };
  readonly freshness: { readonly version: number; readonly maxAgeMs: number };
  readonly quotedMs: number;
};

type QuoteRow = {
  id: bigint;
  user_id: bigint;
  book: Mode;
  account: ConvertAccount;
  from_currency: string;
  to_currency: string;
  amount: string;
  received: string;
  from_price: string;
  to_price: string;
  legs: Leg[];
  spread_rate: string;
  lock_seconds: number;
  terms: number;
  freshness: number;
  max_age_ms: number;
  quoted_at: Date;
  conversion: bigint | null;
};

export async function insertQuote(db: Db, quote: Quote): Promise<void> {
  const { terms, freshness, prices } = quote;
  const quoted = sql`to_timestamp(${quote.quotedMs}::bigint / 1000.0)`;
  await sql`
    insert into convert_quote (id, user_id, book, account, from_currency, to_currency, amount, received, from_price, to_price,
                               legs, spread_rate, lock_seconds, terms, freshness, max_age_ms, quoted_at, expires_at)
    values (${quote.id}, ${quote.userId}, ${quote.mode}, ${quote.account}, ${quote.from}, ${quote.to},
            ${formatDecimal(quote.amount)}, ${formatDecimal(quote.received)}, ${formatDecimal(prices.from)},
            ${formatDecimal(prices.to)}, ${JSON.stringify(quote.legs)}::jsonb, ${formatDecimal(terms.spreadRate)},
            ${terms.lockSeconds}, ${terms.version}, ${freshness.version}, ${freshness.maxAgeMs}, ${quoted},
            ${quoted} + make_interval(secs => ${terms.lockSeconds}))`.execute(db);
}

/** A user's quote under lock, and the conversion it was used for. */
export type LockedQuote = Quote & { readonly conversion: bigint | null };

/** Locks a user's quote, so that of ten attempts at once one uses it; undefined if the user has no such quote. */
export async function lockQuote(tx: Tx, id: bigint, { userId, mode }: Recipient): Promise<LockedQuote | undefined> {
  const { rows } = await sql<QuoteRow>`
    select * from convert_quote where id = ${id} and user_id = ${userId} and book = ${mode} for update`.execute(tx);
  const [row] = rows;
  return (
    row && {
      id: row.id,
      userId: row.user_id,
      mode: row.book,
      account: row.account,
      from: row.from_currency,
      to: row.to_currency,
      amount: parseDecimal<Amount>(row.amount),
      received: parseDecimal<Amount>(row.received),
      prices: { from: parseDecimal<Price>(row.from_price), to: parseDecimal<Price>(row.to_price) },
      legs: row.legs,
      terms: { version: row.terms, spreadRate: parseDecimal<Rate>(row.spread_rate), lockSeconds: row.lock_seconds },
      freshness: { version: row.freshness, maxAgeMs: row.max_age_ms },
      quotedMs: row.quoted_at.getTime(),
      conversion: row.conversion,
    }
  );
}

/** Returns the database's time in milliseconds, and whether a quote is still valid at it. */
export async function readExpiry(tx: Tx, quote: bigint): Promise<{ readonly atMs: number; readonly isValid: boolean }> {
  const { rows } = await sql<{ at: Date; is_valid: boolean }>`
    select at, at < expires_at as is_valid from convert_quote, app_now() as at where id = ${quote}`.execute(tx);
  const { at, is_valid } = expectDefined(rows[0], 'the locked quote');
  return { atMs: at.getTime(), isValid: is_valid };
}

/** Stores a conversion and marks its quote as used. */
export async function insertConversion(tx: Tx, id: bigint, quote: Quote): Promise<void> {
  await sql`
    insert into conversion (id, user_id, book, account, from_currency, to_currency, amount, received, from_price, to_price,
                            spread_rate, quote)
    values (${id}, ${quote.userId}, ${quote.mode}, ${quote.account}, ${quote.from}, ${quote.to},
            ${formatDecimal(quote.amount)}, ${formatDecimal(quote.received)}, ${formatDecimal(quote.prices.from)},
            ${formatDecimal(quote.prices.to)}, ${formatDecimal(quote.terms.spreadRate)}, ${quote.id})`.execute(tx);
  await sql`update convert_quote set conversion = ${id} where id = ${quote.id}`.execute(tx);
}

export type ConversionRow = {
  id: bigint;
  account: ConvertAccount;
  from_currency: string;
  to_currency: string;
  amount: string;
  received: string;
  from_price: string;
  to_price: string;
  spread_rate: string;
  at: Date;
};

/** Lists a user's conversions; a coin filters by either side. */
export const listConversions = (
  db: Reader,
  { userId, mode, currency }: Recipient & { readonly currency?: string | undefined },
  request: PageRequest,
): Promise<Page<ConversionRow>> =>
  readPage(
    request,
    listOfQuery<ConversionRow>(
      db,
      (before) => sql`
        select id, account, from_currency, to_currency, amount, received, from_price, to_price, spread_rate, at
          from conversion
         where user_id = ${userId} and book = ${mode} and ${isBefore(before)}
           and ${currency === undefined ? sql`true` : sql`${currency} in (from_currency, to_currency)`}
         order by id desc`,
    ),
  );

/** Deletes quotes that expired an hour ago: their conversions and receipts have all that is needed later. */
export async function sweepQuotes(db: Db): Promise<void> {
  await sql`delete from convert_quote where expires_at < app_now() - interval '1 hour'`.execute(db);
}

/** A conversion as a list of records shows it. */
export type ConvertedCoins = {
  id: bigint;
  from_currency: string;
  to_currency: string;
  amount: string;
  received: string;
};

/** Finds a user's conversions by their ids. Those of others are left out. */
export async function findConversions(db: Reader, userId: bigint, ids: readonly bigint[]): Promise<ConvertedCoins[]> {
  const { rows } = await sql<ConvertedCoins>`
    select id, from_currency, to_currency, trim_scale(amount)::text as amount, trim_scale(received)::text as received
      from conversion where id = any(${arrayText(ids)}::bigint[]) and user_id = ${userId}`.execute(db);
  return rows;
}

/** What conversions store about users. */
export const convertTables: readonly PersonalTable[] = [
  {
    table: 'conversion',
    download: selectRows('Conversions of one coin into another.', 'conversion', [
      'id',
      'book',
      'account',
      'from_currency',
      'to_currency',
      'amount',
      'received',
      'from_price',
      'to_price',
      'spread_rate',
      'at',
    ]),
    closing: { keep: 'ledger' },
  },
  {
    table: 'convert_quote',
    download: { not: 'Rates that were offered for seconds; they are deleted after an hour.' },
    closing: { not: 'Deleted after an hour.' },
  },
];
