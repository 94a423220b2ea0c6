import { describe, expect, it } from 'vitest';
import type { Selection } from '../affected/select.ts';
import { withoutStack } from './tiers.ts';

const FILE = 'tools/new/draft.test.ts';
const none = { chosen: [], of: 2, why: '' };
const selecting = (unit: readonly string[]): Selection => ({
  unit: { chosen: unit, of: 2, why: '' },
  db: none,
  journeys: none,
  screens: none,
  trials: none,
});
/** Returns the arguments of the unit step; undefined without one. */
const unitOf = (unit: readonly string[]) =>
  withoutStack(selecting(unit), 1).find(({ name }) => name === 'unit')?.commands[0]?.run;

describe('the unit tests of a landing', () => {
  it('given some, then only those run', () => expect(unitOf([FILE])).toContain(FILE));

  it('given all, then none is named, so that a new one runs too', () => {
    const run = unitOf([FILE, 'tools/new/names.test.ts']);
    expect(run).toContain('unit');
    expect(run).not.toContain(FILE);
  });

  it('given none, then there is no step', () => expect(unitOf([])).toBeUndefined());
});
