import { describe, expect, it } from 'vitest';
import { orderOf, planTrials, secondsOf } from './plan.ts';
import { type Entry, entryName, type Trial } from './trial.ts';

const entry = (name: string, seconds: number, more: Partial<Trial> = {}): Entry => ({
  kind: 'torture',
  trial: { name, claim: '', touches: [], seconds, run: async () => ({ holds: true, figure: '' }), ...more },
});
const kills = entry('kills', 60, { isMoney: true, isAlone: true });
const lease = entry('lease', 40, { isMoney: true });
const crowd = entry('crowd', 70);
const candles = entry('candles', 30);
const ALL = [kills, lease, crowd, candles];
const names = (entries: readonly Entry[]) => entries.map(({ trial }) => trial.name);
const leftOf = (left: ReturnType<typeof planTrials>['left']) =>
  left.map(({ entry: { trial }, state, why }) => `${trial.name} ${state}: ${why}`);

describe('a plan of trials', () => {
  it('given no limits, then all run', () => {
    const { run, left } = planTrials(ALL, { parallel: 1, head: '0' });
    expect(names(run)).toEqual(['kills', 'lease', 'crowd', 'candles']);
    expect(left).toEqual([]);
  });

  it('given a change, then only the trials it touches run, and the others have a reason', () => {
    const { run, left } = planTrials(ALL, { touched: [entryName(lease)], parallel: 1, head: '0' });
    expect(names(run)).toEqual(['lease']);
    expect(leftOf(left)).toContain('crowd skipped: the change does not touch it');
  });

  it('given a budget, then trials that guard money always run, and the others as far as the budget allows', () => {
    const { run, left } = planTrials(ALL, { budget: 100, parallel: 2, head: '0' });
    expect(names(run)).toEqual(['kills', 'lease', 'candles']);
    expect(leftOf(left)).toEqual(['crowd not-run: touched, but the budget of 100 s has no room for its 70 s']);
    expect(names(planTrials(ALL, { budget: 10, parallel: 2, head: '0' }).run)).toEqual(['kills', 'lease']);
  });

  it('given a budget and trials of one rig, then one runs if all are wanted, another by another commit, and none otherwise', () => {
    const rigs = ['spot', 'contract', 'seconds'].map((name) => entry(name, 60, { isMoney: true, rig: 'engine' }));
    const ran = (head: string, more = {}) => names(planTrials(rigs, { budget: 10, parallel: 2, head, ...more }).run);
    expect(['00000000', '00000001', '00000002'].map((head) => ran(head))).toEqual([
      ['spot'],
      ['contract'],
      ['seconds'],
    ]);
    const touched = rigs.slice(0, 2).map(entryName);
    expect(ran('00000000', { touched })).toEqual(['spot', 'contract']);
    expect(ran('00000000', { budget: undefined })).toHaveLength(3);
  });

  it('given a wide change, then a trial that needs one of its own runs only for that', () => {
    const drift = entry('drift', 50, { isMoney: true, needsOwnChange: true, touches: ['apps/ledger/'] });
    const ran = (changed: readonly string[] | undefined, touched?: readonly string[]) =>
      names(planTrials([kills, drift], { touched, changed, parallel: 1, head: '0' }).run);
    expect(ran(['packages/protocol/route.ts'])).toEqual(['kills']);
    expect(ran(['packages/protocol/route.ts', 'apps/ledger/post.ts'])).toEqual(['kills', 'drift']);
    expect(ran(['tools/torture/drift.ts'])).toEqual(['kills', 'drift']);
    expect(ran(undefined)).toEqual(['kills', 'drift']);
    expect(ran(['packages/money/amount.ts'], [entryName(drift)])).toEqual(['drift']);
  });

  it('given another commit, then another trial is cut, so that the cut rotates', () => {
    const cut = (head: string) => names(planTrials([candles, crowd], { budget: 70, parallel: 1, head }).run);
    expect([cut('00000000'), cut('00000001')]).toEqual([['candles'], ['crowd']]);
  });

  it('counts the seconds of parallel trials, and adds those that run alone', () => {
    expect(secondsOf(ALL, 1)).toBe(200);
    expect(secondsOf(ALL, 2)).toBe(130);
    expect(secondsOf([], 2)).toBe(0);
  });

  it('starts the longest first and ends with those that run alone', () => {
    const { together, alone } = orderOf([kills, candles, crowd]);
    expect([names(together), names(alone)]).toEqual([['crowd', 'candles'], ['kills']]);
  });
});
