import { marketSettings } from '@app/domain/market';
import { refuseWith } from '../../../platform/accept.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Settings } from '../../reference/index.ts';
import { findMarket } from '../market.store.ts';
import { deleteFavourite, insertFavourite, placeFavourites, readFavourites } from './favourite.store.ts';

type Deps = Pick<Platform, 'transact'> & { readonly settings: Settings };
type Named = { readonly userId: bigint; readonly symbol: string };
type Favourites = { list: string[] };

/** Doing it twice changes nothing, so a call that is repeated needs no key. */
export async function addFavourite({ transact, settings }: Deps, { userId, symbol }: Named): Promise<Favourites> {
  const { value: most } = await settings.read(marketSettings.favouritesMax);
  return await transact(async (tx) => {
    const market = (await findMarket(tx, symbol)) ?? refuseWith('not_found');
    await insertFavourite(tx, userId, market);
    const list = await readFavourites(tx, userId);
    // Counted after it was added: one that was on a full list already is no mistake.
    return list.length > most ? refuseWith('not_allowed') : { list };
  });
}

/** Taking away what is not there changes nothing either. */
export const removeFavourite = ({ transact }: Pick<Deps, 'transact'>, { userId, symbol }: Named): Promise<Favourites> =>
  transact(async (tx) => {
    await deleteFavourite(tx, userId, symbol);
    return { list: await readFavourites(tx, userId) };
  });

/** The last order wins, whoever asks for it when: it names the whole list. */
export const orderFavourites = (
  { transact }: Pick<Deps, 'transact'>,
  { userId, symbols }: { readonly userId: bigint; readonly symbols: readonly string[] },
): Promise<Favourites> =>
  transact(async (tx) => {
    await placeFavourites(tx, userId, symbols);
    return { list: await readFavourites(tx, userId) };
  });
