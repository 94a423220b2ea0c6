import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Record the last `npm run ci:full` left in the repository; it also has figures, which are not judged here. */
type FullRun = { readonly commit: string };

const RECORD = 'docs/ci-full.json';
const LANDINGS_MAX = 20;
const MEND = 'npm run ci:full';

/** Returns how many landings followed a commit; undefined if the history here lacks it, being shallow or rewritten. */
export function landingsSince(commit: string, repository = process.cwd()): number | undefined {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: repository, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    git('merge-base', '--is-ancestor', commit, 'HEAD');
    return Number(git('rev-list', '--count', '--first-parent', `${commit}..HEAD`));
  } catch {
    return undefined;
  }
}

/** Warns when the last full run is too old, because landings leave out slow tests the change did not touch. */
export function warnOfOldFullRun(repository = process.cwd()): string[] {
  const commit = readCommit(join(repository, RECORD));
  if (commit === undefined) return [`warning: no full run is recorded in ${RECORD}: ${MEND}`];
  const landings = landingsSince(commit, repository);
  if (landings === undefined) {
    return [`warning: the last full run was of ${commit}, which is not in this history: ${MEND}`];
  }
  return landings > LANDINGS_MAX ? [`warning: the last full run is ${landings} landings old: ${MEND}`] : [];
}

/**
 * Reads the commit of the record; an unreadable record counts as missing, because it must not block a landing's result.
 */
function readCommit(path: string): string | undefined {
  try {
    const { commit } = JSON.parse(readFileSync(path, 'utf8')) as Partial<FullRun>; // ci:full wrote it
    return commit;
  } catch {
    return undefined;
  }
}
