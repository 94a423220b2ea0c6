import {
  CONVERSION_CHECKS,
  type ConversionAnswer,
  type ConversionFinding,
  type ConversionReceipt,
  type ConversionReceiptFinding,
  type ConversionSealFinding,
  checkConversion,
  isOverdueAt,
  readConversion,
  readKept,
  spanOf,
} from '@app/verifier';
import { type JudgedPrice, judgePrices, type ReceiptKind, receiptKindOf } from '../check/judged-prices.ts';
import type { KeptHistory } from '../check/kept-history.ts';
import { type Case, isDue, type PriceProof } from '../price/judge-price.ts';
import type { ReceiptAnswer, ReceiptCase } from '../receipt/judge-receipt.ts';

export type ConversionCase = Pick<Case, 'listedHeads' | 'listedKeys'> & {
  /** From the client's own data: the id in the address, and the markets' numbers from the market list. */
  readonly query: { readonly id: string; readonly markets: Readonly<Record<string, number>> };
  readonly answer: ReceiptAnswer;
  /** The public lists: what the response itself says of its terms proves nothing. */
  readonly listedTerms: ReceiptCase['listedSettings'];
  readonly listedFreshness: ReceiptCase['listedFreshness'];
};
/** The checks of a seal that need nothing the device kept: those are left to the history of the prices. */
type SealFailure = Exclude<ConversionSealFinding, 'keptHead' | 'keptKey'>;
export type ConversionFailure =
  | ConversionReceiptFinding
  | ConversionFinding
  | `seal.${SealFailure}`
  | 'unsealed'
  | 'unreadable';
export type ConversionVerdict = {
  readonly kind: ReceiptKind;
  readonly isHeadDue: boolean;
  readonly findings: readonly ConversionFailure[];
  readonly judged: { readonly receipt: ConversionReceipt; readonly prices: readonly JudgedPrice[] } | undefined;
};

const UNREADABLE: ConversionVerdict = { kind: 'wrong', isHeadDue: false, findings: ['unreadable'], judged: undefined };

/** Judges a conversion on this device alone: it is at most as correct as its prices. */
export async function judgeConversion(
  seen: ConversionCase,
  kept: KeptHistory,
  nowMs: number,
): Promise<ConversionVerdict> {
  const receipt = readListed(seen);
  if (receipt === undefined) return UNREADABLE;
  const findings = await findWrong(seen, receipt, { kept, nowMs });
  const prices = await judgePrices(priceCasesOf(seen, receipt), kept, nowMs);
  const sealing = receipt.seal?.blocks.at(-1)?.header ?? receipt.proofs[0]?.header;
  const heads = [...seen.listedHeads, ...kept.heads];
  const isHeadDue = sealing !== undefined && isDue(sealing, { heads, nowMs });
  const found = { prices, findings, isSealed: receipt.seal !== undefined, isUnderHead: isUnderHead(receipt) };
  return { kind: receiptKindOf(found), isHeadDue, findings, judged: { receipt, prices } };
}

/** Whether the heads that the prices lead to cover the block that sealed the conversion too. */
function isUnderHead({ seal, proofs }: ConversionReceipt): boolean {
  const last = seal?.blocks.at(-1)?.header.number ?? 0;
  return proofs.every((proof) => last <= spanOf(proof).to);
}

/** Reads the response with the listed terms, in the form the command reads; undefined if it cannot be read. */
function readListed({ query, answer, listedTerms, listedFreshness }: ConversionCase): ConversionReceipt | undefined {
  return tryToRead((text) => {
    const settings = listedTerms.find(({ version }) => version === text.body.settings.version) ?? null;
    const freshness = listedFreshness.find(({ version }) => version === text.body.freshness.version) ?? null;
    const listed = { settings, freshness } as Pick<ConversionAnswer, 'settings' | 'freshness'>;
    return readConversion({ ...text, ...listed }, query);
  }, answer);
}

type Reader = { readonly kept: KeptHistory; readonly nowMs: number };

/** Finds faults in the conversion. Findings on its ticks are left to the prices' verdicts, which check more. */
async function findWrong(
  seen: ConversionCase,
  receipt: ConversionReceipt,
  { kept, nowMs }: Reader,
): Promise<ConversionFailure[]> {
  const { keptHeads = [] } = readKept({ heads: kept.heads, keys: [] });
  const found = await checkConversion(receipt, { keptHeads });
  const asSent = tryToRead((text) => readConversion(text, seen.query), seen.answer);
  const isSentOtherwise = asSent === undefined || !CONVERSION_CHECKS.published(asSent);
  return [
    ...found.receipt,
    ...(isSentOtherwise && !found.receipt.includes('published') ? ['published' as const] : []),
    ...found.rule,
    ...found.seal.filter((name) => name !== 'keptHead' && name !== 'keptKey').map((name) => `seal.${name}` as const),
    ...(found.isAwaited && isOverdueAt(receipt.atMs, nowMs) ? ['unsealed' as const] : []),
  ];
}

function priceCasesOf({ query, answer, listedHeads, listedKeys }: ConversionCase, receipt: ConversionReceipt): Case[] {
  const proofs: readonly (PriceProof | null)[] = [answer.proof, answer.second];
  return receipt.issued.body.legs.flatMap(({ symbol, seq }, at) => {
    const proof = proofs[at];
    const market = query.markets[symbol] ?? Number.NaN;
    return proof ? [{ query: { symbol, market, seq }, proof, listedHeads, listedKeys }] : [];
  });
}

/** Reads a response, or returns undefined: a missing field or an invalid number throws while it is read. */
function tryToRead<Value>(read: (text: ConversionAnswer) => Value, answer: ReceiptAnswer): Value | undefined {
  try {
    return read(answer as unknown as ConversionAnswer); // Unvalidated: reading it validates.
  } catch {
    return undefined;
  }
}
