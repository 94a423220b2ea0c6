import { startOfDay } from '@app/domain/limits';
import type { Product } from '@app/domain/reference';
import { type Amount, formatDecimal, parseDecimal } from '@app/money';
import { sql } from 'kysely';
import type { Recipient } from '../../platform/bus/push.ts';
import { arrayText } from '../../platform/db/array-text.ts';
import type { Db, Reader, Tx } from '../../platform/db/database.ts';

/** Products that add to the daily loss: those with a switch, and spot. */
type LossProduct = Product | 'spot';

/** What a product won or lost for a user, in USDT; negative: lost. */
export type ProductResult = Recipient & {
  readonly product: LossProduct;
  readonly atMs: number;
  readonly result: Amount;
};

const dayOf = (atMs: number): string => new Date(startOfDay(atMs)).toISOString().slice(0, 10);

/**
 * Adds results to the users' UTC day, in the transaction that settles them: from then on every other product counts
 * them towards the daily loss limit.
 */
export async function addDayResults(tx: Tx, results: readonly ProductResult[]): Promise<void> {
  if (results.length === 0) return;
  const of = <Value extends bigint | string>(read: (result: ProductResult) => Value) => arrayText(results.map(read));
  await sql`
    insert into day_result (user_id, book, day, product, result)
    select user_id, book, day, product, sum(result)
      from unnest(${of((it) => it.userId)}::bigint[], ${of((it) => it.mode)}::text[], ${of((it) => dayOf(it.atMs))}::date[],
                  ${of((it) => it.product)}::text[], ${of((it) => formatDecimal(it.result))}::numeric[])
        as n (user_id, book, day, product, result)
     group by user_id, book, day, product order by user_id, book, day, product
    on conflict (user_id, book, day, product) do update set result = day_result.result + excluded.result`.execute(tx);
}

type ResultsQuery = {
  readonly userIds: readonly bigint[];
  readonly mode: Recipient['mode'];
  readonly atMs: number;
  /** The product that asks, if it knows its own result better than any record. */
  readonly except?: LossProduct;
};

/** Sums the day's results, for many users at once; users without any are left out. */
export async function sumDayResults(
  tx: Reader,
  { userIds, mode, atMs, except }: ResultsQuery,
): Promise<ReadonlyMap<bigint, Amount>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ user_id: bigint; result: string }>`
    select user_id, sum(result)::text as result from day_result
     where user_id = any(${arrayText(userIds)}::bigint[]) and book = ${mode} and day = ${dayOf(atMs)}::date
       and product is distinct from ${except ?? null}
     group by user_id`.execute(tx);
  return new Map(rows.map(({ user_id, result }) => [user_id, parseDecimal<Amount>(result)]));
}

/** Deletes results of days that are over. */
export async function sweepDayResults(db: Db): Promise<void> {
  await sql`delete from day_result where day < (app_now() at time zone 'UTC')::date - 1`.execute(db);
}
