import { isVisitor } from '@app/client/session';
import type { SpotRules } from '@app/domain/spot';
import type { Output } from '@app/protocol';
import { readFeeLevel, readRules } from '@app/protocol/spot';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../data/call/call.ts';

/** Settings change rarely, and the server applies those in force whatever is shown. */
const KEPT_MS = 60_000;

/** The rules an order is checked by. */
export const rulesQuery = queryOptions({
  queryKey: ['spot', 'rules'],
  queryFn: async ({ signal }) => rulesOf(await call(readRules, {}, { signal })),
  staleTime: KEPT_MS,
});

/** The user's own fee level. */
export const feeLevelQuery = (scope: string) =>
  queryOptions({
    queryKey: ['spot', 'level', scope],
    queryFn: ({ signal }) => call(readFeeLevel, {}, { signal }),
    staleTime: KEPT_MS,
    enabled: !isVisitor(scope),
  });

const rulesOf = (response: Output<typeof readRules>): SpotRules => ({
  orderMin: response.order_min,
  orderMax: response.order_max,
  openOrdersMax: response.open_orders_max,
  bandRate: response.band_rate,
  limitBandRate: response.limit_band_rate,
  warnRate: response.warn_rate,
  feeLevels: response.fee_levels,
  freshMs: response.fresh_ms,
  isOn: response.is_on,
});
