import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../dev/processes.ts';
import type { Fault, Tier } from './faults.ts';
import { groupFaults, isExpected } from './groups.ts';
import type { Scratch } from './scratch.ts';
import { type Command, type Complaint, commandsIn, secondLookOf } from './tiers.ts';

export type Tried = {
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
export async function tryFaults(scratch: Scratch, tier: Tier, faults: readonly Fault[]): Promise<readonly Tried[]> {
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

/**
 * Injects faults one at a time and runs the tests that should find them as a landing does, with its second look. A fault
 * that the second look forgives counts as missed.
 */
export async function tryTwice(scratch: Scratch, faults: readonly Fault[], seed: number): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  for (const fault of faults) {
    const [tier] = fault.tiers;
    const startedMs = performance.now();
    scratch.inject([fault]);
    const complaints = await runOne(scratch.folder, tier, secondLookOf(tier, fault.expects, seed)).finally(
      scratch.restore,
    );
    const foundBy = complaints.find(({ where }) => isExpected(fault, where));
    const seconds = Math.round((performance.now() - startedMs) / 1_000);
    console.error(`${fault.name}: ${foundBy === undefined ? 'NOT FOUND' : `${foundBy.where}: ${foundBy.why}`}`);
    tried.push({ fault, foundBy, seconds, note: 'no failure stayed after the second look' });
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
