import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { REPOSITORY } from '../dev/processes.ts';

const check = (...names: readonly string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'check.ts'), ...names], { cwd: REPOSITORY, encoding: 'utf8' });

it('given the name of a program, when it is checked, then that one alone runs, and its result is the answer', () => {
  const { status, stdout } = check('tidy');
  expect(stdout).toMatch(/=== check\n(?:.*\n)*tidy: .*\n=== check: (?:ok|FAILED)/);
  expect(status).toBe(stdout.includes('=== check: ok') ? 0 : 1);
});

it('given the name of no program, when it is checked, then it fails and names those there are', () => {
  const { status, stderr } = check('tidy-up');
  expect(status).toBe(1);
  expect(stderr).toBe('there are biome, tsc, knip, tidy\n');
});
