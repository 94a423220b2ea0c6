import type { ContractOutcome } from '@app/verifier';
import type { ContractFailure, ContractVerdict } from './judge-contract.ts';

/** Checked parts of each kind of receipt, in logical order. */
export const PIECES = {
  open: ['receipt', 'seal', 'settings', 'index', 'order', 'rule', 'price', 'margin', 'fee', 'liquidation'],
  settlement: [
    'receipt',
    'chain',
    'seal',
    'settings',
    'index',
    'order',
    'rule',
    'cause',
    'price',
    'share',
    'nights',
    'result',
    'returned',
    'covered',
  ],
  overnight: ['receipt', 'chain', 'seal', 'settings', 'index', 'rule', 'due', 'night'],
} as const satisfies Record<ContractOutcome['kind'], readonly string[]>;
export type Piece = (typeof PIECES)[keyof typeof PIECES][number];

const SEALED: readonly Piece[] = ['seal'];

/** Parts that each finding invalidates; a receipt shows those of its kind. An unreadable one shows none. */
const AGAINST: Readonly<Record<ContractFailure, readonly Piece[]>> = {
  unreadable: ['receipt'],
  kind: ['rule'],
  asked: ['receipt'],
  book: ['receipt'],
  time: ['receipt'],
  // An opening is the first of its chain, and shows no part for it.
  chain: ['chain', 'receipt'],
  published: ['settings'],
  sealed: ['index'],
  order: ['order', 'due'],
  next: ['cause'],
  due: ['due', 'cause'],
  'open.form': ['rule'],
  'open.entry': ['price'],
  'open.margin': ['margin'],
  'open.fee': ['fee'],
  'open.prices': ['liquidation'],
  'open.alive': ['liquidation'],
  'settlement.form': ['rule'],
  'settlement.cause': ['cause'],
  'settlement.reduced': ['cause'],
  'settlement.price': ['price'],
  'settlement.share': ['share'],
  'settlement.charged': ['nights'],
  'settlement.result': ['result'],
  'settlement.divided': ['returned'],
  'settlement.covered': ['covered'],
  'overnight.index': ['night'],
  unsealed: SEALED,
  'seal.blocks': SEALED,
  'seal.signature': SEALED,
  'seal.head': SEALED,
  'seal.sealed': SEALED,
  'seal.soon': SEALED,
  'seal.history': ['index'],
};

/** Returns the state of a part; a price without a head leaves it open, and so does a seal that is awaited. */
export function resultOf(piece: Piece, { kind, findings, judged }: ContractVerdict): 'holds' | 'fails' | 'open' {
  const kinds = piece === 'index' ? (judged?.prices ?? []).map(({ verdict }) => verdict.kind) : [];
  if (findings.some((it) => AGAINST[it].includes(piece)) || kinds.some((it) => it === 'wrong' || it === 'rewritten'))
    return 'fails';
  return (kind === 'awaited' && piece === 'seal') || kinds.includes('sealed') ? 'open' : 'holds';
}

/** What each finding means; those that trades and conversions have too are said in the same words. */
export const FAILS = {
  unreadable: 'proof.receipt.fails.unreadable',
  kind: 'proof.contract.fails.kind',
  asked: 'proof.contract.fails.asked',
  book: 'proof.receipt.fails.book',
  published: 'proof.receipt.fails.published',
  sealed: 'proof.receipt.fails.sealed',
  time: 'proof.contract.fails.time',
  order: 'proof.contract.fails.order',
  next: 'proof.contract.fails.next',
  due: 'proof.contract.fails.due',
  chain: 'proof.contract.fails.chain',
  'open.form': 'proof.contract.fails.open.form',
  'open.entry': 'proof.contract.fails.open.entry',
  'open.margin': 'proof.contract.fails.open.margin',
  'open.fee': 'proof.contract.fails.open.fee',
  'open.prices': 'proof.contract.fails.open.prices',
  'open.alive': 'proof.contract.fails.open.alive',
  'settlement.form': 'proof.contract.fails.settlement.form',
  'settlement.cause': 'proof.contract.fails.settlement.cause',
  'settlement.reduced': 'proof.contract.fails.settlement.reduced',
  'settlement.price': 'proof.contract.fails.settlement.price',
  'settlement.share': 'proof.contract.fails.settlement.share',
  'settlement.charged': 'proof.contract.fails.settlement.charged',
  'settlement.result': 'proof.contract.fails.settlement.result',
  'settlement.divided': 'proof.contract.fails.settlement.divided',
  'settlement.covered': 'proof.contract.fails.settlement.covered',
  'overnight.index': 'proof.contract.fails.overnight.index',
  unsealed: 'proof.contract.fails.unsealed',
  'seal.blocks': 'proof.receipt.fails.seal.blocks',
  'seal.signature': 'proof.receipt.fails.seal.signature',
  'seal.head': 'proof.receipt.fails.seal.head',
  'seal.sealed': 'proof.receipt.fails.seal.sealed',
  'seal.soon': 'proof.contract.fails.seal.soon',
  'seal.history': 'proof.convert.fails.seal.history',
} as const satisfies Record<ContractFailure, string>;
