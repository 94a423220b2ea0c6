import * as z from 'zod/mini';
import { route } from '../route.ts';
import { symbol, symbols } from './fields.ts';

const favourites = z.object({ list: z.array(symbol) });

export const listFavourites = route({
  method: 'GET',
  path: '/optional/list',
  access: 'user',
  description: 'The markets on one’s own list, in their owner’s order; a new one comes last.',
  request: z.object({}),
  response: favourites,
  refusals: [],
});

export const addFavourite = route({
  method: 'POST',
  path: '/optional/add',
  access: 'user',
  description: 'Puts a market on one’s own list; one that is there stays where it is.',
  request: z.object({ symbol }),
  response: favourites,
  refusals: ['not_found', 'not_allowed'],
});

export const removeFavourite = route({
  method: 'POST',
  path: '/optional/del',
  access: 'user',
  description: 'Takes a market off one’s own list; one that is not there is no mistake.',
  request: z.object({ symbol }),
  response: favourites,
  refusals: [],
});

/** Maximum items in a request, above what a list may hold (`market.favourites_max`). */
const LISTED_MAX = 500;

export const orderFavourites = route({
  method: 'POST',
  path: '/plus/favourites/order',
  access: 'user',
  description:
    'Gives one’s own list an order. Markets that are not on the list are left out, those that are not named come after the named.',
  request: z.object({ symbols: symbols(LISTED_MAX) }),
  response: favourites,
  refusals: [],
  beyond: true,
});
