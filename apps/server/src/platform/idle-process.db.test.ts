import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

type Running = { readonly child: ChildProcess; state(): Promise<string> };

let world: World;
const children: ChildProcess[] = [];

beforeAll(async () => {
  world = await openWorld('engine');
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

async function start(): Promise<Running> {
  const program = join(import.meta.dirname, '../bin/engine.ts');
  const env = { DATABASE_URL: world.database.urlOf('engine') };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
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

describe('a process that only holds its lease', () => {
  it('given two, when the owner is killed, then the other owns within a second; at a clean stop at once', async () => {
    const first = await start();
    await expect.poll(first.state).toBe('owner');
    const second = await start();
    expect(await second.state()).toBe('waiting');
    first.child.kill('SIGKILL');
    const killedMs = performance.now();
    await expect.poll(second.state, { interval: 10 }).toBe('owner');
    expect(performance.now() - killedMs).toBeLessThan(1_000);

    const third = await start();
    expect(await third.state()).toBe('waiting');
    second.child.kill('SIGTERM');
    const [code] = await once(second.child, 'exit');
    expect(code).toBe(0);
    await expect.poll(third.state, { interval: 10, timeout: 400 }).toBe('owner');
  });
});
