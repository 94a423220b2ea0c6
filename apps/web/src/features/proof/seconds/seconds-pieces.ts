import type { SecondsReceipt } from '@app/verifier';
import type { SecondsFailure, SecondsVerdict } from './judge-seconds.ts';

/** Checked parts of any receipt, in logical order. */
const OF_ALL = ['receipt', 'seal', 'settings', 'ticks', 'rule'] as const;
/** Further parts of a result; it has those of its way of ending. */
const OF_SETTLED = ['accepted', 'chain', 'entry', 'exit', 'outcome', 'returned'] as const;
const OF_VOID = ['accepted', 'chain', 'missing', 'returned'] as const;
const OF_CANCELLED = ['accepted', 'chain', 'cancel', 'missing', 'returned'] as const;
export type Piece = (typeof OF_ALL | typeof OF_SETTLED | typeof OF_CANCELLED)[number];

/** Returns the checked parts of a receipt. */
export function piecesOf({ outcome }: Pick<SecondsReceipt, 'outcome'>): readonly Piece[] {
  if (outcome.kind === 'bet') return OF_ALL;
  if (outcome.outcome === 'cancelled') return [...OF_ALL, ...OF_CANCELLED];
  return [...OF_ALL, ...(outcome.outcome === 'void' ? OF_VOID : OF_SETTLED)];
}

const SEALED: readonly Piece[] = ['seal'];

/** Parts that each finding invalidates; a receipt shows those it has. An unreadable one shows none. */
const AGAINST: Readonly<Record<SecondsFailure, readonly Piece[]>> = {
  unreadable: ['receipt'],
  kind: ['rule'],
  asked: ['receipt'],
  book: ['receipt'],
  published: ['settings'],
  sealed: ['ticks'],
  time: ['receipt'],
  order: ['ticks'],
  // A bet has none before it, and shows no part for it.
  accepted: ['accepted', 'receipt'],
  chain: ['chain'],
  'bet.form': ['rule'],
  'bet.age': ['ticks'],
  'settlement.form': ['rule'],
  'settlement.entry': ['entry', 'rule'],
  'settlement.exit': ['exit', 'rule'],
  'settlement.cancel': ['cancel', 'rule'],
  'settlement.missing': ['missing', 'rule'],
  'settlement.outcome': ['outcome', 'rule'],
  'settlement.returned': ['returned'],
  unsealed: SEALED,
  'seal.blocks': SEALED,
  'seal.signature': SEALED,
  'seal.head': SEALED,
  'seal.sealed': SEALED,
  'seal.soon': SEALED,
  'seal.history': ['ticks'],
  'seal.quiet': ['missing'],
};

/** Returns the state of a part; a price without a head leaves it open, and so does a seal that is awaited. */
export function resultOf(piece: Piece, { kind, findings, judged }: SecondsVerdict): 'holds' | 'fails' | 'open' {
  const kinds = piece === 'ticks' ? (judged?.prices ?? []).map(({ verdict }) => verdict.kind) : [];
  if (findings.some((it) => AGAINST[it].includes(piece)) || kinds.some((it) => it === 'wrong' || it === 'rewritten'))
    return 'fails';
  return (kind === 'awaited' && piece === 'seal') || kinds.includes('sealed') ? 'open' : 'holds';
}

/** What each finding means; those that other receipts have too are said in the same words. */
export const FAILS = {
  unreadable: 'proof.receipt.fails.unreadable',
  kind: 'bets.proof.fails.kind',
  asked: 'proof.contract.fails.asked',
  book: 'proof.receipt.fails.book',
  published: 'proof.receipt.fails.published',
  sealed: 'proof.receipt.fails.sealed',
  time: 'proof.contract.fails.time',
  order: 'bets.proof.fails.order',
  accepted: 'bets.proof.fails.accepted',
  chain: 'bets.proof.fails.chain',
  'bet.form': 'bets.proof.fails.bet.form',
  'bet.age': 'bets.proof.fails.bet.age',
  'settlement.form': 'bets.proof.fails.settlement.form',
  'settlement.entry': 'bets.proof.fails.settlement.entry',
  'settlement.exit': 'bets.proof.fails.settlement.exit',
  'settlement.cancel': 'bets.proof.fails.settlement.cancel',
  'settlement.missing': 'bets.proof.fails.settlement.missing',
  'settlement.outcome': 'bets.proof.fails.settlement.outcome',
  'settlement.returned': 'bets.proof.fails.settlement.returned',
  unsealed: 'proof.contract.fails.unsealed',
  'seal.blocks': 'proof.receipt.fails.seal.blocks',
  'seal.signature': 'proof.receipt.fails.seal.signature',
  'seal.head': 'proof.receipt.fails.seal.head',
  'seal.sealed': 'proof.receipt.fails.seal.sealed',
  'seal.soon': 'proof.contract.fails.seal.soon',
  'seal.history': 'proof.convert.fails.seal.history',
  'seal.quiet': 'bets.proof.fails.quiet',
} as const satisfies Record<SecondsFailure, string>;
