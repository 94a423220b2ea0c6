import { describe, expect, it } from 'vitest';
import { countResults } from './count-results.ts';

const report = (passed: number, failed: number) => {
  const named = { file: 'a.test.ts', test: 'a law', reason: 'it broke' };
  return { passed, failed: Array.from({ length: failed }, () => named), flaky: [named] };
};

describe('the count CI ends with', () => {
  it('given reports, when nothing failed, then the passed ones are added up', () => {
    expect(countResults([report(3, 0), report(4, 0)], 0)).toEqual({ passed: 7, failed: 0 });
  });

  it('given a step that failed without counting a test, then a failure is counted all the same', () => {
    expect(countResults([report(3, 0)], 1)).toEqual({ passed: 3, failed: 1 });
    expect(countResults([], 2)).toEqual({ passed: 0, failed: 2 });
  });

  it('given failing tests, then each is counted', () => {
    expect(countResults([report(3, 5)], 1)).toEqual({ passed: 3, failed: 5 });
  });
});
