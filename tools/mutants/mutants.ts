import { execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { REPOSITORY } from '../dev/processes.ts';
import { dataFolder } from '../services/places.ts';
import { ownedName, ownerRuns } from '../services/run-folder.ts';
import { findTop, listFiles } from '../tidy/git-files.ts';
import { makeTree, type Tree } from '../tidy/tree.ts';
import { FAULTS, type Fault, type Tier } from './faults.ts';
import { groupFaults, isExpected } from './groups.ts';
import { type Command, type Complaint, commandsIn } from './tiers.ts';

type Scratch = {
  readonly folder: string;
  readonly tree: Tree;
  inject(faults: readonly Fault[]): void;
  /** Removes every fault. */
  restore(): void;
  remove(): void;
};

/** Clones the committed state of a checkout, with its packages, so that the checkout itself is not modified. */
function openScratch(checkout: string): Scratch {
  const top = findTop(checkout);
  const copies = dataFolder('mutants');
  sweepCopies(copies);
  const folder = join(copies, ownedName('copy'));
  git(top, 'clone', '-q', '--shared', top, folder);
  const files = listFiles(folder);
  const packages = files.flatMap((path) =>
    /(?:^|\/)package\.json$/.test(path) ? path.slice(0, -'package.json'.length) : [],
  );
  for (const place of packages.map((path) => join(path, 'node_modules')))
    if (existsSync(join(top, place))) copyPackages(join(top, place), join(folder, place));
  return {
    folder,
    tree: makeTree(files.map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))),
    inject: (faults) => {
      for (const fault of faults) injectOne(folder, fault);
    },
    restore: () => git(folder, 'checkout', '-q', '--', '.'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Removes copies left behind by killed runs. */
function sweepCopies(copies: string): void {
  for (const name of readdirSync(copies))
    if (!ownerRuns(name)) rmSync(join(copies, name), { recursive: true, force: true });
}

function injectOne(folder: string, { name, file, find, replace }: Fault): void {
  const path = join(folder, file);
  const [before, after, ...more] = readFileSync(path, 'utf8').split(find);
  if (after === undefined || more.length > 0) throw new Error(`${name}: ${file} does not have it exactly once`);
  writeFileSync(path, `${before}${replace}${after}`);
}

/** Caches tools keep there between runs: rewritten in place, they would change in the checkout too. */
const CACHES = ['.cache', '.vite', '.vite-temp'];

/** Copies by hard links, which take no space; by real copies if the folder is on another disk. */
function copyPackages(from: string, to: string): void {
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'ignore' });
  } catch {
    rmSync(to, { recursive: true, force: true });
    execFileSync('cp', ['-a', from, to]);
  }
  for (const name of CACHES) rmSync(join(to, name), { recursive: true, force: true });
}

function git(folder: string, ...args: readonly string[]): void {
  execFileSync('git', args, { cwd: folder });
}

const TIERS: readonly Tier[] = ['check', 'unit', 'db', 'e2e', 'pages', 'trials', 'bench'];
/** Figures are judged in full runs only, so their faults are tried only on request. */
const USUAL: readonly Tier[] = TIERS.filter((tier) => tier !== 'bench');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { repo: { type: 'string' }, tier: { type: 'string', multiple: true } },
});
const isChosen = ({ name, tiers }: Fault) =>
  positionals.length > 0 ? positionals.includes(name) : (values.tier ?? USUAL).includes(tiers[0]);

const chosen = FAULTS.filter(isChosen);
const scratch = openScratch(values.repo ?? REPOSITORY);
const all: Tried[] = [];
try {
  for (const tier of TIERS) {
    const faults = chosen.filter(({ tiers }) => tiers[0] === tier);
    if (faults.length > 0) all.push(...(await tryFaults(scratch, tier, faults)));
  }
} finally {
  scratch.remove();
}

const found = all.filter(({ foundBy }) => foundBy !== undefined);
console.log('| fault | file | tier | found by | seconds |\n| --- | --- | --- | --- | --- |');
for (const tried of all) console.log(rowOf(tried));
console.log(`\n${found.length} of ${all.length} faults found`);
process.exitCode = found.length === all.length && all.length > 0 ? 0 : 1;

function textOf({ where, what, why }: Complaint): string {
  return [where || 'the command fails', what, why].filter((part) => part !== '').join(': ');
}

function rowOf({ fault: { name, file, tiers }, foundBy, seconds, note }: Tried): string {
  const by = foundBy === undefined ? `**not found**, ${note}` : textOf(foundBy);
  return `| ${name} | ${file} | ${tiers[0]} | ${by.replaceAll('|', '\\|').slice(0, 240)} | ${seconds} |`;
}

type Tried = {
  readonly fault: Fault;
  readonly foundBy: Complaint | undefined;
  readonly seconds: number;
  /** Why the fault counts as missed. */
  readonly note: string;
};
type Run = { readonly complaints: readonly Complaint[]; readonly seconds: number };

const LOGS = join(REPOSITORY, 'reports/mutants');
const SECONDS_MAX = 45 * 60;
const NOWHERE = '';

/**
 * Injects the faults of a tier in groups and returns for each the complaint it causes that is absent without it, if
 * any.
 */
async function tryFaults(scratch: Scratch, tier: Tier, faults: readonly Fault[]): Promise<readonly Tried[]> {
  const control = await run(scratch, tier, namesOf(faults));
  const tried: Tried[] = [];
  for (const group of groupFaults(faults, scratch.tree)) {
    const { complaints, seconds } = await runWith(scratch, tier, group, namesOf(group));
    for (const fault of group) {
      const own = newIn(complaints, control).filter(({ where }) => group.length === 1 || isExpected(fault, where));
      const foundBy = own.find(({ where }) => isExpected(fault, where)) ?? own[0];
      const result = foundBy ? { fault, foundBy, seconds, note: '' } : await tryAlone(scratch, tier, fault, control);
      console.error(`${fault.name}: ${result.foundBy?.where ?? result.note}`);
      tried.push(result);
    }
  }
  return tried;
}

const namesOf = (faults: readonly Fault[]) => faults.flatMap(({ expects }) => expects);

const newIn = (complaints: readonly Complaint[], control: Run) =>
  complaints.filter((it) => control.complaints.every(({ where, what }) => where !== it.where || what !== it.what));

/**
 * Tries a fault its own tests missed against the whole tier before it counts as missed, unless those tests fail without
 * it as well.
 */
async function tryAlone(scratch: Scratch, tier: Tier, fault: Fault, control: Run): Promise<Tried> {
  const isVoid = control.complaints.some(({ where }) => where === NOWHERE || isExpected(fault, where));
  if (isVoid)
    return { fault, foundBy: undefined, seconds: 0, note: 'void: what should find it fails without it as well' };
  const { complaints, seconds } = await runWith(scratch, tier, [fault], []);
  const places = complaints.map(({ where }) => where);
  const again = places.length === 0 ? control : await run(scratch, tier, places);
  return { fault, foundBy: newIn(complaints, again)[0], seconds, note: 'not by the whole tier either' };
}

async function runWith(scratch: Scratch, tier: Tier, faults: readonly Fault[], names: readonly string[]): Promise<Run> {
  scratch.inject(faults);
  return await run(scratch, tier, names).finally(scratch.restore);
}

async function run({ folder }: Scratch, tier: Tier, names: readonly string[]): Promise<Run> {
  const startedMs = performance.now();
  const complaints: Complaint[] = [];
  for (const command of commandsIn(folder)[tier](names)) complaints.push(...(await runOne(folder, tier, command)));
  return { complaints, seconds: Math.round((performance.now() - startedMs) / 1_000) };
}

let logs = 0;

async function runOne(folder: string, tier: Tier, { argv, read }: Command): Promise<readonly Complaint[]> {
  rmSync(join(folder, 'reports'), { recursive: true, force: true });
  mkdirSync(join(folder, 'reports'));
  mkdirSync(LOGS, { recursive: true });
  const file = join(LOGS, `${tier}-${++logs}.log`);
  console.error(`${tier}: ${argv.join(' ')} (${file})`);
  const code = await execute(folder, argv, file);
  if (code === 0) return [];
  const log = readFileSync(file, 'utf8');
  const complaints = read(log, folder);
  return complaints.length > 0 ? complaints : [{ where: NOWHERE, what: '', why: log.trim().split('\n').at(-1) ?? '' }];
}

/** Runs a command under `timeout`, which gives it its own process group and kills all of it. */
async function execute(folder: string, argv: readonly string[], logFile: string): Promise<number | null> {
  const log = openSync(logFile, 'w');
  const child = spawn('timeout', ['--kill-after=20', String(SECONDS_MAX), ...argv], {
    cwd: folder,
    env: { ...process.env, CI: 'true', PATH: `${join(folder, 'node_modules/.bin')}:${process.env.PATH}` },
    stdio: ['ignore', log, log],
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  closeSync(log);
  return code;
}
