import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the last `npm run ci:full` left in the repository; it also has figures, which nobody is judged by here. */
type FullRun = { readonly commit: string };

const RECORD = 'docs/ci-full.json';
const LANDINGS_MAX = 20;
const MEND = 'npm run ci:full';

/** How many landings came after a commit; unknown if the history here does not have it, being shallow or rewritten. */
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

/** Landings leave out what is slow and was not touched. This warns when nobody has run all of it for long. */
export function warnOfOldFullRun(repository = process.cwd()): string[] {
  const commit = readCommit(join(repository, RECORD));
  if (commit === undefined) return [`warning: no full run is recorded in ${RECORD}: ${MEND}`];
  const landings = landingsSince(commit, repository);
  if (landings === undefined) {
    return [`warning: the last full run was of ${commit}, which is not in this history: ${MEND}`];
  }
  return landings > LANDINGS_MAX ? [`warning: the last full run is ${landings} landings old: ${MEND}`] : [];
}

/** A record that cannot be read is as good as none: it must not keep a landing from its result. */
function readCommit(path: string): string | undefined {
  try {
    const { commit } = JSON.parse(readFileSync(path, 'utf8')) as Partial<FullRun>; // ci:full wrote it
    return commit;
  } catch {
    return undefined;
  }
}
