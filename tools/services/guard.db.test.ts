import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { guardChild, ownIdentity, startOf } from '@app/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { openRunFolder, ownedName, sweepDeadRuns } from './run-folder.ts';

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

const keep = <Child extends ChildProcess>(child: Child): Child => {
  children.push(child);
  return guardChild(child);
};

const startRunner = async (): Promise<{ runner: ChildProcess; folder: string; pids: number[] }> => {
  const program = join(import.meta.dirname, 'killed-runner.ts');
  const runner = keep(spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] }));
  const [line] = await once(createInterface({ input: runner.stdout }), 'line');
  return { runner, ...(JSON.parse(line) as { folder: string; pids: number[] }) };
};

describe('a killed runner', () => {
  it('given servers and one of our processes, when kill -9 hits the runner, then no process and no folder is left', async () => {
    const { runner, folder, pids } = await startRunner();
    expect(pids).toHaveLength(4);
    expect(pids.map(startOf)).not.toContain(undefined);
    expect(existsSync(folder)).toBe(true);
    runner.kill('SIGKILL');
    const left = () => ({ running: pids.filter((pid) => startOf(pid) !== undefined), folder: existsSync(folder) });
    await expect.poll(left).toEqual({ running: [], folder: false });
  });
});

describe('the sweep of dead runs', () => {
  const sleep = () => keep(spawn('sleep', ['600'], { stdio: 'ignore' }));
  const listed = (pid: number | undefined, started: string | undefined) =>
    `${JSON.stringify({ pid, started, signal: 'SIGTERM' })}\n`;

  it('given a listed process with another start time, when it sweeps, then only the real one is ended', async () => {
    const runs = openRunFolder('sweep');
    const left = sleep();
    const stranger = sleep();
    const dead = join(runs, `dead-${process.pid}-1-1`); // Our pid, but another start time: the owner is gone.
    mkdirSync(dead);
    writeFileSync(join(dead, 'processes'), listed(left.pid, startOf(left.pid ?? 0)) + listed(stranger.pid, '1'));
    const alive = join(runs, ownedName('alive'));
    mkdirSync(alive);
    const ended = once(left, 'exit');
    await sweepDeadRuns(runs);
    expect((await ended)[1]).toBe('SIGTERM');
    expect(startOf(stranger.pid ?? 0)).toBeDefined();
    expect([dead, alive].map(existsSync)).toEqual([false, true]);
  });

  it('given this process, when its identity is read, then it matches the system’s', () => {
    expect(ownIdentity()).toEqual({ pid: process.pid, started: startOf(process.pid) });
    expect(startOf(process.pid)).toMatch(/^\d+$/);
  });
});
