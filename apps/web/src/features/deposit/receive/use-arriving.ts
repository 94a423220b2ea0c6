import { recordsKey } from '@app/client/query';
import { amountForSpeech, notify } from '@app/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { balancesQuery } from '../../../data/account/balances.ts';
import { useText } from '../../../data/app/texts.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { newestQuery } from '../deposits-query.ts';
import { arrivalsIn, type Deposit, NOTHING_WATCHED, watch } from './arrivals.ts';

const NONE: readonly Deposit[] = [];

/**
 * Returns the coin's deposits that are under way, with those that were credited while the page is open. A credit is
 * announced once, unless it is in sight, and the balances are refetched.
 */
export function useArriving(currency: string, isInSight: () => boolean): readonly Deposit[] {
  const text = useText();
  const queryClient = useQueryClient();
  const scope = useSessionScope();
  const { data = NONE } = useQuery(newestQuery(scope, currency));
  const [watched, setWatched] = useState(NOTHING_WATCHED);
  const next = watch(watched, data);
  if (next !== watched) setWatched(next);
  const { shown, credited } = arrivalsIn(next, data);
  const announced = useRef(new Set<bigint>());
  const announce = useEffectEvent(() => {
    for (const { id, amount } of credited) {
      if (announced.current.has(id)) continue;
      announced.current.add(id);
      if (isInSight()) continue;
      const arrived = text('deposit.arrived', { amount: `${amountForSpeech(amount)} ${currency}` });
      notify({ id: `deposit-${id}`, kind: 'ok', text: arrived });
    }
    void queryClient.invalidateQueries({ queryKey: balancesQuery(scope).queryKey });
    void queryClient.invalidateQueries({ queryKey: recordsKey(scope) });
  });
  const count = credited.length;
  useEffect(() => {
    if (count > 0) announce();
  }, [count]);
  return shown;
}
