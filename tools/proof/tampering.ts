import { BLOCK_CHECKS, type Block, type Head, TICK_CHECKS } from '@app/verifier';
import { type History, keptText, makeHistory, makeHouse, proofText, rangeText } from '@app/verifier/samples';
import { seeded } from '../trial/random.ts';
import type { Trial, TrialOptions, Verdict } from '../trial/trial.ts';
import { type Checker, inChromium, inNode, type Task } from './tampering/checkers.ts';
import { HOUSE } from './tampering/inside.ts';
import { OUTSIDE } from './tampering/outside.ts';
import {
  forgeBets,
  forgeContracts,
  forgeConversions,
  forgeReceipts,
  judgeBets,
  judgeContracts,
  judgeConversions,
  judgeOld,
  judgeReceipts,
} from './tampering/receipts.ts';
import { STORIES, type Story } from './tampering/stories.ts';
import { honestProof, TICK_LIES } from './tampering/tick-lies.ts';
import { makeOldEvidence } from './tampering/version-1.ts';

const COPIES = 200;
/** Headers of version 1, and receipts, one for each. */
const OLD = 10_000;
const OLD_SHORT = 1_000;

type Try = { readonly name: string; readonly task: Task };

/**
 * Proves that any change to sealed blocks, and any forged receipt, is detected, even if a holder of the keys made it,
 * that every check of the verifier is necessary, and that evidence of version 1 still verifies.
 */
export const tampering: Trial = {
  name: 'tampering',
  claim: `${COPIES} tampered copies of sealed prices, ${COPIES} forged receipts, 50 forged conversions, ${COPIES} forged contracts and ${COPIES} forged bets are all found, in Node and in Chromium, every check is needed, and evidence of version 1 still holds.`,
  touches: ['apps/server/src/modules/market/', 'apps/server/src/modules/proof/', 'packages/verifier/'],
  seconds: 75,
  run: async (options) => {
    const random = seeded(options.seed);
    const history = await makeHistory(random);
    const house = await makeHouse(random);
    const forgeries = await forgeReceipts(house, options.seed);
    const conversions = await forgeConversions(house, options.seed);
    const contracts = await forgeContracts(house, options.seed);
    const bets = await forgeBets(house, options.seed);
    const old = makeOldEvidence(options.short ? OLD_SHORT : OLD, random);
    const verdicts: Verdict[] = [];
    for (const open of [inNode, inChromium]) {
      const checker = await open();
      try {
        verdicts.push(await judge(checker, history, options));
        const parts = [
          await judgeReceipts(checker, forgeries),
          await judgeConversions(checker, conversions),
          await judgeContracts(checker, contracts),
          await judgeBets(checker, bets),
          await judgeOld(checker, old),
        ];
        for (const { figure, problems } of parts) {
          for (const problem of problems) options.print(`${checker.name}: ${problem}`);
          verdicts.push({ holds: problems.length === 0, figure });
        }
      } finally {
        await checker.close();
      }
    }
    return { holds: verdicts.every(({ holds }) => holds), figure: verdicts.map(({ figure }) => figure).join('; ') };
  },
};

async function judge(checker: Checker, history: History, { seed, print }: TrialOptions): Promise<Verdict> {
  const honest = await checker.find(await forgeTwice(keptByAll(history)));
  const missed = await findMissed(checker, history, seed);
  const idle = await findIdle(checker, history, seed);
  for (const name of missed) print(`${checker.name}: not found: ${name}`);
  for (const name of idle) print(`${checker.name}: found without this check too, or not found with it: ${name}`);
  const checks = Object.keys(BLOCK_CHECKS).length + Object.keys(TICK_CHECKS).length;
  const isBelieved = honest.flat().length === 0;
  if (!isBelieved) print(`${checker.name}: the untouched one is accused of ${honest.flat().join(', ')}`);
  const figure = `${checker.name}: ${COPIES - missed.length} of ${COPIES} blocks found, ${checks - idle.length} of ${checks} of their checks needed`;
  return { holds: isBelieved && missed.length === 0 && idle.length === 0, figure };
}

/** Builds the untampered history for a reader who kept every head and key. */
const keptByAll = ({ blocks, signers, heads }: History): Story => ({
  blocks,
  signers,
  heads,
  kept: { keptHeads: heads, keptKeys: signers.map(({ publicKey }) => publicKey) },
});

const show = (
  { signers, heads, blocks: { length } }: History,
  blocks: readonly Block[],
  kept: readonly Head[] = heads,
): Task => ({
  kind: 'blocks',
  evidence: rangeText({ from: 1, to: length, blocks, keys: signers, heads: kept }),
});

/** Presents a story both as blocks and as the proof of one tick. */
async function forgeTwice({ kept: keptThings = {}, ...story }: Story): Promise<readonly [Task, Task]> {
  const kept = keptText(keptThings);
  const evidence = rangeText({ ...story, from: 1, to: story.blocks.length, keys: story.signers });
  return [
    { kind: 'blocks', kept, evidence },
    { kind: 'tick', kept, evidence: proofText(await honestProof(story)) },
  ];
}

/** Returns undetected tamperings, cycling through all kinds at varying positions. */
async function findMissed(checker: Checker, history: History, seed: number): Promise<string[]> {
  const random = seeded(seed + 1);
  const lies = [
    ...[...OUTSIDE, ...HOUSE].map((lie) => ({
      name: lie.name,
      forge: async () => [show(history, await lie.forge(history, random))],
    })),
    ...STORIES.map((story) => ({ name: story.name, forge: async () => forgeTwice(await story.forge(history)) })),
  ];
  const tries: Try[] = [];
  for (let n = 0; tries.length < COPIES; n++) {
    const { name, forge } = lies[n % lies.length] as (typeof lies)[number];
    for (const task of await forge()) tries.push({ name, task });
  }
  const copies = tries.slice(0, COPIES);
  const found = await checker.find(copies.map(({ task }) => task));
  return copies.filter((_, index) => found[index]?.length === 0).map(({ name }) => name);
}

/** Builds one task per tampering; heads are kept only where the head check is under test. */
async function findTries(history: History, seed: number): Promise<readonly Try[]> {
  const random = seeded(seed + 2);
  const tries: Try[] = [];
  for (const { foundBy, forge } of HOUSE) {
    const task = show(history, await forge(history, random), foundBy === 'head' ? history.heads : []);
    tries.push({ name: foundBy, task });
  }
  for (const { foundBy, forge } of TICK_LIES)
    tries.push({ name: foundBy, task: { kind: 'tick', evidence: proofText(await forge(history)) } });
  for (const { foundBy: name, forge } of STORIES)
    for (const task of await forgeTwice(await forge(history))) tries.push({ name, task });
  return tries;
}

/**
 * Returns checks that are not proven necessary: each check needs a tampering that it detects and that is undetected
 * without it.
 */
async function findIdle(checker: Checker, history: History, seed: number): Promise<string[]> {
  const tries = await findTries(history, seed);
  const withIt = await checker.find(tries.map(({ task }) => task));
  const without = await checker.find(tries.map(({ task, name }) => ({ ...task, without: name })));
  const isNeeded = tries.map((_, index) => withIt[index]?.length !== 0 && without[index]?.length === 0);
  const shown = new Set(tries.filter((_, index) => isNeeded[index]).map(({ task, name }) => `${task.kind} ${name}`));
  const all = [
    ...Object.keys(BLOCK_CHECKS).map((name) => `blocks ${name}`),
    ...Object.keys(TICK_CHECKS).map((name) => `tick ${name}`),
  ];
  const failed = tries.filter((_, index) => !isNeeded[index]).map(({ task, name }) => `${task.kind} ${name}`);
  return [...new Set([...all.filter((name) => !shown.has(name)), ...failed])];
}
