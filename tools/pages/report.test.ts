import { expect, it } from 'vitest';
import type { Opened } from './open-all.ts';
import { describeRun, toRows } from './report.ts';

const route = { entry: 'fund/assets', path: '/pages/fund/assets', isPublic: false, isBuilt: true, query: '' };
const look = { width: 360, theme: 'dark', price: 'gu', language: 'en', who: 'user' } as const;
const fault = { kind: 'no name', detail: 'button', screen: 'fund/assets', look: 'en user 360 px dark gu' };
const opened = (more: Partial<Opened> = {}): Opened => ({
  opening: { route, look, isAudited: true, isResized: true },
  findings: [],
  gone: [],
  noted: [],
  tookMs: 1_500,
  ...more,
});

it('every opening is a row: passed, failed with its first finding, or flaky if the finding did not recur', () => {
  const name = 'fund/assets (en user 360 px dark gu)';
  expect(toRows([opened(), opened({ findings: [fault, fault] }), opened({ gone: [fault] })])).toEqual([
    { name, state: 'passed', ms: 1_500 },
    { name, state: 'failed', ms: 1_500, why: 'no name: button and 1 more' },
    { name, state: 'flaky', ms: 1_500, why: 'no name: button' },
  ]);
});

it('a screen that waits for its turn is a row that was not run', () => {
  expect(toRows([opened()], [{ ...route, entry: 'index/index', path: '/pages/index/index' }])).toEqual([
    { name: 'fund/assets (en user 360 px dark gu)', state: 'passed', ms: 1_500 },
    { name: 'index/index', state: 'not-run', ms: 0, why: 'unchanged, and its turn is at the next landing' },
  ]);
});

it('a run ends with its slowest screens and the totals', () => {
  const other = { ...route, entry: 'index/index', path: '/pages/index/index' };
  const all = [
    opened(),
    opened({ findings: [fault] }),
    opened({ opening: { route: other, look, isAudited: true, isResized: true } }),
  ];
  expect(describeRun(all, 61_400)).toEqual([
    'slowest screens: fund/assets 3.0 s in 2, index/index 1.5 s in 1',
    'pages: 2 screens, 3 openings in 1 looks, 1 findings · 61 s',
  ]);
});
