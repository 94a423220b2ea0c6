import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Row, readRows } from '../ci/rows.ts';
import type { Tier } from './faults.ts';

/** Failed test, failed trial, finding on a page or line of a checker; `where` is empty if the command just failed. */
export type Complaint = {
  readonly where: string;
  /** Identifies the same complaint in two runs, together with `where`. */
  readonly what: string;
  readonly why: string;
};

export type Command = {
  readonly argv: readonly string[];
  readonly read: (log: string, folder: string) => readonly Complaint[];
};

/** Commands by tier, for test files, trials or routes; no names means everything in the tier. */
type Commands = Readonly<Record<Tier, (names: readonly string[]) => readonly Command[]>>;

const REPORT = 'reports/mutants.json';

const npm = (script: string, ...args: readonly string[]) => ['npm', 'run', '-s', script, '--', ...args];

const tests = (script: string, names: readonly string[], ...args: readonly string[]): Command => ({
  argv: npm(script, ...names, ...args, `--outputFile.names=${REPORT}`),
  read: readTests,
});
const pageProof = (name: string, routes: readonly string[]): Command => ({
  argv: npm('proof', '--short', name, ...routes),
  read: readPages,
});
const trial = (name: string): Command => ({ argv: npm(...toTrial(name), '--short'), read: readTrials });
const toTrial = (name: string) => name.split(' ') as [string, ...string[]]; // Never empty.

/** Checks screens at 320 px, formerly a separate journey whose titles name the route. */
const comfort = (routes: readonly string[]): Command => ({
  ...tests('e2e', ['comfort.spec.ts'], '-t', `finds everything of (${routes.join('|')})`),
  read: (log, folder) =>
    readTests(log, folder).map((it) => ({ ...it, where: /everything of ([^\s?]+)/.exec(it.what)?.[1] ?? it.where })),
});

const orAll = (names: readonly string[], all: readonly string[]) => (names.length === 0 ? all : names);

const always: Omit<Commands, 'pages'> = {
  check: () => [{ argv: npm('check'), read: readLines }],
  unit: (names) => [tests('test', names)],
  db: (names) => [tests('test:db', names)],
  e2e: (names) => [tests('e2e', names)],
  trials: (names) => orAll(names, ['torture', 'proof']).map(trial),
  bench: (names) => orAll(names, ['bench']).map(trial),
};

/**
 * Returns the commands of a checkout for each tier. A checkout without `pages` checks screens in two proofs and a
 * journey.
 */
export function commandsIn(folder: string): Commands {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts: object }; // Our own file.
  return 'pages' in scripts
    ? { ...always, pages: (routes) => [{ argv: npm('pages', ...routes), read: readPages }] }
    : { ...always, pages: (routes) => [pageProof('routes', routes), pageProof('i18n', routes), comfort(routes)] };
}

/** Tiers whose failed files a landing tries once more. */
export const LOOKED_AT_AGAIN: readonly Tier[] = ['db', 'e2e', 'trials'];

/** Returns the command that runs tests as a landing does, with its second look: what it forgives is no complaint. */
export function secondLookOf(tier: Tier, names: readonly string[], seed: number): Command {
  const option = tier === 'e2e' ? '--journeys' : '--db';
  const files = tier === 'trials' ? ['--api'] : names.flatMap((name) => [option, name]);
  return {
    argv: npm('ci:files', '--seed', String(seed), ...files),
    read: (_log, folder) =>
      readRows(join(folder, 'reports')).flatMap(({ rows }) =>
        rows
          .filter(({ state }) => state === 'failed')
          .map(({ file: where, name: what, why = '' }) => ({ where: where ?? what, what, why })),
      ),
  };
}

/** Report format from before rows had times; old checkouts still write it. */
type OldReport = { readonly failed?: readonly { file: string; test: string; reason: string }[] };

function readTests(_log: string, folder: string): readonly Complaint[] {
  const file = join(folder, REPORT);
  if (!existsSync(file)) return [];
  const { failed = [], rows = [] } = JSON.parse(readFileSync(file, 'utf8')) as OldReport & { rows?: readonly Row[] };
  return [
    ...failed.map(({ file: where, test: what, reason: why }) => ({ where, what, why })),
    ...rows
      .filter(({ state }) => state === 'failed')
      .map(({ file: where, name, why = '' }) => ({ where: where ?? name, what: name, why })),
  ];
}

/** Parses `FALLS SHORT · torture spot: <figure>`. */
const readTrials = (log: string): readonly Complaint[] =>
  [...log.matchAll(/^FALLS SHORT · ([^:]+): (.*)$/gm)].map(([, where = '', why = '']) => ({ where, what: '', why }));

/** Parses `  <fault> — <route> (<combination>), <route> (<combination>)`. */
const readPages = (log: string): readonly Complaint[] =>
  [...log.matchAll(/^\s+(\S.*) — (.+)$/gm)].flatMap(([, what = '', places = '']) =>
    [...places.matchAll(/(\S+) \([^)]*\)/g)].map(([, where = '']) => ({ where, what, why: '' })),
  );

const readLines = (log: string): readonly Complaint[] =>
  stripVTControlCharacters(log)
    .split('\n')
    .filter((line) => /\S+\.\w+[:(]\d+/.test(line))
    .map((line) => ({ where: line.trim(), what: '', why: '' }));
