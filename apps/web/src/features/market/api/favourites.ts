import type { Output } from '@app/protocol';
import { addFavourite, listFavourites, orderFavourites, removeFavourite } from '@app/protocol/market';
import { showToast } from '@app/ui';
import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../shared/call.ts';
import { describeFailure } from '../../../shared/describe-failure.ts';
import { isVisitor, useSessionScope } from '../../../shared/session.ts';
import { useText } from '../../../shared/texts.ts';
import { changeFavourites, type FavouriteChange } from '../model/favourite-list.ts';

/** No channel tells of another device's list, so it is asked for while somebody looks. */
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

/** One's own list with what is on its way already done; a change that fails falls out again by itself. Watched, it follows other devices. */
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

/** Seen at once, sent one after another, and said when it was refused. */
export function useChangeFavourites() {
  const text = useText();
  const scope = useSessionScope();
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: changesOf(scope),
    scope: { id: changesOf(scope).join(' ') },
    mutationFn: send,
    onSuccess: async (answer) => {
      await client.cancelQueries({ queryKey: keyOf(scope) }); // An answer from before the change is old.
      client.setQueryData(keyOf(scope), answer);
    },
    onError: (error) => {
      showToast(describeFailure(error, text), 'error');
      void client.invalidateQueries({ queryKey: keyOf(scope) }); // Of several, some may have been taken.
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
