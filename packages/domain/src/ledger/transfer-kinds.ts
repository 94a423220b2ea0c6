import type { UserKind } from './account.ts';

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
};

/**
 * Every kind of transfer. A new one is declared here and gets its rows in `ledger_right`; a test compares the two, so
 * that neither can be forgotten.
 */
export const TRANSFER_KINDS = {
  deposit: { flow: 'in' },
  withdrawal: { flow: 'out' },
  'demo.grant': { flow: 'in' },
  'demo.sweep': { flow: 'out' },
  'wallet.change': { flow: 'none' },
  'spot.hold': { flow: 'none', freezes: ['exchange'] },
  'spot.release': { flow: 'none' },
  'spot.fill': { flow: 'none' },
  'spot.ladder.funding': { flow: 'none' },
  'capital.paid_in': { flow: 'none' },
  'capital.paid_out': { flow: 'none' },
} as const satisfies Readonly<Record<string, TransferRule>>;

export type TransferKind = keyof typeof TRANSFER_KINDS;

const RULES: readonly (readonly [TransferKind, TransferRule])[] = Object.entries(TRANSFER_KINDS) as [
  TransferKind,
  TransferRule,
][];

/** Kinds that bring money in from outside or take it out. */
export const FLOW_KINDS: readonly TransferKind[] = RULES.filter(([, { flow }]) => flow !== 'none').map(
  ([kind]) => kind,
);

/** A kind of transfer that freezes money, and the accounts in which it does. */
export type FreezingKind = { readonly transfer: TransferKind; readonly accounts: readonly UserKind[] };

export const FREEZING_KINDS: readonly FreezingKind[] = RULES.flatMap(([transfer, { freezes = [] }]) =>
  freezes.length === 0 ? [] : [{ transfer, accounts: freezes }],
);
