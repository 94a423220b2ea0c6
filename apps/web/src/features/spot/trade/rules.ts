import { feesAt, SPOT_RULES, type SpotRules } from '@app/domain/spot';
import type { Output } from '@app/protocol';
import { readFeeLevel, readRules } from '@app/protocol/spot';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../data/call/call.ts';
import { isVisitor, useSessionScope } from '../../../data/session/session.ts';

/** Settings change rarely, and the server applies those in force whatever is shown. */
const KEPT_MS = 60_000;

const rulesQuery = queryOptions({
  queryKey: ['spot', 'rules'],
  queryFn: async ({ signal }) => rulesOf(await call(readRules, {}, { signal })),
  staleTime: KEPT_MS,
});

const feeLevelQuery = (scope: string) =>
  queryOptions({
    queryKey: ['spot', 'level', scope],
    queryFn: ({ signal }) => call(readFeeLevel, {}, { signal }),
    staleTime: KEPT_MS,
    enabled: !isVisitor(scope),
  });

const rulesOf = (response: Output<typeof readRules>): SpotRules => ({
  ...SPOT_RULES,
  orderMin: response.order_min,
  orderMax: response.order_max,
  openOrdersMax: response.open_orders_max,
  bandRate: response.band_rate,
  feeLevels: response.fee_levels,
  freshMs: response.fresh_ms,
  isOn: response.is_on,
});

/** Returns the loading state of the rules. */
export const useRulesLoad = () => useQuery(rulesQuery);

/**
 * Returns the rules an order is checked by, and the user's fees; the first level's fees until the user's own are
 * loaded.
 */
export function useRules() {
  const { data: rules } = useRulesLoad();
  const { data: own } = useQuery(feeLevelQuery(useSessionScope()));
  return rules === undefined ? undefined : { rules, fees: own ?? feesAt(0, rules) };
}
