import { describe, expect, it } from 'vitest';
import { adviceOn, spotsFound } from './planted.ts';
import { pollLimits, sleeps } from './waiting-rules.ts';

const TEST = 'apps/server/src/modules/spot/orders.db.test.ts';
const LEFT = 'tools/tidy/sleeps.json';
const left = (counts: Readonly<Record<string, number>>) =>
  JSON.stringify(Object.fromEntries(Object.entries(counts).map(([path, count]) => [path, { count, why: 'a reason' }])));

describe('sleeps', () => {
  it.each([
    'await new Promise((resolve) => setTimeout(resolve, 200));',
    'const late = new Promise((end) =>\n  setTimeout(() => end(undefined), 500));',
    'globalThis.setTimeout(done, 5);',
    'await scheduler.wait(200);',
    `import { setTimeout } from 'node:timers/promises'; await setTimeout(5);`,
    `import { setTimeout as pause } from 'node:timers/promises'; await pause(5);`,
    `import { setImmediate, setTimeout as delay } from 'timers/promises'; await delay(\n5);`,
  ])('forbids %s in tests on real servers, and nowhere else', (text) => {
    for (const path of [TEST, 'tools/services/nats.db.test.ts', 'apps/server/test/spot-testbed.ts'])
      expect(spotsFound(sleeps, { [path]: text })).toHaveLength(1);
    for (const path of ['apps/server/src/platform/process/loop.ts', 'apps/server/src/engine/queue.test.ts'])
      expect(spotsFound(sleeps, { [path]: text })).toEqual([]);
  });

  it.each([
    '// setTimeout(resolve, 200)',
    `it('calls setTimeout(run) never', () => {});`,
    `import { setTimeout as pause } from 'node:timers/promises';`,
    'socket.pause();',
    'await expect.poll(() => received).toBe(1);',
    'set(limit, setTimeoutOf(limit));',
  ])('allows %s', (text) => {
    expect(spotsFound(sleeps, { [TEST]: text })).toEqual([]);
  });

  it('allows as many as the list says, and names each further one', () => {
    const text = 'setTimeout(run, 1);\nsetTimeout(run, 2);\nsetTimeout(run, 3);\n';
    expect(spotsFound(sleeps, { [TEST]: text, [LEFT]: left({ [TEST]: 3 }) })).toEqual([]);
    expect(spotsFound(sleeps, { [TEST]: text, [LEFT]: left({ [TEST]: 1 }) })).toEqual([`${TEST}:2`, `${TEST}:3`]);
    expect(adviceOn(sleeps, { [TEST]: text, [LEFT]: left({ [TEST]: 2 }) })).toContain('3 sleeps where');
  });

  it('requires the list to be lowered with them', () => {
    const one = { [TEST]: 'setTimeout(run, 1);' };
    expect(spotsFound(sleeps, { ...one, [LEFT]: left({ [TEST]: 2 }) })).toEqual([`${LEFT}:1`]);
    expect(adviceOn(sleeps, { ...one, [LEFT]: left({ [TEST]: 2 }) })).toContain('1 sleeps, not 2');
    const gone = 'apps/server/src/gone.db.test.ts';
    expect(adviceOn(sleeps, { ...one, [LEFT]: left({ [TEST]: 1, [gone]: 1 }) })).toContain('by removing it');
  });
});

describe('poll limits', () => {
  it.each([
    'await expect.poll(read, { timeout: 5_000 }).toBe(1);',
    'await expect.poll(() => read({ of: [1] }), { interval: 20, timeout: 60_000 }).toBe(1);',
    'await expect\n  .poll(\n    async () => (await read()).length,\n    { timeout: 5_000 },\n  )\n  .toBe(1);',
    'const SOONER = { timeout: 10_000 };\nawait expect.poll(read, SOONER).toBe(1);',
    'const timeout = 5;\nawait expect.poll(read, { timeout }).toBe(1);',
  ])('forbids %s in tests on real servers, and nowhere else', (text) => {
    for (const path of [TEST, 'apps/server/test/spot-testbed.ts'])
      expect(spotsFound(pollLimits, { [path]: text })).toHaveLength(1);
    expect(spotsFound(pollLimits, { 'apps/e2e/spot.spec.ts': text })).toEqual([]);
  });

  it.each([
    'await expect.poll(read).toBe(1);',
    'await expect.poll(read, { interval: 20 }).toBe(1);',
    'await expect.poll(read, OFTEN).toBe(1);',
    'await expect.poll(read).toEqual({ timeout: 5 });',
    `await expect.poll(() => query("set statement_timeout = '1s'")).toBe(1);`,
    'const LIMITS = { timeout: 5_000 };\nconnect(LIMITS);',
  ])('allows %s', (text) => {
    expect(spotsFound(pollLimits, { [TEST]: text })).toEqual([]);
  });
});
