import type { Mode } from '@app/domain/ledger';
import type { SecondsTerms, StakeCaps } from '@app/domain/seconds';
import type { Output } from '@app/protocol';
import { userInfo } from '@app/protocol/auth';
import { readSecondsTerms } from '@app/protocol/seconds';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../data/call/call.ts';
import { useSession, useSessionScope } from '../../../data/session/session.ts';

/** Terms in force for an account mode and the user's country. */
export type TermsInForce = {
  readonly version: number;
  readonly terms: SecondsTerms;
  readonly caps: readonly StakeCaps[];
  /** Nothing is accepted on a price older than this. */
  readonly freshMs: number;
  /** Whether the product may be used in the user's country. */
  readonly isOpen: boolean;
  /** Markets with bets, by symbol, and whether they are open. */
  readonly markets: ReadonlyMap<string, boolean>;
};

/** The server refuses other terms than those in force, so that an old table costs a second look and nothing else. */
const KEPT_MS = 30_000;

const termsQuery = (mode: Mode, scope: string, isVisitor: boolean) =>
  queryOptions({
    queryKey: ['seconds-terms', mode, scope],
    queryFn: async ({ signal }) => {
      const country = isVisitor ? '' : (await call(userInfo, {}, { signal })).country;
      return await call(readSecondsTerms, { mode, ...(country !== '' && { country }) }, { signal });
    },
    select: termsOf,
    staleTime: KEPT_MS,
    refetchInterval: KEPT_MS,
  });

/** Returns the account mode whose terms are shown; `real` for a visitor. */
export const useSecondsMode = (): Mode => useSession(({ user }) => user?.book ?? 'real');

/** Returns the loading state of the terms. */
export function useTerms() {
  const isVisitor = useSession(({ token }) => token === undefined);
  return useQuery(termsQuery(useSecondsMode(), useSessionScope(), isVisitor));
}

function termsOf({ list, caps, ...rest }: Output<typeof readSecondsTerms>): TermsInForce {
  return {
    version: rest.version,
    terms: {
      payouts: list.map(({ seconds, rate }) => ({ seconds, rate })),
      entryDelayMs: rest.entry_delay_ms,
      cancelLeadMs: rest.cancel_lead_ms,
      voidAfterMs: rest.void_after_ms,
    },
    caps: caps.map((cap) => ({
      currency: cap.currency_name,
      step: cap.step,
      stakeMin: cap.stake_min,
      stakeMax: cap.stake_max,
      openStakesMax: cap.open_stakes_max,
    })),
    freshMs: rest.fresh_ms,
    isOpen: rest.is_open,
    markets: new Map(rest.markets.map(({ symbol, is_open }) => [symbol, is_open])),
  };
}
