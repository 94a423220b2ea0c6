import type { ContractTerms } from '@app/domain/contract';
import type { Mode } from '@app/domain/ledger';
import type { Amount, Rate } from '@app/money';
import type { Output } from '@app/protocol';
import { userInfo } from '@app/protocol/auth';
import { readContractRules } from '@app/protocol/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../data/call/call.ts';
import { useSession, useSessionScope } from '../../../data/session/session.ts';

type Response = Output<typeof readContractRules>;
/** Rules of one market, as the wire has them. */
export type MarketRules = Response['list'][number];

/** Rules of contracts in an account mode, for the user's country. */
export type ContractRulebook = {
  readonly terms: ContractTerms;
  readonly termsVersion: number;
  readonly lotsMin: Amount;
  readonly limitBandRate: Rate;
  readonly removalBufferRate: Rate;
  readonly userNotionalMax: Amount;
  readonly positionsMax: number;
  readonly leveragePreselected: number;
  readonly markets: ReadonlyMap<string, MarketRules>;
};

/** A phase or an overnight index may change at any minute, and the server applies those in force whatever is shown. */
const KEPT_MS = 30_000;

/** Query of the rules for a user's country; for a visitor, whose country is unknown, the strictest. */
const rulesQuery = (mode: Mode, scope: string, isVisitor: boolean) =>
  queryOptions({
    queryKey: ['contract-rules', mode, scope],
    queryFn: async ({ signal }) => {
      const country = isVisitor ? '' : (await call(userInfo, {}, { signal })).country;
      return rulebookOf(await call(readContractRules, { mode, ...(country !== '' && { country }) }, { signal }));
    },
    staleTime: KEPT_MS,
    refetchInterval: KEPT_MS,
  });

/** Returns the account mode whose contracts are shown; `real` for a visitor. */
export const useContractMode = (): Mode => useSession(({ user }) => user?.book ?? 'real');

/** Returns the loading state of the rules. */
export function useRulebook() {
  const isVisitor = useSession(({ token }) => token === undefined);
  return useQuery(rulesQuery(useContractMode(), useSessionScope(), isVisitor));
}

export const rulebookOf = ({ terms, list, ...rules }: Response): ContractRulebook => ({
  terms: {
    openFeeRate: terms.open_fee_rate,
    closeFeeRate: terms.close_fee_rate,
    liquidationFeeRate: terms.liquidation_fee_rate,
    tiers: terms.maintenance_tiers,
  },
  termsVersion: terms.version,
  lotsMin: rules.lots_min,
  limitBandRate: rules.limit_band_rate,
  removalBufferRate: rules.removal_buffer_rate,
  userNotionalMax: rules.user_notional_max,
  positionsMax: rules.positions_max,
  leveragePreselected: rules.leverage_preselected,
  markets: new Map(list.map((market) => [market.symbol, market])),
});
