import { isVisitor } from '@app/client/session';
import type { Output } from '@app/protocol';
import { userInfo } from '@app/protocol/auth';
import { getLevelList } from '@app/protocol/kyc';
import { queryOptions } from '@tanstack/react-query';
import { knownPaths } from '../../../data/app/return-address.ts';
import { call } from '../../../data/call/call.ts';

export type Level = Output<typeof getLevelList>['list'][number];

/** Returns what each level allows, and which one the user has. */
export const levelsQuery = (scope: string) =>
  queryOptions({
    queryKey: ['kyc', scope, 'levels'],
    queryFn: async ({ signal }) => {
      const [levels, user] = await Promise.all([call(getLevelList, {}, { signal }), call(userInfo, {}, { signal })]);
      return { levels: levels.list, own: user.level };
    },
    enabled: !isVisitor(scope),
  });

export type LevelState = 'yours' | 'reached' | 'soon';

/** Returns the state of a level for a user: levels above the user's own wait for identity checks to open. */
export const levelState = (level: number, own: number): LevelState =>
  level === own ? 'yours' : level < own ? 'reached' : 'soon';

/** Returns the page of the app that required a higher level; undefined for any other address in a link. */
export function requiredBy(search: URLSearchParams, known: ReadonlySet<string> = knownPaths): string | undefined {
  const from = search.get('from');
  return from !== null && known.has(from.split('?')[0] ?? '') ? from : undefined;
}
