import { expect, it } from 'vitest';
import { enterFlaky, flakyOf } from './flaky.ts';

const row = { name: 'waits', file: 'a.db.test.ts', state: 'flaky', ms: 1, why: 'late' } as const;

it('enters each flaky row with its commit, once per run, and keeps the latest reason', () => {
  const once = enterFlaky([], flakyOf([row, { ...row, state: 'passed', name: 'another' }]), 'c1');
  expect(once).toEqual([{ file: 'a.db.test.ts', test: 'waits', reason: 'late', commits: ['c1'] }]);
  expect(enterFlaky(once, flakyOf([row]), 'c1')).toEqual(once);
  expect(enterFlaky(once, flakyOf([{ ...row, why: 'later' }]), 'c2')).toEqual([
    { file: 'a.db.test.ts', test: 'waits', reason: 'later', commits: ['c1', 'c2'] },
  ]);
});

it('enters a trial by its name', () => {
  expect(enterFlaky([], flakyOf([{ name: 'torture lease', state: 'flaky', ms: 1 }]), 'c1')).toMatchObject([
    { file: 'torture lease', test: '' },
  ]);
});
