import { parseArgs } from 'node:util';
import { findDefects } from '../stack/evidence.ts';
import { seedOfCommit } from '../trial/random.ts';
import { git, openRun } from './run.ts';
import { lookAgain } from './second-look.ts';
import { watchLoad } from './step.ts';
import { filesAlone } from './tiers.ts';

/**
 * `npm run ci:files -- --db <file> --journeys <file> --api`: runs some files as a landing does, with the second look at
 * what fails, and ends with the same summary.
 */
const { values } = parseArgs({
  options: {
    db: { type: 'string', multiple: true, default: [] },
    journeys: { type: 'string', multiple: true, default: [] },
    api: { type: 'boolean', default: false },
    /** Files that count as changed by the landing. */
    changed: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string' },
  },
});
const MINUTES_MAX = 60;
const run = openRun({ minutes: MINUTES_MAX });
const seed = Number(values.seed ?? seedOfCommit(git('rev-parse', 'HEAD')));
console.log(`seed ${seed}`);
const load = watchLoad();
const stack = values.api || values.journeys.length > 0 ? await run.openStack() : undefined;
await run.runAll(filesAlone(values, seed));
await lookAgain({
  reports: run.reports,
  seed,
  changed: values.changed,
  stackDefects: stack === undefined ? [] : await findDefects(stack),
  load: load(),
  steps: run.steps,
});
await stack?.stop();
run.finish();
