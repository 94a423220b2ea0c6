import type pg from 'pg';
import { CROWDED } from '../contract/population.ts';

/** Users of the bets that were there before, numbered from here. */
const FIRST_HOLDER = 10_000_000;

/** When the time of the bets is over: the first of them, and how much later the last. */
export type Expiry = { readonly fromMs: number; readonly withinMs: number };

/** Their time is over, and the feed has been silent: the next tick settles all of them. */
export const OVERDUE: Expiry = { fromMs: -30_000, withinMs: 1 };

/**
 * Writes running bets of one market, one for each user, that end some time from now. Written directly, because it is not
 * part of the measurement. Returns when the first of them ends.
 */
export async function populateBets(
  root: pg.Pool,
  bets: number,
  { fromMs, withinMs }: Expiry = OVERDUE,
): Promise<number> {
  const endsMs = Date.now() + fromMs;
  const client = await root.connect();
  try {
    await client.query('set synchronous_commit = off');
    await client.query(
      `insert into ledger_account (owner, kind, currency, book, floored, floor, available, frozen)
       select 'user:' || ${FIRST_HOLDER} + n, 'seconds', 'USDT', 'demo', true, 0, 1000, 5 from generate_series(1, $1) n`,
      [bets],
    );
    await client.query(
      `insert into seconds_bet (id, user_id, book, market, side, seconds, stake, currency, terms, payout_rate, entry_delay_ms,
         cancel_lead_ms, void_after_ms, accepted_ms, accepted_seq, receipt_hash, key, at, status, entry_seq, entry_ms, entry_price,
         entry_block)
       select id_floor(now() - interval '2 minutes') + n, ${FIRST_HOLDER} + n, 'demo', ${CROWDED},
              case when n % 2 = 0 then 'up' else 'down' end, 30, 5, 'USDT', 1, 0.85, 1000, 1000, ${SILENT_MS}, ms - 1000, 0,
              repeat('5a', 32), gen_random_uuid(), to_timestamp(ms / 1000.0), 'running', 0, ms, 60000, 0
         from generate_series(1, $1) n, lateral (select $2::bigint - 30000 + n % $3 as ms) entry`,
      [bets, endsMs, withinMs],
    );
    await client.query('reset all');
    return endsMs;
  } finally {
    client.release();
  }
}

/** Long enough that none is void before the measurement begins. */
const SILENT_MS = 3_600_000;
