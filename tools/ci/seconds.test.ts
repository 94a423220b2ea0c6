import { describe, expect, it } from 'vitest';
import type { FileTime, Row } from './rows.ts';
import { describeSlowest, describeStepTimes } from './seconds.ts';
import type { Step } from './steps.ts';

const step = (name: string, rows: readonly Row[], files: readonly FileTime[] = []): Step => ({
  name,
  hasFailed: false,
  log: '',
  reports: [{ name, rows, files }],
});

describe('step times', () => {
  it('given wall and CPU times, then each step has its line, in run order', () => {
    expect(
      describeStepTimes([
        { name: 'unit', ok: true, wallMs: 61_234, cpuMs: 102_050 },
        { name: 'check', ok: false, wallMs: 950 },
      ]),
    ).toEqual(['   wall s    CPU s  step', '     61.2    102.0  unit', '      0.9        -  check (failed)']);
  });

  it('given the stack and the load were measured, then they have columns, with a dash where a step used no stack', () => {
    const load = { pressure: 0.437, stolen: 0 };
    expect(
      describeStepTimes([
        { name: 'check', ok: true, wallMs: 9_000, cpuMs: 12_000, ...load },
        { name: 'pages', ok: true, wallMs: 50_000, cpuMs: 0, stackCpuMs: 31_400, ...load },
      ]),
    ).toEqual([
      '   wall s    CPU s  stack s pressure   stolen  step',
      '      9.0     12.0        -     44 %      0 %  check',
      '     50.0      0.0     31.4     44 %      0 %  pages',
    ]);
  });

  it('given none, then nothing is printed', () => {
    expect(describeStepTimes([])).toEqual([]);
  });
});

describe('the slowest', () => {
  const file = 'a.test.ts';
  const test = (name: string, ms: number, state: Row['state'] = 'passed'): Row => ({ file, name, state, ms });

  it('given tests and files of several steps, then the slowest of all are named first', () => {
    const steps = [
      step('unit', [test('quick', 40), test('slow', 2_000)], [{ file, ms: 3_000, importMs: 900 }]),
      step('db', [test('slowest', 9_000, 'failed')], [{ file: 'b.db.test.ts', ms: 12_000, importMs: 2_600 }]),
    ];
    expect(describeSlowest(steps, 2)).toEqual([
      '   wall s  test files: 2 in 15.0 s',
      '     12.0  b.db.test.ts (2.6 of it import and set-up)',
      '      3.0  a.test.ts (0.9 of it import and set-up)',
      '   wall s  tests: 3 in 11.0 s, the slowest 2',
      '      9.0  a.test.ts: slowest',
      '      2.0  a.test.ts: slow',
    ]);
  });

  it('given trials, then each step has its own list, without those that did not run', () => {
    const trials: Row[] = [
      { name: 'lease', state: 'passed', ms: 8_000 },
      { name: 'kills', state: 'flaky', ms: 20_000 },
      { name: 'crowd', state: 'not-run', ms: 0 },
    ];
    expect(describeSlowest([step('torture', trials), step('bench', [])])).toEqual([
      '   wall s  torture: 2 in 28.0 s',
      '     20.0  kills',
      '      8.0  lease',
    ]);
  });

  it('given many, then twenty are named', () => {
    const tests = Array.from({ length: 50 }, (_, n) => test(`number ${n}`, n));
    const lines = describeSlowest([step('unit', tests)]);
    expect(lines).toHaveLength(21);
    expect(lines[1]).toContain('number 49');
    expect(lines[20]).toContain('number 30');
  });
});
