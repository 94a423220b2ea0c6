import { asSent, keptHead } from './evidence.ts';
import type { ReceiptAnswer, ReceiptVerdict, TradeFinding } from './judge-receipt.ts';
import type { KeptHistory } from './kept-history.ts';

/** What of a receipt is checked, in the order of thought. */
export const TRADE_EVIDENCE = ['receipt', 'settings', 'index', 'rule', 'offer', 'price'] as const;
export type TradeEvidence = (typeof TRADE_EVIDENCE)[number];

/** Which of it each finding speaks against. Without a ladder nothing was offered, and without an offer no price was right. */
const AGAINST: Readonly<Record<TradeFinding, readonly TradeEvidence[]>> = {
  unreadable: TRADE_EVIDENCE,
  kind: ['receipt'],
  asked: ['receipt'],
  book: ['receipt'],
  published: ['settings'],
  settings: ['settings', 'offer', 'price'],
  sealed: ['index'],
  market: ['index'],
  rule: ['rule'],
  grid: ['rule', 'offer', 'price'],
  offered: ['offer', 'price'],
  price: ['price'],
};

/** An index price that does not hold takes the piece with it; one whose head is yet to come leaves it open. */
export function tradeResult(piece: TradeEvidence, { findings, judged }: ReceiptVerdict): 'holds' | 'fails' | 'open' {
  const index = piece === 'index' ? judged?.price.kind : undefined;
  const isAgainst = findings.some((name) => AGAINST[name].includes(piece));
  if (isAgainst || index === 'wrong' || index === 'rewritten') return 'fails';
  return index === 'sealed' ? 'open' : 'holds';
}

/** Without these two a ladder cannot be computed at all. */
export const hasLadder = ({ findings }: ReceiptVerdict): boolean =>
  !findings.some((name) => name === 'settings' || name === 'grid' || name === 'unreadable');

/** Whether the ladder offered this at this price: only then may a page say so. */
export const isOffered = (verdict: ReceiptVerdict): boolean =>
  (['offer', 'price', 'rule', 'settings'] as const).every((piece) => tradeResult(piece, verdict) === 'holds');

type Found = {
  readonly answer: ReceiptAnswer;
  readonly verdict: ReceiptVerdict;
  readonly kept: KeptHistory | undefined;
};

/** In the form that the command reads from a file; where another history was kept, with both sides of it. */
export const receiptText = ({ answer, verdict, kept }: Found): string =>
  asSent(verdict.kind === 'rewritten' ? { ...answer, kept, listed: listedBy(verdict) } : answer);

const listedBy = ({ judged }: ReceiptVerdict) => ({
  heads: judged?.priceCase.listedHeads,
  keys: judged?.priceCase.listedKeys,
});

export const receiptCommand = (origin: string, id: string, verdict?: ReceiptVerdict): string =>
  `npm run verify -- ${origin} receipt ${id}${keptHead(verdict?.judged?.price)}`;
