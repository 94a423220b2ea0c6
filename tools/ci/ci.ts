import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Selection } from '../affected/select.ts';
import { REPOSITORY } from '../dev/processes.ts';
import { git, openRun } from './run.ts';
import { onStack, TRIALS, withoutStack } from './tiers.ts';

/**
 * Landing path: everything that must pass before a change lands. Start-up cost is paid once: one build and one stack
 * serve journeys, page checks and API checks. `npm run ci:full` measures the figures.
 */
const MINUTES_IN_ALL = 85;
const run = openRun({ minutes: MINUTES_IN_ALL });
const selection = readSelection();
const seed = git('rev-parse', '--short=12', 'HEAD');
// In parallel: browser steps mostly wait and leave the cores to the others.
await Promise.all([
  run.runAll([...withoutStack(selection), TRIALS]),
  run.withStack(() => run.runAll(onStack(selection, seed))),
]);
run.finish();

/** Prints one line per tier: what runs, what does not, and why. */
function readSelection(): Selection {
  const affected = (...args: string[]) => [join(REPOSITORY, 'tools/affected/affected.ts'), ...args];
  execFileSync(process.execPath, affected(), { cwd: REPOSITORY, stdio: 'inherit' });
  const answer = execFileSync(process.execPath, affected('--json'), { cwd: REPOSITORY, encoding: 'utf8' });
  return JSON.parse(answer) as Selection; // Our own tool's output.
}
