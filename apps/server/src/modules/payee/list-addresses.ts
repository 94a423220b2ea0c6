import { shortAddress } from '@app/base';
import { referenceSettings } from '@app/domain/reference';
import type { Output } from '@app/protocol';
import type { findAddresses as findRoute, listAddresses as listRoute } from '@app/protocol/payee';
import { now } from '../../platform/db/clock.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';
import { type PageRequest, readPage } from '../../platform/db/page.ts';
import { refuseWith } from '../../platform/http/accept.ts';
import { type AuthDeps, notifyOwner } from '../auth/index.ts';
import * as store from './payee.store.ts';

type ShownAddress = Output<typeof findRoute>['list'][number];

export const showAddress = (row: store.AddressRow): ShownAddress => ({
  id: row.id,
  currency: row.currency,
  chain: row.chain,
  address: row.address,
  name: row.name,
  created_at: row.created_at.getTime(),
  usable_at: row.usable_at.getTime(),
  is_usable: row.is_usable,
});

/** Lists the addresses, with the hours that one saved now would wait. */
export async function listAddresses(
  { db, settings }: Pick<AuthDeps, 'db' | 'settings'>,
  userId: bigint,
  page: PageRequest,
): Promise<Output<typeof listRoute>> {
  const { value: waitHours } = await settings.read(referenceSettings.newAddressWait);
  const { rows, ...rest } = await readPage(page, store.addressesOf(db, userId));
  return { list: rows.map(showAddress), ...rest, wait_hours: waitHours };
}

/** Lists the addresses of one coin. */
export async function findAddresses(db: Reader, userId: bigint, currency: string): Promise<Output<typeof findRoute>> {
  const rows = await store.findAddresses(db, userId);
  return { list: rows.filter((row) => row.currency === currency).map(showAddress) };
}

type Removal = { readonly userId: bigint; readonly id: bigint; readonly lang: string };

/**
 * Removes an address. It needs no trade password: the specification sends only the id, and an address less can move no
 * money. Again it changes nothing and notifies nobody.
 */
export async function removeAddress(
  deps: Pick<AuthDeps, 'transact' | 'nextId' | 'publicUrl'>,
  { userId, id, lang }: Removal,
): Promise<Record<never, never>> {
  return await deps.transact(async (tx) => {
    await store.lockAddressesOf(tx, userId);
    const row = (await store.findAddresses(tx, userId)).find((it) => it.id === id);
    if (row === undefined) return (await store.hadAddress(tx, userId, id)) ? {} : refuseWith('not_found');
    await store.removeAddress(tx, id);
    const params = { name: row.name, address: shortAddress(row.address) };
    await notifyOwner(tx, deps, { userId, lang }, { kind: 'security_address_removed', params });
    return {};
  });
}

const HOUR_MS = 3_600_000;

/**
 * Returns an address that can receive money now, for the transaction that sends it: until that ends, the address can be
 * neither removed nor edited. One that still waits is refused with the hours that are left.
 */
export async function usableAddress(tx: Tx, userId: bigint, id: bigint): Promise<ShownAddress> {
  const row = (await store.findAddressForUse(tx, userId, id)) ?? refuseWith('not_found');
  if (!row.is_usable) return refuseWith('address_waits', { hours: `${await hoursLeft(tx, row)}` });
  return showAddress(row);
}

async function hoursLeft(tx: Tx, { usable_at }: store.AddressRow): Promise<number> {
  return Math.max(1, Math.ceil((usable_at.getTime() - (await now(tx)).getTime()) / HOUR_MS));
}
