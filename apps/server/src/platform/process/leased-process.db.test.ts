import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { guardChild } from '@app/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestbed, type Testbed } from '../../../test/testbed.ts';

type Running = { readonly child: ChildProcess; state(): Promise<string> };

let testbed: Testbed;
const children: ChildProcess[] = [];

beforeAll(async () => {
  testbed = await openTestbed('custody');
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

async function start(): Promise<Running> {
  const program = join(import.meta.dirname, '../../bin/custody.ts');
  const env = { DEPLOYMENT: 'development', DATABASE_URL: testbed.database.urlOf('custody') };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(guardChild(child));
  const port = await new Promise<number>((resolve) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const { health } = JSON.parse(line) as { health?: { port: number } };
      if (health !== undefined) resolve(health.port);
    });
  });
  const state = async () =>
    ((await (await fetch(`http://127.0.0.1:${port}/health`)).json()) as { lease: string }).lease;
  return { child, state };
}

/** Starts one owner and one standby: a process kept from the CPU for long may lose the lease to the other. */
async function startPair(): Promise<{ owner: Running; other: Running }> {
  const pair = [await start(), await start()] as const;
  const isSettled = async () => (await Promise.all(pair.map(({ state }) => state()))).toSorted().join();
  await expect.poll(isSettled).toBe('owner,waiting');
  const [owner, other] = (await pair[0].state()) === 'owner' ? pair : [pair[1], pair[0]];
  return { owner, other };
}

describe('a process that only holds its lease', () => {
  /** The one that owns the lease from the first test on. */
  let successor: Running;

  it('given two, when the owner is killed, then the other owns the lease at once, however fresh its last heartbeat is', async () => {
    const { owner, other } = await startPair();
    const root = await testbed.bare('postgres');
    const { rows } = await root.query<{ epoch: string }>(`select epoch from lease where name = 'custody'`);
    // As if the killed one had been heard just now: no other process waits until it is silent for too long.
    const refresh = `update lease set heartbeat_at = clock_timestamp() where name = 'custody' and epoch = $1`;
    owner.child.kill('SIGKILL');
    await expect
      .poll(
        async () => {
          await root.query(refresh, [rows[0]?.epoch]);
          return await other.state();
        },
        { interval: 20 },
      )
      .toBe('owner');
    successor = other;
  });

  it('given an owner, when it stops cleanly, then the lease is free at once, and the next process takes it', async () => {
    successor.child.kill('SIGTERM');
    expect((await once(successor.child, 'exit'))[0]).toBe(0);
    const { rows } = await (await testbed.bare('postgres')).query(
      `select heartbeat_at = 'epoch' as "isFree" from lease where name = 'custody'`,
    );
    expect(rows).toEqual([{ isFree: true }]);
    await expect.poll((await start()).state).toBe('owner');
  });
});
