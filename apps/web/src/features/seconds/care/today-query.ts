import { betsKey } from '@app/client/query';
import { isVisitor } from '@app/client/session';
import { type Amount, max, negate, subtract, sum, ZERO } from '@app/money';
import type { Output } from '@app/protocol';
import { readRange } from '@app/protocol/statement';
import { useQuery } from '@tanstack/react-query';
import { limitsQuery } from '../../../data/account/limits-query.ts';
import { call } from '../../../data/call/call.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useSession, useSessionScope } from '../../../data/session/session.ts';

/** What was lost today, in USDT; zero for a gain. */
type TodayLost = { readonly bySeconds: Amount; readonly byAll: Amount };

type Range = Pick<Output<typeof readRange>, 'results' | 'fees'>;

const lostOf = (result: Amount): Amount => max(negate(result), ZERO);

/** Returns today's losses of bets, and of all products after fees, as a personal limit counts them. */
export function todayLostOf({ results, fees }: Range): TodayLost {
  const seconds = results.find(({ product }) => product === 'seconds')?.value ?? ZERO;
  const all = subtract(sum(results.map(({ value }) => value)), sum(fees.map(({ value }) => value)));
  return { bySeconds: lostOf(seconds), byAll: lostOf(all) };
}

/** Returns today's losses in UTC, the day of personal limits; every change of a bet reads them again. */
export function useTodayLost(): TodayLost | undefined {
  const scope = useSessionScope();
  const { data } = useQuery({
    queryKey: [...betsKey(scope), 'today'],
    queryFn: ({ signal }) => {
      const day = new Date(serverNow()).toISOString().slice(0, 10);
      return call(readRange, { from: day, to: day }, { signal });
    },
    select: todayLostOf,
    enabled: !isVisitor(scope),
  });
  return data;
}

/** Returns the user's own limit of a day's loss; it applies to real money. */
export function useLossLimit(): Amount | undefined {
  const scope = useSessionScope();
  const isReal = useSession(({ user }) => user?.book === 'real');
  const { data } = useQuery({ ...limitsQuery(scope), enabled: isReal });
  return data?.list.find(({ kind }) => kind === 'daily_loss')?.amount ?? undefined;
}
