import { isVisitor } from '@app/client/session';
import type { Output } from '@app/protocol';
import { addFavourite, listFavourites, orderFavourites, removeFavourite } from '@app/protocol/market';
import { showToast } from '@app/ui';
import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { call } from '../../../data/call/call.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { changeFavourites, type FavouriteChange } from './favourite-list.ts';

/** No channel publishes changes from other devices, so the list is polled while it is visible. */
const LOOK_EVERY_MS = 15_000;

const keyOf = (scope: string) => ['market', 'favourites', scope] as const;
const changesOf = (scope: string) => ['market', 'favourites', 'change', scope] as const;

const favouritesQuery = (scope: string) =>
  queryOptions({
    queryKey: keyOf(scope),
    queryFn: ({ signal }) => call(listFavourites, {}, { signal }),
    enabled: !isVisitor(scope),
    refetchOnWindowFocus: 'always',
  });

/**
 * Returns the user's list with pending changes applied; a failed change drops out automatically. With `isWatched`, it
 * polls for changes from other devices.
 */
export function useFavourites({ isWatched = false }: { isWatched?: boolean } = {}) {
  const scope = useSessionScope();
  const options = { ...favouritesQuery(scope), ...(isWatched && { refetchInterval: LOOK_EVERY_MS }) };
  const { data, error, isPending, refetch } = useQuery(options);
  const coming = useMutationState({
    filters: { mutationKey: changesOf(scope), status: 'pending' },
    select: ({ state }) => state.variables as FavouriteChange, // Only `useChangeFavourites` has this key.
  });
  const list = useMemo(() => data && coming.reduce(changeFavourites, data.list), [data, coming]);
  return { list, error, isPending: isPending && !isVisitor(scope), refetch };
}

/** Applies changes optimistically, sends them one after another, and shows a toast on refusal. */
export function useChangeFavourites() {
  const text = useText();
  const scope = useSessionScope();
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: changesOf(scope),
    scope: { id: changesOf(scope).join(' ') },
    mutationFn: send,
    onSuccess: async (answer) => {
      await client.cancelQueries({ queryKey: keyOf(scope) }); // Responses from before it are stale.
      client.setQueryData(keyOf(scope), answer);
    },
    onError: (error) => {
      showToast(describeFailure(error, text), 'error');
      void client.invalidateQueries({ queryKey: keyOf(scope) }); // Some of several may have succeeded.
    },
  });
  return mutate;
}

async function send(change: FavouriteChange) {
  if (change.kind === 'remove') return await call(removeFavourite, { symbol: change.symbol });
  if (change.kind === 'order') return await call(orderFavourites, { symbols: [...change.symbols] });
  let answer: Output<typeof addFavourite> | undefined;
  for (const symbol of change.symbols) answer = await call(addFavourite, { symbol });
  return answer ?? (await call(listFavourites, {}));
}
