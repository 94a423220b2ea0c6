import {
  ALL_CONTRACT_CHECKS,
  ALL_SECONDS_CHECKS,
  CONVERSION_CHECKS,
  CONVERSION_RULE_CHECKS,
  CONVERSION_SEAL_CHECKS,
  HOUSE_FILL_CHECKS,
  RECEIPT_CHECKS,
  SEAL_CHECKS,
} from '@app/verifier';
import {
  BET_LIES,
  betIn,
  CONTRACT_LIES,
  CONVERSION_LIES,
  convertIn,
  type ForgedBet,
  type ForgedContract,
  type ForgedConversion,
  type ForgedReceipt,
  type House,
  keptText,
  nightIn,
  OBVIOUS_BET_LIES,
  OBVIOUS_CONTRACT_LIES,
  OBVIOUS_CONVERSION_LIES,
  OBVIOUS_LIES,
  oldFill,
  openIn,
  RECEIPT_LIES,
  receiptsOf,
  sealBet,
  sealContract,
  sealConversion,
  settleBetIn,
  settleIn,
  showBet,
  showContract,
  showConversion,
  showReceipt,
} from '@app/verifier/samples';
import { seeded } from '../../trial/random.ts';
import type { Checker, Task } from './checkers.ts';
import type { OldEvidence } from './version-1.ts';

const COPIES = 200;
/** A browser receives this much evidence at a time. */
const BATCH = 250;

const taskOf = ({ text, asked, kept = {} }: ForgedReceipt): Task => ({
  kind: 'receipt',
  evidence: text,
  kept: keptText(kept),
  ...(asked && { asked }),
});

type Result = { readonly problems: readonly string[]; readonly figure: string };

type Try = { readonly name: string; readonly task: Task };
/** Honest receipts, forged ones, and forged ones that a single check finds, each named by it. */
export type ReceiptTries = {
  readonly honest: readonly Task[];
  readonly forged: readonly Try[];
  readonly singled: readonly Try[];
};

/** Forges receipts like an exchange that holds all keys would. */
export async function forgeReceipts(house: House, seed: number): Promise<ReceiptTries> {
  const kept = { keptHeads: house.heads, keptKeys: house.signers.map(({ publicKey }) => publicKey) };
  const honest = [...receiptsOf(house), oldFill(house)].map(async (it) =>
    taskOf({ text: await showReceipt(house, it), kept }),
  );
  const random = seeded(seed + 3);
  const lies = [...RECEIPT_LIES, ...OBVIOUS_LIES];
  const forged: Try[] = [];
  for (let n = 0; n < COPIES; n++) {
    const { name, forge } = lies[n % lies.length] as (typeof lies)[number];
    forged.push({ name, task: taskOf(await forge(house, random)) });
  }
  const singled = forged.slice(0, RECEIPT_LIES.length).map(({ task }, index) => {
    const { foundBy } = RECEIPT_LIES[index] as (typeof RECEIPT_LIES)[number];
    return { name: foundBy, task };
  });
  return { honest: await Promise.all(honest), forged, singled };
}

/** Forged conversions, each by another lie as far as there are any. */
const CONVERSIONS = 50;

const conversionTask = ({ text, asked, kept = {} }: ForgedConversion): Task => ({
  kind: 'conversion',
  evidence: text,
  kept: keptText(kept),
  ...(asked && { asked }),
});

/** Forges conversions like an exchange that holds all keys would. */
export async function forgeConversions(house: House, seed: number): Promise<ReceiptTries> {
  const random = seeded(seed + 4);
  const pairs = [{}, { from: 'USDT', to: 'BTC', amount: '5000' }, { from: 'ETH', to: 'USDT' }];
  const honest = pairs.map(async (wanted) => {
    const receipt = convertIn(house, wanted);
    return conversionTask({ text: await showConversion(await sealConversion(house, receipt), receipt) });
  });
  const lies = [...CONVERSION_LIES, ...OBVIOUS_CONVERSION_LIES];
  const forged: Try[] = [];
  for (let n = 0; n < CONVERSIONS; n++) {
    const { name, forge } = lies[n % lies.length] as (typeof lies)[number];
    forged.push({ name, task: conversionTask(await forge(house, random)) });
  }
  const singled = CONVERSION_LIES.map(({ foundBy }, index) => ({ name: foundBy, task: (forged[index] as Try).task }));
  return { honest: await Promise.all(honest), forged, singled };
}

const contractTask = ({ text, asked, kept = {} }: ForgedContract): Task => ({
  kind: 'contract',
  evidence: text,
  kept: keptText(kept),
  ...(asked && { asked }),
});

/** Forges receipts of contracts like an exchange that holds all keys would. */
export async function forgeContracts(house: House, seed: number): Promise<ReceiptTries> {
  const random = seeded(seed + 5);
  const opened = openIn(house);
  const honest = [opened, await settleIn(house, [opened]), await nightIn(house)].map(async (receipt) => {
    const earlier = 'before' in receipt.body ? [opened] : [];
    return contractTask({ text: await showContract(await sealContract(house, receipt), receipt, earlier) });
  });
  const lies = [...CONTRACT_LIES, ...OBVIOUS_CONTRACT_LIES];
  const forged: Try[] = [];
  for (let n = 0; n < COPIES; n++) {
    const { name, forge } = lies[n % lies.length] as (typeof lies)[number];
    forged.push({ name, task: contractTask(await forge(house, random)) });
  }
  const singled = CONTRACT_LIES.map(({ foundBy }, index) => ({ name: foundBy, task: (forged[index] as Try).task }));
  return { honest: await Promise.all(honest), forged, singled };
}

const betTask = ({ text, asked, kept = {} }: ForgedBet): Task => ({
  kind: 'seconds',
  evidence: text,
  kept: keptText(kept),
  ...(asked && { asked }),
});

/** Forges receipts of bets like an exchange that holds all keys would. */
export async function forgeBets(house: House, seed: number): Promise<ReceiptTries> {
  const random = seeded(seed + 6);
  const accepted = betIn(house);
  const ended = [await settleBetIn(house, accepted), await settleBetIn(house, accepted, { cancelAfterMs: 300 })];
  const honest = [accepted, ...ended].map(async (receipt) => {
    const earlier = receipt === accepted ? [] : [accepted];
    return betTask({ text: await showBet(await sealBet(house, receipt), receipt, earlier) });
  });
  const lies = [...BET_LIES, ...OBVIOUS_BET_LIES];
  const forged: Try[] = [];
  for (let n = 0; n < COPIES; n++) {
    const { name, forge } = lies[n % lies.length] as (typeof lies)[number];
    forged.push({ name, task: betTask(await forge(house, random)) });
  }
  const singled = BET_LIES.map(({ foundBy }, index) => ({ name: foundBy, task: (forged[index] as Try).task }));
  return { honest: await Promise.all(honest), forged, singled };
}

/** Looks for forged receipts that the checker believes, and for checks that it could do without. */
export const judgeReceipts = (checker: Checker, tries: ReceiptTries): Promise<Result> =>
  judgeTries(checker, tries, { what: 'receipts', all: ALL });

/** The same for conversions. */
export const judgeConversions = (checker: Checker, tries: ReceiptTries): Promise<Result> =>
  judgeTries(checker, tries, { what: 'conversions', all: ALL_OF_CONVERSIONS });

/** The same for contracts. */
export const judgeContracts = (checker: Checker, tries: ReceiptTries): Promise<Result> =>
  judgeTries(checker, tries, { what: 'contracts', all: ALL_OF_CONTRACTS });

/** The same for bets. */
export const judgeBets = (checker: Checker, tries: ReceiptTries): Promise<Result> =>
  judgeTries(checker, tries, { what: 'bets', all: ALL_OF_BETS });

type Judging = { readonly what: string; readonly all: readonly string[] };

async function judgeTries(
  checker: Checker,
  { honest, forged, singled }: ReceiptTries,
  { what, all }: Judging,
): Promise<Result> {
  const accused = (await checker.find(honest)).flat().map((name) => `an honest receipt is accused of ${name}`);
  const found = await checker.find(forged.map(({ task }) => task));
  const missed = forged.filter((_, index) => found[index]?.length === 0).map(({ name }) => name);
  const idle = await findIdle(checker, singled, all);
  return {
    problems: [
      ...accused,
      ...missed.map((name) => `not found: ${name}`),
      ...idle.map((name) => `found without this check too, or not found with it: ${name}`),
    ],
    figure: `${forged.length - missed.length} of ${forged.length} ${what} found, ${all.length - idle.length} of ${all.length} of their checks needed`,
  };
}

const ALL = [
  ...Object.keys(RECEIPT_CHECKS).map((name) => `receipt ${name}`),
  ...Object.keys(HOUSE_FILL_CHECKS).map((name) => `rule ${name}`),
  ...Object.keys(SEAL_CHECKS).map((name) => `seal ${name}`),
];

const ALL_OF_CONVERSIONS = [
  ...Object.keys(CONVERSION_CHECKS).map((name) => `receipt ${name}`),
  ...Object.keys(CONVERSION_RULE_CHECKS).map((name) => `rule ${name}`),
  ...Object.keys(CONVERSION_SEAL_CHECKS).map((name) => `seal ${name}`),
];

/** Returns the names of all checks but those of ticks, which have forgeries of their own. */
const namesOf = (parts: Readonly<Record<string, object>>): string[] =>
  Object.entries(parts)
    .filter(([part]) => part !== 'tick')
    .flatMap(([part, checks]) => Object.keys(checks).map((name) => `${part} ${name}`));

const ALL_OF_CONTRACTS = namesOf(ALL_CONTRACT_CHECKS);
const ALL_OF_BETS = namesOf(ALL_SECONDS_CHECKS);

/** Returns checks without a forgery that this check finds, and that is believed without it. */
async function findIdle(checker: Checker, tries: readonly Try[], all: readonly string[]): Promise<string[]> {
  const withIt = await checker.find(tries.map(({ task }) => task));
  const without = await checker.find(tries.map(({ task, name }) => ({ ...task, without: name })));
  const isNeeded = (index: number) => withIt[index]?.length !== 0 && without[index]?.length === 0;
  const failed = tries.filter((_, index) => !isNeeded(index)).map(({ name }) => name);
  const shown = new Set(tries.filter((_, index) => isNeeded(index)).map(({ name }) => name));
  return [...new Set([...all.filter((name) => !shown.has(name)), ...failed])];
}

/** Verifies blocks and receipts of version 1 and returns how many of them hold. */
export async function judgeOld(checker: Checker, { ranges, receipts }: OldEvidence): Promise<Result> {
  const blocks = await findInBatches(
    checker,
    ranges.map((evidence) => ({ kind: 'blocks', evidence })),
  );
  const trades = await findInBatches(
    checker,
    receipts.map((evidence) => ({ kind: 'receipt', evidence })),
  );
  const headers = ranges.reduce((sum, { list }, index) => sum + (blocks[index]?.length === 0 ? list.length : 0), 0);
  const held = trades.filter((found) => found.length === 0).length;
  const all = ranges.reduce((sum, { list }) => sum + list.length, 0);
  return {
    problems: [...new Set([...blocks, ...trades].flat())].map((name) => `version 1 is accused of ${name}`),
    figure: `version 1: ${headers} of ${all} headers and ${held} of ${receipts.length} receipts hold`,
  };
}

async function findInBatches(checker: Checker, tasks: readonly Task[]): Promise<string[][]> {
  const findings: string[][] = [];
  for (let start = 0; start < tasks.length; start += BATCH)
    findings.push(...(await checker.find(tasks.slice(start, start + BATCH))));
  return findings;
}
