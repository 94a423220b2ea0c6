import { createSecretKey } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createGateway } from '@app/server/gateway/gateway';
import { createFindEndedSessions, createFindSessions } from '@app/server/modules/auth';
import { createSettings } from '@app/server/modules/reference';
import { openBus } from '@app/server/platform/bus/bus';
import { publishSessionsEnded } from '@app/server/platform/bus/session-events';
import { openDatabase } from '@app/server/platform/db/database';
import { freshDatabase } from '@app/testkit';
import pg from 'pg';
import { pino } from 'pino';
import { io, type Socket } from 'socket.io-client';
import { startPrivateServices } from '../services/private-services.ts';
import { atMost, guarantee, judge, timed } from '../trial/aims.ts';
import type { Trial } from '../trial/trial.ts';
import { cpuMsOf } from './spot/meter.ts';

const SOCKETS = 1_000;
const REVOKED_A_SECOND = 100;
const SILENT_AIM_MS = 2_000;
const HINT_AIM_MS = 500;
const NAME = 'bench-gateway';
const silent = pino({ level: 'silent' });

/** How the gateway finds out: what changed, or every socket's row each second, as it did before. */
type Way = 'changes' | 'every row';

/** Measures how soon the socket of a revoked session is closed, and what the database does for it. */
export const sessionsBench: Trial = {
  name: 'sessions',
  claim: `with ${SOCKETS} sockets and ${REVOKED_A_SECOND} revocations a second, each socket is closed within ${SILENT_AIM_MS} ms without the bus.`,
  touches: ['apps/server/src/gateway/', 'apps/server/src/modules/auth/session/'],
  seconds: 60,
  isAlone: true,
  isFigure: true,
  run: async ({ short, print }) => {
    const seconds = short ? 4 : 20;
    const services = await startPrivateServices('bench', { hasTestUser: true });
    const endings: (() => unknown)[] = [services.stop];
    try {
      const figures: Figures[] = [];
      for (const way of ['every row', 'changes'] as const) {
        const bench = await openBench(services.urls, way);
        endings.unshift(bench.close);
        await bench.connect(SOCKETS);
        const idle = await bench.measure(seconds * 1_000);
        print(`${way}, nothing ends: ${describeCost(idle)}`);
        for (const hasHints of [false, true]) {
          const delays = await bench.revoke(seconds, hasHints);
          const name = `${way}, ${hasHints ? 'with hints' : 'bus silent'}`;
          print(
            `${name}: p50 ${quantile(delays, 0.5)} ms, p99 ${quantile(delays, 0.99)} ms; ${describeCost(bench.lastCost())}`,
          );
          figures.push({ way, hasHints, delays, idle });
        }
      }
      return verdictOf(figures, seconds);
    } finally {
      for (const end of endings) await end();
    }
  },
};

type Cost = { readonly ms: number; readonly queries: number; readonly rows: number; readonly cpuMs: number };
type Figures = {
  readonly way: Way;
  readonly hasHints: boolean;
  readonly delays: readonly number[];
  readonly idle: Cost;
};

function verdictOf(figures: readonly Figures[], seconds: number) {
  const of = (way: Way, hasHints: boolean) => figures.find((it) => it.way === way && it.hasHints === hasHints);
  const delays = (hasHints: boolean) => of('changes', hasHints)?.delays ?? [];
  const cpuOf = (way: Way) => perSecond(of(way, false)?.idle, 'cpuMs');
  const all = figures.every((it) => it.delays.length === seconds * REVOKED_A_SECOND);
  const lines = [
    guarantee('every revoked session’s socket was closed', all),
    timed('bus silent p99', quantile(delays(false), 0.99), SILENT_AIM_MS),
    timed('with hints p99', quantile(delays(true), 0.99), HINT_AIM_MS),
    atMost({
      text: 'rows read a second while nothing ends',
      value: perSecond(of('changes', false)?.idle, 'rows'),
      aim: SOCKETS / 20,
      format: (it) => it.toFixed(0),
    }),
  ];
  const delay = (hasHints: boolean) =>
    `p50 ${quantile(delays(hasHints), 0.5)} p99 ${quantile(delays(hasHints), 0.99)} ms`;
  return judge(
    lines,
    `closed after ${delay(false)} without hints, ${delay(true)} with; idle database CPU ${cpuOf('changes').toFixed(1)} ms/s, reading every row ${cpuOf('every row').toFixed(1)} ms/s`,
  );
}

const perSecond = (cost: Cost | undefined, what: 'queries' | 'rows' | 'cpuMs') =>
  cost === undefined ? Number.NaN : (cost[what] * 1_000) / cost.ms;
const describeCost = (cost: Cost) =>
  `${perSecond(cost, 'queries').toFixed(1)} queries, ${perSecond(cost, 'rows').toFixed(0)} rows and ${perSecond(cost, 'cpuMs').toFixed(1)} ms of database CPU a second`;

/** Opens a gateway on its own database, with the product's lookups, which are counted. */
async function openBench(urls: { readonly postgres: string; readonly nats: string }, way: Way) {
  const database = await freshDatabase(urls.postgres);
  const root = new pg.Client({ connectionString: database.urlOf('postgres') });
  await root.connect();
  const { db, close } = openDatabase({ url: database.urlOf('gateway'), connectionsMax: 4, name: NAME }, silent);
  const bus = openBus({ url: urls.nats, name: 'bench', log: silent, pushKeys: [createSecretKey(Buffer.alloc(32, 5))] });
  await bus.opened();
  const counts = { queries: 0, rows: 0 };
  const reading = { db, settings: createSettings(db) };
  const findLive = createFindSessions(reading);
  const findEnded = createFindEndedSessions(reading);
  const people = openPeople(root);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const gateway = createGateway({
    server,
    bus,
    log: silent,
    origins: [],
    findCaller: (token) => Promise.resolve({ caller: callerOf(BigInt(token)) }),
    findSessions: (ids) => {
      counts.queries += 1;
      counts.rows += ids.length;
      return findLive(ids);
    },
    findEndedSessions: async (since) => {
      if (way === 'every row') return { ids: people.connected(), upTo: '' };
      counts.queries += 1;
      const ended = await findEnded(since);
      counts.rows += ended.ids.length;
      return ended;
    },
  });
  let last: Cost = { ms: 1, queries: 0, rows: 0, cpuMs: 0 };
  const measured = async (work: () => Promise<void>) => {
    const before = { ...counts, cpuMs: await readDatabaseCpu(root), ms: performance.now() };
    await work();
    const after = { ...counts, cpuMs: await readDatabaseCpu(root), ms: performance.now() };
    last = {
      ms: after.ms - before.ms,
      queries: after.queries - before.queries,
      rows: after.rows - before.rows,
      cpuMs: after.cpuMs - before.cpuMs,
    };
    return last;
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    connect: async (count: number) => {
      await people.add(url, count);
      await pause(3_000); // Each row is read once after its socket was admitted.
    },
    measure: (ms: number) => measured(() => pause(ms)),
    lastCost: () => last,
    /** Revokes sessions at an even pace, each in its own transaction; returns how long each socket stayed open. */
    revoke: async (seconds: number, hasHints: boolean): Promise<readonly number[]> => {
      const closing: Promise<number>[] = [];
      const revokeOne = async () => {
        const { id, socket } = people.take();
        const closed = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));
        await root.query(`update session set ended_at = app_now() where id = $1`, [id]);
        const committedMs = performance.now();
        if (hasHints) publishSessionsEnded(bus, [id]);
        closing.push(closed.then(() => performance.now() - committedMs));
      };
      let revoked = 0;
      await measured(async () => {
        for (const startedMs = performance.now(); revoked < seconds * REVOKED_A_SECOND; await pause(10)) {
          const due = ((performance.now() - startedMs) / 1_000) * REVOKED_A_SECOND;
          for (; revoked < Math.min(due, seconds * REVOKED_A_SECOND); revoked++) {
            await revokeOne();
            if (people.left() < SOCKETS / 2) await people.add(url, SOCKETS / 2);
          }
        }
      });
      const open = pause(10_000).then(() => Number.NaN);
      const delays = await Promise.all(closing.map((closed) => Promise.race([closed, open])));
      await people.add(url, SOCKETS - people.left());
      return delays.filter((delay) => !Number.isNaN(delay));
    },
    close: async () => {
      people.close();
      await gateway.close();
      await bus.close();
      await close();
      await root.end();
    },
  };
}

const callerOf = (id: bigint) =>
  ({ userId: id, sessionId: id, mode: 'real', verification: 0, roles: [], country: 'DE', isFrozen: false }) as const;

/** Users with one session and one socket each; the token is the session's id. */
function openPeople(root: pg.Client) {
  const sockets = new Map<bigint, Socket>();
  const connected = new Set<bigint>();
  let made = 0n;
  return {
    /** Sessions that were not revoked yet. */
    left: () => sockets.size,
    /** Sessions whose socket is open. */
    connected: () => [...connected],
    add: async (url: string, count: number) => {
      const first = made + 1n;
      made += BigInt(count);
      await root.query(
        `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version)
         select n, n || '@example.com', '$argon2id$test', 'Bench', 'B' || n, 1 from generate_series($1::bigint, $2::bigint) n`,
        [first, made],
      );
      await root.query(
        `insert into session (id, user_id, book, signed_in_at, ip, user_agent)
         select n, n, 'real', app_now(), '', '' from generate_series($1::bigint, $2::bigint) n`,
        [first, made],
      );
      const connecting = Array.from({ length: count }, async (_, index) => {
        const id = first + BigInt(index);
        const socket = io(url, {
          auth: { token: String(id) },
          forceNew: true,
          reconnection: false,
          transports: ['websocket'],
        });
        await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
        sockets.set(id, socket);
        connected.add(id);
        socket.once('disconnect', () => connected.delete(id));
      });
      await Promise.all(connecting);
    },
    take: () => {
      const [entry] = sockets;
      if (entry === undefined) throw new Error('no session is left');
      sockets.delete(entry[0]);
      return { id: entry[0], socket: entry[1] };
    },
    close: () => {
      for (const socket of sockets.values()) socket.disconnect();
    },
  };
}

async function readDatabaseCpu(root: pg.Client): Promise<number> {
  const { rows } = await root.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = $1 and datname = current_database()`,
    [NAME],
  );
  return rows.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0);
}

const quantile = (values: readonly number[], share: number): number =>
  Math.round(
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN,
  );
