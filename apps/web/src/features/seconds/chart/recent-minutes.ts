import { listCandles } from '@app/protocol/market';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../data/call/call.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import type { Point } from './tick-trail.ts';

const MINUTE_MS = 60_000;
const MINUTES = 8;
/** Where in its minute each price of a bar is drawn. */
const PLACES = [0, 0.33, 0.66, 0.99] as const;

type Bar = Pick<
  Awaited<ReturnType<typeof call<typeof listCandles>>>['list'][number],
  'time' | 'open' | 'high' | 'low' | 'close'
>;

/** Returns the way of the price through minutes, as far as bars tell it. */
const pointsOfBars = (bars: readonly Bar[]): readonly Point[] =>
  bars.flatMap(({ time, open, high, low, close }) => {
    const way = close >= open ? [open, low, high, close] : [open, high, low, close];
    return way.map((price, index) => ({ at: time + (PLACES[index] ?? 0) * MINUTE_MS, price }));
  });

const NONE: readonly Point[] = [];

/** Returns the last minutes before the page was opened, which no tick shows here; drawn fainter than ticks. */
export function useRecentMinutes(symbol: string): readonly Point[] {
  const { data = NONE } = useQuery({
    queryKey: ['seconds-minutes', symbol],
    queryFn: async ({ signal }) => {
      const to = Math.floor(serverNow()); // tidy: not money
      const { list } = await call(
        listCandles,
        { symbol, period: '1min', from: to - MINUTES * MINUTE_MS, to },
        { signal },
      );
      return pointsOfBars(list);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
