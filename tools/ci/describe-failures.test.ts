import { describe, expect, it } from 'vitest';
import { describeFailures, type Step } from './describe-failures.ts';

const step = (name: string, more: Partial<Step> = {}): Step => ({
  name,
  hasFailed: true,
  results: undefined,
  log: '',
  ...more,
});
const named = (test: string, reason: string) => ({ file: 'a.test.ts', test, reason });

describe('what CI says before its last line', () => {
  it('given failed tests and flaky ones, then each has its line, the failures last', () => {
    const results = { passed: 7, failed: [named('a law', 'expected 1 to be 2')], flaky: [named('a guess', 'late')] };
    expect(describeFailures([step('unit', { results }), step('check', { hasFailed: false })])).toEqual([
      'flaky: a.test.ts: a guess',
      'failed: a.test.ts: a law: expected 1 to be 2',
    ]);
  });

  it('given trials that fall short, then their figures are repeated, and those that hold are not', () => {
    const log =
      'holds · torture kills: 0 lost\nFALLS SHORT · torture lease: 2 late: twice\n   FALLS SHORT · said inside\n';
    expect(describeFailures([step('torture', { log })])).toEqual(['failed: torture: torture lease: 2 late: twice']);
  });

  it('given a step that names nothing, then the first with a place is its reason, or one that sounds like a fault, or the last', () => {
    const log = 'one\n\u001b[31ma.ts(1,2): error TS1: no\u001b[39m\nlast\n\n';
    expect(describeFailures([step('check', { log })])).toEqual(['failed: check: a.ts(1,2): error TS1: no']);
    const placed = 'Found an error\n\u001b[1mtools/a.ts\u001b[22m:1:2 lint/rule ━━\n  × wrong\n';
    expect(describeFailures([step('check', { log: placed })])).toEqual(['failed: check: tools/a.ts:1:2 lint/rule ━━']);
    expect(describeFailures([step('check', { log: 'one\n× wrong\nlast\n' })])).toEqual(['failed: check: × wrong']);
    expect(describeFailures([step('check', { log: 'one\nlast\n\n' })])).toEqual(['failed: check: last']);
    expect(describeFailures([step('check')])).toEqual(['failed: check: it does not say why']);
  });

  it('given a step that succeeded, then nothing of its log is taken for a failure', () => {
    expect(describeFailures([step('check', { hasFailed: false, log: 'error: none at all' })])).toEqual([]);
  });
});
