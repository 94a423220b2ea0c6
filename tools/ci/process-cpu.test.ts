import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { afterEach, expect, it } from 'vitest';
import { parseProcess, readDescendantsCpuMs, readWaitedForCpuMs } from './process-cpu.ts';

/** Uses about 300 ms of a processor. */
const BUSY = `let spent; do { const { user, system } = process.cpuUsage(); spent = user + system; } while (spent < 300_000);`;
const BUSY_MS = 290;

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.stdin?.end();
});

/** Starts a program that says when it is done with its work, and then lives on. */
async function startBusy(command: string, ...args: readonly string[]): Promise<number | undefined> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  children.push(child);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child.pid;
}

it('given the name of a process has spaces and brackets, then its times are read', () => {
  const text = '12 (a (b) c) S 7 12 12 0 -1 4194560 1 2 3 4 150 50 30 20 20 0 1 0 99';
  expect(parseProcess(text)).toEqual({ parent: 7, ownMs: 2_000, waitedForMs: 500 });
});

it('given a child, its child and one it waited for, then all are counted, and none of an excepted child', async () => {
  const before = readDescendantsCpuMs();
  const node = process.execPath;
  const busyForever = `${BUSY} console.log('done'); process.stdin.resume()`; // Until we close it.
  const pid = await startBusy('sh', '-c', `${node} -e "${BUSY}"; ${node} -e "${busyForever}"; true`);
  expect(readDescendantsCpuMs() - before).toBeGreaterThanOrEqual(2 * BUSY_MS);
  expect(readDescendantsCpuMs([pid]) - before).toBeLessThan(BUSY_MS);
});

it('given a child that ended and was waited for, then its time is among those', () => {
  const before = readWaitedForCpuMs();
  spawnSync(process.execPath, ['-e', BUSY]);
  expect(readWaitedForCpuMs() - before).toBeGreaterThanOrEqual(BUSY_MS);
});
