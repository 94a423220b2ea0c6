import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { guardChild } from '@app/testkit';
import type { Trial } from '../trial/trial.ts';
import { type Testbed, withTestbed } from './testbed.ts';

const WORKER = resolve(import.meta.dirname, '../../apps/server/src/bin/worker.ts');
const LIMIT_MS = 30_000;
const WHY = 'user:1 wallet';
const REPORTED_MS_MAX = 15_000;

/** Runs the real worker process with its real period while a superuser changes one balance by the smallest unit. */
export const drift: Trial = {
  name: 'drift',
  claim: 'One unit of drift by a superuser stops withdrawals within 30 s, and health says why.',
  touches: [
    'apps/server/src/modules/ledger/',
    'apps/server/src/platform/',
    'packages/domain/src/ledger/',
    'packages/money/',
    'apps/server/src/modules/wallet/',
    'apps/server/src/bin/',
  ],
  seconds: 35,
  isMoney: true,
  run: ({ print }) =>
    withTestbed('proof-drift', async (testbed) => {
      await testbed.fund(1n, 'wallet', '100');
      const worker = await startWorker(testbed);
      try {
        await pause(2_000); // The first audit has passed; the next runs after the period.
        const startedMs = performance.now();
        const root = testbed.as('postgres').pool;
        await root.query(
          `update ledger_account set available = available + 0.000000000000000001 where owner = 'user:1'`,
        );
        while (!(await isStopped(testbed)) && performance.now() - startedMs < LIMIT_MS + 5_000) await pause(50);
        const tookMs = Math.round(performance.now() - startedMs);
        const health = await readHealth(worker.healthUrl, (text) => text.includes(WHY));
        print(`health: ${health}`);
        const hasReason = health.includes(WHY);
        return {
          holds: tookMs <= LIMIT_MS && hasReason,
          figure: `withdrawals off after ${(tookMs / 1000).toFixed(1)} s`,
        };
      } finally {
        worker.end();
      }
    }),
};

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
