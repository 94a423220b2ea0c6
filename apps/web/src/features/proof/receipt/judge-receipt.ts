import type { Output } from '@app/protocol';
import type { listSettings, readReceipt as receiptRoute } from '@app/protocol/proof';
import {
  checkReceipt,
  type HouseFillFinding,
  type HouseReceipt,
  isSealOverdue,
  RECEIPT_CHECKS,
  type Receipt,
  type ReceiptFinding,
  type ReceiptText,
  readKept,
  readReceipt,
  type SealFinding,
  spanOf,
} from '@app/verifier';
import type { KeptHistory } from '../check/kept-history.ts';
import { type Case, isDue, judgePrice, type Verdict } from '../price/judge-price.ts';

export type ReceiptAnswer = Output<typeof receiptRoute>;
type ListedSettings = Output<typeof listSettings>['list'];
export type ReceiptCase = Pick<Case, 'listedHeads' | 'listedKeys'> & {
  /** From the client's own data: the id in the address, and the market's number from the market list. */
  readonly query: { readonly id: string; readonly market: number };
  readonly answer: ReceiptAnswer;
  /** The public lists: what the response itself says of its settings proves nothing. */
  readonly listedSettings: ListedSettings;
  readonly listedFreshness: ListedSettings;
  /** Receipts of its ladder, from the public list; fetched if others were before it. */
  readonly ladder: readonly HouseReceipt[] | undefined;
};
/** The checks of a seal that need nothing the device kept: those are left to the history of the price. */
type SealFailure = Exclude<SealFinding, 'keptHead' | 'keptKey'>;
/**
 * `unreadable`: a field is missing, or has text where a number should be. `unsealed`: a block should have sealed it long
 * ago.
 */
export type TradeFinding = ReceiptFinding | HouseFillFinding | `seal.${SealFailure}` | 'unsealed' | 'unreadable';
export type ReceiptVerdict = {
  /** `awaited`: nothing is wrong, but no block has sealed the trade yet. */
  readonly kind: Verdict['kind'] | 'awaited';
  /** Whether a sealed trade should be under a published head by now. */
  readonly isHeadDue: boolean;
  /** Findings against the trade; those against its price are in the price's verdict. */
  readonly findings: readonly TradeFinding[];
  readonly judged: Judged | undefined;
};
type Judged = { readonly receipt: Receipt; readonly price: Verdict; readonly priceCase: Case };

const UNREADABLE: ReceiptVerdict = { kind: 'wrong', isHeadDue: false, findings: ['unreadable'], judged: undefined };

/** Judges a trade with the house on this device alone: it is at most as correct as its price. */
export async function judgeReceipt(seen: ReceiptCase, kept: KeptHistory, nowMs: number): Promise<ReceiptVerdict> {
  const receipt = readAnswer(seen);
  if (receipt === undefined) return UNREADABLE;
  const findings = await findWrong(seen, receipt, { kept, nowMs });
  const priceCase = priceCaseOf(seen, receipt);
  const price = await judgePrice(priceCase, kept, nowMs);
  const sealing = receipt.seal?.blocks.at(-1)?.header ?? receipt.proof.header;
  const isHeadDue = isDue(sealing, { heads: [...seen.listedHeads, ...kept.heads], nowMs });
  return { kind: kindOf(receipt, price, findings), isHeadDue, findings, judged: { receipt, price, priceCase } };
}

function kindOf(receipt: Receipt, price: Verdict, findings: readonly TradeFinding[]): ReceiptVerdict['kind'] {
  if (price.kind === 'rewritten') return 'rewritten';
  if (findings.length > 0 || price.kind === 'wrong') return 'wrong';
  if (isAwaited(receipt)) return 'awaited';
  return isUnderHead(receipt) ? price.kind : 'sealed';
}

/** Whether no block has sealed a receipt that one must seal. */
export const isAwaited = ({ fill, seal }: Receipt): boolean => fill.version !== 1 && seal === undefined;

/** Whether the head that the price leads to covers the block that sealed the trade too. */
const isUnderHead = ({ seal, proof }: Receipt): boolean =>
  (seal?.blocks.at(-1)?.header.number ?? 0) <= spanOf(proof).to;

/** Returns the receipt with the listed settings and ladder, in the form the command reads. */
function readAnswer({ query, answer, listedSettings, listedFreshness, ladder }: ReceiptCase): Receipt | undefined {
  return tryToRead((text) => {
    const settings = listedSettings.find(({ version }) => version === text.body.settings.version) ?? null;
    const freshness = listedFreshness.find(({ version }) => version === text.body.freshness?.version) ?? null;
    const listed = { settings, freshness } as Pick<ReceiptText, 'settings' | 'freshness'>;
    return readReceipt({ ...text, ...listed, ladder }, query);
  }, answer);
}

type Reader = { readonly kept: KeptHistory; readonly nowMs: number };

/** Finds faults in the trade. Findings on the tick are left to the price's verdict, which checks more. */
async function findWrong(seen: ReceiptCase, receipt: Receipt, { kept, nowMs }: Reader): Promise<TradeFinding[]> {
  const { keptHeads = [] } = readKept({ heads: kept.heads, keys: [] });
  const found = await checkReceipt(receipt, { keptHeads });
  const asPublished = tryToRead((text) => readReceipt(text, seen.query), seen.answer);
  const isPublishedTwice = asPublished !== undefined && RECEIPT_CHECKS.published(asPublished);
  const isListedOtherwise = !(isPublishedTwice || found.receipt.includes('published'));
  return [
    ...found.receipt,
    ...(isListedOtherwise ? ['published' as const] : []),
    ...found.rule,
    ...found.seal.filter((name) => name !== 'keptHead' && name !== 'keptKey').map((name) => `seal.${name}` as const),
    ...(found.isAwaited && isSealOverdue(receipt, nowMs) ? ['unsealed' as const] : []),
  ];
}

function priceCaseOf({ query, answer, listedHeads, listedKeys }: ReceiptCase, { proof }: Receipt): Case {
  const tick = { symbol: symbolOf(answer) ?? answer.proof.symbol, market: query.market, seq: proof.seq };
  return { query: tick, proof: answer.proof, listedHeads, listedKeys };
}

/** Returns the market the receipt names, if any. */
export const symbolOf = (answer: ReceiptAnswer): string | undefined =>
  tryToRead(({ body }) => (typeof body.fill.symbol === 'string' ? body.fill.symbol : undefined), answer);

/** Returns the setting that the version of the receipt's rule refers to. */
export const settingsKeyOf = (answer: ReceiptAnswer) =>
  tryToRead(({ body }) => body.version, answer) === 3 ? 'spot.ladder_classes' : 'spot.ladder';

/** Reads a response, or returns undefined: a missing field or an invalid number throws while it is read. */
function tryToRead<Value>(read: (text: ReceiptText) => Value, answer: ReceiptAnswer): Value | undefined {
  try {
    return read(answer as unknown as ReceiptText); // Unvalidated: reading it validates.
  } catch {
    return undefined;
  }
}

/** Returns the receipt's place in the chain of its ladder, 0 for the first; 0 too if it names none. */
export const placeOf = (answer: ReceiptAnswer): number => tryToRead(({ body }) => body.chain?.place, answer) ?? 0;
