import { type HouseReceipt, type Receipt, toHex } from '@app/verifier';
import type { KeptHistory } from '../check/kept-history.ts';
import { asSent, keptHead } from '../price/evidence.ts';
import { readLeaf } from '../price/read-leaf.ts';
import { isAwaited, type ReceiptAnswer, type ReceiptVerdict, type TradeFinding } from './judge-receipt.ts';

/** Checked parts of a receipt, in logical order. */
export const TRADE_EVIDENCE = [
  'receipt',
  'seal',
  'settings',
  'index',
  'newest',
  'taken',
  'rule',
  'offer',
  'price',
] as const;
export type TradeEvidence = (typeof TRADE_EVIDENCE)[number];

/**
 * Parts that each finding invalidates. Without a ladder there was no offer, and without an offer no price was right.
 */
const AGAINST: Readonly<Record<TradeFinding, readonly TradeEvidence[]>> = {
  unreadable: TRADE_EVIDENCE,
  kind: ['receipt'],
  asked: ['receipt'],
  book: ['receipt'],
  version: ['receipt'],
  time: ['receipt'],
  age: ['newest'],
  published: ['settings'],
  settings: ['settings', 'offer', 'price'],
  sealed: ['index'],
  market: ['index'],
  rule: ['rule'],
  grid: ['rule', 'offer', 'price'],
  offered: ['offer', 'price'],
  price: ['price'],
  unsealed: ['seal', 'newest', 'taken'],
  'seal.blocks': ['seal', 'newest'],
  'seal.signature': ['seal'],
  'seal.head': ['seal'],
  'seal.sealed': ['seal'],
  'seal.soon': ['seal'],
  'seal.inventory': ['offer'],
  'seal.newest': ['newest'],
  'seal.chain': ['taken', 'price'],
  'seal.before': ['taken', 'price'],
};

/** What only a seal proves. Receipts of version 1 have none. */
const BY_SEAL: readonly TradeEvidence[] = ['seal', 'newest', 'taken'];

/** Returns the pieces that a receipt has. */
export const piecesOf = ({ fill }: Receipt): readonly TradeEvidence[] =>
  fill.version === 1 ? TRADE_EVIDENCE.filter((it) => it !== 'seal' && it !== 'taken') : TRADE_EVIDENCE;

/**
 * Returns the state of a piece. An index price that fails makes its piece fail; one without a head yet leaves it open,
 * and so does a seal that is awaited.
 */
export function tradeResult(piece: TradeEvidence, { findings, judged }: ReceiptVerdict): 'holds' | 'fails' | 'open' {
  const index = piece === 'index' ? judged?.price.kind : undefined;
  const isAgainst = findings.some((name) => AGAINST[name].includes(piece));
  if (isAgainst || index === 'wrong' || index === 'rewritten') return 'fails';
  const isOpen = BY_SEAL.includes(piece) && judged !== undefined && isAwaited(judged.receipt);
  return index === 'sealed' || isOpen ? 'open' : 'holds';
}

/** Returns the age of the price at the time of the trade; undefined for version 1, which does not tell the time. */
export function ageOf({ issued, proof }: Receipt): number | undefined {
  const { at } = issued.body.fill;
  const tick = readLeaf(toHex(proof.leaf));
  return typeof at === 'number' && tick !== undefined ? Math.max(0, at - tick.atMs) : undefined;
}

/** Returns whether a ladder can be computed; it needs valid settings and grid. */
export const hasLadder = ({ findings }: ReceiptVerdict): boolean =>
  !findings.some((name) => name === 'settings' || name === 'grid' || name === 'unreadable');

/** Returns whether the ladder offered this at this price; a page may state it only then. */
export const isOffered = (verdict: ReceiptVerdict): boolean =>
  (['offer', 'price', 'rule', 'settings'] as const).every((piece) => tradeResult(piece, verdict) === 'holds');

type Found = {
  readonly answer: ReceiptAnswer;
  readonly ladder: readonly HouseReceipt[] | undefined;
  readonly verdict: ReceiptVerdict;
  readonly kept: KeptHistory | undefined;
};

/** Returns the receipt in the format the command reads from a file; if the stored history differs, with both sides. */
export const receiptText = ({ answer, ladder, verdict, kept }: Found): string =>
  asSent(verdict.kind === 'rewritten' ? { ...answer, ladder, kept, listed: listedBy(verdict) } : { ...answer, ladder });

const listedBy = ({ judged }: ReceiptVerdict) => ({
  heads: judged?.priceCase.listedHeads,
  keys: judged?.priceCase.listedKeys,
});

export const receiptCommand = (origin: string, id: string, verdict?: ReceiptVerdict): string =>
  `npm run verify -- ${origin} receipt ${id}${keptHead(verdict?.judged?.price)}`;
