import type pg from 'pg';

/** Users of the positions that were there before, numbered from here. */
const FIRST_HOLDER = 10_000_000;
/** The market of all of them. */
export const CROWDED = 1;

export type Population = {
  readonly positions: number;
  /** How many of them, all long, are liquidated when the price falls by a hundredth: they have a leverage of 100. */
  readonly fragile: number;
  /** The last night that the overnight index of the market includes, as days before today. */
  readonly nightsAgo: number;
};

/**
 * Writes open positions of a market with the balances that belong to them, one for each user: 0.01 lots at 60,000, long
 * and short in turn at a leverage of five. Written directly, because it is not part of the measurement.
 */
export async function populate(root: pg.Pool, { positions, fragile, nightsAgo }: Population): Promise<void> {
  const client = await root.connect();
  try {
    await client.query('set synchronous_commit = off');
    await client.query(
      `insert into ledger_account (owner, kind, currency, book, floored, floor, available, frozen)
       select 'user:' || ${FIRST_HOLDER} + n, 'contract', 'USDT', 'demo', true, 0, 1000, ${MARGIN('$2')}
         from generate_series(1, $1) n`,
      [positions, fragile],
    );
    await client.query(
      `insert into contract_position (id, user_id, book, market, side, leverage, terms, opened_lots, lots, margin, held_fee, entry,
         open_fee, overnight_since, overnight_charged, result, fees, status, changed_seq, changed_ms, chain_place, chain_hash, key,
         at, opened_at)
       select id_floor(now() - interval '1 minute') + n, ${FIRST_HOLDER} + n, 'demo', ${CROWDED},
              case when n <= $2 or n % 2 = 0 then 'long' else 'short' end, case when n <= $2 then 100 else 5 end, 0, 0.01, 0.01,
              ${MARGIN('$2')}, 0, 60000, 0.00024, 0, 0, 0, 0.00024, 'open', 0, 0, 1, repeat('5a', 32), gen_random_uuid(),
              now() - interval '1 day', now() - interval '1 day'
         from generate_series(1, $1) n`,
      [positions, fragile],
    );
    await client.query(
      `insert into contract_market (book, market, run_seq, run_price, session_started, session_ticks, overnight_day, overnight_index)
       values ('demo', ${CROWDED}, 0, 60000, 0, 1000, (now() at time zone 'UTC')::date - $1::int, 0)`,
      [nightsAgo],
    );
    await client.query('reset all');
  } finally {
    client.release();
  }
}

/** 0.6 USDT of notional. */
const MARGIN = (fragile: string) => `case when n <= ${fragile} then 0.006 else 0.12 end`;
