import type { Output } from '@app/protocol';
import type { listSettings, readReceipt as receiptRoute } from '@app/protocol/proof';
import {
  checkReceipt,
  type HouseFillFinding,
  RECEIPT_CHECKS,
  type Receipt,
  type ReceiptFinding,
  type ReceiptText,
  readReceipt,
} from '@app/verifier';
import type { KeptHistory } from '../check/kept-history.ts';
import { type Case, judgePrice, type Verdict } from '../price/judge-price.ts';

export type ReceiptAnswer = Output<typeof receiptRoute>;
type ListedSettings = Output<typeof listSettings>['list'];
export type ReceiptCase = Pick<Case, 'listedHeads' | 'listedKeys'> & {
  /** From the client's own data: the id in the address, and the market's number from the market list. */
  readonly query: { readonly id: string; readonly market: number };
  readonly answer: ReceiptAnswer;
  /** The public list: the settings inside the response alone prove nothing. */
  readonly listedSettings: ListedSettings;
};
/** `unreadable`: a field is missing, or has text where a number should be. */
export type TradeFinding = ReceiptFinding | HouseFillFinding | 'unreadable';
export type ReceiptVerdict = {
  readonly kind: Verdict['kind'];
  /** Findings against the trade; those against its price are in the price's verdict. */
  readonly findings: readonly TradeFinding[];
  readonly judged: Judged | undefined;
};
type Judged = { readonly receipt: Receipt; readonly price: Verdict; readonly priceCase: Case };

const UNREADABLE: ReceiptVerdict = { kind: 'wrong', findings: ['unreadable'], judged: undefined };

/** Judges a trade with the house on this device alone: it is at most as correct as its price. */
export async function judgeReceipt(seen: ReceiptCase, kept: KeptHistory, nowMs: number): Promise<ReceiptVerdict> {
  const receipt = readAnswer(seen);
  if (receipt === undefined) return UNREADABLE;
  const findings = await findWrong(seen, receipt);
  const priceCase = priceCaseOf(seen, receipt);
  const price = await judgePrice(priceCase, kept, nowMs);
  const isTradeWrong = findings.length > 0 && price.kind !== 'rewritten';
  return { kind: isTradeWrong ? 'wrong' : price.kind, findings, judged: { receipt, price, priceCase } };
}

/** Returns the receipt with the listed settings, in the form the command reads. */
function readAnswer({ query, answer, listedSettings }: ReceiptCase): Receipt | undefined {
  return tryToRead((text) => {
    const settings = listedSettings.find(({ version }) => version === text.body.settings.version) ?? null;
    return readReceipt({ ...text, settings: settings as ReceiptText['settings'] }, query);
  }, answer);
}

/** Finds faults in the trade. Findings on the tick are left to the price's verdict, which checks more. */
async function findWrong({ query, answer }: ReceiptCase, receipt: Receipt): Promise<TradeFinding[]> {
  const { receipt: own, rule } = await checkReceipt(receipt);
  const asPublished = tryToRead((text) => readReceipt(text, query), answer);
  const isPublishedTwice = asPublished !== undefined && RECEIPT_CHECKS.published(asPublished);
  return [...own, ...(isPublishedTwice || own.includes('published') ? [] : ['published' as const]), ...rule];
}

function priceCaseOf({ query, answer, listedHeads, listedKeys }: ReceiptCase, { proof }: Receipt): Case {
  const tick = { symbol: symbolOf(answer) ?? answer.proof.symbol, market: query.market, seq: proof.seq };
  return { query: tick, proof: answer.proof, listedHeads, listedKeys };
}

/** Returns the market the receipt names, if any. */
export const symbolOf = (answer: ReceiptAnswer): string | undefined =>
  tryToRead(({ body }) => (typeof body.fill.symbol === 'string' ? body.fill.symbol : undefined), answer);

/** Reads a response, or returns undefined: a missing field or an invalid number throws while it is read. */
function tryToRead<Value>(read: (text: ReceiptText) => Value, answer: ReceiptAnswer): Value | undefined {
  try {
    return read(answer as unknown as ReceiptText); // Unvalidated: reading it validates.
  } catch {
    return undefined;
  }
}
