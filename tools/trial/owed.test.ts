import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWED_SECONDS, TRIALS_AT_ONCE, TRIALS_SECONDS } from '../ci/tiers.ts';
import { LANDING } from './landing-trials.ts';
import { chooseOwed, readTurn } from './owed.ts';
import { planTrials } from './plan.ts';
import { seeded } from './random.ts';
import { entryName } from './trial.ts';

const names = LANDING.map(entryName);
const NO_RUNS = {};

type Landing = { readonly touched: readonly string[]; readonly head: string; readonly commitsSince: number };

/** Returns what every landing of a series runs: its plan and the owed trial. */
function land(landings: readonly Landing[]): string[][] {
  return landings.map(({ touched, head, commitsSince }, at) => {
    const { run } = planTrials(LANDING, { touched, budget: TRIALS_SECONDS, parallel: TRIALS_AT_ONCE, head });
    const owed = chooseOwed(LANDING, run, { turn: { landings: at + 3, commitsSince, head }, longRuns: NO_RUNS });
    return [...run, ...(owed === undefined ? [] : [owed.entry])].map(entryName);
  });
}

/** Returns the longest series of landings without the trial. */
function longestGap(ran: readonly string[][], name: string): number {
  let longest = 0;
  let gap = 0;
  for (const one of ran) {
    gap = one.includes(name) ? 0 : gap + 1;
    longest = Math.max(longest, gap);
  }
  return longest;
}

/** Makes landings with random commits; `touch` says what each touches. */
function series(count: number, seed: number, touch: (below: (end: number) => number) => readonly string[]): Landing[] {
  const below = seeded(seed);
  return Array.from({ length: count }, () => ({
    touched: touch(below),
    head: below(2 ** 32)
      .toString(16)
      .padStart(8, '0'),
    commitsSince: below(50),
  }));
}

describe('the owed trial of a landing', () => {
  const KINDS = {
    'touches everything': () => names,
    'touches documents': () => [],
    'touches a random part': (below: (end: number) => number) => names.filter(() => below(4) === 0),
  };

  it.each(Object.entries(KINDS))(
    'given every landing %s, then every trial runs in as many landings as there are trials',
    (_, touch) => {
      for (const seed of [1, 2, 3, 4, 5]) {
        const ran = land(series(4 * names.length, seed, touch));
        for (const name of names) expect([name, longestGap(ran, name) < names.length]).toEqual([name, true]);
      }
    },
  );

  it('given a plan that runs the one whose turn it is, then the one with the oldest long form runs', () => {
    const planned = LANDING.slice(0, -2);
    const [older, newer] = names.slice(-2) as [string, string];
    const choose = (longRuns: Record<string, { date: string }>) =>
      chooseOwed(LANDING, planned, { turn: { landings: 0, commitsSince: 0, head: '00000000' }, longRuns });
    const both = { [older]: { date: '2026-01-01' }, [newer]: { date: '2026-01-02' } };
    expect(choose(both)).toMatchObject({ why: 'its long form last ran on 2026-01-01' });
    expect(entryName(choose(both)?.entry as (typeof LANDING)[number])).toBe(older);
    expect(choose({ [older]: { date: '2026-01-01' } })).toMatchObject({ why: 'its long form has never run' });
  });

  it('given a plan that runs all, then nothing is owed', () => {
    const turn = { landings: 0, commitsSince: 0, head: '00000000' };
    expect(chooseOwed(LANDING, LANDING, { turn, longRuns: NO_RUNS })).toBeUndefined();
  });

  it('given nobody names landings any more, then the commit chooses, so that not one alone runs', () => {
    const turn = (head: string) => ({ landings: 5, commitsSince: 61, head });
    const chosen = ['00000000', '00000001', '00000002'].map((head) =>
      chooseOwed(LANDING, [], { turn: turn(head), longRuns: NO_RUNS }),
    );
    expect(new Set(chosen.map((owed) => owed?.entry)).size).toBe(3);
  });

  it('every trial of a landing usually ends within the limit of an owed one', () => {
    expect(LANDING.filter(({ trial }) => trial.seconds > OWED_SECONDS).map(entryName)).toEqual([]);
  });
});

describe('the turn', () => {
  let top: string;
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
      cwd: top,
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
      encoding: 'utf8',
    }).trim();
  const commit = (landed?: string) => {
    if (landed !== undefined) writeFileSync(join(top, '.ci/landed'), landed);
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '-m', 'change');
    return git('rev-parse', 'HEAD');
  };
  beforeAll(() => {
    top = mkdtempSync(join(tmpdir(), 'tidemark-owed-'));
    mkdirSync(join(top, '.ci'));
    git('init', '--quiet', '--initial-branch=main');
  });
  afterAll(() => rmSync(top, { recursive: true }));

  it('counts the landings that the history names, and the commits since', () => {
    const first = commit();
    expect(readTurn(top, first)).toEqual({ landings: 0, commitsSince: 1, head: first });
    commit('one');
    const third = commit();
    expect(readTurn(top, third)).toEqual({ landings: 1, commitsSince: 1, head: third });
    const fourth = commit('two');
    expect(readTurn(top, fourth)).toEqual({ landings: 2, commitsSince: 0, head: fourth });
  });
});
