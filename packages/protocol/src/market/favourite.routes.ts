import * as z from 'zod/mini';
import { route } from '../route.ts';
import { symbol, symbols } from './fields.ts';

const favourites = z.object({ list: z.array(symbol) });

export const listFavourites = route({
  method: 'GET',
  path: '/optional/list',
  access: 'user',
  description: 'Lists the caller’s favourite markets in the caller’s order; a new one is last.',
  request: z.object({}),
  response: favourites,
  refusals: [],
});

export const addFavourite = route({
  method: 'POST',
  path: '/optional/add',
  access: 'user',
  description: 'Adds a market to the caller’s favourites. One that is listed keeps its position.',
  request: z.object({ symbol }),
  response: favourites,
  refusals: ['not_found', 'not_allowed'],
});

export const removeFavourite = route({
  method: 'POST',
  path: '/optional/del',
  access: 'user',
  description: 'Removes a market from the caller’s favourites. One that is not listed is no error.',
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
    'Sets the order of the caller’s favourites. Markets that are not favourites are ignored; favourites that are not named come last.',
  request: z.object({ symbols: symbols(LISTED_MAX) }),
  response: favourites,
  refusals: [],
  beyond: true,
});
