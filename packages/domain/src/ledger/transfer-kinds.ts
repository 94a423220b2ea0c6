import type { UserKind } from './account.ts';
import type { ResultProduct } from './result-products.ts';

/** What a kind of transfer means for its users. */
type TransferRule = {
  /**
   * Whether it brings money into a user's accounts from outside or takes it out: `either` if it does one for one user and
   * the other for another, as when two users trade by bank transfer. Such money is no gain and no loss of the day. All
   * else (`none`) is a trade, a fee, a result, a user's own transfer or the house's money.
   */
  readonly flow: 'in' | 'out' | 'either' | 'none';
  /** User accounts in which it freezes money. Its product explains that money to the auditor. */
  readonly freezes?: readonly UserKind[];
  /** The product whose result it is part of. A kind with one is a trade, a fee or a result; without one it is none. */
  readonly product?: ResultProduct;
};

/**
 * Every kind of transfer. A new one is declared here and gets its rows in `ledger_right`; a test compares the two, so
 * that neither can be forgotten.
 */
export const TRANSFER_KINDS = {
  deposit: { flow: 'in' },
  'deposit.claim': { flow: 'in' },
  'deposit.reversal': { flow: 'out' },
  'withdrawal.hold': { flow: 'none', freezes: ['wallet'] },
  'withdrawal.return': { flow: 'none' },
  withdrawal: { flow: 'out' },
  'payout.hold': { flow: 'none', freezes: ['wallet'] },
  'payout.return': { flow: 'none' },
  payout: { flow: 'out' },
  'demo.grant': { flow: 'in' },
  'demo.sweep': { flow: 'out' },
  'wallet.change': { flow: 'none' },
  convert: { flow: 'none', product: 'convert' },
  'convert.funding': { flow: 'none' },
  'spot.hold': { flow: 'none', freezes: ['exchange'] },
  'spot.release': { flow: 'none' },
  'spot.fill': { flow: 'none', product: 'spot' },
  'spot.ladder.funding': { flow: 'none' },
  'contract.hold': { flow: 'none', freezes: ['contract'] },
  'contract.release': { flow: 'none' },
  'contract.open': { flow: 'none', freezes: ['contract'], product: 'contract' },
  'contract.margin_added': { flow: 'none', freezes: ['contract'] },
  'contract.margin_removed': { flow: 'none' },
  'contract.overnight': { flow: 'none', product: 'contract' },
  'contract.close': { flow: 'none', product: 'contract' },
  'contract.liquidation': { flow: 'none', product: 'contract' },
  'contract.delivery': { flow: 'none', product: 'contract' },
  'contract.funding': { flow: 'none' },
  'seconds.hold': { flow: 'none', freezes: ['seconds'] },
  'seconds.refund': { flow: 'none' },
  'seconds.settle': { flow: 'none', product: 'seconds' },
  'seconds.funding': { flow: 'none' },
  'capital.paid_in': { flow: 'none' },
  'capital.paid_out': { flow: 'none' },
} as const satisfies Readonly<Record<string, TransferRule>>;

export type TransferKind = keyof typeof TRANSFER_KINDS;

const RULES: readonly (readonly [TransferKind, TransferRule])[] = Object.entries(TRANSFER_KINDS) as [
  TransferKind,
  TransferRule,
][];

/** Returns what a kind means; undefined for one that this version does not know. */
export const transferRule = (kind: string): TransferRule | undefined => RULES.find(([name]) => name === kind)?.[1];

/** Kinds that bring money in from outside or take it out. */
export const FLOW_KINDS: readonly TransferKind[] = RULES.filter(([, { flow }]) => flow !== 'none').map(
  ([kind]) => kind,
);

/** A kind of transfer that freezes money, and the accounts in which it does. */
export type FreezingKind = { readonly transfer: TransferKind; readonly accounts: readonly UserKind[] };

export const FREEZING_KINDS: readonly FreezingKind[] = RULES.flatMap(([transfer, { freezes = [] }]) =>
  freezes.length === 0 ? [] : [{ transfer, accounts: freezes }],
);
