import { type AccountName, entry, type Transfer, userAccount } from '@app/domain/ledger';
import { type Amount, negate, parseDecimal } from '@app/money';
import type pg from 'pg';

/** Users of one writer, as in an engine shard: lanes never wait for each other's accounts. */
export type Lane = {
  readonly accounts: readonly AccountName[];
  readonly idOf: ReadonlyMap<string, string>;
  nextRef: number;
  readonly name: string;
};

export type Batch = readonly Transfer[];

const USERS_PER_LANE = 50_000;
const PAID = parseDecimal<Amount>('1.25');
const FEE = parseDecimal<Amount>('0.0025');
const RECEIVED = parseDecimal<Amount>('1.245');

export async function prepareAccounts(pool: pg.Pool, lanes: number): Promise<Lane[]> {
  const total = lanes * USERS_PER_LANE;
  await pool.query(
    `select ledger_open(array_agg('user:' || n), array_agg('exchange'::text), array_agg('USDT'::text), array_agg('real'::text)) from generate_series(1, $1) n`,
    [total],
  );
  await pool.query(`select ledger_open(array['world:bench'], array['external'], array['USDT'], array['real'])`);
  await fund(pool, total);
  await pool.query('vacuum analyze'); // Now, so that autovacuum does not run during a round.
  const { rows } = await pool.query<{ owner: string; id: string }>(`select owner, id from ledger_account`);
  const idOf = new Map(rows.map(({ owner, id }) => [owner, String(id)]));
  return Array.from({ length: lanes }, (_, lane) => ({
    name: `lane-${lane}`,
    nextRef: 0,
    idOf,
    accounts: Array.from({ length: USERS_PER_LANE }, (_, n) =>
      userAccount(BigInt(lane * USERS_PER_LANE + n + 1), 'exchange', 'USDT'),
    ),
  }));
}

async function fund(pool: pg.Pool, users: number): Promise<void> {
  await pool.query(
    `with funding as (insert into ledger_transfer (id, kind, ref, book, digest)
       values (id_floor(now()), 'bench.fund', 'all', 'real', '\\x00112233445566778899aabbccddeeff') returning id)
     insert into ledger_entry select f.id, a.id, 'USDT', case kind when 'external' then -1000000 * $1::numeric else 1000000 end, 0
       from funding f, ledger_account a`,
    [users],
  );
}

/** Makes transfers shaped like fills: payer and receiver, and two accounts that share the fee. */
export function makeBatch(lane: Lane, size: number): Batch {
  const pick = () => lane.accounts[Math.floor(Math.random() * lane.accounts.length)] as AccountName; // Never empty.
  return Array.from({ length: size }, () => {
    lane.nextRef += 1;
    const entries = [
      entry(pick(), { available: negate(PAID) }),
      entry(pick(), { available: RECEIVED }),
      entry(pick(), { available: FEE }),
      entry(pick(), { available: FEE }),
    ];
    return { kind: 'bench.fill', ref: `${lane.name}:${lane.nextRef}`, mode: 'real', entries };
  });
}
