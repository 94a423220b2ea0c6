import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBarrel } from './barrels.ts';

/** Files that differ from a tested commit, or the reason why everything counts as changed. */
export type Change =
  | {
      readonly base: string;
      readonly files: readonly string[];
      /** Those that the base does not have. */
      readonly added: readonly string[];
      /** Barrels and texts among them, as the base has them. */
      readonly before: Readonly<Record<string, string>>;
    }
  | { readonly all: string };

export type ChangeQuery = {
  /** Commit to compare with, from `$CI_BASE` or `--base`. */
  readonly base?: string | undefined;
  /** Includes uncommitted changes: for a developer's command, not for CI. */
  readonly worktree?: boolean;
};

/** Names the commit that last passed the landing path, for a checkout whose remote shows no fork point. */
const LANDED = '.ci/landed';

/**
 * Compares with the given base, or with the point where this branch forked from the remote's main branch, or with the
 * commit that landed last. If that is unknown, everything counts as changed. The first parent alone is never a base: a
 * landing may have several commits.
 */
export function findChange(top: string, query: ChangeQuery = {}): Change {
  if (git(top, 'rev-parse', '--is-shallow-repository') !== 'false') return { all: 'the history is shallow or unknown' };
  if (query.base) return changeSince(top, query.base, query);
  const remote = remoteMain(top);
  const change: Change =
    remote === undefined ? { all: 'there is no remote main branch to compare with' } : changeSince(top, remote, query);
  const landed = 'all' in change ? readLanded(top) : undefined;
  return landed === undefined ? change : changeSince(top, landed, query);
}

function changeSince(top: string, from: string, { worktree = false }: ChangeQuery): Change {
  const fork = git(top, 'merge-base', 'HEAD', from);
  if (fork === undefined) return { all: `${from} is no commit that HEAD has an ancestor in common with` };
  if (fork === git(top, 'rev-parse', 'HEAD') && !worktree) return { all: `HEAD is already part of ${from}` };
  const found = worktree
    ? [...changed(top, 'diff', fork), ...list(top, 'ls-files', '--others', '--exclude-standard', '-z').map(asAdded)]
    : changed(top, 'diff', fork, 'HEAD');
  return found.length === 0 ? { all: `nothing differs from ${from}` } : describe(top, fork, found);
}

/** Returns what one commit changed. Only for replays: a landing is compared with its fork point. */
export function changeOfCommit(top: string, commit: string): Change {
  const found = changed(top, 'diff-tree', '-r', '--root', '--no-commit-id', commit);
  return found.length === 0 ? { all: 'the commit changes nothing' } : describe(top, `${commit}^`, found);
}

/** Returns the commit that is checked out; its digits select the samples. */
export const headOf = (top: string): string => git(top, 'rev-parse', 'HEAD') ?? '0';

export const lastCommits = (top: string, count: number): string[] =>
  (git(top, 'log', `-${count}`, '--no-merges', '--format=%h %s') ?? '').split('\n').filter((line) => line !== '');

function remoteMain(top: string): string | undefined {
  const named = git(top, 'symbolic-ref', '--short', 'refs/remotes/origin/HEAD');
  return [named, 'origin/main', 'origin/master'].find(
    (name) => name !== undefined && git(top, 'rev-parse', '--verify', '--quiet', name) !== undefined,
  );
}

/** Returns the commit that landed last; undefined if none is named, or HEAD does not contain it. */
function readLanded(top: string): string | undefined {
  const path = join(top, LANDED);
  const landed = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  const isContained = landed !== '' && git(top, 'merge-base', '--is-ancestor', landed, 'HEAD') !== undefined;
  return isContained ? landed : undefined;
}

type Changed = { readonly path: string; readonly isAdded: boolean };

function describe(top: string, base: string, found: readonly Changed[]): Change {
  const pathsOf = (some: readonly Changed[]) => [...new Set(some.map(({ path }) => path))].sort();
  const files = pathsOf(found);
  const before = files.flatMap((path) => {
    const text = isBarrel(path) || isCatalogue(path) ? git(top, 'show', `${base}:${path}`) : undefined;
    return text === undefined ? [] : [[path, text] as const];
  });
  const added = pathsOf(found.filter(({ isAdded }) => isAdded));
  return { base, files, added, before: Object.fromEntries(before) };
}

/** Runs a command of git that lists a letter and a path, by turns. */
function changed(top: string, command: string, ...args: string[]): Changed[] {
  const fields = list(top, command, '--name-status', '--no-renames', '-z', ...args);
  const letters = fields.filter((_, index) => index % 2 === 0);
  return letters.map((letter, index) => ({ path: fields[2 * index + 1] ?? '', isAdded: letter === 'A' }));
}

const isCatalogue = (path: string) => /^packages\/i18n\/src\/.*\.json$/.test(path);

const asAdded = (path: string): Changed => ({ path, isAdded: true });

/** Throws if git fails: an error must not look like an empty change. */
const list = (top: string, ...args: string[]) =>
  run(top, args)
    .split('\0')
    .filter((path) => path !== '');

/** Returns undefined if git fails. */
function git(top: string, ...args: string[]): string | undefined {
  try {
    return run(top, args).trimEnd();
  } catch {
    return undefined;
  }
}

const run = (cwd: string, args: string[]) =>
  execFileSync('git', args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
