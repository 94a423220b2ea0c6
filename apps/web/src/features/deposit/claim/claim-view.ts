import { readTxHash } from '@app/domain/deposit';
import { type Amount, amountForSpeech, readDecimal } from '@app/money';
import type { Output } from '@app/protocol';
import type { listDepositClaims } from '@app/protocol/deposit';
import type { TextKey } from '../../../data/app/texts.ts';
import type { Network } from '../networks.ts';

export type Claim = Output<typeof listDepositClaims>['list'][number];

/** What the user types and sends. The picture is the id of an upload. */
export type ClaimForm = {
  readonly chain: string;
  readonly amount: string;
  readonly hash: string;
  readonly picture: string;
};

/** What is sent; undefined while something is missing or malformed. */
export type ReadyClaim = {
  readonly chain: Network['chain'];
  readonly amount: Amount;
  readonly txHash: string | undefined;
  readonly voucher: string;
};

/** Whether a hash was typed that is none. */
export const isHashWrong = (text: string): boolean => text.trim() !== '' && readTxHash(text) === undefined;

/** Networks whose missing coins can be reported: where the exchange is connected, also while it is halted. */
export const claimable = (networks: readonly Network[]): readonly Network[] =>
  networks.filter(({ closed_because: closed }) => closed !== 'not_connected');

/** Reads a form; undefined while it cannot be sent. */
export function readClaim(form: ClaimForm, networks: readonly Network[]): ReadyClaim | undefined {
  const amount = readDecimal<Amount>(form.amount.replace(/\.$/, ''));
  const network = networks.find(({ chain }) => chain === form.chain);
  if (amount === undefined || amount <= 0n || network === undefined) return undefined;
  if (form.picture === '' || isHashWrong(form.hash)) return undefined;
  return { chain: network.chain, amount, txHash: readTxHash(form.hash), voucher: form.picture };
}

export const CLAIM_TONES = {
  waiting: 'brand',
  approved: 'brand',
  credited: 'ok',
  refused: 'warn',
} as const satisfies Readonly<Record<Claim['state'], string>>;

/** Whether something may still happen to a report. */
export const isOpen = ({ state }: Pick<Claim, 'state'>): boolean => state === 'waiting' || state === 'approved';

type Outcome = { readonly key: TextKey; readonly params?: Readonly<Record<string, string>> };

/** Returns what is said about the state of a report; undefined if its name says it all. */
export function outcomeOf({ state, amount, currency, refused_because: because }: Claim): Outcome | undefined {
  const found = amount === null ? undefined : { amount: `${amountForSpeech(amount)} ${currency}` };
  if (state === 'approved' && found) return { key: 'deposit.claim.found', params: found };
  if (state === 'credited' && found) return { key: 'deposit.claim.added', params: found };
  // What staff wrote says it.
  if (state !== 'refused' || because === null || because === 'other') return undefined;
  return { key: `deposit.claim.refused.${because}` };
}
