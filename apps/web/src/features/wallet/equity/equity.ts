import type { Worth } from '@app/domain/wallet';
import { equityDay } from '@app/protocol/wallet';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { balancesQuery } from '../../../data/account/balances.ts';
import { call } from '../../../data/call/call.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import type { PriceMark } from '../valuation/price-marks.ts';
import { useWorth } from '../valuation/worth.ts';
import { dayKeyOf, isSameDay } from './day-key.ts';
import { isUnknownDay, type ShownDay, startOfDay } from './equity-line-model.ts';

const DAY_EVERY_MS = 300_000;

export type Equity = {
  readonly updatedAt: number;
  /** Undefined until prices have loaded. */
  readonly worth: Worth | undefined;
  readonly marks: readonly PriceMark[];
  readonly day: ShownDay | undefined;
  /** True if the day's data is missing until it is requested again. */
  readonly isDayMissing: boolean;
  readonly refresh: () => void;
};

/** Returns total equity at current prices, and its course today. */
export function useEquity(): Equity {
  const { data: balances, dataUpdatedAt } = useSuspenseQuery(balancesQuery(useSessionScope()));
  const { marks, worth } = useWorth(balances.list);
  const { data, isPlaceholderData, error, refetch } = useDay(balances.seq);
  // Until the day's data includes a deposit, use its own figures, which are consistent with each other.
  const now = isPlaceholderData || worth === undefined ? data?.now : worth.total;
  return {
    updatedAt: dataUpdatedAt,
    worth,
    marks,
    day: data && { ...data, now: now ?? data.now },
    isDayMissing: data === undefined ? error !== null : isUnknownDay(data),
    refresh: () => void refetch(),
  };
}

/** Fetches the day's equity again when balances change: the key holds the balance sequence and the session scope. */
function useDay(seq: string) {
  const dayQuery = { scope: useSessionScope(), since: startOfDay(serverNow()), seq };
  return useQuery({
    queryKey: dayKeyOf(dayQuery),
    queryFn: ({ signal }) => call(equityDay, { since: dayQuery.since }, { signal }),
    refetchInterval: DAY_EVERY_MS,
    staleTime: DAY_EVERY_MS,
    placeholderData: (before, query) => (isSameDay(query?.queryKey, dayQuery) ? before : undefined),
  });
}
