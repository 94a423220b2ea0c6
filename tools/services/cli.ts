import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isRunning } from '@app/testkit';
import { dataFolder } from './places.ts';
import { readSupervisorState, startSupervisor } from './supervisor.ts';

const folder = dataFolder('development');
const readState = () => readSupervisorState(folder);

/** Starts the supervisor, which outlives this command on purpose. */
async function start(): Promise<void> {
  if (readState() === undefined) (await startSupervisor({ endsWithUs: false })).child.unref();
  status();
}

async function stop(): Promise<void> {
  const state = readState();
  if (state === undefined) {
    console.log('services: not running');
    return;
  }
  process.kill(state.pid, 'SIGTERM');
  while (isRunning(state)) await pause(50);
  console.log('services: stopped');
}

async function reset(): Promise<void> {
  const wasRunning = readState() !== undefined;
  await stop();
  rmSync(folder, { recursive: true, force: true });
  console.log('services: data removed');
  if (wasRunning) {
    dataFolder('development');
    await start();
  }
}

function status(): void {
  const state = readState();
  if (state === undefined) {
    console.log('services: not running');
    return;
  }
  console.log(`services: running (supervisor ${state.pid})`);
  const { postgres, nats, redis } = state.urls;
  for (const [name, url] of Object.entries({ postgres, nats, redis })) console.log(`  ${name.padEnd(9)} ${url}`);
}

const COMMANDS: Record<string, () => Promise<void> | void> = { start, stop, reset, status };
const command = COMMANDS[process.argv[2] ?? 'status'];
if (command === undefined) {
  console.error(`usage: npm run services [${Object.keys(COMMANDS).join('|')}]`);
  process.exitCode = 2;
} else {
  try {
    await command();
  } catch (error) {
    console.error((error as Error).message); // Only Error objects are thrown.
    process.exitCode = 1;
  }
}
