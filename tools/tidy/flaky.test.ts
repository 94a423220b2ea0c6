import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Flaky } from '../ci/flaky.ts';
import { checkFlaky, judgeFlaky } from './flaky.ts';

const entry = (more: Partial<Flaky> = {}): Flaky => ({
  file: 'a.db.test.ts',
  test: 'waits',
  reason: 'late',
  commits: ['c1'],
  ...more,
});
const judge = (more: Partial<Parameters<typeof judgeFlaky>[0]>) =>
  judgeFlaky({ entries: [], removed: [], changed: [], landingsSince: () => 0, ...more }).map(({ advice }) => advice);

describe('the list of flaky tests', () => {
  it('refuses an entry at its third occurrence', () => {
    expect(judge({ entries: [entry({ commits: ['c1', 'c2'] })] })).toEqual([]);
    expect(judge({ entries: [entry({ commits: ['c1', 'c2', 'c3'] })] })).toEqual([
      expect.stringContaining('flaky 3 times'),
    ]);
  });

  it('refuses an entry that is older than ten landings', () => {
    expect(judge({ entries: [entry()], landingsSince: () => 10 })).toEqual([]);
    expect(judge({ entries: [entry()], landingsSince: () => 11 })).toEqual([
      expect.stringContaining('since 11 landings'),
    ]);
  });

  it('refuses that an entry is removed, unless its test or the code it names changed', () => {
    expect(judge({ removed: [entry()], changed: ['other.ts'] })).toEqual([
      expect.stringContaining('is gone from the list'),
    ]);
    expect(judge({ removed: [entry()], changed: ['a.db.test.ts'] })).toEqual([]);
    expect(judge({ removed: [entry({ code: ['custody.ts'] })], changed: ['custody.ts'] })).toEqual([]);
  });
});

describe('its history', () => {
  let top: string;
  const git = (...args: string[]) => execFileSync('git', args, { cwd: top, encoding: 'utf8' }).trim();
  const commit = (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(top, path)), { recursive: true });
      writeFileSync(join(top, path), text);
    }
    git('add', '-A');
    git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'one');
    return git('rev-parse', 'HEAD');
  };
  const listed = (...entries: Flaky[]) => ({ 'tools/ci/flaky.json': JSON.stringify(entries) });
  beforeEach(() => {
    top = mkdtempSync(join(tmpdir(), 'tidemark-flaky-'));
    git('init', '-q');
  });
  afterEach(() => rmSync(top, { recursive: true }));

  it('is read from git: landings by the changes of .ci/landed, removed entries and changed files since the last one', () => {
    const first = commit({ 'a.db.test.ts': '1' });
    let landed = commit(listed(entry({ commits: [first] })));
    for (let landing = 0; landing < 10; landing++) landed = commit({ '.ci/landed': `${landed}\n` });
    expect(checkFlaky(top)).toEqual([]);
    commit({ '.ci/landed': `${landed}\n` });
    expect(checkFlaky(top).map(({ advice }) => advice)).toEqual([expect.stringContaining('since 11 landings')]);
    commit(listed());
    expect(checkFlaky(top).map(({ advice }) => advice)).toEqual([expect.stringContaining('is gone')]);
    commit({ 'a.db.test.ts': '2' });
    expect(checkFlaky(top)).toEqual([]);
  });
});
