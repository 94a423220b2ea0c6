import type { AddressInfo } from 'node:net';
import { createLedger } from '@app/server/modules/ledger';
import { readMarkets } from '@app/server/modules/market';
import { createSettings } from '@app/server/modules/reference';
import { spotRoutes } from '@app/server/modules/spot';
import { openDatabase } from '@app/server/platform/db/database';
import { claimWriter } from '@app/server/platform/db/writer';
import { createHttp } from '@app/server/platform/http/http';
import { freshDatabase } from '@app/testkit';
import pg from 'pg';
import { pino } from 'pino';
import { startPrivateServices } from '../services/private-services.ts';
import { guarantee, judge, ratio, timed } from '../trial/aims.ts';
import type { Trial } from '../trial/trial.ts';
import { type Case, measureAll } from './lists/measure.ts';
import { BUSY, OWNER, RARE, writeRows } from './lists/rows.ts';

const AIM_MS = 50;
const PAGE = 10;
const DEEP_PAGE = 1_000;
const silent = pino({ level: 'silent' });

/** Measures pages of a user's own orders and fills over HTTP, against a select by primary key over HTTP. */
export const listsBench: Trial = {
  name: 'lists',
  claim: `any page of ten million own orders, by any filter, takes p99 ≤ ${AIM_MS} ms.`,
  touches: ['apps/server/src/modules/spot/', 'apps/server/src/platform/db/page.ts', 'apps/server/migrations/'],
  seconds: 45,
  isAlone: true,
  isFigure: true,
  run: async ({ short, print, args }) => {
    const orders = Number(args[0] ?? (short ? 200_000 : 10_000_000));
    const services = await startPrivateServices('bench');
    const endings: (() => Promise<unknown>)[] = [services.stop];
    try {
      const database = await freshDatabase(services.urls.postgres);
      const root = new pg.Client({ connectionString: database.urlOf('postgres') });
      await root.connect();
      endings.unshift(() => root.end());
      const startedMs = performance.now();
      await writeRows(root, orders);
      print(
        `${orders.toLocaleString('en')} orders written in ${Math.round((performance.now() - startedMs) / 1_000)} s`,
      );
      const served = await serveLists(database.urlOf('app'), root);
      endings.unshift(served.close);
      await printReplaced(root, print);
      const figures = await measureAll(served.url, await casesOf(root), { rounds: short ? 40 : 200, print });
      const worst = figures.toSorted((a, b) => b.p99 - a.p99)[0];
      const lines = figures.map(({ name, p99 }) => timed(`${name} p99`, p99, AIM_MS));
      const whole = guarantee(
        'every page has the rows it should have',
        figures.every(({ isRight }) => isRight),
      );
      const named = (name: string) => figures.find((it) => it.name === name);
      const shown = ['first page', 'page 1,000'].map((name) => {
        const { p50 = 0, p99 = 0, toBare = 0 } = named(name) ?? {};
        return `${name} p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms (${ratio(toBare)} of bare)`;
      });
      return judge([whole, ...lines], `${shown.join(', ')}; slowest p99 ${worst?.p99.toFixed(1)} ms: ${worst?.name}`);
    } finally {
      for (const end of endings) await end();
    }
  },
};

/** Serves the product's own routes, and one that reads an order by its key. */
async function serveLists(url: string, root: pg.Client) {
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
  spotRoutes(http, {
    db,
    ledger: createLedger(await claimWriter(db)),
    engine: { request: () => Promise.reject(new Error('no engine here')) },
    settings: createSettings(db),
    board: { markets: () => listed },
  });
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const { rows } = await root.query<{ id: string }>(`select id from spot_order order by id desc limit 1 offset 500`);
  http.app.get('/bare', async () => (await pool.query('select * from spot_order where id = $1', [rows[0]?.id])).rows);
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

/** Prints what the statements cost that pages and totals were read with before. */
async function printReplaced(root: pg.Client, print: (line: string) => void): Promise<void> {
  const timeOf = async (statement: string) => {
    const startedMs = performance.now();
    await root.query(statement);
    return Math.round(performance.now() - startedMs);
  };
  const own = `from spot_order where user_id = ${OWNER} and book = 'real'`;
  const counted = await timeOf(`select count(*) ${own}`);
  const skipped = await timeOf(`select * ${own} order by id desc limit ${PAGE} offset ${(DEEP_PAGE - 1) * PAGE}`);
  print(`replaced: count ${counted} ms, page 1,000 by offset ${skipped} ms`);
}

async function casesOf(root: pg.Client): Promise<readonly Case[]> {
  const before = async (table: string) => {
    const { rows } = await root.query<{ id: string }>(
      `select id from ${table} order by id desc limit 1 offset ${(DEEP_PAGE - 1) * PAGE - 1}`,
    );
    return rows[0]?.id ?? '';
  };
  const deep = await before('spot_order');
  const deepFill = await before('spot_fill');
  const symbolOf = (symbol: string) => `symbol=${encodeURIComponent(symbol)}`;
  const monthAgo = Date.now() - 30 * 86_400_000;
  const orders = (name: string, query: string, rows = PAGE) => ({ name, query: `/api/coin/list?${query}`, rows });
  const fills = (name: string, query: string, rows = PAGE) => ({
    name,
    query: `/api/plus/orders/fills?${query}`,
    rows,
  });
  return [
    orders('first page', ''),
    orders('page 1,000', `before=${deep}`),
    orders('page 100 by number', 'page=100'),
    orders('open', 'status=open', 5),
    orders('filled', 'status=filled', 3),
    orders('filled in a rare market', `status=filled&${symbolOf(RARE)}`, 3),
    orders('cancelled in a rare market', `status=cancelled&${symbolOf(RARE)}`, 0),
    orders('rare market', symbolOf(RARE), 3),
    orders('closed, page 1,000', `status=closed&before=${deep}`),
    orders('cancelled in the busy market', `status=cancelled&${symbolOf(BUSY)}`),
    orders('sales', 'type=sell', 3),
    orders('a day, a month ago', `from=${monthAgo}&to=${monthAgo + 86_400_000}`),
    fills('fills', ''),
    fills('fills, page 1,000', `before=${deepFill}`),
    fills('fills of a rare market', symbolOf(RARE), 3),
    fills('fills of the busy market', symbolOf(BUSY)),
  ];
}
