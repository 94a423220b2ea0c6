import { type Market, SOURCES, type Tick } from '@app/domain/market';
import { type Decimal, formatDecimal, ONE, type Price, type Rate, ratio } from '@app/money';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { transactOn } from '../../../platform/db/transact.ts';

type Deps = { readonly db: Db; readonly markets: readonly Market[] };

/** Writes the value of one US dollar in every currency of the forex markets, from their last index prices. */
export async function keepFiatRates({ db, markets }: Deps, lastTicks: ReadonlyMap<number, Tick>): Promise<void> {
  const rates = markets.flatMap((market) => {
    const tick = lastTicks.get(market.id);
    return tick === undefined ? [] : fiatRateOf(market, tick);
  });
  if (rates.length > 0) await transactOn(db)((tx) => writeFiatRates(tx, rates));
}

/** Returns nothing unless the market is a pair with the dollar: a cross adds no information. */
function fiatRateOf({ category, base, quote }: Market, tick: Tick): readonly FiatRate[] {
  if (category !== 'forex') return [];
  const origin = { source: `index of ${tick.sources.map(({ source }) => nameOf(source)).join(', ')}`, atMs: tick.atMs };
  if (base === 'USD') return [{ currency: quote, rate: tick.price as Decimal as Rate, ...origin }]; // Same digits.
  // For display only, so the last of eighteen digits may be truncated.
  if (quote === 'USD') return [{ currency: base, rate: ratio(ONE as Price, tick.price, 'down'), ...origin }];
  return [];
}

const nameOf = (id: number) => SOURCES.find((source) => source.id === id)?.name ?? `source ${id}`;

type FiatRate = {
  readonly currency: string;
  /** Units of the currency for one US dollar. */
  readonly rate: Rate;
  readonly source: string;
  readonly atMs: number;
};

/**
 * Writes rates, never replacing a newer one with an older: two feeds may write for a moment, and the replaced one last.
 */
async function writeFiatRates(tx: Tx, rates: readonly FiatRate[]): Promise<void> {
  await sql`
    insert into fiat_rate (currency_code, rate, source, at)
    select * from unnest(${rates.map(({ currency }) => currency)}::text[],
      ${rates.map(({ rate }) => formatDecimal(rate))}::numeric[], ${rates.map(({ source }) => source)}::text[],
      ${rates.map(({ atMs }) => new Date(atMs))}::timestamptz[])
    on conflict (currency_code) do update
       set rate = excluded.rate, source = excluded.source, at = excluded.at
     where fiat_rate.at <= excluded.at`.execute(tx);
}
