import { expectDefined } from '@app/base';
import { type BankCard, checkBankCard, maskAccount, tidyCode, tidyPhone } from '@app/domain/payee';
import { referenceSettings } from '@app/domain/reference';
import type { Input, Output } from '@app/protocol';
import { type readBank as readRoute, saveBank as route } from '@app/protocol/payee';
import { now } from '../../platform/db/clock.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';
import { accept, refuseWith } from '../../platform/http/accept.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { KeyRing } from '../../platform/process/key-ring.ts';
import { type AuthDeps, notifyOwner, onceProven } from '../auth/index.ts';
import * as store from './payee.store.ts';

type Saved = Output<typeof route>;
type Command = { readonly input: Input<typeof route>; readonly key: string; readonly lang: string };

const boundTo = (userId: bigint) => `bank:${userId}`;

/**
 * Saves or replaces the user's bank account, once per key and after the trade password. The card is sealed, and neither
 * the answer nor its record has more of it than the last digits of its number.
 */
export async function saveBank(deps: AuthDeps, caller: Caller, { input, key, lang }: Command): Promise<Saved> {
  const { userId } = caller;
  const card = accept(checkBankCard(cardOf(input)));
  const { value: waitHours } = await deps.settings.read(referenceSettings.newAddressWait);
  const sealed = deps.keys.seal('bank', Buffer.from(JSON.stringify(card)), boundTo(userId));
  const inline = { tradePassword: input.password, code: input.code, googleCode: input.google_code };
  return await onceProven(deps, { route, input, inline, caller, key }, async (tx): Promise<Saved> => {
    const usableAt = expectDefined(await store.replaceBank(tx, userId, { ...sealed, waitHours }), 'the bank account');
    const account = maskAccount(card.bankAccount);
    const params = { bank: card.bankName, account, hours: waitHours };
    await notifyOwner(tx, deps, { userId, lang }, { kind: 'security_bank_saved', params });
    return { bank_account: account, usable_at: usableAt.getTime() };
  });
}

/** Translates the wire fields; spaces and hyphens between the characters of a code are not part of it. */
const cardOf = (input: Input<typeof route>): BankCard => ({
  realName: input.real_name.trim(),
  bankName: input.bank_name.trim(),
  bankAccount: input.bank_account.replaceAll(' ', ''),
  bankAddress: input.bank_address.trim(),
  branch: input.branch?.trim() ?? '',
  bankCode: input.bank_code?.trim() ?? '',
  aba: tidyCode(input.aba),
  swift: tidyCode(input.swift),
  holderAddress: input.holder_address.trim(),
  postCode: input.post_code.trim(),
  receiverPhone: tidyPhone(input.receiver_phone),
});

/** Reads the user's bank account; its number is masked. Also tells the hours that one saved now would wait. */
export async function readBank(
  { db, settings, keys }: Pick<AuthDeps, 'db' | 'settings'> & { readonly keys: KeyRing },
  userId: bigint,
): Promise<Output<typeof readRoute>> {
  const { value: waitHours } = await settings.read(referenceSettings.newAddressWait);
  const row = await store.findBank(db, userId);
  if (row === undefined) return { card: null, wait_hours: waitHours };
  const card = openCard(keys, userId, row);
  return {
    card: {
      real_name: card.realName,
      bank_name: card.bankName,
      bank_account: maskAccount(card.bankAccount),
      bank_address: card.bankAddress,
      ...(card.branch !== '' && { branch: card.branch }),
      ...(card.bankCode !== '' && { bank_code: card.bankCode }),
      aba: card.aba,
      swift: card.swift,
      holder_address: card.holderAddress,
      post_code: card.postCode,
      receiver_phone: card.receiverPhone,
      changed_at: row.changed_at.getTime(),
      usable_at: row.usable_at.getTime(),
      is_usable: row.is_usable,
    },
    wait_hours: waitHours,
  };
}

function openCard(keys: KeyRing, userId: bigint, { key_id: keyId, sealed }: store.BankRow): BankCard {
  return JSON.parse(keys.open('bank', { keyId, sealed }, boundTo(userId)).toString()) as BankCard; // Written only above.
}

type SavedBank = { readonly card: BankCard; readonly usableAt: Date };

/** Reads the user's bank account in full; undefined until one is saved. */
export async function findBank(db: Reader, keys: KeyRing, userId: bigint): Promise<SavedBank | undefined> {
  const row = await store.findBank(db, userId);
  return row && { card: openCard(keys, userId, row), usableAt: row.usable_at };
}

const HOUR_MS = 3_600_000;

/**
 * Returns the bank account that can receive money now, for the transaction that sends it: until that ends, it cannot be replaced.
 * One that still waits is refused with the hours that are left.
 */
export async function usableBank(tx: Tx, keys: KeyRing, userId: bigint): Promise<BankCard> {
  const row = (await store.findBankForUse(tx, userId)) ?? refuseWith('bank_missing');
  if (row.is_usable) return openCard(keys, userId, row);
  const leftMs = row.usable_at.getTime() - (await now(tx)).getTime();
  return refuseWith('bank_waits', { hours: `${Math.max(1, Math.ceil(leftMs / HOUR_MS))}` });
}
