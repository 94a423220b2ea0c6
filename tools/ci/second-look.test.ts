import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OUTSIDE_TESTS, type Row, readRows, writeRows } from './rows.ts';
import { lookAgain } from './second-look.ts';
import { createSteps } from './step.ts';
import { describeFailures, describeFlaky, readSteps } from './steps.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-second-look-'));
  vi.spyOn(console, 'log').mockReturnValue();
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const LATE = { name: 'waits', state: 'failed', ms: 1, why: 'expected 1 to be 2 · line 7' } as const;
const failedIn = (file: string, more: Partial<Row> = {}): Row => ({ ...LATE, file, ...more });
const passed = (file: string): Row => ({ name: LATE.name, file, state: 'passed', ms: 1 });

type Again = (file: string, time: number) => readonly Row[];
type Planted = {
  /** Rows of the first tries by report. */
  readonly first: Readonly<Record<string, readonly Row[]>>;
  /** Rows of a file's second try. */
  readonly again?: Again;
  readonly changed?: readonly string[] | 'unknown';
  readonly stackDefects?: readonly string[];
  /** Commands of the step `db` and `journeys`, which fail by their exit code. */
  readonly commands?: number;
};

/** Plants the reports of a red run, looks again with real steps, and returns what the summary would print. */
async function look({
  first,
  again = (file) => [passed(file)],
  changed = [],
  stackDefects = [],
  commands = 1,
}: Planted) {
  const steps = createSteps(folder, Date.now() + 60_000);
  const fails = { run: ['sh', '-c', 'exit 1'] } as const;
  const tiers = new Set(Object.keys(first).map((report) => report.replace(/-\d+$/, '')));
  for (const name of tiers)
    await steps.run({ name, minutes: 1, commands: Array.from({ length: commands }, () => fails) });
  for (const [name, rows] of Object.entries(first)) writeRows(join(folder, `${name}.json`), rows);
  const tried: string[] = [];
  const commandOf = ({ name }: { name: string }, { report }: { report: string }) => {
    const rows = again(name, tried.filter((each) => each === name).length);
    tried.push(name);
    mkdirSync(join(folder, 'plans'), { recursive: true });
    const plan = join(folder, `plans/${tried.length}.json`);
    writeFileSync(plan, JSON.stringify({ rows, files: [] }));
    const code = rows.some(({ state }) => state === 'failed') ? 1 : 0;
    return { run: ['sh', '-c', `mkdir -p $(dirname ${report}) && cp ${plan} ${report}; exit ${code}`] as const };
  };
  const known = changed === 'unknown' ? undefined : changed;
  await lookAgain({
    reports: folder,
    seed: 1,
    commandOf,
    changed: known,
    stackDefects,
    load: { pressure: 0.9, stolen: 0 },
    steps,
  });
  const failedSteps = steps.results.filter(({ ok }) => !ok).map(({ name }) => name);
  const read = readSteps(folder, failedSteps);
  return { tried, failures: describeFailures(read), flaky: describeFlaky(read), failedSteps };
}

describe('a second look', () => {
  it('given a file that passes alone, then it is flaky with both reasons, and its step has passed', async () => {
    const { failures, flaky, failedSteps } = await look({
      first: { 'db-2': [failedIn('a.db.test.ts'), passed('b.db.test.ts')] },
    });
    expect(failures).toEqual([]);
    expect(failedSteps).toEqual([]);
    expect(flaky).toEqual([
      expect.stringMatching(
        /^flaky: a\.db\.test\.ts: waits: expected 1 to be 2 · line 7 \(pressure 90 %, stolen 0 %\); alone it passed 1 of 1 \(/,
      ),
    ]);
    expect(readRows(folder)[0]?.rows[1]?.state).toBe('passed');
  });

  it('given a file that fails alone too, then it stays failed with both reasons', async () => {
    const again: Again = (file) => [failedIn(file, { why: 'expected 3 to be 2' })];
    const { failures, failedSteps } = await look({ first: { db: [failedIn('a.db.test.ts')] }, again });
    expect(failures).toEqual([expect.stringMatching(/expected 1 to be 2 .*; alone: waits: expected 3 to be 2/)]);
    expect(failedSteps).toContain('db');
  });

  it('given a second try in which the failed test does not run, or nothing does, then it stays failed', async () => {
    for (const rows of [
      [],
      [{ ...passed('a.db.test.ts'), name: 'another' }],
      [failedIn('a.db.test.ts', { state: 'skipped' })],
    ]) {
      const { failures } = await look({ first: { db: [failedIn('a.db.test.ts')] }, again: () => rows });
      expect(failures).toHaveLength(1);
    }
  });

  it('given a hook that failed, then its file is tried again', async () => {
    const hook = failedIn('a.spec.ts', { name: 'before or after its tests' });
    const { failures, flaky } = await look({ first: { journeys: [hook] } });
    expect([failures, flaky]).toEqual([[], [expect.stringContaining('before or after its tests')]]);
  });

  it('given a file that the change edits, then it must pass three of three', async () => {
    const changed = ['a.db.test.ts'];
    const first = { db: [failedIn('a.db.test.ts')] };
    const once = await look({ first, changed, again: (file, time) => [time === 2 ? failedIn(file) : passed(file)] });
    expect(once.tried).toHaveLength(3);
    expect(once.failures).toHaveLength(1);
    expect((await look({ first, changed })).flaky).toEqual([expect.stringContaining('alone it passed 3 of 3')]);
    expect((await look({ first, changed: 'unknown' })).tried).toHaveLength(3);
  });

  it('given more than five failed files, then none is tried again', async () => {
    const files = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => failedIn(`${name}.db.test.ts`));
    expect(await look({ first: { db: files } })).toMatchObject({ tried: [], failures: { length: 6 } });
    expect(await look({ first: { db: files.slice(1) } })).toMatchObject({ failures: [], flaky: { length: 5 } });
  });

  it('given a part that ended without a report, then its step stays failed', async () => {
    const { failures, failedSteps } = await look({ first: { db: [failedIn('a.db.test.ts')] }, commands: 2 });
    expect(failedSteps).toEqual(['db']);
    expect(failures).toEqual([expect.stringContaining('failed: db: sh -c exit 1: 1')]);
  });
});

describe('no second look', () => {
  it.each<[string, Planted]>([
    ['a complaint of the browser', { first: { journeys: [failedIn('a.spec.ts', { evidence: 'error: React 185' })] } }],
    ['an answer `internal`', { first: { db: [failedIn('a.db.test.ts', { why: "expected 'internal' to be 'ok'" })] } }],
    [
      'a status 5xx',
      { first: { db: [failedIn('a.db.test.ts', { why: 'expected 503 to be 200 // Object.is equality' })] } },
    ],
    ['a breach of the ledger', { first: { db: [failedIn('a.db.test.ts', { why: 'ledger_breach: cash differs' })] } }],
    [
      'a process that ended',
      { first: { journeys: [failedIn('a.spec.ts')] }, stackDefects: ['the process engine ended by itself'] },
    ],
    ['a trial with a finding', { first: { trials: [{ ...LATE, name: 'torture spot', why: '2 lost' }] } }],
    ['a unit test', { first: { unit: [failedIn('a.test.ts')] } }],
    ['a check of a page', { first: { pages: [{ ...LATE, name: '/pages/home' }] } }],
  ])('given %s, then it stays failed', async (_, planted) => {
    expect(await look(planted)).toMatchObject({ tried: [], failures: { length: 1 }, flaky: [] });
  });

  it('given a rejection that nothing handled, then no file of that report is tried again', async () => {
    const stray = failedIn(OUTSIDE_TESTS, { name: 'TypeError', why: 'nobody listens' });
    const planted = { first: { db: [failedIn('a.db.test.ts'), stray], 'db-2': [failedIn('b.db.test.ts')] } };
    const { tried, failures } = await look(planted);
    expect([tried, failures.length]).toEqual([['b.db.test.ts'], 2]);
  });

  it('given a defect of the stack, then db tests, which do not use it, are still tried', async () => {
    const stackDefects = ['breach of balances'];
    expect(await look({ first: { db: [failedIn('a.db.test.ts')] }, stackDefects })).toMatchObject({ failures: [] });
  });

  it('given a trial that broke off, then it is tried again', async () => {
    const broken: Row = { ...LATE, name: 'torture lease', why: 'broke off: port in use', noVerdict: true };
    const again: Again = () => [{ name: 'torture lease', state: 'passed', ms: 1 }];
    expect(await look({ first: { trials: [broken] }, again })).toMatchObject({ failures: [], flaky: { length: 1 } });
  });
});
