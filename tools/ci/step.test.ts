import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOf } from '@app/testkit';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openLowPriority } from './low-priority.ts';
import { createSteps } from './step.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-steps-'));
  vi.spyOn(console, 'log').mockReturnValue();
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const sh = (script: string) => ({ run: ['sh', '-c', script] as const });
const open = (limitMs = 60_000) => createSteps(folder, Date.now() + limitMs);
const log = (name: string) => readFileSync(join(folder, `${name}.log`), 'utf8');

describe('a step', () => {
  it('given one of its commands fails, then the others still run, and the step has failed with the reason', async () => {
    const steps = open();
    const commands = [sh('echo first; exit 3'), sh('echo second')];
    expect(await steps.run({ name: 'one', minutes: 1, commands })).toBe(false);
    expect(log('one')).toBe('first\nsecond\n');
    expect(steps.results[0]).toMatchObject({ name: 'one', ok: false, why: 'sh -c echo first; exit 3: 3' });
  });

  it('given a command that hangs, then it is killed with everything it started, and the next step runs', async () => {
    const steps = open(0); // The run's time is used up; a step still gets five seconds.
    const hang = sh(`sleep 600 & echo $!; wait`);
    expect(await steps.run({ name: 'hangs', minutes: 1, commands: [hang] })).toBe(false);
    expect(steps.results[0]?.why).toContain('took too long');
    const pid = Number(log('hangs').trim());
    await expect.poll(() => startOf(pid), { timeout: 20_000 }).toBeUndefined();
    expect(await steps.run({ name: 'next', minutes: 1, commands: [sh('true')] })).toBe(true);
  });

  it('given it gives way, then all it starts is in one group, also a session of its own', async () => {
    const steps = open();
    const commands = [sh('setsid cat /proc/self/cgroup')];
    await steps.run({ name: 'low', minutes: 1, givesWay: true, commands });
    await steps.run({ name: 'usual', minutes: 1, commands });
    steps.end();
    // Where this process may not make control groups, `nice` has to do.
    expect(log('low').includes(`tidemark-low-${process.pid}`)).toBe(openLowPriority() !== undefined);
    expect(log('usual')).not.toContain(`tidemark-low-${process.pid}`);
  });

  it('given two at once, then they run in parallel and their times are kept for the summary', async () => {
    const steps = open();
    const meet = (own: string, other: string) =>
      sh(`touch ${folder}/${own}; while [ ! -f ${folder}/${other} ]; do sleep 0.05; done`);
    expect(await steps.run({ name: 'two', minutes: 1, atOnce: 2, commands: [meet('a', 'b'), meet('b', 'a')] })).toBe(
      true,
    );
    const kept = JSON.parse(readFileSync(join(folder, 'steps.json'), 'utf8'));
    const aNumber = expect.any(Number);
    const load = { pressure: aNumber, stolen: aNumber };
    expect(kept).toEqual([{ name: 'two', ok: true, wallMs: aNumber, cpuMs: aNumber, ...load }]);
  });

  it('given an action that throws, then the error is the reason', async () => {
    const steps = open();
    expect(await steps.record('stack', () => Promise.reject(new Error('no port')))).toBe(false);
    expect(steps.results[0]?.why).toBe('Error: no port');
  });

  it('given two parallel steps, then each has its own CPU time', async () => {
    const steps = open();
    const busy = sh('i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done');
    await Promise.all([
      steps.run({ name: 'busy', minutes: 1, givesWay: true, commands: [busy] }),
      steps.run({ name: 'idle', minutes: 1, commands: [sh('sleep 0.2')] }),
    ]);
    const cpuOf = (name: string) => steps.results.find((it) => it.name === name)?.cpuMs ?? -1;
    expect(cpuOf('busy')).toBeGreaterThan(50);
    expect(cpuOf('idle')).toBeLessThan(50);
  });

  it('given one step uses the stack, then only it has the CPU time of what the run started, without other steps', async () => {
    const waitFor = (name: string) => `while [ ! -f ${folder}/${name} ]; do sleep 0.05; done`;
    const count = (rounds: number) => `i=0; while [ $i -lt ${rounds} ]; do i=$((i+1)); done`;
    const touch = (name: string) => `touch ${folder}/${name}`;
    const atWork = `${waitFor('asked')}; ${count(100_000)}; ${touch('answered')}; exec sleep 600`;
    const stack = spawn('sh', ['-c', atWork], { stdio: 'ignore' });
    onTestFinished(() => void stack.kill('SIGKILL'));
    const steps = open();
    const uses = sh(`${touch('asked')}; ${waitFor('answered')}; ${waitFor('counted')}`);
    const other = sh(`${count(600_000)}; ${touch('counted')}; ${waitFor('ended')}`);
    await Promise.all([
      steps
        .run({ name: 'uses', minutes: 1, usesStack: true, commands: [uses] })
        .then(() => writeFileSync(join(folder, 'ended'), '')),
      steps.run({ name: 'other', minutes: 1, commands: [other] }),
    ]);
    const resultOf = (name: string) => steps.results.find((it) => it.name === name);
    const stackCpuMs = resultOf('uses')?.stackCpuMs ?? 0;
    expect(stackCpuMs).toBeGreaterThan(20);
    expect(stackCpuMs).toBeLessThan((resultOf('other')?.cpuMs ?? 0) / 2);
    expect(resultOf('other')).not.toHaveProperty('stackCpuMs');
  });
});
