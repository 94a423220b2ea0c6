import { type Decision, ok, refuse } from '@app/base';
import { type Amount, add, ZERO } from '@app/money';

/** Money a user still has in one account. `value` is in USDT; undefined for a coin without a price. */
export type Leftover = {
  readonly account: string;
  readonly currency: string;
  readonly available: Amount;
  readonly frozen: Amount;
  readonly value: Amount | undefined;
};

/**
 * Checks whether little enough is left to close an account: nothing frozen, no coin without a price, and all together
 * worth at most the dust.
 */
export function checkLeftovers(leftovers: readonly Leftover[], dust: Amount): Decision<true, 'account_not_empty'> {
  let total = ZERO;
  for (const { frozen, value } of leftovers) {
    if (frozen !== ZERO || value === undefined) return refuse('account_not_empty');
    total = add(total, value);
  }
  return total <= dust ? ok(true) : refuse('account_not_empty');
}

type Balance = Pick<Leftover, 'account' | 'currency' | 'available' | 'frozen'>;

/** What the owner agreed to leave behind, by account and currency. */
export type Agreed = ReadonlyMap<string, Amount>;

/** Name of a leftover in what was agreed. */
export const leftoverName = ({ account, currency }: Pick<Balance, 'account' | 'currency'>): string =>
  `${account} ${currency}`;

/** Checks that no more is left than the owner agreed to leave: no price is needed, and none can have moved. */
export const isAsAgreed = (agreed: Agreed, balances: readonly Balance[]): boolean =>
  balances.every((it) => it.frozen === ZERO && it.available <= (agreed.get(leftoverName(it)) ?? ZERO));

/**
 * What happens to each kind of record when an account is closed. The page shows this table and the server's erasers
 * refer to it; docs/PRIVACY.md explains it. `kept` lasts `auth.closing_keep_years` after the closing.
 */
export const RECORDS = {
  address: { after: 'erased' },
  profile: { after: 'erased' },
  factors: { after: 'erased' },
  devices: { after: 'erased' },
  lists: { after: 'erased' },
  payees: { after: 'erased' },
  notices: { after: 'erased' },
  demo: { after: 'erased' },
  ledger: { after: 'kept', why: 'books' },
  orders: { after: 'kept', why: 'books' },
  receipts: { after: 'kept', why: 'proof' },
  identity: { after: 'kept', why: 'law' },
  terms: { after: 'kept', why: 'claims' },
  authorities: { after: 'kept', why: 'law' },
} as const satisfies Readonly<
  Record<string, { readonly after: 'erased' } | { readonly after: 'kept'; readonly why: string }>
>;

export type RecordName = keyof typeof RECORDS;
/** Records that outlive the account, each with its reason. */
export type KeptRecord = {
  [Name in RecordName]: (typeof RECORDS)[Name]['after'] extends 'kept' ? Name : never;
}[RecordName];
export type ErasedRecord = Exclude<RecordName, KeptRecord>;
