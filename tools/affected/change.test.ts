import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeOfCommit, findChange, headOf, lastCommits } from './change.ts';

const PERSON = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];

let place: string;
let clone: string;
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', [...PERSON, ...args], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
const write = (name: string, text = name) => writeFileSync(join(clone, name), text);
const commit = (name: string, text = name) => {
  write(name, text);
  git(clone, 'add', '--all');
  git(clone, 'commit', '--quiet', '-m', `change ${name}`);
};

/** Creates a remote with two commits on its main branch, and a clone of it. */
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'tidemark-change-'));
  clone = join(place, 'first');
  git(place, 'init', '--quiet', '--initial-branch=main', 'first');
  commit('one.ts');
  commit('two.ts');
  git(place, 'clone', '--quiet', '--bare', 'first', 'remote');
  git(place, 'clone', '--quiet', 'remote', 'clone');
  clone = join(place, 'clone');
});
afterEach(() => rmSync(place, { recursive: true }));

describe('what changed', () => {
  it('given a branch of several commits, then it contains all of them since the main branch, not only the last', () => {
    const base = headOf(clone);
    commit('three.ts');
    commit('four.ts');
    expect(findChange(clone)).toMatchObject({ base, files: ['four.ts', 'three.ts'], added: ['four.ts', 'three.ts'] });
  });

  it('given new commits on the main branch, then their changes are not counted', () => {
    const fork = headOf(clone);
    commit('theirs.ts');
    git(clone, 'push', '--quiet', 'origin', 'main');
    git(clone, 'checkout', '--quiet', '-b', 'ours', fork);
    commit('ours.ts');
    expect(findChange(clone)).toMatchObject({ base: fork, files: ['ours.ts'], added: ['ours.ts'] });
  });

  it('given a base, then the comparison uses it', () => {
    const base = git(clone, 'rev-parse', 'HEAD~1');
    expect(findChange(clone, { base })).toMatchObject({ base, files: ['two.ts'], added: ['two.ts'] });
  });

  it('given a moved file, then both its names have changed', () => {
    renameSync(join(clone, 'one.ts'), join(clone, 'moved.ts'));
    commit('three.ts');
    expect(findChange(clone)).toMatchObject({
      files: ['moved.ts', 'one.ts', 'three.ts'],
      added: ['moved.ts', 'three.ts'],
    });
  });

  it('given the worktree option, then uncommitted changes count, new files too', () => {
    write('new.ts');
    write('two.ts', 'other');
    rmSync(join(clone, 'one.ts'));
    expect(findChange(clone, { worktree: true })).toMatchObject({
      files: ['new.ts', 'one.ts', 'two.ts'],
      added: ['new.ts'],
    });
    expect(findChange(clone)).toEqual({ all: 'HEAD is already part of origin/main' });
  });

  it('given a barrel, then its text before the change is known, unless it is new', () => {
    commit('index.ts', 'before');
    git(clone, 'push', '--quiet', 'origin', 'main');
    expect(findChange(clone, { base: 'HEAD~1' })).toMatchObject({ added: ['index.ts'], before: {} });
    commit('index.ts', 'after');
    expect(findChange(clone)).toMatchObject({ files: ['index.ts'], before: { 'index.ts': 'before' } });
    expect(changeOfCommit(clone, 'HEAD')).toMatchObject({ before: { 'index.ts': 'before' } });
  });

  it('given a single commit, then it is compared with its parent', () => {
    commit('three.ts');
    expect(lastCommits(clone, 2).map((line) => line.split(' ').slice(1).join(' '))).toEqual([
      'change three.ts',
      'change two.ts',
    ]);
    expect(changeOfCommit(clone, 'HEAD')).toMatchObject({ files: ['three.ts'], added: ['three.ts'] });
    commit('three.ts', 'other');
    expect(changeOfCommit(clone, 'HEAD')).toMatchObject({ files: ['three.ts'], added: [] });
  });
});

describe('the commit that landed last', () => {
  const land = (landed: string) => {
    mkdirSync(join(clone, '.ci'), { recursive: true });
    writeFileSync(join(clone, '.ci/landed'), `${landed}\n`);
  };

  it('given no remote, then the comparison is with it', () => {
    const landed = git(clone, 'rev-parse', 'HEAD');
    git(clone, 'remote', 'remove', 'origin');
    commit('three.ts');
    land(landed);
    expect(findChange(clone)).toMatchObject({ base: landed, files: ['three.ts'], added: ['three.ts'] });
  });

  it('given a fork point, then it does not count', () => {
    const landed = git(clone, 'rev-parse', 'HEAD~1');
    commit('three.ts');
    land(landed);
    expect(findChange(clone)).toMatchObject({ files: ['three.ts'] });
  });

  it('given HEAD does not contain it, then everything counts as changed', () => {
    commit('three.ts');
    const landed = git(clone, 'rev-parse', 'HEAD');
    git(clone, 'reset', '--quiet', '--hard', 'HEAD~1');
    land(landed);
    expect(findChange(clone)).toEqual({ all: 'HEAD is already part of origin/main' });
    land('0123456');
    expect(findChange(clone)).toEqual({ all: 'HEAD is already part of origin/main' });
  });
});

describe('everything counts as changed', () => {
  it('given the base is HEAD', () => {
    expect(findChange(clone)).toEqual({ all: 'HEAD is already part of origin/main' });
    expect(findChange(clone, { base: 'HEAD' })).toEqual({ all: 'HEAD is already part of HEAD' });
  });

  it('given nothing differs in the end', () => {
    commit('one.ts', 'other');
    commit('one.ts', 'one.ts');
    expect(findChange(clone)).toEqual({ all: 'nothing differs from origin/main' });
    expect(findChange(clone, { worktree: true })).toEqual({ all: 'nothing differs from origin/main' });
  });

  it('given a shallow history, even with a base that it has', () => {
    git(place, 'clone', '--quiet', '--depth=1', `file://${join(place, 'remote')}`, 'shallow');
    clone = join(place, 'shallow');
    commit('three.ts');
    const shallow = { all: 'the history is shallow or unknown' };
    expect([findChange(clone), findChange(clone, { base: 'HEAD~1' })]).toEqual([shallow, shallow]);
  });

  it('given an unknown base, or no remote, or no repository', () => {
    commit('three.ts');
    expect(findChange(clone, { base: '0123456' })).toHaveProperty('all');
    git(clone, 'remote', 'remove', 'origin');
    expect(findChange(clone)).toEqual({ all: 'there is no remote main branch to compare with' });
    expect(findChange(place)).toEqual({ all: 'the history is shallow or unknown' });
  });
});
