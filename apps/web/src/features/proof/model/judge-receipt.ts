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
import { type Case, judgePrice, type Verdict } from './judge-price.ts';
import type { KeptHistory } from './kept-history.ts';

export type ReceiptAnswer = Output<typeof receiptRoute>;
type ListedSettings = Output<typeof listSettings>['list'];
export type ReceiptCase = Pick<Case, 'listedHeads' | 'listedKeys'> & {
  /** By the asker's own knowledge: the id of the address, and the market's number from the list of markets. */
  readonly query: { readonly id: string; readonly market: number };
  readonly answer: ReceiptAnswer;
  /** The list that anybody is shown: the answer's own word for its settings is not enough. */
  readonly listedSettings: ListedSettings;
};
/** `unreadable`: it lacks something, or has a text where a number should be. */
export type TradeFinding = ReceiptFinding | HouseFillFinding | 'unreadable';
export type ReceiptVerdict = {
  readonly kind: Verdict['kind'];
  /** What speaks against the trade; what speaks against its price is the price's own verdict. */
  readonly findings: readonly TradeFinding[];
  readonly judged: Judged | undefined;
};
type Judged = { readonly receipt: Receipt; readonly price: Verdict; readonly priceCase: Case };

const UNREADABLE: ReceiptVerdict = { kind: 'wrong', findings: ['unreadable'], judged: undefined };

/** What this device can say of a trade with the house by itself: it is as right as its price at most. */
export async function judgeReceipt(seen: ReceiptCase, kept: KeptHistory, nowMs: number): Promise<ReceiptVerdict> {
  const receipt = readAnswer(seen);
  if (receipt === undefined) return UNREADABLE;
  const findings = await findWrong(seen, receipt);
  const priceCase = priceCaseOf(seen, receipt);
  const price = await judgePrice(priceCase, kept, nowMs);
  const isTradeWrong = findings.length > 0 && price.kind !== 'rewritten';
  return { kind: isTradeWrong ? 'wrong' : price.kind, findings, judged: { receipt, price, priceCase } };
}

/** The receipt with the settings of the list, as the command reads it. */
function readAnswer({ query, answer, listedSettings }: ReceiptCase): Receipt | undefined {
  return tryToRead((text) => {
    const settings = listedSettings.find(({ version }) => version === text.body.settings.version) ?? null;
    return readReceipt({ ...text, settings: settings as ReceiptText['settings'] }, query);
  }, answer);
}

/** The tick's own findings are left to the price's verdict, which looks for more. */
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

/** The market that a receipt says it is of, if it says one. */
export const symbolOf = (answer: ReceiptAnswer): string | undefined =>
  tryToRead(({ body }) => (typeof body.fill.symbol === 'string' ? body.fill.symbol : undefined), answer);

/** Whatever is not there or not a number throws while it is read. */
function tryToRead<Value>(read: (text: ReceiptText) => Value, answer: ReceiptAnswer): Value | undefined {
  try {
    return read(answer as unknown as ReceiptText); // Nothing of it is known: reading finds out.
  } catch {
    return undefined;
  }
}
