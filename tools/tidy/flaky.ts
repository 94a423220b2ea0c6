import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Flaky, readFlaky } from '../ci/flaky.ts';
import type { Finding } from './tree.ts';

const LIST = 'tools/ci/flaky.json';
/** Changed by each landing, so its changes count landings. */
const LANDED = '.ci/landed';

const OCCURRENCES_MAX = 2;
const LANDINGS_MAX = 10;

export type FlakyHistory = {
  readonly entries: readonly Flaky[];
  /** Entries of the last landing that are gone. */
  readonly removed: readonly Flaky[];
  /** Files that differ from the last landing. */
  readonly changed: readonly string[];
  /** Number of landings since a commit; undefined if the history lacks it. */
  readonly landingsSince: (commit: string) => number | undefined;
};

/** Refuses a flaky test that nobody mended in time, and one that was only removed from the list. */
export function judgeFlaky({ entries, removed, changed, landingsSince }: FlakyHistory): Finding[] {
  const nameOf = ({ file, test }: Flaky) => [file, test].filter(Boolean).join(': ');
  const complain = (advice: string): Finding => ({ path: LIST, line: 1, advice });
  const old = entries.flatMap((entry) => {
    const age = landingsSince(entry.commits[0] ?? '') ?? 0;
    if (entry.commits.length > OCCURRENCES_MAX)
      return [complain(`${nameOf(entry)} was flaky ${entry.commits.length} times; mend it: npm run ci:stress`)];
    if (age > LANDINGS_MAX)
      return [complain(`${nameOf(entry)} is flaky since ${age} landings; mend it: npm run ci:stress`)];
    return [];
  });
  const unmended = removed.filter(({ file, code = [] }) => ![file, ...code].some((path) => changed.includes(path)));
  return [
    ...old,
    ...unmended.map((entry) =>
      complain(`${nameOf(entry)} is gone from the list, but neither the test nor its code changed`),
    ),
  ];
}

/** Reads the list, and its history from git, and judges both. */
export function checkFlaky(top: string): Finding[] {
  const place = join(top, LIST);
  const entries = existsSync(place) ? readFlaky(readFileSync(place, 'utf8')) : [];
  const landed = readLanded(top);
  const before = landed === undefined ? undefined : git(top, 'show', `${landed}:${LIST}`);
  const kept = new Set(entries.map(keyOf));
  return judgeFlaky({
    entries,
    removed: readFlaky(before ?? '[]').filter((entry) => !kept.has(keyOf(entry))),
    changed: (git(top, 'diff', '--name-only', '--no-renames', landed ?? 'HEAD') ?? '').split('\n'),
    landingsSince: (commit) => {
      const changes = git(top, 'rev-list', '--count', `${commit}..HEAD`, '--', LANDED);
      return changes === undefined ? undefined : Number(changes);
    },
  });
}

const keyOf = ({ file, test }: Flaky) => `${file}\n${test}`;

function readLanded(top: string): string | undefined {
  const place = join(top, LANDED);
  const commit = existsSync(place) ? readFileSync(place, 'utf8').trim() : '';
  return git(top, 'merge-base', '--is-ancestor', commit, 'HEAD') === undefined ? undefined : commit;
}

/** Returns undefined if git fails: the history may be shallow. */
function git(top: string, ...args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd: top, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
}
