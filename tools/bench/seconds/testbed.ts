import { secondsShard } from '@app/domain/seconds';
import type pg from 'pg';
import type { PrivatePostgres } from '../../torture/private-postgres.ts';
import type { Sealer } from '../contract/sealer.ts';
import { openPricedArena } from '../contract/testbed.ts';
import type { ShardClient } from '../spot/client.ts';
import type { Arena } from '../spot/testbed.ts';

/** Arena of the spot bench, with clients of seconds options and a process that seals prices. */
export type SecondsArena = Arena & { readonly own: ShardClient; readonly sealer: Sealer };

export const SECONDS_SHARD = secondsShard('demo');

/** As short as the settings allow, so that bets end within a round. */
export const LENGTH_SECONDS = 5;
/** Time from the acceptance of a bet to its end: the delay of the entry tick, its length, and two ticks. */
export const LIFE_MS = 1_000 + LENGTH_SECONDS * 1_000 + 500;

const TERMS = {
  payouts: [{ seconds: LENGTH_SECONDS, rate: '0.85' }],
  entry_delay_ms: 1_000,
  cancel_lead_ms: 1_000,
  void_after_ms: 10_000,
} as const;

/** Opens an arena whose users, numbered from one, have a million each on their seconds accounts. */
export const openSecondsArena = (
  postgres: PrivatePostgres,
  users: number,
  fill: (root: pg.Pool) => Promise<void> = async () => {},
): Promise<SecondsArena> =>
  openPricedArena(postgres, SECONDS_SHARD, async (root) => {
    await prepareSecondsUsers(root, users);
    await root.query(
      `insert into setting (key, version, value, set_by, approved_by, reason)
       values ('seconds.terms', 1, $1, 'bench', '{bench}', 'short bets')`,
      [JSON.stringify(TERMS)],
    );
    await fill(root);
  });

/** Written directly, because it is not part of the measurement. */
export async function prepareSecondsUsers(root: pg.Pool, users: number): Promise<void> {
  await root.query(
    `insert into ledger_account (owner, kind, currency, book, floored, floor, available)
     select 'user:' || n, 'seconds', 'USDT', 'demo', true, 0, 1000000 from generate_series(1, $1) n`,
    [users],
  );
}
