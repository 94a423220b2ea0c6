import { createHash, randomBytes } from 'node:crypto';
import type { BankCard } from '@app/domain/payee';
import { payloadText } from '@app/domain/staff';
import type { KeyRing, Sealed } from '../../../platform/process/key-ring.ts';

const SALT_BYTES = 16;

const boundTo = (payoutId: bigint) => `payout:${payoutId}`;
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

type SealedCard = Sealed & { readonly cardHash: string };

/**
 * Seals the bank details of a payout to its row, and hashes what is sealed: people sign the hash. The salt keeps anybody who sees
 * the hash from finding the account by trying.
 */
export function sealCard(keys: KeyRing, payoutId: bigint, card: BankCard): SealedCard {
  const text = payloadText({ ...card, salt: randomBytes(SALT_BYTES).toString('hex') });
  return { ...keys.seal('bank', Buffer.from(text), boundTo(payoutId)), cardHash: hashOf(text) };
}

/** Opens the bank details of a payout, and checks whether they are those whose hash is signed. */
export function openCard(
  keys: KeyRing,
  payoutId: bigint,
  { cardHash, ...sealed }: SealedCard,
): { readonly card: BankCard; readonly isAsSigned: boolean } {
  const text = keys.open('bank', sealed, boundTo(payoutId)).toString();
  const { salt: _, ...card } = JSON.parse(text) as BankCard & { salt: string }; // Written only above.
  return { card, isAsSigned: hashOf(text) === cardHash };
}
