import { makeIds } from '@app/base';
import { type AccountName, entry, type Transfer, userAccount } from '@app/domain/ledger';
import { type Amount, formatDecimal, negate, parseDecimal } from '@app/money';
import { createLedger } from '@app/server/modules/ledger';
import { type Database, openDatabase } from '@app/server/platform/db/database';
import { transactOn } from '@app/server/platform/db/transact';
import { claimWriter } from '@app/server/platform/db/writer';
import { freshDatabase } from '@app/testkit';
import type pg from 'pg';
import { pino } from 'pino';
import { startPrivateServices } from '../services/private-services.ts';
import { atLeast, judge, ratio } from '../trial/aims.ts';
import type { Trial } from '../trial/trial.ts';

const LANES = 4;
const BATCHES = [1, 50, 500] as const;
const AIM_AT_500 = 0.8;
const LONG = { rounds: 5, ms: 3_000 };
const SHORT = { rounds: 3, ms: 600 };
const silent = pino({ level: 'silent' });

type Post = (lane: Lane, batch: Batch) => Promise<void>;
type Contestant = { name: string; lanes: readonly Lane[]; post: Post };

/**
 * Measures transfers a second through `ledger.post`, against a bare script that writes the same rows without any check.
 */
export const ledgerBench: Trial = {
  name: 'ledger',
  claim: `ledger.post runs at no less than ${AIM_AT_500} of bare inserts in batches of 500.`,
  touches: [
    'apps/server/src/modules/ledger/',
    'apps/server/src/platform/',
    'packages/domain/src/ledger/',
    'packages/money/',
  ],
  seconds: 45,
  isAlone: true,
  isFigure: true,
  run: async ({ short, print }) => {
    const services = await startPrivateServices('bench');
    const opened: Database[] = [];
    try {
      const contestants = [
        await enterOurs(services.urls.postgres, opened),
        await enterBare(services.urls.postgres, opened),
      ];
      const { rounds, ms } = short ? SHORT : LONG;
      const ratios = new Map<number, number>();
      for (const size of BATCHES) {
        const [ours = 0, bare = 1] = await compete(contestants, size, { rounds, ms });
        ratios.set(size, ours / bare);
        print(
          `batches of ${size}: ${Math.round(ours)} transfers/s, bare ${Math.round(bare)}, ratio ${ratio(ours / bare)}`,
        );
      }
      const value = ratios.get(500) ?? Number.NaN;
      const line = atLeast({ text: 'ratio to bare in batches of 500', value, aim: AIM_AT_500, format: ratio });
      const all = [...ratios].map(([size, each]) => `${ratio(each)} at ${size}`).join(', ');
      return judge([line], `ratio to bare ${all} (4 entries a transfer, ${LANES} connections, median of ${rounds})`);
    } finally {
      await Promise.all(opened.map(({ close }) => close()));
      await services.stop();
    }
  },
};

/** Runs both interleaved, so that a slow phase of the machine affects both. */
async function compete(
  contestants: readonly Contestant[],
  size: number,
  { rounds, ms }: { rounds: number; ms: number },
): Promise<number[]> {
  const results = contestants.map((): number[] => []);
  for (const [index, contestant] of contestants.entries()) {
    await measure(contestant, size, ms / 4); // Warms caches and plans; not counted.
    results[index] = [];
  }
  for (let round = 0; round < rounds; round++) {
    for (const [index, contestant] of contestants.entries()) results[index]?.push(await measure(contestant, size, ms));
  }
  return results.map((figures) => figures.sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0);
}

async function measure({ lanes, post }: Contestant, size: number, ms: number): Promise<number> {
  const startedMs = performance.now();
  let transfers = 0;
  await Promise.all(
    lanes.map(async (lane) => {
      while (performance.now() - startedMs < ms) {
        await post(lane, makeBatch(lane, size));
        transfers += size;
      }
    }),
  );
  return (transfers * 1000) / (performance.now() - startedMs);
}

async function enterOurs(adminUrl: string, opened: Database[]): Promise<Contestant> {
  const database = await freshDatabase(adminUrl);
  const root = openDatabase({ url: database.urlOf('postgres'), connectionsMax: 1 }, silent);
  const engine = openDatabase({ url: database.urlOf('engine'), connectionsMax: LANES }, silent);
  opened.push(root, engine);
  const transact = transactOn(engine.db);
  const ledger = createLedger(await claimWriter(engine.db));
  const lanes = await prepareAccounts(root.pool, LANES);
  for (const { accounts } of lanes) await meet(accounts, (names) => transact((tx) => ledger.lock(tx, 'real', names)));
  return {
    name: 'ours',
    lanes,
    post: async (_lane, batch) => {
      await transact((tx) => ledger.post(tx, batch));
    },
  };
}

/** Loads the accounts' rows as in a running shard; the bare script gets them, too. */
async function meet(accounts: readonly AccountName[], lock: (names: readonly AccountName[]) => Promise<unknown>) {
  for (let at = 0; at < accounts.length; at += 5_000) await lock(accounts.slice(at, at + 5_000));
}

async function enterBare(adminUrl: string, opened: Database[]): Promise<Contestant> {
  const database = await freshDatabase(adminUrl);
  const root = openDatabase({ url: database.urlOf('postgres'), connectionsMax: LANES }, silent);
  opened.push(root);
  const lanes = await prepareAccounts(root.pool, LANES);
  await allowBare(root.pool);
  return { name: 'bare', lanes, post: (lane, batch) => postBare(root.pool, lane, batch) };
}

const nextId = makeIds(1023, Date.now);
const DIGEST = Buffer.alloc(16, 7);
const list = (values: readonly (bigint | string)[]) => `{${values.join(',')}}`;

/** Prepares the bare contestant: the same tables and indexes, without any of the checks. */
async function allowBare(pool: pg.Pool): Promise<void> {
  await pool.query('drop trigger ledger_apply on ledger_entry');
}

/**
 * Writes the same rows in the same number of statements, with balances in one set-wise UPDATE and without any check.
 */
async function postBare(pool: pg.Pool, lane: Lane, batch: Batch): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const ids = batch.map(() => nextId());
    await client.query(
      `insert into ledger_transfer (id, kind, ref, book, digest) select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bytea[])`,
      [
        list(ids),
        batch.map((it) => it.kind),
        batch.map((it) => it.ref),
        batch.map((it) => it.mode),
        batch.map(() => DIGEST),
      ],
    );
    const rows = batch.flatMap((transfer, n) => transfer.entries.map((entry) => ({ id: ids[n] ?? 0n, entry })));
    await client.query(
      `with added as (insert into ledger_entry (transfer, account, currency, available_delta, frozen_delta)
         select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::numeric[], $5::numeric[])
         returning account, available_delta, frozen_delta)
       update ledger_account a set available = a.available + d.available, frozen = a.frozen + d.frozen
         from (select account, sum(available_delta) as available, sum(frozen_delta) as frozen from added group by account) d
        where a.id = d.account`,
      [
        list(rows.map(({ id }) => id)),
        list(rows.map(({ entry }) => lane.idOf.get(entry.account.owner) ?? '0')),
        rows.map(({ entry }) => entry.account.currency),
        list(rows.map(({ entry }) => formatDecimal(entry.available))),
        list(rows.map(({ entry }) => formatDecimal(entry.frozen))),
      ],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** Users of one writer, as in an engine shard: lanes never wait for each other's accounts. */
type Lane = {
  readonly accounts: readonly AccountName[];
  readonly idOf: ReadonlyMap<string, string>;
  nextRef: number;
  readonly name: string;
};

type Batch = readonly Transfer[];

const USERS_PER_LANE = 50_000;
const PAID = parseDecimal<Amount>('1.25');
const FEE = parseDecimal<Amount>('0.0025');
const RECEIVED = parseDecimal<Amount>('1.245');

async function prepareAccounts(pool: pg.Pool, lanes: number): Promise<Lane[]> {
  const total = lanes * USERS_PER_LANE;
  // Written directly, because what is measured is how balances change: no role could fund accounts by a transfer here.
  await pool.query(
    `insert into ledger_account (owner, kind, currency, book, floored, floor, available)
     select 'user:' || n, 'exchange', 'USDT', 'real', true, 0, 1000000 from generate_series(1, $1) n`,
    [total],
  );
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

/** Makes transfers shaped like fills: payer and receiver, and two accounts that share the fee. */
function makeBatch(lane: Lane, size: number): Batch {
  const pick = () => lane.accounts[Math.floor(Math.random() * lane.accounts.length)] as AccountName; // Never empty.
  return Array.from({ length: size }, () => {
    lane.nextRef += 1;
    const entries = [
      entry(pick(), { available: negate(PAID) }),
      entry(pick(), { available: RECEIVED }),
      entry(pick(), { available: FEE }),
      entry(pick(), { available: FEE }),
    ];
    return { kind: 'spot.fill', ref: `${lane.name}:${lane.nextRef}`, mode: 'real', entries };
  });
}
