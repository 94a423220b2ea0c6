import type { AddressInfo } from 'node:net';
import { createLedger } from '@app/server/modules/ledger';
import { type Board, readMarkets } from '@app/server/modules/market';
import { createSettings } from '@app/server/modules/reference';
import { createSpotFacts } from '@app/server/modules/spot';
import { walletRoutes } from '@app/server/modules/wallet';
import { openDatabase } from '@app/server/platform/db/database';
import { transactOn } from '@app/server/platform/db/transact';
import { claimWriter } from '@app/server/platform/db/writer';
import { createHttp } from '@app/server/platform/http/http';
import { freshDatabase } from '@app/testkit';
import pg from 'pg';
import { pino } from 'pino';
import { startPrivateServices } from '../services/private-services.ts';
import { guarantee, judge, ratio, timed } from '../trial/aims.ts';
import type { Trial } from '../trial/trial.ts';
import { type Case, measureAll } from './lists/measure.ts';
import { dropIndexes, OWNER, openPastWeeks, WEEKS } from './lists/rows.ts';

const AIM_MS = 50;
const PAGE = 10;
const DEEP_PAGE = 1_000;
const silent = pino({ level: 'silent' });

/** Measures pages of a user's ledger over HTTP, against a select by primary key over HTTP. */
export const recordsBench: Trial = {
  name: 'records',
  claim: `any page of ten million ledger entries, by any filter, takes p50 ≤ ${AIM_MS} ms.`,
  touches: [
    'apps/server/src/modules/wallet/records/',
    'apps/server/src/modules/ledger/history.store.ts',
    'apps/server/migrations/',
  ],
  seconds: 60,
  isAlone: true,
  isFigure: true,
  run: async ({ short, print, args }) => {
    const entries = Number(args[0] ?? (short ? 200_000 : 10_000_000));
    const services = await startPrivateServices('bench');
    const endings: (() => Promise<unknown>)[] = [services.stop];
    try {
      const database = await freshDatabase(services.urls.postgres);
      const root = new pg.Client({ connectionString: database.urlOf('postgres') });
      await root.connect();
      endings.unshift(() => root.end());
      const startedMs = performance.now();
      await writeEntries(root, entries / 2);
      const tookMs = performance.now() - startedMs;
      print(`${entries.toLocaleString('en')} entries written in ${Math.round(tookMs / 1_000)} s`);
      const served = await serveRecords(database.urlOf('app'));
      endings.unshift(served.close);
      const figures = await measureAll(served.url, await casesOf(root), { rounds: short ? 40 : 200, print });
      const lines = figures.map(({ name, p50 }) => timed(`${name} p50`, p50, AIM_MS));
      const whole = guarantee(
        'every page has the rows it should have',
        figures.every(({ isRight }) => isRight),
      );
      const shown = figures.map(
        ({ name, p50, p99, toBare }) =>
          `${name} p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms (${ratio(toBare)} of bare)`,
      );
      return judge([whole, ...lines], shown.join(', '));
    } finally {
      for (const end of endings) await end();
    }
  },
};

/** The oldest transfer, which a filter must search for behind all others. */
const RARE_KIND = 'wallet.change';

/**
 * Writes a year of one user's ledger, newest last: purchases of BTC for USDT with their fills, two entries each, and one
 * transfer between accounts before them all. Twenty other coins have an account and no entries.
 */
async function writeEntries(root: pg.Client, transfers: number): Promise<void> {
  const tables = ['ledger_entry', 'ledger_transfer', 'spot_fill'];
  for (const table of ['ledger_entry', 'spot_fill']) await openPastWeeks(root, table);
  await root.query('set session_replication_role = replica');
  await root.query(
    `insert into ledger_account (owner, kind, currency, book, floored, floor)
     select 'user:${OWNER}', unnest('{wallet,exchange}'::text[]), code, 'real', true, 0 from currency order by id limit 44`,
  );
  const restore = await dropIndexes(root, tables); // Built at the end, which is much faster.
  const endedAt = new Date(); // One for all three tables: it is part of the ids.
  const made = `lateral (
    select id_floor($2::timestamptz - make_interval(secs => ($1 - n)::float8 * ${WEEKS * 7 * 86_400 - 86_400} / $1)) + n % 4096 as id) made`;
  const kindOf = `case when n = 1 then '${RARE_KIND}' else 'spot.fill' end`;
  await root.query(
    `insert into ledger_transfer (id, kind, ref, book, digest)
     select made.id, ${kindOf}, made.id::text, 'real', '\\x00000000000000000000000000000000'
       from generate_series(1, $1::bigint) n, ${made}`,
    [transfers, endedAt],
  );
  await root.query(
    `insert into ledger_entry (transfer, account, currency, available_delta, frozen_delta)
     select made.id, a.id, a.currency, case a.currency when 'BTC' then 0.001 else -60 end, 0
       from generate_series(1, $1::bigint) n, ${made},
            (select id, currency from ledger_account
              where owner = 'user:${OWNER}' and kind = 'exchange' and currency in ('BTC', 'USDT')) a`,
    [transfers, endedAt],
  );
  await root.query(
    `insert into spot_fill (id, book, market, side, price, quantity, taker_order, taker, taker_fee, maker_fee, at)
     select made.id, 'real', 1, 'buy', 60000, 0.001, made.id, ${OWNER}, 0.06, 0, now()
       from generate_series(2, $1::bigint) n, ${made}`,
    [transfers, endedAt],
  );
  await restore();
  for (const table of tables) await root.query(`vacuum analyze ${table}`);
}

/** Serves the product's own routes, and one that reads a transfer by its key. */
async function serveRecords(url: string) {
  const { db, close } = openDatabase({ url, connectionsMax: 4 }, silent);
  const caller = {
    userId: OWNER,
    sessionId: 1n,
    mode: 'real',
    verification: 0,
    roles: [],
    country: 'DE',
    isFrozen: false,
  } as const;
  const http = createHttp({ log: silent, findCaller: () => Promise.resolve({ caller }) });
  const listed = await readMarkets(db);
  const nextId = await claimWriter(db);
  const board = { markets: () => listed, quotes: () => [] } as unknown as Board; // Lists need no more of it.
  const unused = undefined as never; // Neither the bus nor the cache is used by a list.
  walletRoutes(http, {
    db,
    nextId,
    transact: transactOn(db),
    ledger: createLedger(nextId),
    board,
    history: unused,
    settings: createSettings(db),
    bus: unused,
    cache: unused,
    log: silent,
    facts: [createSpotFacts({ db, board })],
  });
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const { rows } = await pool.query<{ id: string }>(
    `select id from ledger_transfer order by id desc limit 1 offset 500`,
  );
  http.app.get(
    '/bare',
    async () => (await pool.query('select * from ledger_transfer where id = $1', [rows[0]?.id])).rows,
  );
  await http.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = http.app.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      await http.app.close();
      await pool.end();
      await close();
    },
  };
}

async function casesOf(root: pg.Client): Promise<readonly Case[]> {
  const { rows } = await root.query<{ id: string }>(
    `select id from ledger_transfer order by id desc limit 1 offset ${(DEEP_PAGE - 1) * PAGE - 1}`,
  );
  const deep = rows[0]?.id ?? '';
  const monthAgo = Date.now() - 30 * 86_400_000;
  const records = (name: string, query: string, found = PAGE) => ({
    name,
    query: `/api/plus/ledger?${query}`,
    rows: found,
  });
  const ofAccount = (name: string, body: object, found = PAGE) => ({
    name,
    query: '/api/wallet/legal_log',
    body: { account: 'exchange', currency: 'USDT', ...body },
    rows: found,
  });
  return [
    records('records, first page', ''),
    records('records, page 1,000', `before=${deep}`),
    records('records, page of 100', 'limit=100', 100),
    records('records of one coin, page 1,000', `currency=BTC&before=${deep}`),
    records('records of a coin without any', 'currency=ETH', 0),
    records('records of a rare kind, one call', 'kind=transfer', 0),
    records('records of a day, a month ago', `from=${monthAgo}&to=${monthAgo + 86_400_000}`),
    ofAccount('account, first page', {}),
    ofAccount('account, page 1,000', { before: deep }),
    ofAccount('account, page 100 by number', { page: 100 }),
    ofAccount('account without entries', { account: 'wallet' }, 0),
  ];
}
