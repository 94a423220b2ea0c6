import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Row, writeRows } from './rows.ts';
import { describeFailures, describeFlaky, describeNotRun, readSteps, type Step } from './steps.ts';

const step = (name: string, more: Partial<Step> = {}): Step => ({
  name,
  hasFailed: true,
  reports: [],
  log: '',
  ...more,
});
const withRows = (...rows: readonly Row[]): Partial<Step> => ({ reports: [{ name: 'any', rows, files: [] }] });
const test = (name: string, state: Row['state'], why?: string): Row => {
  const row = { file: 'a.test.ts', name, state, ms: 1 };
  return why === undefined ? row : { ...row, why };
};

describe('the lines about failures', () => {
  it('given tests and trials, then each failed one has its line and no other has', () => {
    const tests = withRows(test('a law', 'failed', 'expected 1 to be 2'), test('a guess', 'flaky', 'late'));
    const trials = withRows(
      { name: 'kills', state: 'failed', ms: 1, why: '2 lost' },
      { name: 'lease', state: 'not-run', ms: 0 },
    );
    expect(
      describeFailures([step('unit', tests), step('check', { hasFailed: false }), step('torture', trials)]),
    ).toEqual(['failed: a.test.ts: a law: expected 1 to be 2', 'failed: torture: kills: 2 lost']);
  });

  it('given a failed test in a step that succeeded, then it is still a failure', () => {
    const named = step('unit', { hasFailed: false, ...withRows(test('a law', 'failed')) });
    expect(describeFailures([named])).toEqual(['failed: a.test.ts: a law: it does not say why']);
  });

  it('given a failed step whose tests all passed, then the step is the failure', () => {
    const killed = step('e2e', { why: 'ended after 30 min', ...withRows(test('a journey', 'passed')) });
    expect(describeFailures([killed])).toEqual(['failed: e2e: ended after 30 min']);
  });

  it('given trials that only print results, then failed figures are repeated and passed ones are not', () => {
    const log =
      'holds · torture kills: 0 lost\nFALLS SHORT · torture lease: 2 late: twice\n   FALLS SHORT · said inside\n';
    expect(describeFailures([step('torture', { log })])).toEqual(['failed: torture: torture lease: 2 late: twice']);
  });

  it('given a step without reports, then the reason is the first line with a location or an error, or the last', () => {
    const log = 'one\n\u001b[31ma.ts(1,2): error TS1: no\u001b[39m\nlast\n\n';
    expect(describeFailures([step('check', { log })])).toEqual(['failed: check: a.ts(1,2): error TS1: no']);
    const placed = 'Found an error\n\u001b[1mtools/a.ts\u001b[22m:1:2 lint/rule ━━\n  × wrong\n';
    expect(describeFailures([step('check', { log: placed })])).toEqual(['failed: check: tools/a.ts:1:2 lint/rule ━━']);
    expect(describeFailures([step('check', { log: 'one\n× wrong\nlast\n' })])).toEqual(['failed: check: × wrong']);
    expect(describeFailures([step('check', { log: 'one\nlast\n\n' })])).toEqual(['failed: check: last']);
    expect(describeFailures([step('check')])).toEqual(['failed: check: it does not say why']);
  });

  it('given a step that succeeded, then nothing in its log counts as a failure', () => {
    expect(describeFailures([step('check', { hasFailed: false, log: 'error: none at all' })])).toEqual([]);
  });
});

describe('lines about flaky and skipped results', () => {
  const NAMES = Array.from({ length: 12 }, (_, n) => `trial ${n + 1}`);
  const steps = [
    step('e2e', withRows(test('a journey', 'flaky', 'late'), test('another', 'passed'))),
    step('bench', withRows(...NAMES.map((name): Row => ({ name, state: 'not-run', ms: 0 })))),
    step('pages', withRows({ name: '/h5/ in Thai', state: 'flaky', ms: 5 }, test('left out', 'skipped'))),
  ];

  it('given retries, then each test that needed one is named', () => {
    expect(describeFlaky(steps)).toEqual(['flaky: a.test.ts: a journey: late', 'flaky: pages: /h5/ in Thai']);
  });

  it('given some that had no time, then ten per step are named and the others counted', () => {
    expect(describeNotRun(steps)).toEqual([`not run: bench: ${NAMES.slice(0, 10).join(', ')} and 2 more`]);
  });
});

describe('reading steps', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-steps-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const leave = (file: string, text: string) => writeFileSync(join(folder, file), text);

  it('given two parts, then both belong to their step', () => {
    leave('db.log', 'both');
    leave('db-2.log', 'second');
    writeRows(join(folder, 'db-2.json'), [test('a law', 'failed', 'broken')]);
    writeRows(join(folder, 'db.json'), [test('another', 'passed')]);
    const [db, ...others] = readSteps(folder, ['db']);
    expect(others).toEqual([]);
    expect(db).toMatchObject({ name: 'db', hasFailed: true, log: 'both' });
    expect(db?.reports.map(({ name }) => name)).toEqual(['db', 'db-2']);
  });

  it('given the runner’s list, then it has which step failed and why', () => {
    leave(
      'steps.json',
      '[{ "name": "check", "ok": true }, { "name": "e2e", "ok": false, "why": "ended after 30 min" }]',
    );
    writeRows(join(folder, 'alone-3.json'), []);
    expect(readSteps(folder, ['bench'])).toMatchObject([
      { name: 'check', hasFailed: false },
      { name: 'e2e', hasFailed: true, why: 'ended after 30 min' },
      { name: 'bench', hasFailed: true },
      { name: 'alone-3', hasFailed: false },
    ]);
  });

  it('given no folder, then only the failed steps are known', () => {
    expect(readSteps(join(folder, 'missing'), ['packages'])).toMatchObject([{ name: 'packages', hasFailed: true }]);
  });
});
