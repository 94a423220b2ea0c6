import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { spotShard } from '@app/domain/spot';
import { guardChild } from '@app/testkit';
import { REPOSITORY } from '../../dev/processes.ts';
import { freePorts } from '../../services/places.ts';

/** Engine as a separate process, as in production. */
export type EngineChild = { readonly pid: number; readonly port: number; stop(): Promise<void> };

export type EnginePlan = { readonly folder: string; readonly databaseUrl: string; readonly natsUrl: string };

const START_MS_MAX = 60_000;

/** Starts the engine and waits until it owns the shard of the real mode. It ends with the bench, however that ends. */
export async function startEngine({ folder, databaseUrl, natsUrl }: EnginePlan): Promise<EngineChild> {
  const { postgres: port } = await freePorts();
  const log = openSync(join(folder, `engine-${port}.log`), 'a');
  const child = spawn(process.execPath, [join(REPOSITORY, 'apps/server/src/bin/engine.ts')], {
    env: {
      DEPLOYMENT: 'development',
      DATABASE_URL: databaseUrl,
      NATS_URL: natsUrl,
      HEALTH_PORT: String(port),
      NODE_OPTIONS: process.env.NODE_OPTIONS,
    },
    stdio: ['ignore', log, log],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  guardChild(child, { signal: 'SIGKILL', folder });
  for (const deadlineMs = Date.now() + START_MS_MAX; !(await isOwner(port)); await pause(100)) {
    if (child.exitCode !== null || Date.now() > deadlineMs) throw new Error(`the engine did not start; see ${folder}`);
  }
  const stop = () => {
    child.kill('SIGTERM');
    return gone;
  };
  return { pid: child.pid ?? 0, port, stop };
}

type Described = { readonly shards?: readonly { readonly name: string; readonly lease: string }[] };

async function isOwner(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined); // Not listening yet.
  const { shards = [] } = ((await answer?.json()) ?? {}) as Described; // The engine's own format.
  return shards.some(({ name, lease }) => name === spotShard('real') && lease === 'owner');
}
