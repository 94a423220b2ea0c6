import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { REPOSITORY } from '../dev/processes.ts';
import { freePortList } from '../services/places.ts';
import { type Stack, startStack } from '../stack/stack.ts';
import { ms as asMs, atLeast, atMost, guarantee, judge } from '../trial/aims.ts';
import type { Trial } from '../trial/trial.ts';
import type { ClientsPlan, ClientsReport } from './orders/clients-program.ts';
import { type CpuByName, cpuMsOf, listPostgres, type Measured, readStatements, startCpuMeter } from './orders/cpu.ts';
import { openBare } from './spot/bare.ts';
import { quantile } from './spot/load.ts';
import { openPostgres, prepareUsers } from './spot/testbed.ts';

const USERS = 2_000;
const CONNECTIONS = 128;
const LONG = { rounds: 5, ms: 8_000, steadyMs: 15_000 };
const SHORT = { rounds: 2, ms: 4_000, steadyMs: 5_000 };

const AIMS = { cpuMs: 1.2, perSecond: 1_000, p50: 80, p99: 250 } as const;

/** Measures orders the way an app sends them: over HTTP, with sessions and keys, to the committed answer. */
export const ordersBench: Trial = {
  name: 'orders',
  claim: `An order over HTTP costs at most ${AIMS.cpuMs} ms of server CPU, and two cores serve ${AIMS.perSecond} a second.`,
  touches: [
    'apps/server/src/platform/http/',
    'apps/server/src/modules/spot/',
    'apps/server/src/modules/auth/session/',
    'apps/server/src/engine/',
  ],
  seconds: 120,
  isAlone: true,
  isFigure: true,
  run: async ({ short, print, runs, statements }) => {
    const plan = short ? SHORT : LONG;
    const stack = await startStack('bench-orders', {
      apis: 1,
      gateways: 1,
      engines: 1,
      postgres: { shared_preload_libraries: 'pg_stat_statements' },
      environment: { LOG_LEVEL: 'warn' },
    });
    const root = new pg.Client({ connectionString: stack.database.urlOf('postgres') });
    await root.connect();
    try {
      await prepare(root);
      const bench = { stack, root, turn: 0 };
      while (bench.turn < USERS) await drive(bench, { ms: 3_000 }); // Plans are made, code is compiled, every account was opened.
      const rounds: Round[] = [];
      await root.query('select pg_stat_statements_reset()');
      for (let round = 0; round < (runs ?? plan.rounds); round++)
        rounds.push(await drive(bench, { ms: plan.ms }, print));
      if (statements) await printStatements(root, sumOf(rounds.map(({ orders }) => orders)), print);
      const best = medianRound(rounds);
      if (runs !== undefined) return verdictOfRounds(best);
      const steady = await drive(bench, { ms: plan.steadyMs, perSecond: AIMS.perSecond / 2 }, print);
      const overEdge = await drive(bench, { ms: plan.ms, isOverEdge: true }, print);
      const memory = await measureMemory(plan.ms);
      print(
        `the same server from memory: ${memory.perSecond.toFixed(0)} requests/s, ${memory.cpuUs.toFixed(0)} µs of it each`,
      );
      const bare = await measureBare();
      print(`bare rows in batches of 100: ${bare.perSecond.toFixed(0)} orders/s, ${bare.cpuUs.toFixed(0)} µs each`);
      return verdictOf({ best, steady, overEdge, memory, bare });
    } finally {
      await root.end();
      await stack.stop();
    }
  },
};

async function printStatements(root: pg.Client, orders: number, print: (line: string) => void): Promise<void> {
  for (const { query, calls, ms, role } of await readStatements(root))
    print(`${((ms * 1_000) / orders).toFixed(1)} µs an order, ${calls} calls of ${role}: ${query.slice(0, 160)}`);
}

type Bench = { readonly stack: Stack; readonly root: pg.Client; turn: number };
type Drive = { readonly ms: number; readonly perSecond?: number; readonly isOverEdge?: true };

type Round = {
  readonly perSecond: number;
  readonly orders: number;
  readonly refused: number;
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds of CPU an order, by process. */
  readonly cpu: CpuByName;
  /** Without the clients. */
  readonly serverMs: number;
};

/** Users with balances, sessions and tokens, written directly: this is not what is measured. */
async function prepare(root: pg.Client): Promise<void> {
  await root.query('create extension if not exists pg_stat_statements');
  await prepareUsers(root, USERS);
  await root.query(
    `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version, demo_round, demo_granted_at)
     select n, n || '@example.com', '$argon2id$bench', 'Bench', 'B' || n, 1, 1, now() from generate_series(1, $1) n`,
    [USERS],
  );
  await root.query(
    `insert into session (id, user_id, book, signed_in_at, ip, user_agent)
     select n, n, 'demo', now(), '127.0.0.1', 'bench' from generate_series(1, $1) n`,
    [USERS],
  );
  await root.query(
    `insert into session_token (token_hash, session_id, first_used_at)
     select sha256(convert_to(translate(encode(convert_to(rpad('bench-' || n, 32, '.'), 'UTF8'), 'base64'), '+/=', '-_'), 'UTF8')), n, now()
       from generate_series(1, $1) n`,
    [USERS],
  );
  await root.query('vacuum analyze');
}

async function drive(
  bench: Bench,
  { ms, perSecond, isOverEdge }: Drive,
  print?: (line: string) => void,
): Promise<Round> {
  const { stack, root } = bench;
  const url = isOverEdge ? stack.edgeUrl : (stack.apiUrls[0] ?? '');
  const clients = startClients();
  const measured: Measured[] = [
    ...stack.processes.map(({ name, pid }) => ({ name, pid: pid() ?? 0 })),
    ...stack.services.map(({ name, pid }) => ({ name, pid })),
  ];
  const meter = await startCpuMeter(async () => [...measured, ...(await listPostgres(root))]);
  const reading = setInterval(() => void meter.read(), READ_EVERY_MS);
  const clientsBeforeMs = cpuMsOf(clients.pid ?? 0);
  const report = await ask(clients, {
    port: Number(new URL(url).port),
    connections: CONNECTIONS,
    users: USERS,
    ms,
    perSecond,
    firstTurn: bench.turn,
  }).finally(() => clearInterval(reading));
  bench.turn += report.tookMs.length;
  await meter.read();
  const all = meter.byName();
  const orders = report.tookMs.length;
  const cpu = new Map([...all].filter(([name]) => name !== 'postgres').map(([name, value]) => [name, value / orders]));
  const round: Round = {
    perSecond: (report.ok * 1_000) / report.ms,
    orders,
    refused: orders - report.ok,
    p50: quantile(report.tookMs, 0.5),
    p99: quantile(report.tookMs, 0.99),
    cpu,
    serverMs: sumOf([...cpu.values()]),
  };
  const clientsMs = report.clientsCpuMs - clientsBeforeMs;
  const parts = [...cpu].sort(([, a], [, b]) => b - a).map(([name, value]) => `${name} ${(value * 1_000).toFixed(0)}`);
  print?.(
    `${isOverEdge ? 'over the edge: ' : ''}${round.perSecond.toFixed(0)} orders/s, p50 ${asMs(round.p50)}, p99 ${asMs(round.p99)}, refused ${JSON.stringify(report.answers)}; ` +
      `server ${(round.serverMs * 1_000).toFixed(0)} µs an order (${parts.join(', ')}); clients ${((clientsMs * 1_000) / orders).toFixed(0)}`,
  );
  return round;
}

/** PostgreSQL closes a pooled connection after ten idle seconds; until then it is read this often. */
const READ_EVERY_MS = 500;

const startClients = (): ChildProcess =>
  fork(join(REPOSITORY, 'tools/bench/orders/clients-program.ts'), { stdio: 'inherit' });

type Asked = ClientsReport & { readonly clientsCpuMs: number };

function ask(clients: ChildProcess, plan: ClientsPlan): Promise<Asked> {
  return new Promise((resolve, reject) => {
    clients.once('message', (report: ClientsReport) => resolve({ ...report, clientsCpuMs: cpuMsOf(clients.pid ?? 0) }));
    clients.once('exit', (code) => reject(new Error(`the clients ended with ${code}`)));
    clients.send(plan);
  });
}

async function measureMemory(ms: number): Promise<{ readonly perSecond: number; readonly cpuUs: number }> {
  const [port = 0] = await freePortList(1);
  const server = fork(join(REPOSITORY, 'tools/bench/orders/memory-server-program.ts'), {
    env: { ...process.env, PORT: String(port) },
  });
  await new Promise((resolve) => server.once('message', resolve));
  const plan = { port, connections: CONNECTIONS, users: USERS, firstTurn: 0 };
  await ask(startClients(), { ...plan, ms: 1_000 });
  const beforeMs = cpuMsOf(server.pid ?? 0);
  const report = await ask(startClients(), { ...plan, ms });
  const cpuMs = cpuMsOf(server.pid ?? 0) - beforeMs;
  server.kill();
  return { perSecond: (report.ok * 1_000) / report.ms, cpuUs: (cpuMs * 1_000) / report.tookMs.length };
}

async function measureBare(): Promise<{ readonly perSecond: number; readonly cpuUs: number }> {
  const postgres = await openPostgres();
  try {
    const bare = await openBare(postgres, USERS);
    await bare.run({ size: 100, orders: USERS });
    const measured = await bare.run({ size: 100, orders: 4_000 });
    await bare.stop();
    return measured;
  } finally {
    await postgres.stop();
  }
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

const medianRound = (rounds: readonly Round[]): Round =>
  rounds.toSorted((a, b) => a.serverMs - b.serverMs)[Math.floor((rounds.length - 1) / 2)] as Round; // There is at least one.

type Figures = {
  readonly best: Round;
  readonly steady: Round;
  readonly overEdge: Round;
  readonly memory: { readonly perSecond: number; readonly cpuUs: number };
  readonly bare: { readonly perSecond: number; readonly cpuUs: number };
};

const inMs = (value: number) => `${value.toFixed(2)} ms`;
const count = (value: number) => value.toFixed(0);

/** The aims that rounds alone can show. */
const roundAims = (best: Round) => [
  guarantee(`${best.refused} orders refused`, best.refused === 0),
  atMost({ text: 'server CPU an order', value: best.serverMs, aim: AIMS.cpuMs, format: inMs }),
  atLeast({ text: 'orders a second', value: best.perSecond, aim: AIMS.perSecond, format: count }),
];

const verdictOfRounds = (best: Round) =>
  judge(roundAims(best), `${count(best.perSecond)} orders/s over HTTP, ${inMs(best.serverMs)} of server CPU each`);

function verdictOf({ best, steady, overEdge, memory, bare }: Figures) {
  return judge(
    [
      ...roundAims(best),
      atMost({ text: `p50 at ${AIMS.perSecond / 2}/s`, value: steady.p50, aim: AIMS.p50, format: asMs }),
      atMost({ text: `p99 at ${AIMS.perSecond / 2}/s`, value: steady.p99, aim: AIMS.p99, format: asMs }),
    ],
    `${count(best.perSecond)} orders/s over HTTP, ${inMs(best.serverMs)} of server CPU each, p50 ${asMs(steady.p50)} p99 ${asMs(steady.p99)} at ${AIMS.perSecond / 2}/s; ` +
      `over the edge ${count(overEdge.perSecond)}/s, ${inMs(overEdge.serverMs)}; from memory ${(memory.cpuUs / 1_000).toFixed(2)} ms; bare rows ${(bare.cpuUs / 1_000).toFixed(2)} ms`,
  );
}
