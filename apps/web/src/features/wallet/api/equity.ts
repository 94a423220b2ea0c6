import type { Worth } from '@app/domain/wallet';
import { equityDay } from '@app/protocol/wallet';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { balancesQuery } from '../../../shared/balances.ts';
import { call } from '../../../shared/call.ts';
import { serverNow } from '../../../shared/server-clock.ts';
import { useSessionScope } from '../../../shared/session.ts';
import { dayKeyOf, isSameDay } from '../model/day-key.ts';
import { isUnknownDay, type ShownDay, startOfDay } from '../model/equity.ts';
import type { PriceMark } from '../model/price-marks.ts';
import { useWorth } from './worth.ts';

const DAY_EVERY_MS = 300_000;

export type Equity = {
  readonly updatedAt: number;
  /** Nothing while prices are yet to come. */
  readonly worth: Worth | undefined;
  readonly marks: readonly PriceMark[];
  readonly day: ShownDay | undefined;
  /** Whether none will come unless it is asked for again. */
  readonly isDayMissing: boolean;
  readonly refresh: () => void;
};

/** What everything is worth at this moment's prices, and the day behind it. */
export function useEquity(): Equity {
  const { data: balances, dataUpdatedAt } = useSuspenseQuery(balancesQuery(useSessionScope()));
  const { marks, worth } = useWorth(balances.list);
  const { data, isPlaceholderData, error, refetch } = useDay(balances.seq);
  // Until the day knows of a deposit it must not be measured with it: what it says itself is true together.
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

/** Asked for again when the balances changed: the key says after which change, and whose they are. */
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
