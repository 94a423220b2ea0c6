import { join } from 'node:path';
import type { Selection } from '../affected/select.ts';
import { REPOSITORY } from '../dev/processes.ts';
import type { FailedFile } from './failed-files.ts';
import { restingJourneys } from './resting-journeys.ts';
import type { Command, Step } from './step.ts';

const bin = (name: string) => join(REPOSITORY, 'node_modules/.bin', name);
const node = (...args: string[]): Command => ({ run: [process.execPath, ...args] });
const vitest = (project: string, ...args: string[]): Command => ({
  run: [bin('vitest'), 'run', '--project', project, ...args],
});
const proof = (name: string, ...args: string[]) =>
  node('tools/proof/proof.ts', name, '--report', `reports/${name}.json`, ...args);
const names = (path: string) => `--outputFile.names=${path}`;
const report = (name: string) => names(`reports/${name}.json`);
const seeded = (seed: number) => `--sequence.seed=${seed}`;

/** Returns the checks of the code. They differ in options of the compiler. */
function check(...options: readonly string[]): Step {
  const tsc = (project: string): Command => ({ run: [bin('tsc'), '-p', project, ...options] });
  return {
    name: 'check',
    givesWay: true,
    minutes: 10,
    atOnce: 2,
    commands: [
      { run: [bin('biome'), 'check', '--error-on-warnings', '.'] },
      tsc('tsconfig.json'),
      tsc('apps/web/tsconfig.json'),
      tsc('apps/admin/tsconfig.json'),
      { run: [bin('knip')] },
      node('tools/tidy/tidy.ts'),
      tsc('tsconfig.pure.json'),
    ],
  };
}

/** What a landing and `npm run check` run. The compiler keeps what it knows of unchanged files in node_modules/.cache. */
export const CHECK: Step = check();

/**
 * Files that share one server disturb each other, so each part has its own servers. Tests mostly wait for commits: four
 * parts keep two cores busy. They do not give way: the product's limits of real time would strike in tests that starve.
 */
const DB_PARTS = 4;

/** Runs some files, or all. */
function db(files: readonly string[] | 'all', ...args: string[]): Step {
  const count = files === 'all' ? DB_PARTS : Math.min(DB_PARTS, files.length);
  const parts = Array.from({ length: count }, (_, index) => index + 1);
  return {
    name: 'db',
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

/** Returns the steps that compute and give way. Of the unit tests, only those of tools are selected: the others are cheap. */
export const withoutStack = ({ unit, db: { chosen, of } }: Selection, seed: number): readonly Step[] => [
  CHECK,
  ...(unit.chosen.length === 0 ? [] : [unitStep(isWhole(unit) ? [] : unit.chosen, seed)]),
  ...(chosen.length === 0 ? [] : [db(chosen.length === of ? 'all' : chosen, seeded(seed))]),
];

const unitStep = (files: readonly string[], seed: number): Step => ({
  name: 'unit',
  minutes: 20,
  givesWay: true,
  commands: [vitest('unit', ...files, report('unit'), seeded(seed))],
});

/** What chooses where a landing runs only a part: the commit, and the seed made of it. */
type Draw = { readonly commit: string; readonly seed: number };

/** Returns the steps that share one stack. */
export function onStack({ journeys, screens }: Selection, { commit, seed }: Draw): Step[] {
  // If every screen may have changed, each is opened once in the variant the commit picks; more would take too long.
  const changed = isWhole(screens) ? '' : screens.chosen.join(',');
  const resting = isWhole(journeys) ? restingJourneys(journeys.chosen, commit) : [];
  if (resting.length > 0) console.log(`journeys: ${resting.join(', ')} rest; the commit chooses which`);
  const walked = journeys.chosen.filter((name) => !resting.includes(name));
  const files = walked.map((name) => `apps/e2e/${name}.spec.ts`);
  return [
    ...(journeys.chosen.length === 0
      ? []
      : ([
          {
            name: 'journeys',
            minutes: 35,
            usesStack: true,
            commands: [vitest('e2e', ...files, report('journeys'), seeded(seed))],
          },
        ] satisfies Step[])),
    {
      name: 'pages',
      minutes: 15,
      usesStack: true,
      commands: [
        node('tools/pages/pages.ts', '--seed', String(seed), ...(changed === '' ? [] : ['--changed', changed])),
      ],
    },
    { name: 'api', minutes: 5, usesStack: true, commands: [proof('api', '--short')] },
    ...(screens.chosen.length === 0 ? [] : [{ name: 'weight', minutes: 5, commands: [proof('weight', '--short')] }]),
  ];
}

const isWhole = ({ chosen, of }: Selection['journeys']) => chosen.length === of;

/** Budget of the trials; what guards money must fit, because it is never cut. */
export const TRIALS_SECONDS = 200;
export const TRIALS_AT_ONCE = 3;
/** A landing runs one trial that its plan leaves out, last and for at most this long, so that none is left out for ever. */
export const OWED_SECONDS = 150;

/** Returns the trials that the change touches. */
export const trials = (seed: number): Step => ({
  name: 'trials',
  minutes: 25,
  commands: [
    node(
      'tools/trial/landing.ts',
      '--short',
      '--changed',
      ...['--seed', String(seed)],
      ...['--parallel', String(TRIALS_AT_ONCE)],
      ...['--budget', String(TRIALS_SECONDS)],
      ...['--owed', String(OWED_SECONDS)],
    ),
  ],
});

type Files = { readonly db: readonly string[]; readonly journeys: readonly string[]; readonly api: boolean };

/** Returns the steps that run only these files, as a landing does. */
export const filesAlone = ({ db: files, journeys, api }: Files, seed: number): Step[] => [
  ...(files.length === 0 ? [] : [db(files, seeded(seed))]),
  ...(journeys.length === 0
    ? []
    : [
        {
          name: 'journeys',
          minutes: 35,
          usesStack: true as const,
          commands: [vitest('e2e', ...journeys, report('journeys'), seeded(seed))],
        },
      ]),
  ...(api ? [{ name: 'api', minutes: 5, usesStack: true as const, commands: [proof('api', '--short')] }] : []),
];

type Alone = { readonly report: string; readonly seed: number };

/** Returns the command that runs one failed file or trial alone, with the seed of its first try. */
export function runAlone({ tier, name }: Pick<FailedFile, 'tier' | 'name'>, { report: path, seed }: Alone): Command {
  if (tier === 'db') return vitest('db', name, '--maxWorkers=1', names(path), seeded(seed));
  if (tier === 'journeys') return vitest('e2e', name, '--maxWorkers=1', names(path), seeded(seed));
  const [kind = '', trial = ''] = name.split(' ');
  return node(`tools/${kind}/${kind}.ts`, trial, '--short', '--seed', String(seed), '--report', path);
}

/** One process per file and no reuse: this checks what landings save by sharing. */
export const FULL_WITHOUT_STACK: readonly Step[] = [
  check('--incremental', 'false'),
  { name: 'unit', minutes: 15, commands: [vitest('unit', '--isolate', report('unit'))] },
  db('all', '--isolate'),
];

export const FULL_ON_STACK: readonly Step[] = [
  { name: 'journeys', minutes: 30, usesStack: true, commands: [vitest('e2e', report('journeys'))] },
  { name: 'pages', minutes: 30, usesStack: true, commands: [node('tools/pages/pages.ts', '--all')] },
  { name: 'api', minutes: 5, usesStack: true, commands: [proof('api')] },
];
