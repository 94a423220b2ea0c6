import { addressesKey } from '@app/client/query';
import type { Call, Output } from '@app/protocol';
import { editAddress, listAddresses, readBank, removeAddress, saveAddress, saveBank } from '@app/protocol/payee';
import { listCoins } from '@app/protocol/reference';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../data/call/call.ts';
import { useSubmit } from '../../data/call/use-submit.ts';
import { useSessionScope } from '../../data/session/session.ts';
import { callProven } from '../../data/session/step-up.ts';

export type SavedAddress = Output<typeof listAddresses>['list'][number];
export type SavedBank = NonNullable<Output<typeof readBank>['card']>;

const BANK = ['payee', 'bank'] as const;
/** A user has three addresses at most, so one page has all of them. */
const ALL = { page: 1, limit: 10 };
/** Coins and their networks change with a release. */
const COINS_KEPT_MS = 600_000;

/** The saved addresses, and the hours that a new one waits. */
export const useAddresses = () =>
  useQuery({
    queryKey: [...addressesKey, useSessionScope()],
    queryFn: ({ signal }) => call(listAddresses, ALL, { signal }),
  });

export const useCoins = () =>
  useQuery({
    queryKey: ['payee', 'coins'],
    queryFn: async ({ signal }) => (await call(listCoins, {}, { signal })).list,
    staleTime: COINS_KEPT_MS,
  });

/** The saved bank account or null, and the hours that a new one waits. */
export const useBank = () =>
  useQuery({
    queryKey: [...BANK, useSessionScope()],
    queryFn: ({ signal }) => call(readBank, {}, { signal }),
  });

function useChange<Answer, Sent>(changed: readonly string[], mutationFn: (sent: Sent) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useSubmit({ mutationFn, onSuccess: () => queryClient.invalidateQueries({ queryKey: changed }) });
}

/** Saves a new address, or edits the one whose id is given; asks for the trade password. */
export const useSaveAddress = () =>
  useChange(addressesKey, ({ id, ...fields }: Call<typeof saveAddress>) =>
    id === undefined ? callProven(saveAddress, fields) : callProven(editAddress, { ...fields, id }),
  );

export const useRemoveAddress = () => useChange(addressesKey, (id: bigint) => call(removeAddress, { id }));

/** Saves or replaces the bank account; asks for the trade password. */
export const useSaveBank = () => useChange(BANK, (card: Call<typeof saveBank>) => callProven(saveBank, card));
