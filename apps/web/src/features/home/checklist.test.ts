import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checklistOf, doneForGood, isPutAway, putAwayFrom } from './checklist.ts';

const NEW = { trade_password: false, authenticator: false, identity: false, practice: false };
const DAY = 86_400_000;

describe('the newcomer’s checklist', () => {
  it('given only the account, then one of five is done and the trade password comes next', () => {
    expect(checklistOf(NEW)).toEqual({ done: 1, of: 5, next: 'trade_password' });
  });

  it('given a later step is done first, then it counts and the earliest open one comes next', () => {
    expect(checklistOf({ ...NEW, practice: true, trade_password: true })).toEqual({
      done: 3,
      of: 5,
      next: 'authenticator',
    });
  });

  it('given the state of a step is unknown, then it is neither counted nor suggested', () => {
    const progress = { ...NEW, trade_password: true, authenticator: true, identity: undefined };
    expect(checklistOf(progress)).toEqual({ done: 3, of: 4, next: 'practice' });
  });

  it('given every known step is done, then there is no checklist', () => {
    expect(checklistOf({ trade_password: true, authenticator: true, identity: undefined, practice: true })).toBe(
      undefined,
    );
  });

  it('never reports all done while it names a next step, and the next step is open', () => {
    const fact = fc.constantFrom(true, false, undefined);
    const facts = fc.record({ trade_password: fact, authenticator: fact, identity: fact, practice: fact });
    fc.assert(
      fc.property(facts, (progress) => {
        const list = checklistOf(progress);
        const open = Object.values(progress).filter((done) => done === false).length;
        expect((list?.of ?? 0) - (list?.done ?? 0)).toBe(open);
        if (list === undefined) return;
        expect(progress[list.next]).toBe(false);
        expect(list.done).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});

describe('a dismissed checklist', () => {
  const kept = putAwayFrom('7', 1_000);

  it('stays hidden for seven days, for that user', () => {
    expect(isPutAway(kept, '7', 1_000)).toBe(true);
    expect(isPutAway(kept, '7', 999 + 7 * DAY)).toBe(true);
    expect(isPutAway(kept, '7', 1_000 + 7 * DAY)).toBe(false);
    expect(isPutAway(kept, '8', 1_000)).toBe(false);
  });

  it('given all was done, then it stays hidden for good', () => {
    expect(isPutAway(doneForGood('7'), '7', 9e15)).toBe(true);
  });

  it('given the clock was far ahead at dismissal, then it is not hidden for years', () => {
    expect(isPutAway(putAwayFrom('7', 9e15), '7', 1_000)).toBe(false);
  });

  it.each([undefined, null, 'no', 7, {}, { user: '7' }, { user: '7', until: 'soon' }])(
    'given %j was stored, then it is shown',
    (strange) => expect(isPutAway(strange, '7', 0)).toBe(false),
  );
});
