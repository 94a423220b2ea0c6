import { depositAddress } from '@app/protocol/deposit';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../data/call/call.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { storage } from '../../../lib/storage.ts';
import type { Network } from '../networks.ts';
import { type KeptAddress, keptAddresses, withAddress } from './kept-address.ts';

const KEPT_AS = 'deposit_addresses';
/** It is the same at every call, unless its network closes. */
const FRESH_MS = 600_000;

/** Fetches the user's address of a coin on a network, and keeps it on this device. */
export const addressQuery = (scope: string, { currency, chain }: Pick<Network, 'currency' | 'chain'>) =>
  queryOptions({
    queryKey: ['deposit', 'address', scope, currency, chain],
    queryFn: async () => {
      const address = await call(depositAddress, { currency, chain });
      storage.write(KEPT_AS, withAddress(storage.read(KEPT_AS), scope, address, serverNow()));
      return address;
    },
    staleTime: FRESH_MS,
    retry: false, // The call itself is repeated while its response is missing.
  });

/** Returns the addresses kept on this device. */
export const readKeptAddresses = (scope: string): readonly KeptAddress[] =>
  keptAddresses(storage.read(KEPT_AS), scope, serverNow());
