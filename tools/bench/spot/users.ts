import type pg from 'pg';
import { MARKETS } from './mix.ts';

/** Additional users, one per market, who act only when the bench makes them. */
const EXTRAS = MARKETS.length;

/**
 * Gives every user a million of both currencies of their market, with ledger entries. Set-based, because it is not part
 * of the measurement.
 */
export async function prepareUsers(root: pg.Pool, users: number): Promise<void> {
  const bases = MARKETS.map(({ base }) => base);
  const everybody = users + EXTRAS;
  const owners = `select 'user:' || n as owner, c.currency from generate_series(1, $1) n
    cross join lateral (values ('USDT'), (($2::text[])[(n - 1) % ${bases.length} + 1])) as c (currency)`;
  await root.query(
    `select ledger_open(array_agg(owner), array_agg('exchange'::text), array_agg(currency), array_agg('real'::text)) from (${owners}) o`,
    [everybody, bases],
  );
  await root.query(
    `select ledger_open(array_agg('world:bench'::text), array_agg('external'::text), array_agg(c), array_agg('real'::text))
       from unnest($1::text[]) c`,
    [['USDT', ...bases]],
  );
  await root.query(
    `with funding as (insert into ledger_transfer (id, kind, ref, book, digest)
       values (id_floor(now()), 'bench.fund', 'all', 'real', '\\x00112233445566778899aabbccddeeff') returning id),
     wealth as (select currency, count(*) as owners from ledger_account where kind = 'exchange' group by currency)
     insert into ledger_entry
     select f.id, a.id, a.currency, case a.kind when 'external' then -1000000 * w.owners else 1000000 end, 0
       from funding f, ledger_account a join wealth w using (currency) where a.kind in ('exchange', 'external')`,
  );
  await root.query('vacuum analyze'); // Now, so that autovacuum does not run during a round.
}
