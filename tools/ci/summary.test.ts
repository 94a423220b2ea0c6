import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Row, writeRows } from './rows.ts';

const SUMMARY = join(import.meta.dirname, 'summary.ts');
const NO_FULL_RUN = 'warning: no full run is recorded in docs/ci-full.json: npm run ci:full';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-summary-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const leave = (file: string, text: string) => writeFileSync(join(folder, file), text);
const summarise = (...failedSteps: readonly string[]) => {
  const { status, stdout } = spawnSync(process.execPath, [SUMMARY, folder, ...failedSteps], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, lines: stdout.trim().split('\n') };
};
const test = (name: string, state: Row['state'], ms: number): Row => ({
  file: 'a.spec.ts',
  name,
  state,
  ms,
  why: 'late',
});

describe('the summary', () => {
  it('given everything passed, then it has times, warnings and retries, ends with the count and succeeds', () => {
    writeRows(
      join(folder, 'e2e.json'),
      [test('a journey', 'flaky', 3_000), test('another', 'passed', 1_000)],
      [{ file: 'a.spec.ts', ms: 5_000, importMs: 1_000 }],
    );
    writeRows(join(folder, 'torture.json'), [
      { name: 'kills', state: 'passed', ms: 7_000 },
      { name: 'lease', state: 'not-run', ms: 0 },
    ]);
    leave('steps.json', '[{ "name": "e2e", "ok": true, "wallMs": 9000, "cpuMs": 12000 }]');
    leave('check.log', 'fine');
    const lines = [
      '   wall s    CPU s  step',
      '      9.0     12.0  e2e',
      '',
      '   wall s  test files: 1 in 5.0 s',
      '      5.0  a.spec.ts (1.0 of it import and set-up)',
      '   wall s  tests: 2 in 4.0 s',
      '      3.0  a.spec.ts: a journey',
      '      1.0  a.spec.ts: another',
      '   wall s  torture: 1 in 7.0 s',
      '      7.0  kills',
      '',
      NO_FULL_RUN,
      'not run: torture: lease',
      'flaky: a.spec.ts: a journey: late',
      '',
      '3 passed, 0 failed',
    ];
    const { status, lines: printed } = summarise();
    expect(printed.map((line) => line.trim())).toEqual(lines.map((line) => line.trim()));
    expect(status).toBe(0);
  });

  it('given failures, then each is named and counted, and it fails', () => {
    writeRows(join(folder, 'unit.json'), [test('a law', 'failed', 5), test('another', 'passed', 5)]);
    leave('unit.log', '..x.');
    leave('proof.log', 'FALLS SHORT · proof timing: login p = 0.000\n');
    const { status, lines } = summarise('unit', 'proof', 'bench');
    expect(lines.slice(-6)).toEqual([
      NO_FULL_RUN,
      'failed: a.spec.ts: a law: late',
      'failed: proof: proof timing: login p = 0.000',
      'failed: bench: it does not say why',
      '',
      '1 passed, 3 failed',
    ]);
    expect(status).toBe(1);
  });

  it('given nothing ran, then it fails', () => {
    expect(summarise()).toEqual({ status: 1, lines: [NO_FULL_RUN, '', '0 passed, 0 failed'] });
  });

  it('given more failures than it names, then the whole list is in a file', () => {
    writeRows(
      join(folder, 'unit.json'),
      Array.from({ length: 30 }, (_, n) => test(`number ${n}`, 'passed', n)),
    );
    expect(summarise().lines.join('\n')).not.toContain('number 3\n');
    expect(readFileSync(join(folder, 'seconds.txt'), 'utf8')).toContain('number 3\n');
  });
});
