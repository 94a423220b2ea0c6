import { describe, expect, it } from 'vitest';
import * as contract from '../contract/faults.ts';
import * as seconds from '../seconds/faults.ts';
import { drawTimes, type FaultGroup } from './fault-groups.ts';

const GROUPS: readonly FaultGroup[] = [
  { short: 2, long: { a: 5, b: 4, c: 3 } },
  { short: 1, long: { d: 2, e: 1 } },
];

describe('drawing faults for the short form', () => {
  it('draws from every group as many as it says, once each, and leaves the long form whole', () => {
    for (let seed = 0; seed < 50; seed++) {
      const times = drawTimes(GROUPS, seed);
      const shortOf = (...names: string[]) => names.map((name) => times[name]?.short ?? 0);
      expect(shortOf('a', 'b', 'c').sort()).toEqual([0, 1, 1]);
      expect(shortOf('d', 'e').sort()).toEqual([0, 1]);
      expect(Object.values(times).map(({ long }) => long)).toEqual([5, 4, 3, 2, 1]);
    }
  });

  it('given some seeds, then every fault is drawn by one of them', () => {
    const drawn = new Set<string>();
    for (let seed = 0; seed < 20; seed++)
      for (const [name, { short }] of Object.entries(drawTimes(GROUPS, seed))) if (short > 0) drawn.add(name);
    expect([...drawn].sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});

describe.each([
  { name: 'contract', groups: contract.GROUPS, faults: contract.FAULTS },
  { name: 'seconds', groups: seconds.GROUPS, faults: seconds.FAULTS },
])('the faults of the $name torture', ({ groups, faults }) => {
  it('given the long form, then every fault is injected', () => {
    const injected = Object.entries(drawTimes(groups, 1)).filter(([, { long }]) => long > 0);
    expect(injected.map(([name]) => name).sort()).toEqual(Object.keys(faults).sort());
  });
});
