import { findDefects } from '../stack/evidence.ts';
import { seedOfCommit } from '../trial/random.ts';
import { readSelection } from './read-selection.ts';
import { git, openRun } from './run.ts';
import { lookAgain } from './second-look.ts';
import { watchLoad } from './step.ts';
import { onStack, trials, withoutStack } from './tiers.ts';

/**
 * Landing path: everything that must pass before a change lands. Start-up cost is paid once: one build and one stack
 * serve journeys, page checks and API checks. What failed is tried once more, alone, after everything else. `npm run
 * ci:full` measures the figures.
 */
const MINUTES_IN_ALL = 85;
const run = openRun({ minutes: MINUTES_IN_ALL });
const selection = readSelection();
const commit = git('rev-parse', 'HEAD');
const seed = seedOfCommit(commit);
console.log(`seed ${seed}, by the commit: the order of tests, samples, looks and trials`);
const load = watchLoad();
let stackDefects: readonly string[] = [];
const stack = run.openStack();
// In parallel: browser steps mostly wait and leave the cores to the others. Trials come last: beside unit tests and other work the
// torture of custody reached no verdict within its limit.
await Promise.all([
  run.runAll([...withoutStack(selection, seed), trials(seed)]),
  stack.then(async (opened) => {
    // Without a stack each of them would start its own, three times over; the failure is already recorded.
    if (opened === undefined) return;
    await run.runAll(onStack(selection, { commit, seed }));
    stackDefects = await findDefects(opened);
  }),
]);
await lookAgain({
  reports: run.reports,
  seed,
  changed: 'files' in selection.change ? selection.change.files : undefined,
  stackDefects,
  load: load(),
  steps: run.steps,
});
await (await stack)?.stop();
run.finish();
