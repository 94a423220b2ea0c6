import { describe, expect, it } from 'vitest';
import type { Entry } from '../trial/trial.ts';
import { describeOwed, expectSeconds, longStep, type Next, orderByAge, runNext } from './owed-long.ts';
import type { FullRecord } from './record.ts';

const entry = (name: string, seconds: number, longSeconds?: number): Entry =>
  ({ kind: 'bench', trial: { name, seconds, ...(longSeconds !== undefined && { longSeconds }) } }) as Entry; // All that is read.
const spot = entry('spot', 30);
const feed = entry('feed', 60);
const lists = entry('lists', 10, 3_000);
const media = entry('media', 10);
const ALL = [spot, feed, lists, media];

const ran = (date: string, seconds: number) => ({
  commit: `c${date}`,
  date,
  figure: '',
  state: 'passed' as const,
  seconds,
});
const record: FullRecord = {
  machine: '',
  trials: { 'bench spot': ran('2026-01-02', 100), 'bench feed': ran('2026-01-01', 600) },
  unfinished: { 'bench media': { commit: 'cm', date: '2026-01-03', why: 'it had no verdict within 15 min' } },
};

describe('a long form', () => {
  it('is expected to take as long as it last did, or as it says, or a multiple of the short form', () => {
    expect(ALL.map((each) => expectSeconds(each, record))).toEqual([100, 600, 3_000, 80]);
  });

  it('is a step of its own with a limit of its own, its name and its report', () => {
    expect(ALL.map((each) => longStep(each, record).minutes)).toEqual([15, 30, 150, 15]);
    const { name, commands } = longStep(spot, record);
    expect(name).toBe('bench-spot');
    expect(commands.map(({ run }) => run.slice(1))).toEqual([
      ['tools/bench/bench.ts', 'spot', '--report', 'reports/bench-spot.json'],
    ]);
  });
});

describe('the owed long forms', () => {
  it('given their last tries, then one never tried comes first, and one that hung does not hold up the others', () => {
    expect(orderByAge(ALL, record)).toEqual([lists, feed, spot, media]);
  });

  /** Runs them on a clock that a trial moves on by its expected time. */
  async function play(minutes: number, more: Partial<Next> = {}) {
    let nowMs = 0;
    const started: string[] = [];
    const left = await runNext(ALL, {
      record,
      budgetMs: minutes * 60_000,
      now: () => nowMs,
      findObstacle: () => Promise.resolve(undefined),
      run: (each) => {
        started.push(each.trial.name);
        nowMs += expectSeconds(each, record) * 1_000;
        return Promise.resolve();
      },
      ...more,
    });
    return { started, left: left.map(({ entry: { trial }, why }) => `${trial.name}: ${why}`) };
  }

  it('given some minutes, then the oldest that fit run, and the others are named', async () => {
    expect((await play(60)).started).toEqual(['lists', 'feed']);
    const { started, left } = await play(5);
    expect(started).toEqual(['spot', 'media']);
    expect(left).toEqual(['lists: about 50 min, which did not fit', 'feed: about 10 min, which did not fit']);
  });

  it('given a busy machine, then only those that measure wait', async () => {
    const findObstacle: Next['findObstacle'] = (each) =>
      Promise.resolve(each === feed ? { why: 'busy', forAll: false } : undefined);
    expect(await play(70, { findObstacle })).toEqual({ started: ['lists', 'spot', 'media'], left: ['feed: busy'] });
  });

  it('given another run that measures, then nothing more starts', async () => {
    const findObstacle: Next['findObstacle'] = (each) =>
      Promise.resolve(each === feed ? { why: 'a landing', forAll: true } : undefined);
    const { started, left } = await play(70, { findObstacle });
    expect(started).toEqual(['lists']);
    expect(left).toEqual(['feed: a landing', 'spot: a landing', 'media: a landing']);
  });

  it('are listed with their age, except those of this commit', () => {
    const ageOf = (commit: string) => (commit === 'c2026-01-01' ? 12 : undefined);
    expect(describeOwed(ALL, record, { commit: 'c2026-01-02', ageOf, left: [{ entry: feed, why: 'busy' }] })).toEqual([
      'owed: bench lists: never',
      'owed: bench feed: 2026-01-01, 12 commits ago; not started: busy',
      'owed: bench media: never; without a verdict on 2026-01-03: it had no verdict within 15 min',
    ]);
    expect(describeOwed([spot], record, { commit: 'other', ageOf, left: [] })).toEqual([
      'owed: bench spot: 2026-01-02, not in this history',
    ]);
  });
});
