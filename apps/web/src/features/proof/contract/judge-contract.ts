import {
  CONTRACT_CHECKS,
  type ContractAnswer,
  type ContractReceipt,
  type ContractReceiptFinding,
  type ContractSealFinding,
  checkContract,
  isOverdueAt,
  type KnownMarket,
  type OpenFinding,
  type OvernightFinding,
  readContract,
  readKept,
  type SettlementFinding,
  spanOf,
  TRIGGER_BLOCKS_MAX,
} from '@app/verifier';
import { type JudgedPrice, judgePrices, type ReceiptKind, receiptKindOf } from '../check/judged-prices.ts';
import type { KeptHistory } from '../check/kept-history.ts';
import { type Case, isDue } from '../price/judge-price.ts';
import type { ReceiptAnswer, ReceiptCase } from '../receipt/judge-receipt.ts';

export type ContractCase = Pick<Case, 'listedHeads' | 'listedKeys'> & {
  /** From the client's own data: the id in the address, and the markets from the market list. */
  readonly query: { readonly id: string; readonly markets: Readonly<Record<string, KnownMarket>> };
  readonly answer: ReceiptAnswer;
  /** The public lists: what the response itself says of its terms and classes proves nothing. */
  readonly listedTerms: ReceiptCase['listedSettings'];
  readonly listedClasses: ReceiptCase['listedSettings'];
};
/** The checks of a seal that need nothing the device kept: those are left to the history of the prices. */
type SealFailure = Exclude<ContractSealFinding, 'keptHead' | 'keptKey'>;
export type ContractFailure =
  | ContractReceiptFinding
  | `open.${OpenFinding}`
  | `settlement.${SettlementFinding}`
  | `overnight.${OvernightFinding}`
  | `seal.${SealFailure}`
  | 'unsealed'
  | 'unreadable';
export type ContractVerdict = {
  readonly kind: ReceiptKind;
  readonly isHeadDue: boolean;
  readonly findings: readonly ContractFailure[];
  readonly judged: { readonly receipt: ContractReceipt; readonly prices: readonly JudgedPrice[] } | undefined;
};

const UNREADABLE: ContractVerdict = { kind: 'wrong', isHeadDue: false, findings: ['unreadable'], judged: undefined };

/** Judges the receipt of a contract on this device alone: it is at most as correct as its prices. */
export async function judgeContract(seen: ContractCase, kept: KeptHistory, nowMs: number): Promise<ContractVerdict> {
  const receipt = readListed(seen);
  if (receipt === undefined) return UNREADABLE;
  const findings = await findWrong(seen, receipt, { kept, nowMs });
  const prices = await judgePrices(priceCasesOf(seen, receipt), kept, nowMs);
  const sealing = receipt.seal?.blocks.at(-1)?.header ?? receipt.proof.header;
  const isHeadDue = isDue(sealing, { heads: [...seen.listedHeads, ...kept.heads], nowMs });
  const found = { prices, findings, isSealed: receipt.seal !== undefined, isUnderHead: isUnderHead(receipt) };
  return { kind: receiptKindOf(found), isHeadDue, findings, judged: { receipt, prices } };
}

/**
 * Whether the heads that the prices lead to cover the block that sealed the receipt too. A stop that fired long before it
 * was filled, across a pause of its market, has a head of its own.
 */
function isUnderHead({ seal, proof, second }: ContractReceipt): boolean {
  const last = seal?.blocks.at(-1)?.header.number ?? 0;
  const isFar = second !== undefined && proof.header.number - second.header.number > TRIGGER_BLOCKS_MAX;
  const leading = second === undefined || isFar ? [proof] : [proof, second];
  return leading.every((it) => last <= spanOf(it).to);
}

/** Reads the response with the listed terms and classes, in the form the command reads; undefined if it cannot be read. */
function readListed({ query, answer, listedTerms, listedClasses }: ContractCase): ContractReceipt | undefined {
  return tryToRead((text) => {
    const named = 'terms' in text.body ? text.body.terms.version : undefined;
    const settings = listedTerms.find(({ version }) => version === named) ?? null;
    const classes = listedClasses.find(({ version }) => version === text.body.class.version) ?? null;
    const listed = { settings, classes } as Pick<ContractAnswer, 'settings' | 'classes'>;
    return readContract({ ...text, ...listed }, query);
  }, answer);
}

type Reader = { readonly kept: KeptHistory; readonly nowMs: number };

/** Finds faults in the receipt. Findings on its ticks are left to the prices' verdicts, which check more. */
async function findWrong(
  seen: ContractCase,
  receipt: ContractReceipt,
  { kept, nowMs }: Reader,
): Promise<ContractFailure[]> {
  const { keptHeads = [] } = readKept({ heads: kept.heads, keys: [] });
  const found = await checkContract(receipt, { keptHeads });
  const asSent = tryToRead((text) => readContract(text, seen.query), seen.answer);
  const isSentOtherwise = asSent === undefined || !CONTRACT_CHECKS.published(asSent);
  const { kind } = receipt.outcome;
  return [
    ...found.receipt,
    ...(isSentOtherwise && !found.receipt.includes('published') ? ['published' as const] : []),
    ...found.rule.map((name) => `${kind}.${name}` as ContractFailure), // The findings are those of the kind's own rule.
    ...found.seal.filter((name) => name !== 'keptHead' && name !== 'keptKey').map((name) => `seal.${name}` as const),
    ...(found.isAwaited && isOverdueAt(receipt.claim.atMs, nowMs) ? ['unsealed' as const] : []),
  ];
}

/** Returns its index price, and the one that fired its stop. */
function priceCasesOf({ query, answer, listedHeads, listedKeys }: ContractCase, receipt: ContractReceipt): Case[] {
  const { symbol, trigger } = receipt.claim;
  const market = query.markets[symbol]?.id ?? Number.NaN;
  const named = [
    { tick: receipt.issued.body.tick, proof: answer.proof },
    { tick: trigger, proof: answer.second },
  ];
  return named.flatMap(({ tick, proof }) =>
    tick && proof ? [{ query: { symbol, market, seq: tick.seq }, proof, listedHeads, listedKeys }] : [],
  );
}

/** Reads a response, or returns undefined: a missing field or an invalid number throws while it is read. */
function tryToRead<Value>(read: (text: ContractAnswer) => Value, answer: ReceiptAnswer): Value | undefined {
  try {
    return read(answer as unknown as ContractAnswer); // Unvalidated: reading it validates.
  } catch {
    return undefined;
  }
}
