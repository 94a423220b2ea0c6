import type { KeptHistory } from '../check/kept-history.ts';
import { asSent, keptHead } from '../price/evidence.ts';
import type { ReceiptAnswer, ReceiptVerdict, TradeFinding } from './judge-receipt.ts';

/** Checked parts of a receipt, in logical order. */
export const TRADE_EVIDENCE = ['receipt', 'settings', 'index', 'rule', 'offer', 'price'] as const;
export type TradeEvidence = (typeof TRADE_EVIDENCE)[number];

/**
 * Parts that each finding invalidates. Without a ladder there was no offer, and without an offer no price was right.
 */
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

/**
 * Returns the state of a piece. An index price that fails makes its piece fail; one without a head yet leaves it open.
 */
export function tradeResult(piece: TradeEvidence, { findings, judged }: ReceiptVerdict): 'holds' | 'fails' | 'open' {
  const index = piece === 'index' ? judged?.price.kind : undefined;
  const isAgainst = findings.some((name) => AGAINST[name].includes(piece));
  if (isAgainst || index === 'wrong' || index === 'rewritten') return 'fails';
  return index === 'sealed' ? 'open' : 'holds';
}

/** Returns whether a ladder can be computed; it needs valid settings and grid. */
export const hasLadder = ({ findings }: ReceiptVerdict): boolean =>
  !findings.some((name) => name === 'settings' || name === 'grid' || name === 'unreadable');

/** Returns whether the ladder offered this at this price; a page may state it only then. */
export const isOffered = (verdict: ReceiptVerdict): boolean =>
  (['offer', 'price', 'rule', 'settings'] as const).every((piece) => tradeResult(piece, verdict) === 'holds');

type Found = {
  readonly answer: ReceiptAnswer;
  readonly verdict: ReceiptVerdict;
  readonly kept: KeptHistory | undefined;
};

/** Returns the receipt in the format the command reads from a file; if the stored history differs, with both sides. */
export const receiptText = ({ answer, verdict, kept }: Found): string =>
  asSent(verdict.kind === 'rewritten' ? { ...answer, kept, listed: listedBy(verdict) } : answer);

const listedBy = ({ judged }: ReceiptVerdict) => ({
  heads: judged?.priceCase.listedHeads,
  keys: judged?.priceCase.listedKeys,
});

export const receiptCommand = (origin: string, id: string, verdict?: ReceiptVerdict): string =>
  `npm run verify -- ${origin} receipt ${id}${keptHead(verdict?.judged?.price)}`;
