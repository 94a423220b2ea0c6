import {
  type AcceptanceFinding,
  type BetEndingFinding,
  checkSeconds,
  isOverdueAt,
  type KnownMarket,
  readKept,
  readSeconds,
  SECONDS_CHECKS,
  type SecondsAnswer,
  type SecondsReceipt,
  type SecondsReceiptFinding,
  type SecondsSealFinding,
  spanOf,
} from '@app/verifier';
import { type JudgedPrice, judgePrices, type ReceiptKind, receiptKindOf } from '../check/judged-prices.ts';
import type { KeptHistory } from '../check/kept-history.ts';
import { type Case, isDue } from '../price/judge-price.ts';
import type { ReceiptAnswer, ReceiptCase } from '../receipt/judge-receipt.ts';

export type SecondsCase = Pick<Case, 'listedHeads' | 'listedKeys'> & {
  /** From the client's own data: the id in the address, and the markets from the market list. */
  readonly query: { readonly id: string; readonly markets: Readonly<Record<string, KnownMarket>> };
  readonly answer: ReceiptAnswer;
  /** The public list: what the response itself says of its terms proves nothing. */
  readonly listedTerms: ReceiptCase['listedSettings'];
  readonly listedFreshness: ReceiptCase['listedFreshness'];
};
/** The checks of a seal that need nothing the device kept: those are left to the history of the prices. */
type SealFailure = Exclude<SecondsSealFinding, 'keptHead' | 'keptKey'>;
export type SecondsFailure =
  | SecondsReceiptFinding
  | `bet.${AcceptanceFinding}`
  | `settlement.${BetEndingFinding}`
  | `seal.${SealFailure}`
  | 'unsealed'
  | 'unreadable';
export type SecondsVerdict = {
  readonly kind: ReceiptKind;
  readonly isHeadDue: boolean;
  readonly findings: readonly SecondsFailure[];
  readonly judged: { readonly receipt: SecondsReceipt; readonly prices: readonly JudgedPrice[] } | undefined;
};

const UNREADABLE: SecondsVerdict = { kind: 'wrong', isHeadDue: false, findings: ['unreadable'], judged: undefined };

/** Judges the receipt of a bet or its result on this device alone: it is at most as correct as its prices. */
export async function judgeSeconds(seen: SecondsCase, kept: KeptHistory, nowMs: number): Promise<SecondsVerdict> {
  const receipt = readListed(seen);
  if (receipt === undefined) return UNREADABLE;
  const findings = await findWrong(seen, receipt, { kept, nowMs });
  const prices = await judgePrices(priceCasesOf(seen, receipt), kept, nowMs);
  const sealing = receipt.seal?.blocks.at(-1)?.header ?? receipt.proof.header;
  const isHeadDue = isDue(sealing, { heads: [...seen.listedHeads, ...kept.heads], nowMs });
  const found = { prices, findings, isSealed: receipt.seal !== undefined, isUnderHead: isUnderHead(receipt) };
  return { kind: receiptKindOf(found), isHeadDue, findings, judged: { receipt, prices } };
}

/** Whether the head that its newest price leads to covers its seal too; the seal's blocks lead there from the others. */
const isUnderHead = ({ seal, proof }: SecondsReceipt): boolean =>
  (seal?.blocks.at(-1)?.header.number ?? 0) <= spanOf(proof).to;

/** Reads the response with the listed terms, in the form the command reads; undefined if it cannot be read. */
function readListed({ query, answer, listedTerms, listedFreshness }: SecondsCase): SecondsReceipt | undefined {
  return tryToRead((text) => {
    const { body } = text;
    const settings = listedTerms.find(({ version }) => version === body.terms.version) ?? null;
    const limit = 'freshness' in body ? body.freshness.version : undefined;
    const freshness = listedFreshness.find(({ version }) => version === limit) ?? null;
    const listed = { settings, freshness } as Pick<SecondsAnswer, 'settings' | 'freshness'>; // Unvalidated: reading it validates.
    return readSeconds({ ...text, ...listed }, query);
  }, answer);
}

type Reader = { readonly kept: KeptHistory; readonly nowMs: number };

/** Finds faults in the receipt. Findings on its ticks are left to the prices' verdicts, which check more. */
async function findWrong(
  seen: SecondsCase,
  receipt: SecondsReceipt,
  { kept, nowMs }: Reader,
): Promise<SecondsFailure[]> {
  const { keptHeads = [] } = readKept({ heads: kept.heads, keys: [] });
  const found = await checkSeconds(receipt, { keptHeads });
  const asSent = tryToRead((text) => readSeconds(text, seen.query), seen.answer);
  const isSentOtherwise = asSent === undefined || !SECONDS_CHECKS.published(asSent);
  const { kind } = receipt.outcome;
  return [
    ...found.receipt,
    ...(isSentOtherwise && !found.receipt.includes('published') ? ['published' as const] : []),
    ...found.rule.map((name) => `${kind}.${name}` as SecondsFailure), // The findings are those of the kind's own rule.
    ...found.seal.filter((name) => name !== 'keptHead' && name !== 'keptKey').map((name) => `seal.${name}` as const),
    ...(found.isAwaited && isOverdueAt(receipt.claim.atMs, nowMs) ? ['unsealed' as const] : []),
  ];
}

/** Returns its index prices, the deciding one first; each must be the one of its number in the bet's market. */
function priceCasesOf({ query, answer, listedHeads, listedKeys }: SecondsCase, receipt: SecondsReceipt): Case[] {
  const { tick, bet } = receipt.issued.body;
  const { symbol } = bet;
  const market = query.markets[symbol]?.id ?? Number.NaN;
  const others = answer.others.map((proof) => ({ seq: proof.seq, proof }));
  return [{ seq: tick.seq, proof: answer.proof }, ...others].map(({ seq, proof }) => ({
    query: { symbol, market, seq },
    proof,
    listedHeads,
    listedKeys,
  }));
}

/** Reads a response, or returns undefined: a missing field or an invalid number throws while it is read. */
function tryToRead<Value>(read: (text: SecondsAnswer) => Value, answer: ReceiptAnswer): Value | undefined {
  try {
    return read(answer as unknown as SecondsAnswer); // Unvalidated: reading it validates.
  } catch {
    return undefined;
  }
}
