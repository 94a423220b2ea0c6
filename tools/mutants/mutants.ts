import { parseArgs } from 'node:util';
import { REPOSITORY } from '../dev/processes.ts';
import { drawSome } from '../trial/draw.ts';
import { seeded } from '../trial/random.ts';
import { FAULTS, type Fault, type Tier } from './faults.ts';
import { openScratch } from './scratch.ts';
import { type Complaint, LOOKED_AT_AGAIN } from './tiers.ts';
import { type Tried, tryFaults, tryTwice } from './try-faults.ts';

const TIERS: readonly Tier[] = ['check', 'unit', 'db', 'e2e', 'pages', 'trials', 'bench'];
/** Figures are judged in full runs only, so their faults are tried only on request. */
const USUAL: readonly Tier[] = TIERS.filter((tier) => tier !== 'bench');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    repo: { type: 'string' },
    tier: { type: 'string', multiple: true },
    /** Draws so many faults of tiers with a second look, and checks that it forgives none of them. */
    'second-look': { type: 'string' },
    seed: { type: 'string' },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const isChosen = ({ name, tiers }: Fault) =>
  positionals.length > 0 ? positionals.includes(name) : (values.tier ?? USUAL).includes(tiers[0]);

const isOfSecondLook = ({ tiers: [tier], expects }: Fault) =>
  tier === 'trials' ? expects.includes('proof api') : LOOKED_AT_AGAIN.includes(tier);

const chosen = FAULTS.filter(isChosen);
const scratch = openScratch(values.repo ?? REPOSITORY);
const all: Tried[] = [];
try {
  if (values['second-look'] === undefined) await tryTiers();
  else await trySecondLook(Number(values['second-look']));
} finally {
  scratch.remove();
}

const found = all.filter(({ foundBy }) => foundBy !== undefined);
console.log('| fault | file | tier | found by | seconds |\n| --- | --- | --- | --- | --- |');
for (const tried of all) console.log(rowOf(tried));
console.log(`\n${found.length} of ${all.length} faults found`);
process.exitCode = found.length === all.length && all.length > 0 ? 0 : 1;

async function tryTiers(): Promise<void> {
  for (const tier of TIERS) {
    const faults = chosen.filter(({ tiers }) => tiers[0] === tier);
    if (faults.length > 0) all.push(...(await tryFaults(scratch, tier, faults)));
  }
}

async function trySecondLook(count: number): Promise<void> {
  const drawn = positionals.length > 0 ? chosen : drawSome(FAULTS.filter(isOfSecondLook), count, seeded(seed));
  console.error(`seed ${seed}: ${drawn.map(({ name }) => name).join(', ')}`);
  all.push(...(await tryTwice(scratch, drawn, seed)));
}

function textOf({ where, what, why }: Complaint): string {
  return [where || 'the command fails', what, why].filter((part) => part !== '').join(': ');
}

function rowOf({ fault: { name, file, tiers }, foundBy, seconds, note }: Tried): string {
  const by = foundBy === undefined ? `**not found**, ${note}` : textOf(foundBy);
  return `| ${name} | ${file} | ${tiers[0]} | ${by.replaceAll('|', '\\|').slice(0, 240)} | ${seconds} |`;
}
