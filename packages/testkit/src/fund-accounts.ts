import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { FreshDatabase } from './fresh-database.ts';

/** Money for one account of a user, as decimal text. Zero only opens the account. */
export type Gift = {
  readonly userId: bigint | number;
  readonly kind: string;
  readonly currency: string;
  readonly amount: string;
  /** Of the transfer that brings the money in; one of its own unless given. */
  readonly ref?: string;
};

/** How money enters each mode: a deposit by role custody, or a grant of demo money by role app. */
const SOURCES = {
  real: { role: 'custody', kind: 'deposit', owner: 'world:chain' },
  demo: { role: 'app', kind: 'demo.grant', owner: 'world:demo' },
} as const;

/**
 * Funds users by the only transfers that bring money in: a deposit or a grant to the wallet and, for any other account,
 * the user's own transfer from there. Set-wise, so that a trial can fund thousands. It takes the roles' rights, not
 * their timeouts, because so many rows may take longer than a request.
 */
export async function fundAccounts(
  database: Pick<FreshDatabase, 'urlOf'>,
  mode: keyof typeof SOURCES,
  gifts: readonly Gift[],
): Promise<void> {
  const client = new pg.Client({ connectionString: database.urlOf('postgres') });
  await client.connect();
  const source = SOURCES[mode];
  const run = randomUUID();
  const rows = gifts.map(({ userId, ...gift }, number) => ({
    ref: `${run}:${number}`,
    ...gift,
    owner: `user:${userId}`,
    number,
  }));
  const entering = JSON.stringify(rows);
  const moving = JSON.stringify(rows.filter(({ kind }) => kind !== 'wallet'));
  try {
    await client.query(`set session authorization ${source.role}`);
    await client.query(open(`'${source.owner}', 'external'`), [entering, mode]);
    await client.query(open(`owner, 'wallet'`), [entering, mode]);
    await client.query(
      post({ from: `'${source.owner}', 'external'`, to: `owner, 'wallet'`, isRecorded: mode === 'real' }),
      [entering, mode, source.kind],
    );
    await client.query('set session authorization app');
    await client.query(open('owner, kind'), [moving, mode]);
    await client.query(post({ from: `owner, 'wallet'`, to: 'owner, kind', isRecorded: false }), [
      moving,
      mode,
      'wallet.change',
    ]);
  } finally {
    await client.end();
  }
}

const GIFT = `gift as materialized (
  select * from jsonb_to_recordset($1::jsonb) as g (owner text, kind text, currency text, amount numeric, number bigint, ref text))`;

/** Opens one account for every gift, given its owner and kind. */
const open = (account: string) => `
  with ${GIFT}, account (owner, kind, currency) as (select distinct ${account}, currency from gift)
  select ledger_open(array_agg(owner), array_agg(kind), array_agg(currency), array_agg($2::text))
    from account having count(*) > 0`;

/** Posts one transfer for every gift, with the record that explains it where money crosses the platform's border. */
const post = ({ from, to, isRecorded }: { from: string; to: string; isRecorded: boolean }) => `
  with ${GIFT},
  first as materialized (select id_floor(clock_timestamp()) + (nextval('writer_slot') << 12) as id),
  posted as materialized (
    select g.*, f.id + ((g.number / 4096) << 22) + g.number % 4096 as id
      from gift g, first f where g.amount > 0),
  transfer as (
    insert into ledger_transfer (id, kind, ref, book, digest)
    select id, $3, ref, $2, '\\x00112233445566778899aabbccddeeff' from posted),
  ${
    isRecorded
      ? `record as (
    insert into external_payment (kind, ref, currency, amount, reason)
    select $3, ref, currency, amount, 'a test' from posted),`
      : ''
  }
  side (id, owner, kind, currency, delta) as (
    select id, ${from}, currency, -amount from posted union all select id, ${to}, currency, amount from posted)
  insert into ledger_entry (transfer, account, currency, available_delta, frozen_delta)
  select s.id, a.id, s.currency, s.delta, 0 from side s join ledger_account a using (owner, kind, currency) where a.book = $2`;
