import { toHex } from './bytes.ts';
import { failing } from './check-blocks.ts';
import { CLOCKS_MS, timeInId } from './check-receipt.ts';
import { SEAL_CHECKS } from './check-seal.ts';
import { checkTick, TICK_CHECKS, type TickFinding, type TickProof } from './check-tick.ts';
import { continuesChain } from './contract-chain.ts';
import type { ContractOutcome, ContractReceipt } from './contract-receipt.ts';
import { CONTRACT_KINDS, type ContractClassText, type ContractTermsText, type NamedTickText } from './contract-text.ts';
import { blockHash } from './header.ts';
import { dayStart, OPEN_RULE_CHECKS, type OpenFinding } from './rules/contract-open.ts';
import { OVERNIGHT_RULE_CHECKS, type OvernightFinding } from './rules/contract-overnight.ts';
import { SETTLEMENT_RULE_CHECKS, type SettlementFinding } from './rules/contract-settlement.ts';
import type { Seal } from './seal.ts';
import { readTicks } from './tick-bytes.ts';
import type { Kept } from './trust.ts';
import { units } from './units.ts';

export type ContractReceiptFinding = keyof typeof CONTRACT_CHECKS;
export type ContractSealFinding = keyof typeof CONTRACT_SEAL_CHECKS;
export type ContractFindings = {
  readonly receipt: readonly ContractReceiptFinding[];
  readonly rule: readonly (OpenFinding | SettlementFinding | OvernightFinding)[];
  /** Of its tick, and of the one that fired it. */
  readonly tick: readonly TickFinding[];
  readonly seal: readonly ContractSealFinding[];
  /** The receipt is so new that no block has sealed it yet. Ask again in a few seconds. */
  readonly isAwaited: boolean;
};

const RULES = {
  [CONTRACT_KINDS.open]: 'contract-open',
  [CONTRACT_KINDS.settlement]: 'contract-settlement',
  [CONTRACT_KINDS.overnight]: 'contract-overnight',
};
/** Contracts are delivered at 08:00 UTC. */
const DELIVERY_MS = 8 * 3_600_000;
/** No market pauses for less than this; a stop that fires before a pause is filled after it. */
const PAUSE_MS = 3_600_000;

/** Checks that the receipt, its published rules, its prices and its chain are about the same outcome. */
export const CONTRACT_CHECKS = {
  kind: ({ kind, outcome, issued: { body } }: ContractReceipt) =>
    kind === CONTRACT_KINDS[outcome.kind] && body.rule === RULES[CONTRACT_KINDS[outcome.kind]] && body.version === 1,
  /** It is the outcome that was asked for, in the market that it names. */
  asked: ({ id, claim, known }: ContractReceipt) =>
    claim.id === id && (known === undefined || known?.id === claim.market),
  book: ({ issued: { body } }: ContractReceipt) => body.book === 'real' || body.book === 'demo',
  /** Terms made up for a single position would justify any result; so would the class of other markets. */
  published: ({ issued: { body }, terms, classes, known, claim, outcome }: ContractReceipt) => {
    const own = classes?.value.classes.find(({ name }) => name === body.class.name);
    if (own === undefined || classes?.version !== body.class.version) return false;
    if (!isOfMarket(own, classes.value.classes, { market: claim.market, category: known?.category })) return false;
    if ('night' in body) return units(own.overnight_rate) === units(body.class.overnight_rate);
    return (
      units(own.spread_rate) === units(body.class.spread_rate) &&
      terms?.version === body.terms.version &&
      areSame(terms.value, body.terms) &&
      (outcome.kind !== 'open' || outcome.leverage <= own.leverage_max)
    );
  },
  /** The prices used by the rule are the sealed ones of its market. */
  sealed: ({ issued: { body }, claim, proof, second }: ContractReceipt) =>
    isTick(body.tick, claim.market, proof) &&
    (claim.trigger === undefined ? second === undefined : isTick(claim.trigger, claim.market, second)),
  /** The time of the outcome is the one in its id. A position has the id of its order. */
  time: ({ id, claim: { atMs, after }, outcome }: ContractReceipt) => {
    const earliest = outcome.kind === 'open' ? (after?.atMs ?? atMs) : atMs;
    return timeInId(id) >= earliest - CLOCKS_MS && timeInId(id) <= atMs + CLOCKS_MS;
  },
  /** No tick acted on it that was sealed before the order, or before the position's last change. */
  order: ({ claim: { after, trigger, atMs }, issued: { body }, proof, second }: ContractReceipt) => {
    if (proof.header.atMs > atMs + CLOCKS_MS) return false;
    if (after === undefined) return true;
    const seq = trigger?.seq ?? body.tick.seq;
    return seq > after.seq && (second ?? proof).header.atMs >= after.atMs;
  },
  /** A stop was filled at the tick after the one that fired it, or the first one after a pause of its market. */
  next: ({ claim: { trigger }, issued: { body }, proof, second }: ContractReceipt) => {
    if (trigger === undefined || second === undefined) return true;
    const isLater = body.tick.seq > trigger.seq;
    return body.tick.seq === trigger.seq + 1 || (isLater && timeOf(proof) - timeOf(second) >= PAUSE_MS);
  },
  /** A delivery, and a night, happened no earlier than their time. */
  due: ({ outcome, proof }: ContractReceipt) => timeOf(proof) >= dueMs(outcome),
  /** It continues the receipts before it: the same position with the lots that were left, or the next night. */
  chain: ({ issued, earlier }: ContractReceipt) => continuesChain(issued, earlier),
};

/** Whether a class is that of a market: the one that lists it, else that of its category, if the reader knows it. */
function isOfMarket(
  own: ContractClassText,
  classes: readonly ContractClassText[],
  { market, category }: { readonly market: number; readonly category: string | undefined },
): boolean {
  const listing = classes.find(({ markets }) => markets.includes(market));
  if (listing !== undefined) return listing === own;
  return category === undefined ? own.categories.length > 0 : own.categories.includes(category);
}

const RATES = ['open_fee_rate', 'close_fee_rate', 'liquidation_fee_rate'] as const;

/** Whether terms are the same in every rate and tier. */
const areSame = (a: ContractTermsText, b: ContractTermsText): boolean =>
  RATES.every((name) => units(a[name]) === units(b[name])) &&
  a.maintenance_tiers.length === b.maintenance_tiers.length &&
  a.maintenance_tiers.every((tier, at) => {
    const other = b.maintenance_tiers[at];
    return other !== undefined && units(tier.above) === units(other.above) && units(tier.rate) === units(other.rate);
  });

/** Whether a named tick is the sealed one of its market. */
export const isTick = (
  { market, seq, price, block }: NamedTickText,
  own: number,
  proof: TickProof | undefined,
): boolean =>
  market === own &&
  proof?.header.number === block &&
  proof.market === market &&
  proof.seq === seq &&
  readTicks(proof.leaf).every((tick) => tick.price === units(price));

/** Returns the time of a tick in milliseconds. */
const timeOf = ({ leaf }: TickProof): number => readTicks(leaf)[0]?.atMs ?? Number.NaN;

/** Returns the time from which an outcome may happen. */
function dueMs(outcome: ContractOutcome): number {
  if (outcome.kind === 'overnight') return dayStart(outcome.day);
  const isDelivery = outcome.kind === 'settlement' && outcome.cause === 'delivery' && outcome.series !== 'perp';
  return isDelivery ? dayStart(outcome.series) + DELIVERY_MS : 0;
}

type Look = {
  /** Named by the first of its ticks: from there the blocks lead to the seal. */
  readonly receipt: Pick<ContractReceipt, 'proof' | 'issued'>;
  readonly own: ContractReceipt;
  readonly seal: Seal;
  readonly kept: Required<Kept>;
  readonly atMs: number;
};

/** A stop that was filled so many blocks after it fired, across a pause, is bound to its trigger by the heads alone. */
export const TRIGGER_BLOCKS_MAX = 5_000;

/** Returns the tick from whose block on the chain to the seal is shown. */
const startOf = ({ proof, second }: ContractReceipt): TickProof =>
  second === undefined || proof.header.number - second.header.number > TRIGGER_BLOCKS_MAX ? proof : second;

const { blocks, signature, keptKey, head, keptHead, sealed, soon } = SEAL_CHECKS;

/** Checks that the receipt was sealed at its time, and its prices before it, in one history. */
export const CONTRACT_SEAL_CHECKS = {
  blocks,
  signature,
  keptKey,
  head,
  keptHead,
  sealed,
  soon,
  /** The tick that filled it is in the chain from the one that fired it to the seal: there is one history. */
  history: async ({ receipt, own, seal }: Look) => {
    const headers = [receipt.proof.header, ...seal.blocks.map(({ header }) => header)];
    const hashes = (await Promise.all(headers.map(blockHash))).map(toHex);
    return hashes.includes(toHex(await blockHash(own.proof.header)));
  },
};

type Checks = {
  readonly receipt: Partial<typeof CONTRACT_CHECKS>;
  readonly open: Partial<typeof OPEN_RULE_CHECKS>;
  readonly settlement: Partial<typeof SETTLEMENT_RULE_CHECKS>;
  readonly overnight: Partial<typeof OVERNIGHT_RULE_CHECKS>;
  readonly tick: Partial<typeof TICK_CHECKS>;
  readonly seal: Partial<typeof CONTRACT_SEAL_CHECKS>;
};
export const ALL_CONTRACT_CHECKS: Checks = {
  receipt: CONTRACT_CHECKS,
  open: OPEN_RULE_CHECKS,
  settlement: SETTLEMENT_RULE_CHECKS,
  overnight: OVERNIGHT_RULE_CHECKS,
  tick: TICK_CHECKS,
  seal: CONTRACT_SEAL_CHECKS,
};

/** Returns the failed checks of a contract's receipt; if there are none, its holder can recompute the outcome. */
export async function checkContract(
  receipt: ContractReceipt,
  { keptHeads = [], keptKeys = [] }: Kept = {},
  checks: Checks = ALL_CONTRACT_CHECKS,
): Promise<ContractFindings> {
  const kept = { keptHeads, keptKeys };
  const { seal, claim, issued, proof, second } = receipt;
  const proofs = second === undefined ? [proof] : [proof, second];
  const ticks = await Promise.all(proofs.map((it) => checkTick(it, kept, checks.tick)));
  const named = { proof: startOf(receipt), issued };
  const look = seal && { receipt: named, own: receipt, seal, kept, atMs: claim.atMs };
  return {
    receipt: await failing(checks.receipt, receipt),
    rule: await ruleFindings(receipt.outcome, checks),
    tick: [...new Set(ticks.flat())],
    seal: look ? await failing(checks.seal, look) : [],
    isAwaited: seal === undefined,
  };
}

function ruleFindings(outcome: ContractOutcome, checks: Checks): Promise<ContractFindings['rule']> {
  if (outcome.kind === 'open') return failing(checks.open, outcome);
  if (outcome.kind === 'settlement') return failing(checks.settlement, outcome);
  return failing(checks.overnight, outcome);
}
