import { expectDefined, Refusal, shortAddress } from '@app/base';
import { ADDRESSES_MAX, type CheckedPayee, checkPayee } from '@app/domain/payee';
import { referenceSettings } from '@app/domain/reference';
import type { Input, Output } from '@app/protocol';
import type { editAddress, saveAddress as saveRoute } from '@app/protocol/payee';
import * as z from 'zod/mini';
import type { Reader, Tx } from '../../platform/db/database.ts';
import { accept, refuseWith } from '../../platform/http/accept.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { type AuthDeps, notifyOwner, onceProven } from '../auth/index.ts';
import { readChains } from '../reference/index.ts';
import { showAddress } from './list-addresses.ts';
import * as store from './payee.store.ts';

type SaveRoute = typeof saveRoute | typeof editAddress;
type Saved = Output<SaveRoute>;

type Command = {
  readonly route: SaveRoute;
  readonly input: Input<typeof saveRoute>;
  readonly key: string;
  readonly lang: string;
};

/** A checked destination and what the user decided about it. `id` is the address to edit. */
type Change = {
  readonly userId: bigint;
  readonly lang: string;
  readonly payee: CheckedPayee;
  readonly id: bigint | undefined;
  readonly isAlikeConfirmed: boolean;
  readonly waitHours: number;
};

/**
 * Saves or edits an address, once per key and after the trade password. A caller without proof learns first what would
 * be refused anyway: a warning after the password would come too late.
 */
export async function saveAddress(deps: AuthDeps, caller: Caller, command: Command): Promise<Saved> {
  const { route, input, key, lang } = command;
  const payee = accept(checkPayee(input, await readChains(deps.db, input.currency)));
  const { value: waitHours } = await deps.settings.read(referenceSettings.newAddressWait);
  const isAlikeConfirmed = input.confirm_alike === true;
  const change = { userId: caller.userId, lang, payee, id: input.id, isAlikeConfirmed, waitHours };
  const inline = { tradePassword: input.password, code: input.code, googleCode: input.google_code };
  try {
    const answer = await onceProven(deps, { route, input, inline, caller, key }, async (tx) =>
      z.encode(route.response, await writeAddress(tx, deps, change)),
    );
    return z.decode(route.response, answer); // The record stores the answer in wire format.
  } catch (error) {
    if (hasCode(error, 'step_up_required', 'trade_password_missing')) await refuseEarly(deps.db, change);
    throw error;
  }
}

const hasCode = (error: unknown, ...codes: readonly string[]) => error instanceof Refusal && codes.includes(error.code);

/** Refuses what the user's other addresses forbid; an id that does not exist is answered like any unproven call. */
async function refuseEarly(tx: Reader, change: Change): Promise<void> {
  try {
    await planChange(tx, change);
  } catch (error) {
    if (!hasCode(error, 'not_found')) throw error;
  }
}

/** The address an edit starts from, and the slot of the new one; without a slot, only the name changes. */
type Plan = { readonly edited: store.AddressRow | undefined; readonly slot: number | undefined };

/** Decides a change by the user's other addresses, or refuses it. */
async function planChange(tx: Reader, { userId, payee, id, isAlikeConfirmed }: Change): Promise<Plan> {
  const rows = await store.findAddresses(tx, userId);
  const edited = rows.find((row) => row.id === id);
  if (id !== undefined && edited === undefined) return refuseWith('not_found');
  if (edited !== undefined && isSame(edited, payee)) return { edited, slot: undefined };
  if (rows.some((row) => isSame(row, payee))) return refuseWith('address_saved_already');
  const slot = edited?.slot ?? store.freeSlot(rows);
  if (slot === undefined) return refuseWith('address_limit', { maximum: `${ADDRESSES_MAX}` });
  const alike = isAlikeConfirmed ? undefined : await store.findAlike(tx, userId, payee);
  if (alike !== undefined) return refuseWith('address_looks_alike', alike);
  return { edited, slot };
}

const isSame = (row: store.AddressRow, payee: CheckedPayee) =>
  row.currency === payee.currency && row.chain === payee.chain && row.address === payee.address;

/** Writes a change under the lock of the user's addresses and notifies the owner. */
async function writeAddress(tx: Tx, deps: Pick<AuthDeps, 'nextId' | 'publicUrl'>, change: Change): Promise<Saved> {
  const { userId, payee, waitHours } = change;
  await store.lockAddressesOf(tx, userId);
  const { edited, slot } = await planChange(tx, change);
  const notify = (kind: 'added' | 'changed' | 'renamed', hours: number) =>
    notifyOwner(tx, deps, change, {
      kind: `security_address_${kind}`,
      params: { name: payee.name, address: shortAddress(payee.address), ...(hours > 0 && { hours }) },
    });
  if (edited !== undefined && slot === undefined) {
    if (edited.name === payee.name) return showAddress(edited);
    const renamed = await store.renameAddress(tx, edited.id, payee.name);
    await notify('renamed', 0);
    return showAddress(expectDefined(renamed, 'the renamed address'));
  }
  if (edited !== undefined) await store.removeAddress(tx, edited.id);
  const row = { ...payee, id: deps.nextId(), userId, slot: expectDefined(slot, 'a slot'), waitHours };
  const inserted = expectDefined(await store.insertAddress(tx, row), 'the saved address');
  await notify(edited === undefined ? 'added' : 'changed', waitHours);
  return showAddress(inserted);
}
