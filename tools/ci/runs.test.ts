import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Row } from './rows.ts';
import { appendRuns, describeRun, RUN_LINE, type RunLine, readRunLines } from './runs.ts';
import type { Step } from './steps.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-runs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const load = { pressure: 0.25, stolen: 0 };
const step = (name: string, rows: readonly Row[], hasFailed = false): Step => ({
  name,
  hasFailed,
  log: '',
  reports: [{ name, rows, files: [] }],
});
const file = 'a.db.test.ts';

function describeOne(commit: string): RunLine {
  return describeRun({
    commit,
    endedAt: new Date('2026-01-02T03:04:05.678Z'),
    tookMs: 754_000,
    load,
    times: [
      { name: 'db', ok: false, wallMs: 61_400, cpuMs: 120_600, ...load, why: 'one' },
      { name: 'pages', ok: true, wallMs: 9_000, cpuMs: 4_000, stackCpuMs: 8_000, pressure: 0.5, stolen: 0.1 },
    ],
    steps: [
      step(
        'db',
        [
          { file, name: 'holds', state: 'passed', ms: 1 },
          { file, name: 'holds later', state: 'flaky', ms: 1, why: 'late' },
          { file, name: 'breaks', state: 'failed', ms: 1, why: 'no' },
        ],
        true,
      ),
      step('pages', [
        { name: '/home', state: 'flaky', ms: 1 },
        { name: '/other', state: 'not-run', ms: 0 },
      ]),
      step('check', [], true),
    ],
  });
}

describe('a run', () => {
  it('is described by its commit, load, cost of each tier and the counts of the summary', () => {
    expect(describeOne('abc')).toEqual({
      commit: 'abc',
      date: '2026-01-02T03:04:05Z',
      minutes: 12.6,
      ...load,
      tiers: {
        db: { wallSeconds: 61, cpuSeconds: 121, ...load, hasFailed: true },
        pages: { wallSeconds: 9, cpuSeconds: 4, stackCpuSeconds: 8, pressure: 0.5, stolen: 0.1 },
      },
      passed: 3,
      failed: 2,
      notRun: 1,
      flaky: [
        { file: 'a.db.test.ts', test: 'holds later', reason: 'late' },
        { file: '/home', test: '', reason: '' },
      ],
    });
  });

  it('given a folder, and a log with other lines, then it is read from both', () => {
    const run = describeOne('abc');
    writeFileSync(join(folder, 'run.json'), JSON.stringify(run));
    const log = join(folder, 'landing.log');
    writeFileSync(log, `run: three times\n${RUN_LINE}${JSON.stringify(run)}\n1 passed, 0 failed\n`);
    expect(readRunLines(folder)).toEqual([run]);
    expect(readRunLines(log)).toEqual([run]);
    expect(readRunLines(join(folder, 'missing'))).toEqual([]);
  });

  it('given it is appended twice, then it is there once, and runs before and after it stay', () => {
    const path = join(folder, 'runs.jsonl');
    const first = describeOne('first');
    const second = describeOne('second');
    expect(appendRuns(path, [first])).toBe(1);
    expect(appendRuns(path, [first, second])).toBe(1);
    expect(appendRuns(path, [first])).toBe(0);
    const again = { ...first, date: '2026-01-02T04:00:00Z' };
    expect(appendRuns(path, [again])).toBe(1);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([first, second, again]);
  });
});
