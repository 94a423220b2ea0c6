import { describe, expect, it } from 'vitest';
import { JOURNEYS } from '../affected/journeys.ts';
import { restingJourneys } from './resting-journeys.ts';

const NAMES = [...Object.keys(JOURNEYS), 'not-listed'];

describe('journeys that rest', () => {
  it('are a half, and the other half with every second commit', () => {
    const turns = ['00000000', '00000001'].map((head) => restingJourneys(NAMES, head));
    const all = turns.flat();
    expect(new Set(all).size).toBe(all.length);
    for (const turn of turns) expect(turn.length).toBeGreaterThan(6);
    const core = NAMES.filter((name) => JOURNEYS[name]?.isCore === true);
    expect([...all, ...core, 'not-listed'].sort()).toEqual([...NAMES].sort());
  });
});
