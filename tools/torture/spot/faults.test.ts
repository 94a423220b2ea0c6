import { describe, expect, it } from 'vitest';
import { drawTimes } from '../engines/fault-groups.ts';
import { FAULTS_BY_NAME } from '../engines/faults.ts';
import { GROUPS } from './faults.ts';

const SEEDS = Array.from({ length: 200 }, (_, seed) => seed);
const shortOf = (seed: number) =>
  Object.entries(drawTimes(GROUPS, seed))
    .filter(([, { short }]) => short > 0)
    .map(([name]) => name);

describe('the faults of a run', () => {
  it('given the long form, then every fault is injected', () => {
    const injected = Object.entries(drawTimes(GROUPS, 1)).filter(([, { long }]) => long > 0);
    expect(injected.map(([name]) => name).sort()).toEqual(Object.keys(FAULTS_BY_NAME).sort());
  });

  it('given any seed, then the short form kills in a batch, at a commit and outside both, pauses, and kills both servers', () => {
    const groups = [
      /^engine (gathered|locked|decided|committing|committed)$/,
      /COMMIT/,
      /^(engine reloading|engine at random|clean stop)$/,
      /^(owner paused inside|engines fighting)$/,
      /^PostgreSQL$/,
      /^NATS$/,
    ];
    for (const seed of SEEDS)
      for (const group of groups) expect(shortOf(seed).filter((name) => group.test(name)).length).toBeGreaterThan(0);
  });

  it('given many seeds, then the short form reaches every fault', () => {
    expect([...new Set(SEEDS.flatMap(shortOf))].sort()).toEqual(Object.keys(FAULTS_BY_NAME).sort());
  });
});
