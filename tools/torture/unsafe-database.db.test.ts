import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { type FreshDatabase, freshDatabase, guardChild } from '@app/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { type PrivatePostgres, startPrivatePostgres } from './private-postgres.ts';
import { withClient } from './rig.ts';

const BIN = resolve(import.meta.dirname, '../../apps/server/src/bin');
const NEVER_MS = 60_000;
const OFTEN_MS = 50;

let postgres: PrivatePostgres;
let database: FreshDatabase;

beforeAll(async () => {
  // Without the variable on its command line, so that a reload can change it.
  postgres = await startPrivatePostgres('unsafe', { fsync: undefined });
  database = await freshDatabase(postgres.adminUrl);
});
afterEach(() => setSync('on'));
afterAll(() => postgres.stop());

/** Changes the setting as an operator would, and waits until new statements see it. */
async function setSync(value: 'on' | 'off'): Promise<void> {
  await withClient(postgres.adminUrl, async (admin) => {
    await admin.query(`alter system set fsync = ${value}`);
    await admin.query('select pg_reload_conf()');
  });
  const shown = () => withClient(postgres.adminUrl, async (admin) => (await admin.query('show fsync')).rows[0]?.fsync);
  await expect.poll(shown).toBe(value);
}

type Process = 'custody' | 'engine' | 'worker';

/** Returns the process's own bus user, with keys that no other process has. */
const busOf = (name: 'engine' | 'worker') => ({
  NATS_URL: inject('services').natsUsers[name],
  ENGINE_BUS_KEY: randomBytes(32).toString('hex'),
  PUSH_BUS_KEY: randomBytes(32).toString('hex'),
});

/** Starts a process of the product; its output is JSON lines, and an error at start-up is on its other stream. */
function start(name: Process, everyMs: number) {
  const env = {
    DEPLOYMENT: 'development',
    DATABASE_URL: database.urlOf(name),
    DATABASE_CHECK_EVERY_MS: String(everyMs),
    ...(name === 'custody' ? {} : busOf(name)),
  };
  const child = spawn(process.execPath, [resolve(BIN, `${name}.ts`)], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  guardChild(child, { signal: 'SIGKILL' });
  const ended = once(child, 'exit');
  const errors = text(child.stderr);
  let lines = '';
  child.stdout.on('data', (chunk: Buffer) => {
    lines += chunk.toString();
  });
  return {
    lines: () => lines,
    errors,
    exitCode: async () => (await ended)[0] as number | null,
    readHealth: async () => {
      const port = /"port":(\d+)/.exec(lines)?.[1];
      const response = await fetch(`http://127.0.0.1:${port}/health`);
      return { code: response.status, text: await response.text() };
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** They share the guard, so a landing tries the one that the seed draws; a full run tries both. */
const GUARDED = ['engine', 'worker'] as const;
const tried = inject('isLong') ? GUARDED : GUARDED.filter((_, n) => n === inject('seed') % GUARDED.length);

const ENDING = 'then it exits with the reason and does not start again';

describe('a process on a database that becomes unsafe', () => {
  it.each(tried)(`given %s and fsync turned off by a reload, when its period ends, ${ENDING}`, async (name) => {
    const running = start(name, OFTEN_MS);
    await expect.poll(running.lines).toContain(`${name}.ready`);
    await setSync('off');
    expect(await running.exitCode()).toBe(1);
    expect(running.lines()).toContain('"unsafe":["fsync is off, must be on"]');
    expect(running.lines()).toContain('database.unsafe');
    expect(running.lines()).not.toContain(`${name}.stopped`);
    const again = start(name, OFTEN_MS);
    expect(await again.exitCode()).toBe(1);
    expect(again.lines() + (await again.errors)).toContain('unsafe database: fsync is off, must be on');
    expect(again.lines()).not.toContain(`${name}.ready`);
  });

  it('given custody and fsync turned off by a reload, when its health is read before that, then it names it', async () => {
    const running = start('custody', NEVER_MS);
    await expect.poll(running.lines).toContain('custody.ready');
    await setSync('off');
    const health = await running.readHealth();
    expect(health).toEqual({ code: 503, text: expect.stringContaining('fsync is off, must be on') });
    await running.kill();
  });
});
