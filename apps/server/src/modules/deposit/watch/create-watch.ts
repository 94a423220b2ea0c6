import type { Lease } from '../../../platform/db/lease.ts';
import type { WatchDeps } from './chain-plan.ts';
import { KnownAddresses } from './fill-addresses.ts';
import { followChain } from './follow-chain.ts';
import * as store from './watch.store.ts';

/**
 * Creates one round of following a chain. The first one makes sure that the nodes are of the network that is configured,
 * and writes the configuration down for the API.
 */
export function createWatch(given: Omit<WatchDeps, 'addresses' | 'lease'>): (lease: Lease) => Promise<void> {
  const { chain, plan, transact } = given;
  const addresses = new KnownAddresses();
  let isEnrolled = false;
  return async (lease) => {
    if (!isEnrolled) {
      const networkId = await chain.networkId();
      if (networkId !== plan.networkId)
        throw new Error(`the nodes of ${plan.chain} are of network ${networkId}, not of ${plan.networkId}`);
      await transact((tx) => store.enrolChain(tx, plan));
      isEnrolled = true;
    }
    await followChain({ ...given, addresses, lease });
  };
}
