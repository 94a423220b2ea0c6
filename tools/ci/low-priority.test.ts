import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLowPriority } from './low-priority.ts';

/** Joins a group as a step does, and returns the groups of a process that began a session of its own after that. */
const groupsAfter = (members: string): string => {
  const script = 'echo $$ > "$0" && setsid cat /proc/self/cgroup';
  return spawnSync('bash', ['-c', script, members], { encoding: 'utf8' }).stdout;
};

describe('a group of low priority', () => {
  it('keeps what begins a session of its own, and goes when it is empty', () => {
    const group = openLowPriority();
    if (group === undefined) return; // The machine does not let this process make control groups.
    expect(groupsAfter(group.members)).toContain(`tidemark-low-${process.pid}`);
    group.close();
    expect(existsSync(group.members)).toBe(false);
  });

  it('is not made where there is no such controller', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-groups-'));
    try {
      expect(openLowPriority([{ folder, weight: 'cpu.weight', value: '100' }])).toBeUndefined();
      expect(openLowPriority([{ folder: join(folder, 'none'), weight: 'cpu.weight', value: '100' }])).toBeUndefined();
      expect(spawnSync('ls', [folder], { encoding: 'utf8' }).stdout).toBe('');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('has the weight of one session', () => {
    const low = openLowPriority();
    if (low === undefined) return;
    const weight = ['cpu.shares', 'cpu.weight'].map((name) => join(low.members, '..', name)).find(existsSync) ?? '';
    expect(Number(readFileSync(weight, 'utf8'))).toBe(weight.endsWith('shares') ? 1_024 : 100);
    low.close();
  });
});
