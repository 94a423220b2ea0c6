import { failing } from './check-blocks.ts';
import { checkSeal, SEAL_CHECKS, type SealFinding } from './check-seal.ts';
import { checkTick, TICK_CHECKS, type TickFinding } from './check-tick.ts';
import type { Receipt } from './receipt.ts';
import { checkHouseFill, HOUSE_FILL_CHECKS, type HouseFillFinding } from './rules/house-fill.ts';
import type { SeededSettings } from './rules/seeded-ladder.ts';
import { readTicks } from './tick-bytes.ts';
import type { Kept } from './trust.ts';

export type ReceiptFinding = keyof typeof RECEIPT_CHECKS;
export type ReceiptFindings = {
  readonly receipt: readonly ReceiptFinding[];
  readonly rule: readonly HouseFillFinding[];
  readonly tick: readonly TickFinding[];
  /** Empty for version 1, which was not sealed, and while the seal is awaited. */
  readonly seal: readonly SealFinding[];
  /** The receipt is so new that no block has sealed it yet. Ask again in a few seconds. */
  readonly isAwaited: boolean;
};

const FIELDS = {
  levels: 0,
  spreadRate: 0,
  stepRate: 0,
  levelWorth: 0,
  inventoryMax: 0,
  doubleEvery: 0,
  growthRate: 0,
  varyRate: 0,
  renewTicks: 0,
} satisfies Record<keyof SeededSettings, 0>;

/** Whether settings are the same in every field; one that only one of them has makes them differ. */
const areSame = (a: Partial<SeededSettings>, b: Partial<SeededSettings>): boolean =>
  (Object.keys(FIELDS) as (keyof SeededSettings)[]).every((field) => a[field] === b[field]); // The table's own keys.

/** Version 1 does not name its limit; the operator's was five seconds. */
const MAX_AGE_MS_OF_VERSION_1 = 60_000;
/** Upper bound on the difference between two clocks of one deployment. */
export const CLOCKS_MS = 2_000;
/** A receipt older than this is not awaited any more; blocks are sealed every few hundred milliseconds. */
const SEAL_AWAITED_MS = 60_000;
/** Ids count milliseconds from 2025-01-01T00:00:00Z, above 22 other bits. */
const ID_EPOCH_MS = 1_735_689_600_000;

/** Checks that the receipt, its rule and its proof are about the same fill. */
export const RECEIPT_CHECKS = {
  kind: ({ kind }: Receipt) => kind === 'spot.house_fill',
  asked: ({ id, market, fill: { fill } }: Receipt) => fill.id === id && fill.market === market,
  /** Version 1 proves less: it is accepted only at prices from the time before version 2. Blocks have no version 3. */
  version: ({ fill: { version }, proof }: Receipt) => Math.min(version, 2) === proof.header.version,
  /** Each mode has its own house, and its own ladder at one tick. */
  book: ({ book }: Receipt) => book === 'real' || book === 'demo',
  /** A ladder made up for a single trade would justify any price; so would the ladder of another class of markets. */
  published: ({ fill: { ladder }, settingsVersion, published, issued, publishedFreshness }: Receipt) =>
    published?.version === settingsVersion &&
    areSame(published.settings, ladder.settings) &&
    published.className === issued.body.settings.class &&
    issued.body.freshness?.version === publishedFreshness?.version &&
    issued.body.freshness?.max_age_ms === publishedFreshness?.value,
  /** The price used by the rule is the sealed one. */
  sealed: ({ fill: { tick, ladder }, proof }: Receipt) =>
    proof.header.number === tick.block &&
    proof.market === tick.market &&
    proof.seq === tick.seq &&
    readTicks(proof.leaf).every(({ price }) => price === tick.price && price === ladder.price),
  /** The time of the fill is the one in its id, which also gives its place among all fills. */
  time: (receipt: Receipt) => Math.abs(timeOf(receipt) - timeInId(receipt.id)) <= CLOCKS_MS,
  /** The price was not too old, and not from the future. */
  age: (receipt: Receipt) => {
    const maxAgeMs = receipt.fill.version === 1 ? MAX_AGE_MS_OF_VERSION_1 : receipt.publishedFreshness?.value;
    const [tick] = readTicks(receipt.proof.leaf);
    const ageMs = timeOf(receipt) - (tick?.atMs ?? Number.NaN);
    return maxAgeMs !== undefined && ageMs >= -CLOCKS_MS && ageMs <= maxAgeMs;
  },
};

/** All checks of a receipt, by what they are about. */
type Checks = {
  readonly receipt: Partial<typeof RECEIPT_CHECKS>;
  readonly rule: Partial<typeof HOUSE_FILL_CHECKS>;
  readonly tick: Partial<typeof TICK_CHECKS>;
  readonly seal: Partial<typeof SEAL_CHECKS>;
};
const ALL: Checks = { receipt: RECEIPT_CHECKS, rule: HOUSE_FILL_CHECKS, tick: TICK_CHECKS, seal: SEAL_CHECKS };

/** Returns the failed checks of a receipt; if there are none, its holder can recompute the outcome. */
export async function checkReceipt(receipt: Receipt, kept: Kept = {}, checks: Checks = ALL): Promise<ReceiptFindings> {
  const { seal } = receipt;
  const isSealed = receipt.fill.version !== 1;
  const [own, rule, tick, sealing] = await Promise.all([
    failing(checks.receipt, receipt),
    checkHouseFill(receipt.fill, checks.rule),
    checkTick(receipt.proof, kept, checks.tick),
    seal && isSealed ? checkSeal(receipt, { seal, atMs: timeOf(receipt) }, kept, checks.seal) : [],
  ]);
  return { receipt: own, rule, tick, seal: sealing, isAwaited: isSealed && seal === undefined };
}

/** Whether a receipt that no block has sealed is so old that one must have: then it was never sealed. */
export const isSealOverdue = (receipt: Receipt, nowMs: number): boolean => isOverdueAt(timeOf(receipt), nowMs);

/** The same for anything that happened at a time. */
export const isOverdueAt = (atMs: number, nowMs: number): boolean => !(nowMs - atMs <= SEAL_AWAITED_MS);

/** Returns the time of the fill in milliseconds. */
const timeOf = ({ id, fill: { version }, issued: { body } }: Receipt): number =>
  version === 1 ? timeInId(id) : (body.fill.at ?? Number.NaN);

export const timeInId = (id: string): number => Number(BigInt(id) >> 22n) + ID_EPOCH_MS;
