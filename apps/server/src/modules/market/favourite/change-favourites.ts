import { marketSettings } from '@app/domain/market';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import type { Settings } from '../../reference/index.ts';
import { findMarket } from '../market.store.ts';
import { deleteFavourite, insertFavourite, placeFavourites, readFavourites } from './favourite.store.ts';

type Deps = Pick<Platform, 'transact'> & { readonly settings: Settings };
type Named = { readonly userId: bigint; readonly symbol: string };
type Favourites = { list: string[] };

/** Adds a favourite. Idempotent, so a repeated call needs no idempotency key. */
export async function addFavourite({ transact, settings }: Deps, { userId, symbol }: Named): Promise<Favourites> {
  const { value: most } = await settings.read(marketSettings.favouritesMax);
  return await transact(async (tx) => {
    const market = (await findMarket(tx, symbol)) ?? refuseWith('not_found');
    await insertFavourite(tx, userId, market);
    const list = await readFavourites(tx, userId);
    // Counted after the insert: adding a market that is already on a full list is not an error.
    return list.length > most ? refuseWith('not_allowed') : { list };
  });
}

/** Removes a favourite; removing one that is not on the list changes nothing. */
export const removeFavourite = ({ transact }: Pick<Deps, 'transact'>, { userId, symbol }: Named): Promise<Favourites> =>
  transact(async (tx) => {
    await deleteFavourite(tx, userId, symbol);
    return { list: await readFavourites(tx, userId) };
  });

/** Reorders the whole list; the last request wins. */
export const orderFavourites = (
  { transact }: Pick<Deps, 'transact'>,
  { userId, symbols }: { readonly userId: bigint; readonly symbols: readonly string[] },
): Promise<Favourites> =>
  transact(async (tx) => {
    await placeFavourites(tx, userId, symbols);
    return { list: await readFavourites(tx, userId) };
  });
