import { join } from 'node:path';
import type { Selection } from '../affected/select.ts';
import { REPOSITORY } from '../dev/processes.ts';
import { restingJourneys } from './resting-journeys.ts';
import type { Command, Step } from './step.ts';

const bin = (name: string) => join(REPOSITORY, 'node_modules/.bin', name);
const node = (...args: string[]): Command => ({ run: [process.execPath, ...args] });
const vitest = (project: string, ...args: string[]): Command => ({
  run: [bin('vitest'), 'run', '--project', project, ...args],
});
const proof = (name: string, ...args: string[]) =>
  node('tools/proof/proof.ts', name, '--report', `reports/${name}.json`, ...args);
const report = (name: string) => `--outputFile.names=reports/${name}.json`;

const CHECK: Step = {
  name: 'check',
  givesWay: true,
  minutes: 10,
  atOnce: 2,
  commands: [
    { run: [bin('biome'), 'check', '--error-on-warnings', '.'] },
    { run: [bin('tsc'), '-p', 'tsconfig.json'] },
    { run: [bin('tsc'), '-p', 'apps/web/tsconfig.json'] },
    { run: [bin('tsc'), '-p', 'apps/admin/tsconfig.json'] },
    { run: [bin('knip')] },
    node('tools/tidy/tidy.ts'),
    { run: [bin('tsc'), '-p', 'tsconfig.pure.json'] },
  ],
};

/**
 * Files that share one server disturb each other, so each part has its own servers. Tests mostly wait for commits: four
 * parts keep two cores busy.
 */
const DB_PARTS = 4;

/** Runs some files, or all. */
function db(files: readonly string[] | 'all', ...args: string[]): Step {
  const count = files === 'all' ? DB_PARTS : Math.min(DB_PARTS, files.length);
  const parts = Array.from({ length: count }, (_, index) => index + 1);
  return {
    name: 'db',
    givesWay: true,
    minutes: 30,
    atOnce: count,
    commands: parts.map((part) =>
      vitest(
        'db',
        ...(files === 'all' ? [] : files),
        `--shard=${part}/${count}`,
        report(part === 1 ? 'db' : `db-${part}`),
        ...args,
      ),
    ),
  };
}

// Minutes are limits for a step that hangs, not aims: other load on the machine may double the usual time.

/** Returns the steps that need no stack. All unit tests run: they are cheap, and a selection could only miss something. */
export const withoutStack = ({ db: { chosen, of } }: Selection): readonly Step[] => [
  CHECK,
  { name: 'unit', minutes: 20, givesWay: true, commands: [vitest('unit', report('unit'))] },
  ...(chosen.length === 0 ? [] : [db(chosen.length === of ? 'all' : chosen)]),
];

/** Returns the steps that share one stack. */
export function onStack({ journeys, screens }: Selection, seed: string): Step[] {
  // If every screen may have changed, each is opened once in the variant the commit picks; more would take too long.
  const changed = isWhole(screens) ? '' : screens.chosen.join(',');
  const resting = isWhole(journeys) ? restingJourneys(journeys.chosen, seed) : [];
  if (resting.length > 0) console.log(`journeys: ${resting.join(', ')} rest; the commit chooses which`);
  const walked = journeys.chosen.filter((name) => !resting.includes(name));
  const files = walked.map((name) => `apps/e2e/${name}.spec.ts`);
  return [
    ...(journeys.chosen.length === 0
      ? []
      : [{ name: 'journeys', minutes: 35, commands: [vitest('e2e', ...files, report('journeys'))] }]),
    {
      name: 'pages',
      minutes: 15,
      commands: [node('tools/pages/pages.ts', '--seed', seed, ...(changed === '' ? [] : ['--changed', changed]))],
    },
    { name: 'api', minutes: 5, commands: [proof('api', '--short')] },
    ...(screens.chosen.length === 0 ? [] : [{ name: 'weight', minutes: 5, commands: [proof('weight', '--short')] }]),
  ];
}

const isWhole = ({ chosen, of }: Selection['journeys']) => chosen.length === of;

/** Budget of the trials; what guards money must fit, because it is never cut. */
export const TRIALS_SECONDS = 200;
export const TRIALS_AT_ONCE = 3;

export const TRIALS: Step = {
  name: 'trials',
  minutes: 25,
  commands: [
    node(
      'tools/trial/landing.ts',
      '--short',
      '--changed',
      ...['--parallel', String(TRIALS_AT_ONCE)],
      ...['--budget', String(TRIALS_SECONDS)],
    ),
  ],
};

/** One process per file and no reuse: this checks what landings save by sharing. */
export const FULL_WITHOUT_STACK: readonly Step[] = [
  CHECK,
  { name: 'unit', minutes: 15, commands: [vitest('unit', '--isolate', report('unit'))] },
  db('all', '--isolate'),
];

export const FULL_ON_STACK: readonly Step[] = [
  { name: 'journeys', minutes: 30, commands: [vitest('e2e', report('journeys'))] },
  { name: 'pages', minutes: 30, commands: [node('tools/pages/pages.ts', '--all')] },
  { name: 'api', minutes: 5, commands: [proof('api')] },
];

/**
 * Returns the long forms with their real aims, one at a time, because most of them measure. `only` names some trials of
 * a kind.
 */
export function fullTrials(only: (kind: string) => readonly string[]): Step[] {
  const kinds = [
    { name: 'torture', minutes: 90 },
    { name: 'proof', minutes: 60 },
    { name: 'bench', minutes: 90 },
  ];
  return kinds.map(({ name, minutes }) => {
    const program = `tools/${name}/${name}.ts`;
    const trials = only(name);
    const each = trials.map((trial) => node(program, trial, '--report', `reports/${name}-${trial}.json`));
    return { name, minutes, commands: trials.length === 0 ? [node(program)] : each };
  });
}
