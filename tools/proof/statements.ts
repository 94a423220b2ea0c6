import { firstIdAt } from '@app/base';
import { TRANSFER_KINDS } from '@app/domain/ledger';
import { contractFees } from '@app/server/modules/contract';
import { createLedger } from '@app/server/modules/ledger';
import { fillFees } from '@app/server/modules/spot';
import { bookDueDays, createStatements, type Statements } from '@app/server/modules/statement';
import { type Database, openDatabase } from '@app/server/platform/db/database';
import { transactOn } from '@app/server/platform/db/transact';
import { claimWriter } from '@app/server/platform/db/writer';
import { openLog } from '@app/server/platform/process/log';
import pg from 'pg';
import { guarantee, judge } from '../trial/aims.ts';
import { seeded } from '../trial/random.ts';
import type { Trial } from '../trial/trial.ts';
import { generateTransfers } from './statements/generate.ts';
import {
  allowAll,
  createPastPartitions,
  DAY_MS,
  fundInventory,
  generateTicks,
  spanOf,
  storeCandles,
  storeTransfers,
} from './statements/histories.ts';
import { midnights, priceRule, type Recomputed, recompute } from './statements/recompute.ts';
import { type Testbed, withTestbed } from './testbed.ts';

/** Time zones of database sessions: days end at 00:00 UTC in all of them. */
const ZONES = ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles'] as const;

/** Kinds that touch no user: the operator's own money. */
const OF_THE_HOUSE = new Set([
  'spot.ladder.funding',
  'convert.funding',
  'contract.funding',
  'seconds.funding',
  'capital.paid_in',
  'capital.paid_out',
]);

export const statements: Trial = {
  name: 'statements',
  claim: 'Statements, calendar, costs and day results equal a recomputation from the ledger entries to the last digit.',
  touches: [
    'apps/server/src/modules/statement/',
    'apps/server/src/modules/ledger/owner-transfers.store.ts',
    'apps/server/src/modules/market/candle/closes-at.store.ts',
    'packages/domain/src/statement/',
    'packages/domain/src/ledger/',
    'packages/money/',
  ],
  seconds: 15,
  isMoney: true,
  run: ({ short, seed, print }) =>
    withTestbed('proof-statements', async (testbed) => {
      const prepared = await prepare(testbed, { users: short ? 30 : 500, random: seeded(seed) });
      print(
        `${prepared.transfers} transfers of ${prepared.users.length} users over 95 days: ${prepared.kinds.join(', ')}`,
      );
      await bookInSteps(testbed, prepared);
      const compared = await compareAll(testbed, prepared, print);
      const missing = Object.keys(TRANSFER_KINDS).filter(
        (kind) => !OF_THE_HOUSE.has(kind) && !prepared.kinds.includes(kind),
      );
      const lines = [
        guarantee(
          `${compared.differences.length} differences (first: ${compared.differences[0]})`,
          compared.differences.length === 0,
        ),
        guarantee(`kinds without a transfer: ${missing.join(', ')}`, missing.length === 0),
        guarantee('a changed entry is not noticed', await noticesChange(testbed, prepared)),
      ];
      return judge(
        lines,
        `${prepared.users.length} histories, ${prepared.transfers} transfers, ${compared.figures} figures compared in ${ZONES.length} time zones, ${compared.differences.length} differences`,
      );
    }),
};

type Prepared = Awaited<ReturnType<typeof prepare>>;

async function prepare(testbed: Testbed, { users: count, random }: { users: number; random: (end: number) => number }) {
  const nowMs = Date.now();
  const span = spanOf(nowMs);
  const minutesFromMs = nowMs - 60 * DAY_MS - (nowMs % 60_000);
  const users = Array.from({ length: count }, (_, index) => firstIdAt(span.fromMs) + BigInt(index));
  const ticks = generateTicks(span, random);
  const transfers = generateTransfers(users, { span, random, each: 240 });
  const client = await connect(testbed);
  await createPastPartitions(client, span.fromMs - DAY_MS);
  await allowAll(client);
  await storeCandles(client, ticks, minutesFromMs);
  await storeTransfers(client, [...fundInventory(firstIdAt(span.fromMs - 1_000)), ...transfers]);
  await client.end();
  const kinds: string[] = [...new Set(transfers.map(({ kind }) => kind))].sort();
  return { users, span, kinds, transfers: transfers.length, priceAt: priceRule(ticks, minutesFromMs) };
}

async function connect(testbed: Testbed): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: testbed.database.urlOf('postgres') });
  client.on('error', () => {}); // The servers end after a failure: that one is reported, not the connection's.
  await client.connect();
  return client;
}

/** Opens the statements as a process whose database session has a time zone. */
async function openIn(testbed: Testbed, zone: string): Promise<{ statements: Statements; database: Database }> {
  const url = `${testbed.database.urlOf('app')}?options=-c%20timezone%3D${encodeURIComponent(zone)}`;
  const database = openDatabase({ url, connectionsMax: 4 }, openLog('proof', 'silent'));
  const ledger = createLedger(await claimWriter(database.db));
  const deps = { db: database.db, transact: transactOn(database.db), ledger, fees: [fillFees, ...contractFees] };
  return { statements: createStatements(deps), database };
}

async function compareAll(testbed: Testbed, { users, span, priceAt }: Prepared, print: (line: string) => void) {
  const opened = await Promise.all(ZONES.map((zone) => openIn(testbed, zone)));
  const client = await connect(testbed);
  const differences: string[] = [];
  let figures = 0;
  const compare = (what: string, found: unknown, expected: unknown) => {
    figures += 1;
    if (textOf(found) !== textOf(expected))
      differences.push(`${what}: ${textOf(found)} instead of ${textOf(expected)}`);
  };
  for (const [index, userId] of users.entries()) {
    const mode = index % 2 === 0 ? ('real' as const) : ('demo' as const);
    const it = opened[index % opened.length]?.statements;
    if (it === undefined) throw new Error('no statements are open');
    const recipient = { userId, mode };
    const { list } = await it.holdings(recipient);
    const nowMs = Date.now();
    const reference = await recompute(client, recipient, { priceAt, nowMs });
    compare(
      `holdings of ${index}`,
      new Map(list.map(({ currency, ...rest }) => [currency, rest])),
      reference.holdings(),
    );
    const days = midnights(span.fromMs - DAY_MS, nowMs);
    const months = [...new Set(days.map((atMs) => new Date(atMs).toISOString().slice(0, 7)))];
    for (const month of months) {
      const fromMs = Date.parse(`${month}-01T00:00:00Z`);
      const toMs = Date.UTC(new Date(fromMs).getUTCFullYear(), new Date(fromMs).getUTCMonth() + 1, 1);
      compare(`${month} of ${index}`, wireFigures(await it.month(recipient, month)), reference.figures(fromMs, toMs));
      for (const day of (await it.days(recipient, month)).list) {
        const dayMs = Date.parse(`${day.name}T00:00:00Z`);
        compare(`${day.name} of ${index}`, wireFigures(day), reference.figures(dayMs, dayMs + DAY_MS));
      }
    }
    const from = new Date(span.fromMs + 20 * DAY_MS).toISOString().slice(0, 10);
    const to = new Date(nowMs).toISOString().slice(0, 10);
    compare(
      `range of ${index}`,
      wireFigures(await it.range(recipient, { from, to })),
      reference.figures(Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`) + DAY_MS),
    );
    if ((index + 1) % 100 === 0) print(`${index + 1} histories compared, ${differences.length} differences`);
  }
  await client.end();
  await Promise.all(opened.map(({ database }) => database.close()));
  return { figures, differences };
}

/** Books every second pair of users day after day as the worker would, months apart; the others are booked at the first look. */
async function bookInSteps(testbed: Testbed, { users, span }: Prepared): Promise<void> {
  const client = await connect(testbed);
  const worker = testbed.as('worker');
  const early = users.filter((_, index) => index % 4 < 2).map(String);
  await client.query(
    `insert into statement_state (user_id, book, through)
     select id, book, $2::date from unnest($1::bigint[]) as id, unnest('{real,demo}'::text[]) as book`,
    [early, new Date(span.fromMs - DAY_MS).toISOString().slice(0, 10)],
  );
  const setClock = (now: string) =>
    client.query(
      `create or replace function app_now() returns timestamptz language sql volatile parallel safe as '${now}'`,
    );
  const deps = { db: worker.db, transact: transactOn(worker.db), fees: [fillFees, ...contractFees] };
  for (let daysAgo = 90; daysAgo > 0; daysAgo -= 13) {
    await setClock(`select clock_timestamp() - interval ''${daysAgo} days''`);
    for (let round = 0; round * 200 <= early.length * 2; round++) await bookDueDays(deps);
  }
  await setClock('select clock_timestamp()');
  await client.end();
}

type WireFigures = Awaited<ReturnType<Statements['days']>>['list'][number];

type Ends = 'opening' | 'closing' | 'held' | 'total';
type AnyFigures = Omit<WireFigures, 'name' | Ends> & { readonly [Name in Ends]: WireFigures[Name] | null };

const wireFigures = ({ opening, closing, flows, results, fees, held, total }: AnyFigures): Recomputed => ({
  opening: opening ?? -1n, // Only the figures of one coin have none, and they are not compared.
  closing: closing ?? -1n,
  flows: Object.fromEntries(flows.map(({ kind, value }) => [kind, value])),
  results: Object.fromEntries(results.map(({ product, value }) => [product, value])),
  fees: Object.fromEntries(fees.map(({ product, value }) => [product, value])),
  held: held ?? -1n,
  total: total ?? -1n,
});

/** Text in which the order of names does not matter. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, it: unknown) => {
    if (typeof it === 'bigint') return String(it);
    const object = it instanceof Map ? Object.fromEntries(it) : it;
    if (typeof object !== 'object' || object === null || Array.isArray(object)) return object;
    return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
  });

/** Shows that the comparison can fail: a price that differs by one unit of the last place changes the figures. */
async function noticesChange(testbed: Testbed, { users, span, priceAt }: Prepared): Promise<boolean> {
  const { statements: it, database } = await openIn(testbed, 'UTC');
  const client = await connect(testbed);
  let isNoticed = false;
  for (const [index, userId] of users.slice(0, 20).entries()) {
    const recipient = { userId, mode: index % 2 === 0 ? ('real' as const) : ('demo' as const) };
    const wrong = (coin: string, atMs: number) => priceAt(coin, atMs) + (coin === 'USDT' ? 0n : 10n ** 16n);
    const reference = await recompute(client, recipient, { priceAt: wrong, nowMs: Date.now() });
    const month = new Date(span.fromMs + 40 * DAY_MS).toISOString().slice(0, 7);
    const fromMs = Date.parse(`${month}-01T00:00:00Z`);
    const toMs = Date.UTC(new Date(fromMs).getUTCFullYear(), new Date(fromMs).getUTCMonth() + 1, 1);
    isNoticed ||= textOf(wireFigures(await it.month(recipient, month))) !== textOf(reference.figures(fromMs, toMs));
  }
  await client.end();
  await database.close();
  return isNoticed;
}
