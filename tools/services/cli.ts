import { spawn } from 'node:child_process';
import { openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from './places.ts';
import { isAlive, readSupervisorState } from './supervisor-state.ts';

const folder = dataFolder('development');
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const readState = () => readSupervisorState(folder);

async function start(): Promise<void> {
  if (readState() === undefined) {
    const log = openSync(join(folder, 'supervisor.log'), 'a');
    const supervisor = join(import.meta.dirname, 'supervise.ts');
    const child = spawn(process.execPath, [supervisor], { detached: true, stdio: ['ignore', log, log] });
    child.unref();
    for (let waitedMs = 0; readState() === undefined; waitedMs += 50) {
      if (waitedMs > 40_000 || child.exitCode !== null) throw new Error(`services did not start; see ${folder}`);
      await pause(50);
    }
  }
  status();
}

async function stop(): Promise<void> {
  const state = readState();
  if (state === undefined) {
    console.log('services: not running');
    return;
  }
  process.kill(state.pid, 'SIGTERM');
  while (isAlive(state.pid)) await pause(50);
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
  for (const [name, url] of Object.entries(state.urls)) console.log(`  ${name.padEnd(9)} ${url}`);
}

const COMMANDS: Record<string, () => Promise<void> | void> = { start, stop, reset, status };
const command = COMMANDS[process.argv[2] ?? 'status'];
if (command === undefined) {
  console.error(`usage: npm run services [${Object.keys(COMMANDS).join('|')}]`);
  process.exitCode = 2;
} else {
  await command();
}
