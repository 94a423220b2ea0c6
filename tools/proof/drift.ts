import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { guardChild } from '@app/testkit';
import type { Trial } from '../trial/trial.ts';
import { type Testbed, withTestbed } from './testbed.ts';

const WORKER = resolve(import.meta.dirname, '../../apps/server/src/bin/worker.ts');
const LIMIT_MS = 30_000;
const REPORTED_MS_MAX = 15_000;

/** Damage that only a superuser can do, and what health must say about it. */
type Attack = { readonly name: string; readonly why: string; readonly statements: readonly string[] };

const ATTACKS: readonly Attack[] = [
  {
    name: 'one unit of drift',
    why: 'user:1 wallet',
    statements: [`update ledger_account set available = available + 0.000000000000000001 where owner = 'user:1'`],
  },
  {
    // It nets to zero, its entries sum to the balances, and its kind is one that custody may post.
    name: 'a billion created by a balanced transfer',
    why: '(deposit forged)',
    statements: [
      `set session_replication_role = replica`,
      `insert into ledger_transfer (id, kind, ref, book, digest)
       values (id_floor(now()), 'deposit', 'forged', 'real', '\\x00112233445566778899aabbccddeeff')`,
      `insert into ledger_entry
       select t.id, a.id, a.currency, case a.kind when 'external' then -1000000000 else 1000000000 end, 0
         from ledger_transfer t, ledger_account a where t.ref = 'forged' and a.kind in ('external', 'wallet')`,
      `update ledger_account set available = available + case kind when 'external' then -1000000000 else 1000000000 end
        where kind in ('external', 'wallet')`,
    ],
  },
];

/** Runs the real worker process with its real period while a superuser attacks, each attack on a ledger of its own. */
export const drift: Trial = {
  name: 'drift',
  claim:
    'One unit of drift, or a balanced creation of money, by a superuser stops withdrawals within 30 s, and health says why.',
  touches: [
    'apps/server/src/modules/ledger/',
    'apps/server/src/platform/',
    'packages/domain/src/ledger/',
    'packages/money/',
    'apps/server/src/modules/wallet/',
    'apps/server/src/modules/auth/demo/',
    'apps/server/src/bin/',
  ],
  seconds: 50,
  isMoney: true,
  needsOwnChange: true,
  run: async ({ print }) => {
    const found = await Promise.all(ATTACKS.map((attack) => suffer(attack, print)));
    return {
      holds: found.every(({ tookMs, hasReason }) => tookMs <= LIMIT_MS && hasReason),
      figure: found
        .map(({ name, tookMs }) => `${name}: withdrawals off after ${(tookMs / 1000).toFixed(1)} s`)
        .join('; '),
    };
  },
};

type Found = { readonly name: string; readonly tookMs: number; readonly hasReason: boolean };

const suffer = ({ name, why, statements }: Attack, print: (line: string) => void): Promise<Found> =>
  withTestbed('proof-drift', async (testbed) => {
    await testbed.fund(1n, 'wallet', '100');
    const worker = await startWorker(testbed);
    try {
      await pause(2_000); // The first audit has passed; the next runs after the period.
      const startedMs = performance.now();
      const root = await testbed.as('postgres').pool.connect();
      for (const statement of statements) await root.query(statement);
      root.release();
      while (!(await isStopped(testbed)) && performance.now() - startedMs < LIMIT_MS + 5_000) await pause(50);
      const tookMs = Math.round(performance.now() - startedMs);
      const health = await readHealth(worker.healthUrl, (text) => text.includes(why));
      print(`${name}: health: ${health}`);
      return { name, tookMs, hasReason: health.includes(why) };
    } finally {
      worker.end();
    }
  });

/** Polls health until it reports the cause, because the switch is set before the cause is reported. */
async function readHealth(url: string, isEnough: (text: string) => boolean): Promise<string> {
  for (const deadlineMs = performance.now() + REPORTED_MS_MAX; ; await pause(50)) {
    const text = await (await fetch(url)).text();
    if (isEnough(text) || performance.now() > deadlineMs) return text;
  }
}

async function isStopped({ app }: Testbed): Promise<boolean> {
  const { rows } = await app.pool.query(`select from setting where key = 'switch.withdrawals' and value = 'false'`);
  return rows.length > 0;
}

async function startWorker({ database }: Testbed) {
  const child = spawn(process.execPath, [WORKER], {
    env: { DEPLOYMENT: 'development', DATABASE_URL: database.urlOf('worker') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  guardChild(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const { health } = JSON.parse(line) as { health?: { port: number } }; // Worker log line.
    if (health !== undefined) {
      return { healthUrl: `http://127.0.0.1:${health.port}/health`, end: () => child.kill('SIGKILL') };
    }
  }
  throw new Error('the worker did not start');
}
