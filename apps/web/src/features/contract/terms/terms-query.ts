import { type ContractTerms, contractSettings } from '@app/domain/contract';
import { listSettings } from '@app/protocol/proof';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../../data/call/call.ts';
import { useRulebook } from './rules-query.ts';

/** Query of every version of the terms; a position keeps the version it was opened with. */
const termsQuery = queryOptions({
  queryKey: ['contract-terms'],
  queryFn: async ({ signal }): Promise<ReadonlyMap<number, ContractTerms>> => {
    const { list } = await call(listSettings, { key: 'contract.terms' }, { signal });
    return new Map(list.map(({ version, value }) => [version, readTerms(value)]));
  },
  staleTime: Number.POSITIVE_INFINITY, // A version never changes.
});

function readTerms(value: unknown): ContractTerms {
  const terms = contractSettings.terms.codec.decode(value);
  if (!terms.ok) throw new Error('the server published terms that are not valid');
  return terms.value;
}

/** Returns a function that finds the terms of a version; undefined while they are unknown. */
export function useTermsOf(versions: readonly number[]): (version: number) => ContractTerms | undefined {
  const { data: rulebook } = useRulebook();
  const needsOlder = rulebook !== undefined && !versions.every((version) => version === rulebook.termsVersion);
  const { data: older } = useQuery({ ...termsQuery, enabled: needsOlder });
  return useCallback(
    (version) => (version === rulebook?.termsVersion ? rulebook.terms : older?.get(version)),
    [rulebook, older],
  );
}
