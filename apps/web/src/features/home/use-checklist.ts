import { readSecurity } from '@app/protocol/auth';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { hasPractised } from '../../data/account/practised.ts';
import { call } from '../../data/call/call.ts';
import { useSession, useSessionScope } from '../../data/session/session.ts';
import { storage } from '../../lib/storage.ts';
import { type Checklist, checklistOf, doneForGood, isPutAway, putAwayFrom } from './checklist.ts';

const AWAY = 'checklist_away';

type Shown = { readonly list: Checklist | undefined; readonly isPending: boolean; readonly putAway: () => void };

/** Returns the newcomer's next step; none if the list is dismissed, done or unknown. */
export function useChecklist(): Shown {
  const user = useSession((session) => session.user?.id ?? '');
  const [isAway, setAway] = useState(() => isPutAway(storage.read(AWAY), user, Date.now()));
  const { data, isPending } = useProgress(!isAway);
  const list = data && checklistOf(data);
  const isDone = data !== undefined && list === undefined;
  useEffect(() => {
    if (isDone) storage.write(AWAY, doneForGood(user)); // The next visit reserves no space for it.
  }, [isDone, user]);
  const putAway = () => {
    storage.write(AWAY, putAwayFrom(user, Date.now()));
    setAway(true);
  };
  return { list: isAway ? undefined : list, isPending: isPending && !isAway, putAway };
}

function useProgress(isEnabled: boolean) {
  const user = useSession((session) => session.user?.id ?? '');
  return useQuery({
    queryKey: ['home', 'progress', useSessionScope()],
    queryFn: ({ signal }) => call(readSecurity, {}, { signal }),
    select: (security) => ({
      trade_password: security.has_trade_password,
      authenticator: security.authenticator_bound_at !== null,
      identity: undefined, // No API for it yet.
      practice: hasPractised(user),
    }),
    enabled: isEnabled,
    staleTime: 0, // Shows a step as done on return.
  });
}
