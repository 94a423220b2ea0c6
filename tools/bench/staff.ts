import { join } from 'node:path';
import { NAMED_STAFF_ROUTES } from '@app/protocol';
import { freshDatabase } from '@app/testkit';
import pg from 'pg';
import { REPOSITORY } from '../dev/processes.ts';
import { freePorts } from '../services/places.ts';
import { type PrivateServices, startPrivateServices } from '../services/private-services.ts';
import { startProcess } from '../stack/process.ts';
import { guarantee, judge, timed } from '../trial/aims.ts';
import type { Trial } from '../trial/trial.ts';
import { quantile } from './lists/measure.ts';
import { NO_LISTS, type Page, pagesOf, urlOf } from './staff/cases.ts';
import { type Size, writeRows } from './staff/rows.ts';
import { type StaffCaller, signIn } from './staff/staff-caller.ts';

const AIM_MS = 100;
const WARM_UP = 8;
const FULL: Size = { users: 100_000, trail: 1_000_000, changes: 50_000, cases: 20_000, staff: 200 };
const SHORT: Size = { users: 5_000, trail: 60_000, changes: 5_000, cases: 1_000, staff: 40 };

/** Measures every list of the staff API over HTTP, at the process admin as it runs in production. */
export const staffBench: Trial = {
  name: 'staff',
  claim: `any page of the back office, with 1,000,000 rows in the trail and 100,000 users, takes p99 ≤ ${AIM_MS} ms.`,
  touches: ['apps/server/src/modules/staff/', 'apps/server/src/modules/trail/', 'apps/server/migrations/'],
  seconds: 60,
  isAlone: true,
  isFigure: true,
  run: async ({ short, print }) => {
    const services = await startPrivateServices('bench');
    const endings: (() => Promise<unknown>)[] = [services.stop];
    try {
      const database = await freshDatabase(services.urls.postgres);
      const root = new pg.Client({ connectionString: database.urlOf('postgres') });
      await root.connect();
      endings.unshift(() => root.end());
      const startedMs = performance.now();
      await writeRows(root, short ? SHORT : FULL);
      print(`rows written in ${Math.round((performance.now() - startedMs) / 1_000)} s`);
      const admin = await startAdmin(services, database.urlOf('admin'));
      endings.unshift(admin.stop);
      const caller = await signIn(root, admin.url);
      const settings = await countSettings(caller);
      const pages = await pagesOf(root, settings);
      const measured: Measured[] = [];
      for (const page of pages) measured.push(await measure(caller, page, { rounds: short ? 40 : 200, print }));
      const lines = measured.map(({ name, p99 }) => timed(`${name} p99`, p99, AIM_MS));
      const missing = unmeasured(pages);
      const complete = guarantee(
        `every list of the staff API is measured${missing.map((path) => `, not ${path}`).join('')}`,
        missing.length === 0,
      );
      const whole = guarantee(
        `every page has the rows it should have${measured
          .filter(({ isRight }) => !isRight)
          .map(({ name }) => `, not ${name}`)
          .join('')}`,
        measured.every(({ isRight }) => isRight),
      );
      const slowest = measured.toSorted((one, other) => other.p99 - one.p99).slice(0, 3);
      const shown = slowest.map(({ name, p50, p99 }) => `${name} p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms`);
      return judge([complete, whole, ...lines], `${measured.length} pages, slowest ${shown.join(', ')}`);
    } finally {
      for (const end of endings) await end();
    }
  },
};

/** Starts the process admin with its own role. */
async function startAdmin({ folder }: PrivateServices, databaseUrl: string) {
  const { postgres: port } = await freePorts();
  const environment = {
    DEPLOYMENT: 'development',
    LOG_LEVEL: 'warn',
    DATABASE_URL: databaseUrl,
    MASTER_KEYS: `bench:${'5a'.repeat(32)}`,
    MEDIA_FOLDER: join(folder, 'media'),
    HTTP_PORT: String(port),
  };
  const program = join(REPOSITORY, 'apps/server/src/bin/admin.ts');
  const { stop } = await startProcess({
    name: 'admin',
    program,
    port,
    environment,
    logFile: join(folder, 'admin.log'),
  });
  return { url: `http://127.0.0.1:${port}`, stop: () => stop() };
}

/** The build knows how many there are; a page that loses one is wrong all the same, because its form needs every one. */
async function countSettings(caller: StaffCaller): Promise<number> {
  const { answer } = await caller.ask('/api/staff/settings');
  return listIn(answer, 'list')?.length ?? 0;
}

function listIn(answer: string, name: string): readonly unknown[] | undefined {
  const { data } = JSON.parse(answer) as { data?: Record<string, unknown> };
  const list = data?.[name];
  return Array.isArray(list) ? list : undefined;
}

type Measured = { readonly name: string; readonly p50: number; readonly p99: number; readonly isRight: boolean };

async function measure(
  caller: StaffCaller,
  page: Page,
  { rounds, print }: { readonly rounds: number; readonly print: (line: string) => void },
): Promise<Measured> {
  const url = urlOf(page);
  const { name, rows, body, list = 'list' } = page;
  for (let round = 0; round < WARM_UP; round++) await Promise.all([caller.ask(url, body), caller.ask(url, body)]);
  const times: number[] = [];
  const bare: number[] = []; // An answer from memory, in turn: what the machine takes for nothing.
  let isRight = true;
  for (let round = 0; round < rounds; round++) {
    const { status, tookMs, answer } = await caller.ask(url, body);
    if (status !== 200 || listIn(answer, list)?.length !== rows) isRight = false;
    times.push(tookMs);
    bare.push((await caller.ask('/health/live')).tookMs);
  }
  const measured = { name, p50: quantile(times, 0.5), p99: quantile(times, 0.99), isRight };
  print(
    `${name}: p50 ${measured.p50.toFixed(1)} ms, p99 ${measured.p99.toFixed(1)} ms, bare p50 ${quantile(bare, 0.5).toFixed(1)} ms, p99 ${quantile(bare, 0.99).toFixed(1)} ms${isRight ? '' : ', WRONG ROWS'}`,
  );
  return measured;
}

/** Returns the paths that staff read, or whose answer is a list, and that no page measures. */
function unmeasured(pages: readonly Page[]): readonly string[] {
  const known = new Set([...NO_LISTS, ...pages.map(({ path }) => path)]);
  const isList = (response: object) => 'shape' in response && 'list' in Object(response.shape);
  return NAMED_STAFF_ROUTES.flatMap(([, { method, path, response }]) =>
    (method === 'GET' || isList(response)) && !known.has(path) ? [path] : [],
  );
}
