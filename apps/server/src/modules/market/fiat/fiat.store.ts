import { formatDecimal, type Rate } from '@app/money';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';

export type FiatRate = {
  readonly currency: string;
  /** Units of the currency for one US dollar. */
  readonly rate: Rate;
  readonly source: string;
  readonly atMs: number;
};

/**
 * Writes rates, never replacing a newer one with an older: two feeds may write for a moment, and the replaced one last.
 */
export async function writeFiatRates(tx: Tx, rates: readonly FiatRate[]): Promise<void> {
  await sql`
    insert into fiat_rate (currency_code, rate, source, at)
    select * from unnest(${rates.map(({ currency }) => currency)}::text[],
      ${rates.map(({ rate }) => formatDecimal(rate))}::numeric[], ${rates.map(({ source }) => source)}::text[],
      ${rates.map(({ atMs }) => new Date(atMs))}::timestamptz[])
    on conflict (currency_code) do update
       set rate = excluded.rate, source = excluded.source, at = excluded.at
     where fiat_rate.at <= excluded.at`.execute(tx);
}
