import type { Mode } from '@app/domain/ledger';
import { readSecondsDay, readSecondsStats } from '@app/protocol/seconds';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../data/call/call.ts';
import type { DayOfMarket } from './day-figures.ts';
import type { ReadReceipts } from './recompute-day.ts';

/** Periods in days, today included. */
export const PERIODS = ['7', '31'] as const;
export type PeriodName = (typeof PERIODS)[number];

export const statisticsQuery = (mode: Mode, days: PeriodName) =>
  queryOptions({
    queryKey: ['statistics', 'seconds', mode, days],
    queryFn: ({ signal }) => call(readSecondsStats, { mode, days: Number(days) }, { signal }),
  });

const PAGE = 500;

/** Returns how the receipts of a market are fetched. */
export const receiptsOf =
  ({ match_id }: Pick<DayOfMarket, 'match_id'>, mode: Mode, signal: AbortSignal): ReadReceipts =>
  async (after) =>
    (await call(readSecondsDay, { mode, match_id, after, limit: PAGE }, { signal })).list;
