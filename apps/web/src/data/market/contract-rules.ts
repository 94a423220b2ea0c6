import type { Mode } from '@app/domain/ledger';
import type { Output } from '@app/protocol';
import { userInfo } from '@app/protocol/auth';
import { readContractRules } from '@app/protocol/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../call/call.ts';
import { useSession, useSessionScope } from '../session/session.ts';

export type ContractRulesAnswer = Output<typeof readContractRules>;
/** Rules of one market, as the wire has them. */
export type MarketRules = ContractRulesAnswer['list'][number];

/** A phase or an overnight index may change at any minute, and the server applies those in force whatever is shown. */
const KEPT_MS = 30_000;

/** Query of the rules for a user's country; for a visitor, whose country is unknown, the strictest. */
const rulesQuery = (mode: Mode, scope: string, isVisitor: boolean) =>
  queryOptions({
    queryKey: ['contract-rules', mode, scope],
    queryFn: async ({ signal }) => {
      const country = isVisitor ? '' : (await call(userInfo, {}, { signal })).country;
      return await call(readContractRules, { mode, ...(country !== '' && { country }) }, { signal });
    },
    staleTime: KEPT_MS,
    refetchInterval: KEPT_MS,
  });

/** Returns the account mode whose contracts are shown; `real` for a visitor. */
export const useContractMode = (): Mode => useSession(({ user }) => user?.book ?? 'real');

/** Returns the loading state of the rules of contracts in a form that the caller chooses, the same function each time. */
export function useContractRules<Rules>(select: (answer: ContractRulesAnswer) => Rules) {
  const isVisitor = useSession(({ token }) => token === undefined);
  return useQuery({ ...rulesQuery(useContractMode(), useSessionScope(), isVisitor), select });
}
