import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { landingsSince, warnOfOldFullRun } from './full-run.ts';

/** Git hooks set these for their own repository; the test uses another one. */
const OUTSIDE_GIT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
let top: string;
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
    cwd: top,
    env: OUTSIDE_GIT,
    encoding: 'utf8',
  }).trim();
const commit = (subject: string) => {
  git('commit', '--quiet', '--allow-empty', '-m', subject);
  return git('rev-parse', 'HEAD');
};
const record = (text: string) => writeFileSync(join(top, 'docs/ci-full.json'), text);

/** The first commit, twenty more, and one merge of two commits: 21 landings after the first. */
let first: string;
let second: string;
let rewritten: string;
beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), 'tidemark-full-'));
  mkdirSync(join(top, 'docs'));
  git('init', '--quiet', '--initial-branch=main');
  first = commit('first');
  second = commit('second');
  git('checkout', '--quiet', '-b', 'side');
  rewritten = commit('never landed');
  git('checkout', '--quiet', 'main');
  for (let n = 3; n <= 21; n++) commit(`number ${n}`);
  git('checkout', '--quiet', '-b', 'feature');
  commit('one half');
  commit('other half');
  git('checkout', '--quiet', 'main');
  git('merge', '--quiet', '--no-ff', '-m', 'both halves', 'feature');
});
afterAll(() => rmSync(top, { recursive: true }));

describe('landings since the last full run', () => {
  it('count a merge once, whatever it contains', () => {
    expect(landingsSince(first, top)).toBe(21);
    expect(landingsSince(second, top)).toBe(20);
    expect(landingsSince(git('rev-parse', 'HEAD'), top)).toBe(0);
  });

  it('are undefined for a commit that does not exist or is not in this history', () => {
    expect(landingsSince('0123456789012345678901234567890123456789', top)).toBeUndefined();
    expect(landingsSince(rewritten, top)).toBeUndefined();
  });
});

describe('the warning', () => {
  it('is shown after more than twenty landings', () => {
    record(JSON.stringify({ commit: first, date: '2026-11-16' }));
    expect(warnOfOldFullRun(top)).toEqual(['warning: the last full run is 21 landings old: npm run ci:full']);
    record(JSON.stringify({ commit: second, date: '2026-11-16' }));
    expect(warnOfOldFullRun(top)).toEqual([]);
  });

  it('is shown when the commit is unknown', () => {
    record(JSON.stringify({ commit: rewritten }));
    expect(warnOfOldFullRun(top)).toEqual([
      `warning: the last full run was of ${rewritten}, which is not in this history: npm run ci:full`,
    ]);
  });

  it.each(['not JSON', '{}', 'null'])('is shown when the record has no commit: %s', (text) => {
    record(text);
    const nothing = ['warning: no full run is recorded in docs/ci-full.json: npm run ci:full'];
    expect(warnOfOldFullRun(top)).toEqual(nothing);
    expect(warnOfOldFullRun(join(top, 'docs'))).toEqual(nothing);
  });
});
