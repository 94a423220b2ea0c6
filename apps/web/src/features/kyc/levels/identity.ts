import { isVisitor } from '@app/client/session';
import type { CaseLevel } from '@app/domain/kyc';
import type { Output } from '@app/protocol';
import { userInfo } from '@app/protocol/auth';
import { getLevelList, readIdentity } from '@app/protocol/kyc';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { knownPaths } from '../../../data/app/return-address.ts';
import { call } from '../../../data/call/call.ts';
import { keepUser, useSessionScope } from '../../../data/session/session.ts';

export type Level = Output<typeof getLevelList>['list'][number];
export type Identity = Output<typeof readIdentity>;
export type LevelStatus = Identity['levels'][number];

/**
 * The user's levels and their cases. Its key is one of the notices': every decision writes a notice, and its arrival
 * refetches this within a second.
 */
const identityQuery = (scope: string) =>
  queryOptions({
    queryKey: ['notify', scope, 'identity'],
    queryFn: ({ signal }) => call(readIdentity, {}, { signal }),
    enabled: !isVisitor(scope),
    staleTime: 0, // Another device may have sent documents, which writes no notice.
  });

/** What each level allows changes rarely. */
const LEVELS_KEPT_MS = 600_000;

const useLevelList = () =>
  useQuery({
    queryKey: ['kyc', 'levels'],
    queryFn: async ({ signal }) => (await call(getLevelList, {}, { signal })).list,
    staleTime: LEVELS_KEPT_MS,
  });

/** The user's identity and what each level allows. What else depends on level and country is refetched with a change. */
export function useIdentity() {
  const scope = useSessionScope();
  const queryClient = useQueryClient();
  const identity = useQuery(identityQuery(scope));
  const levels = useLevelList();
  const standing = identity.data && `${identity.data.level} ${identity.data.country}`;
  useEffect(() => {
    if (standing === undefined) return;
    void call(userInfo, {}).then(keepUser, () => undefined); // The page has its own answer.
    void queryClient.invalidateQueries({ queryKey: ['app', 'menu', scope] });
    void queryClient.invalidateQueries({ queryKey: ['settings', 'profile', scope] });
  }, [standing, scope, queryClient]);
  const { data } = identity;
  return {
    data: data && levels.data && { identity: data, levels: levels.data },
    error: identity.error ?? levels.error,
    retry: () => void Promise.all([identity.refetch(), levels.refetch()]),
  };
}

/** Returns a function that refetches the identity, for what changes it. */
export function useRefreshIdentity(): () => Promise<void> {
  const queryClient = useQueryClient();
  const { queryKey } = identityQuery(useSessionScope());
  return () => queryClient.invalidateQueries({ queryKey });
}

/** Returns the level that is next: the first one that is not verified; undefined once both are. */
export const nextLevel = ({ levels }: Pick<Identity, 'levels'>): LevelStatus | undefined =>
  levels.find(({ state }) => state !== 'verified');

export const levelOf = ({ levels }: Pick<Identity, 'levels'>, level: CaseLevel): LevelStatus | undefined =>
  levels.find((it) => it.level === level);

/** How a level is marked on the staff. Level 0 is open to all; level 2 waits for level 1. */
export type Mark = LevelStatus['state'] | 'open' | 'later';

export function markOf(level: number, identity: Pick<Identity, 'levels' | 'level'>): Mark {
  if (level === 0) return 'open';
  const status = identity.levels.find((it) => it.level === level);
  if (status === undefined) return 'later';
  return level === 2 && identity.level < 1 && status.state === 'not_verified' ? 'later' : status.state;
}

/** Returns the page of the app that required a higher level; undefined for any other address in a link. */
export function requiredBy(search: URLSearchParams, known: ReadonlySet<string> = knownPaths): string | undefined {
  const from = search.get('from');
  return from !== null && known.has(from.split('?')[0] ?? '') ? from : undefined;
}
