import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findOtherRun } from './other-run.ts';

let place: string;
const plant = (pid: number, ...args: readonly string[]) => {
  mkdirSync(join(place, String(pid)));
  writeFileSync(join(place, String(pid), 'cmdline'), `${args.join('\0')}\0`);
};
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'tidemark-proc-'));
  mkdirSync(join(place, 'sys'));
  mkdirSync(join(place, '7')); // It has ended: no command is left.
  plant(8, 'sh', '-c', 'node tools/ci/full.ts --next 60');
  plant(9, '/usr/bin/node', 'tools/ci/full.ts', '--next', '60');
  plant(10, 'vim', '/srv/tools/ci/steps.ts');
});
afterEach(() => rmSync(place, { recursive: true }));

it('given only this run, and the shell that started it, then there is no other', () => {
  expect(findOtherRun(place, 9)).toBeUndefined();
});

it.each(['tools/ci/ci.ts', '/elsewhere/tools/ci/full.ts'])('given %s runs too, then it is found', (program) => {
  plant(11, '/usr/bin/node', program, 'bench');
  expect(findOtherRun(place, 9)).toBe(`${program} bench`);
});
