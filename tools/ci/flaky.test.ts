import { expect, it } from 'vitest';
import { enterFlaky } from './flaky.ts';

const row = { name: 'waits', file: 'a.db.test.ts', state: 'flaky', ms: 1, why: 'late' } as const;

it('enters each flaky row with its commit, once per run, and keeps the latest reason', () => {
  const once = enterFlaky([], [row, { ...row, state: 'passed', name: 'another' }], 'c1');
  expect(once).toEqual([{ file: 'a.db.test.ts', test: 'waits', reason: 'late', commits: ['c1'] }]);
  expect(enterFlaky(once, [row], 'c1')).toEqual(once);
  expect(enterFlaky(once, [{ ...row, why: 'later' }], 'c2')).toEqual([
    { file: 'a.db.test.ts', test: 'waits', reason: 'later', commits: ['c1', 'c2'] },
  ]);
});

it('enters a trial by its name', () => {
  expect(enterFlaky([], [{ name: 'torture lease', state: 'flaky', ms: 1 }], 'c1')).toMatchObject([
    { file: 'torture lease', test: '' },
  ]);
});
