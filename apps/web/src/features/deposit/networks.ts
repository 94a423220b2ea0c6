import type { Output } from '@app/protocol';
import { listNetworks } from '@app/protocol/deposit';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../data/call/call.ts';

export type Network = Output<typeof listNetworks>['list'][number];
export type ClosedBecause = NonNullable<Network['closed_because']>;

/** A chain may stop or return at any time. */
const REFRESH_MS = 30_000;

export const networksQuery = queryOptions({
  queryKey: ['deposit', 'networks'],
  queryFn: async ({ signal }) => (await call(listNetworks, {}, { signal })).list,
  refetchInterval: REFRESH_MS,
});
