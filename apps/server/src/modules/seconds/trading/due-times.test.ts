import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DueTimes } from './due-times.ts';

type Item = { readonly name: number; ms: number | undefined };

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('add' as const), ms: fc.nat(30) }),
    fc.record({
      kind: fc.constant('change' as const),
      pick: fc.nat(20),
      ms: fc.option(fc.nat(30), { nil: undefined }),
    }),
    fc.record({ kind: fc.constant('take' as const), ms: fc.nat(30), most: fc.constantFrom(1, 2, 100) }),
  ),
  { maxLength: 60 },
);

describe('due times', () => {
  it('give each item once, at the time that it has now, earliest first', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const times = new DueTimes<Item>(({ ms }) => ms);
        const items: Item[] = [];
        for (const step of all) {
          if (step.kind === 'add') {
            const item = { name: items.length, ms: step.ms };
            items.push(item);
            times.add(item);
          } else if (step.kind === 'change') {
            const item = items[step.pick];
            if (item === undefined || item.ms === undefined) continue;
            item.ms = step.ms;
            times.add(item);
          } else {
            const due = items
              .flatMap(({ ms }) => (ms !== undefined && ms <= step.ms ? [ms] : []))
              .sort((a, b) => a - b);
            const taken = times.takeUntil(step.ms, step.most);
            expect(taken.map(({ ms }) => ms)).toEqual(due.slice(0, step.most));
            expect(new Set(taken).size).toBe(taken.length);
            for (const item of taken) item.ms = undefined;
          }
          const next = Math.min(...items.map(({ ms }) => ms ?? Number.POSITIVE_INFINITY));
          expect(times.nextMs()).toBe(next);
        }
      }),
    );
  });
});
